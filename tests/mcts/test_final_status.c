/* Who lives at the end: drawn positions with known answers.
 *
 * In the drawings X and O live, x and o are dead, S (black) and Z (white) are
 * in seki.                                                                     */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "board/handicap.h"
#include "mcts/final_status.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"

/* ---- judging a drawing ---- */

static char plain_letter(char c)
{
    return c == 'S' ? 'X' : c == 'Z' ? 'O' : (char)toupper((unsigned char)c);
}

static game *game_from(const char *ruleset, int size, const char *drawing)
{
    char plain[2 * BOARD_MAX_AREA + 1] = "";
    rules r;
    game *g = NULL;
    assert_true(rules_by_name(ruleset, &r));
    assert_int_equal(game_create(&g, size, &r, NULL), GO_OK);
    g->komi = 0;
    for (size_t i = 0; drawing[i]; i++)
        plain[i] = plain_letter(drawing[i]);
    board *b = board_of(size, plain);
    for (point p = 0; p < b->n_points; p++)
        if (b->at[p] == BLACK || b->at[p] == WHITE)
            assert_int_equal(game_setup(g, (colour)b->at[p], p, NULL), GO_OK);
    board_destroy(b);
    return g;
}

/* With the shipped gammas for playouts, as in play; `gammas` NULL: by lot. */
static final_status judge_with(const game *g, const char *file, uint64_t seed)
{
    gammas *fast = NULL;
    playout_gammas *tables = NULL;
    playout *p = NULL;
    go_error err = {0};
    final_status s;
    final_status_options options = {.playouts = 300, .seed = seed};
    if (file && gammas_read(&fast, file, &err) != GO_OK)
        fail_msg("%s", err.message);
    assert_int_equal(playout_gammas_create(&tables, fast, g->board.size, &err), GO_OK);
    assert_int_equal(playout_create(&p, tables, &err), GO_OK);
    assert_int_equal(final_status_find(&s, g, p, &options, &err), GO_OK);
    playout_destroy(p);
    playout_gammas_destroy(tables);
    gammas_destroy(fast);
    return s;
}

static final_status judge(const game *g)
{
    return judge_with(g, "data/fast-9x9.gammas.zst", 1);
}

static char letter_of(const game *g, const final_status *s, point p)
{
    static const char black[] = "?XSx", white[] = "?OZo";
    uint8_t c = g->board.at[p];
    return c == EMPTY ? '.' : c == BLACK ? black[s->fate[p]] : white[s->fate[p]];
}

static void print_judgement(const game *g, const final_status *s)
{
    for (int y = 0; y < g->board.size; y++) {
        for (int x = 0; x < g->board.size; x++)
            print_message("%c ", letter_of(g, s, board_point(&g->board, x, y)));
        for (int x = 0; x < g->board.size; x++)
            print_message("%5.2f", (double)s->ownership[board_point(&g->board, x, y)]);
        print_message("\n");
    }
}

static void assert_judged(const game *g, const final_status *s, const char *drawing)
{
    int n = 0, size = g->board.size;
    for (const char *d = drawing; *d; d++) {
        if (*d == ' ')
            continue;
        point p = board_point(&g->board, n % size, n / size);
        n++;
        if (letter_of(g, s, p) == *d)
            continue;
        print_judgement(g, s);
        fail_msg("point %d of the drawing is %c, judged %c", n, *d, letter_of(g, s, p));
    }
    assert_int_equal(n, size * size);
}

/* The position is judged as drawn, and black's margin is this, without komi. */
static void expect(const char *ruleset, int size, const char *drawing, double margin)
{
    game *g = game_from(ruleset, size, drawing);
    final_status s = judge(g);
    assert_judged(g, &s, drawing);
    assert_close(s.margin, margin, 1e-9);
    game_destroy(g);
}

/* ---- plain ends ---- */

static void an_empty_board_is_nobodys(void **state)
{
    (void)state;
    for (int size = 2; size <= 19; size += 17) {
        rules r;
        game *g = NULL;
        assert_true(rules_by_name("chinese", &r));
        assert_int_equal(game_create(&g, size, &r, NULL), GO_OK);
        g->komi = 7.5;
        final_status s = judge(g);
        assert_close(s.margin, -7.5, 1e-9);
        assert_close(s.margin_as_is, -7.5, 1e-9);
        game_destroy(g);
    }
}

static void a_board_of_one_colour_is_all_its_own(void **state)
{
    (void)state;
    expect("chinese", 5, ". . . . ."
                         ". . . . ."
                         ". . X . ."
                         ". . . . ."
                         ". . . . .", 25);
    expect("japanese", 7, ". . . . . . ."
                          ". O . . . O ."
                          ". . . . . . ."
                          ". . . O . . ."
                          ". . . . . . ."
                          ". O . . . O ."
                          ". . . . . . .", -44);
}

static void a_divided_board(void **state)
{
    static const char *const divided = ". . X O ."
                                       ". . X O ."
                                       "X X X O ."
                                       "X . X O ."
                                       "X X X O .";
    (void)state;
    expect("chinese", 5, divided, 15 - 10);
    expect("japanese", 5, divided, 5 - 5);
    expect("stone-scoring", 5, divided, 15 - 2 - (10 - 2));
}

static void dame_count_for_nobody(void **state)
{
    static const char *const dame = ". . X . O . ."
                                    ". . X . O . ."
                                    "X X X . O O O"
                                    ". . X X O . ."
                                    ". . X . O . ."
                                    "X X X . O O O"
                                    ". . X . O . .";
    (void)state;
    expect("chinese", 7, dame, (12 + 10) - (11 + 10));
    expect("japanese", 7, dame, 10 - 10);
}

static void a_larger_board_with_dead_stones_on_both_sides(void **state)
{
    (void)state;
    expect("chinese", 13, ". X . X . . X O . . O . ."
                          ". . . . . . X O . . . . ."
                          ". . . o X . X O . O x . O"
                          ". . X . . . X O . . . . ."
                          ". . . . . . X O . . . . ."
                          "X X X X X X X O O O O O O"
                          ". . . . . . X O . . . . ."
                          ". o X . . . X O . . . . ."
                          ". o . . X . X O . x x . ."
                          ". . X . . . X O . O O . ."
                          ". . . . . . X O O . . O ."
                          "X X X X X X X O O O O O O"
                          ". . . . . . X O . . . . .", 7 * 13 - 6 * 13);
}

static void prisoners_and_dead_stones_count_under_territory_rules(void **state)
{
    game *g = game_from("japanese", 7, ". . . X O . ."
                                       ". o . X O . ."
                                       ". . . X O . ."
                                       ". . . X O . ."
                                       ". . . X O x ."
                                       ". . . X O . ."
                                       ". . . X O . .");
    (void)state;
    g->board.n_captured[WHITE] = 5;
    g->board.n_captured[BLACK] = 2;
    g->komi = 6.5;
    final_status s = judge(g);
    assert_true(s.dead[at(&g->board, "B6")]);
    assert_true(s.dead[at(&g->board, "F3")]);
    assert_close(s.margin, (21 + 1 + 5) - (14 + 1 + 2) - 6.5, 1e-9);
    assert_int_equal(s.owner[at(&g->board, "B6")], BLACK);
    assert_int_equal(s.owner[at(&g->board, "F3")], WHITE);
    assert_true(s.confidence > 0.2 && s.confidence <= 1);
    game_destroy(g);
}

/* A wall with a hole at D3, left open by both: the board is shared out all the
 * same.                                                                        */
static void an_open_border(void **state)
{
    game *g = game_from("chinese", 9, ". . . X . O . . ."
                                      ". . X X . O O . ."
                                      ". . . X O O . . ."
                                      ". . . X O . . . ."
                                      ". . . X O . . . ."
                                      ". . X X O . O . ."
                                      ". . . . . . . . ."
                                      ". . . X O . . . ."
                                      ". . . X O . . . .");
    (void)state;
    final_status s = judge(g);
    assert_int_equal(s.owner[at(&g->board, "A9")], BLACK);
    assert_int_equal(s.owner[at(&g->board, "A3")], BLACK);
    assert_int_equal(s.owner[at(&g->board, "J9")], WHITE);
    assert_int_equal(s.owner[at(&g->board, "J3")], WHITE);
    assert_in_range((int)s.margin + 20, 10, 30);
    game_destroy(g);
}

static void handicap_and_komi_count(void **state)
{
    rules r;
    game *g = NULL;
    point stones[9];
    (void)state;
    assert_true(rules_by_name("chinese", &r));
    assert_int_equal(game_create(&g, 9, &r, NULL), GO_OK);
    assert_true(handicap_fixed(9, 4, stones));
    assert_int_equal(game_place_handicap(g, stones, 4, NULL), GO_OK);
    g->komi = 0.5;
    final_status s = judge(g);
    assert_close(s.margin, 81 - 0.5 - 4, 1e-9); /* white gets a point a stone */
    game_destroy(g);
}

/* ---- dead and alive ---- */

static void three_in_a_row_with_a_stone_in_the_middle_is_dead(void **state)
{
    (void)state;
    expect("chinese", 7, ". X . o X . ."
                         "o o o o X . ."
                         "X X X X X . ."
                         ". . . . . . ."
                         ". . . . . . ."
                         ". . . . . . ."
                         ". . . . . . .", 49);
}

static void a_square_four_is_dead(void **state)
{
    (void)state;
    expect("japanese", 7, ". . o X . . ."
                          ". . o X . . ."
                          "o o o X . . ."
                          "X X X X . . ."
                          ". . . . . . ."
                          ". . . . . . ."
                          ". . . . . . .", 49 - 7 + 5);
}

static void a_straight_four_lives(void **state)
{
    (void)state;
    expect("chinese", 7, ". . . . O X ."
                         "O O O O O X ."
                         "X X X X X X ."
                         ". . . . . . ."
                         ". . . . . . ."
                         ". . . . . . ."
                         ". . . . . . .", 49 - 10 - 10);
}

static void a_bulky_five_with_its_heart_taken_is_dead(void **state)
{
    (void)state;
    expect("chinese", 7, ". X . o X . ."
                         ". . o o X . ."
                         "o o o X X . ."
                         "X X X X . . ."
                         ". . . . . . ."
                         ". . . . . . ."
                         ". . . . . . .", 49);
}

static void a_rabbity_six_with_its_heart_taken_is_dead(void **state)
{
    (void)state;
    expect("chinese", 9, "o o o o o X . . ."
                         "o . . o o X . . ."
                         "o . X . o X . . ."
                         "o o . o o X . . ."
                         "o o o o o X . . ."
                         "X X X X X X . . ."
                         ". . . . . . . . ."
                         ". . . X . . . . ."
                         ". . . . . . . . .", 81);
}

static void an_eye_and_a_false_eye_are_one_eye(void **state)
{
    (void)state;
    expect("chinese", 7, ". o X . . . ."
                         "o o X . . . ."
                         "o X X . . . ."
                         ". o X . . . ."
                         "o o X . . . ."
                         "X X X . . . ."
                         ". . . . . . .", 49);
}

static void one_eye_in_another_s_land_is_dead(void **state)
{
    (void)state;
    expect("japanese", 9, ". . O . . . O . ."
                          ". O . O O O . O ."
                          ". . O x x x O . ."
                          ". . O x . x O . ."
                          ". . O x x x . O ."
                          ". . . O O O O . ."
                          ". . . O . . . . ."
                          ". . . . . . . . ."
                          ". . . . . . . . .", -(81 - 18 + 8));
}

/* White's two eyes A9 and C9, made by chains that meet there only. */
static void two_small_eyes_live(void **state)
{
    (void)state;
    expect("chinese", 7, ". O . O X . ."
                         "O O O O X . ."
                         "X X X X X . ."
                         ". . . . . . ."
                         ". . . . . . ."
                         ". . . . . . ."
                         ". . . . . . .", 49 - 8 - 8);
}

/* Black's ring lives on G9 and A5, no eye by shape, round a living white group. */
static void a_two_headed_dragon_lives(void **state)
{
    (void)state;
    expect("chinese", 9, "X X X X X X . X O"
                         "X O O O O O X X O"
                         "X O . O . O X O O"
                         "X O O O O O X O ."
                         ". X X X X X X O ."
                         "X X O O O O O O ."
                         "O O O . . . . . ."
                         ". . . . . . . . ."
                         ". . . . . . . . .", 22 + 2 - (81 - 24));
}

static void a_snapback_takes_what_takes(void **state)
{
    (void)state;
    expect("chinese", 7, "O x O . O . ."
                         "O x x x O . ."
                         "O O O O O . ."
                         ". . . . . . ."
                         ". . . . . . ."
                         ". . . . . . ."
                         ". . . . . . .", -49);
}

/* Three liberties against two: white is behind even if he begins. */
static void a_capturing_race_won_by_a_liberty(void **state)
{
    (void)state;
    expect("chinese", 7, "X . o X . O ."
                         "X . o X . O ."
                         "X X o X . O O"
                         "X X X O O O ."
                         ". . X O . . ."
                         "X X X O O O O"
                         ". . X O . . .", 24 - 22);
}

static void a_bent_four_in_the_corner_is_dead(void **state)
{
    static const char *const bent = "O O . x O . ."
                                    "O x x x O . ."
                                    ". x O O O . ."
                                    "x x O . . . ."
                                    "O O O . . . ."
                                    ". . . . . . ."
                                    ". . . . . . .";
    (void)state;
    expect("japanese", 7, bent, -(49 - 12 + 7));
    expect("chinese", 7, bent, -49);
}

/* The last ko: B7 stands in atari, neither side has played at A7. */
static void a_ko_left_over_stays_as_it_is(void **state)
{
    (void)state;
    expect("chinese", 7, ". X O . O . O"
                         "X O O O O O O"
                         "X X O X X X X"
                         "X X X X . X ."
                         "X . X . X X X"
                         "X X . X . . ."
                         ". X X X . . .", 49 - 2 * 12);
}

/* A capture that cannot be undone would leave eyes of one point each: white's
 * false eye at C9 is filled in the end, and he has one eye.                    */
static void two_eyes_one_of_them_false_on_the_edge(void **state)
{
    (void)state;
    expect("chinese", 7, ". o . o X . ."
                         "o o X o X X ."
                         "X X X X . X ."
                         ". . . . X . ."
                         ". X . . . . ."
                         ". . . . . X ."
                         ". . . . . . .", 49);
}

static void a_dead_group_inside_keeps_its_wall_alive(void **state)
{
    (void)state;
    expect("japanese", 9, "O O O O O O O O O"
                          "O X X X X X X X O"
                          "O X . o . . . X O"
                          "O X . o o . . X O"
                          "O X . . o . . X O"
                          "O X X X X X X X O"
                          "O O O O O O O O O"
                          ". . O . O . O . ."
                          ". . O . O . O . .", (11 + 4 + 4) - (4 + 2 + 2 + 4));
}

static void a_straight_three_of_each_side_to_move_stays(void **state)
{
    /* whoever moves first decides; the stones stay on the board or not, but all
     * of one group alike                                                      */
    game *g = game_from("chinese", 7, ". . . O X . ."
                                      "O O O O X . ."
                                      "X X X X X . ."
                                      ". . . . . . ."
                                      ". . . . . . ."
                                      ". . X . . . ."
                                      ". . . . . . .");
    (void)state;
    final_status s = judge(g);
    uint8_t fate = s.fate[at(&g->board, "D7")];
    assert_true(fate == FATE_ALIVE || fate == FATE_DEAD);
    assert_int_equal(s.fate[at(&g->board, "A6")], fate);
    assert_true(s.confidence < 0.95);
    game_destroy(g);
}

static void what_benson_settles_is_settled(void **state)
{
    game *g = game_from("chinese", 5, ". X . X O"
                                      "X X X X O"
                                      "O O O O O"
                                      ". O . O ."
                                      "O O O O O");
    (void)state;
    final_status s = judge(g);
    assert_true(s.settled[at(&g->board, "A5")] && s.settled[at(&g->board, "B5")]);
    assert_true(s.settled[at(&g->board, "A2")] && s.settled[at(&g->board, "E5")]);
    assert_close(s.confidence, 1, 1e-12);
    assert_close(s.margin, 8 - 17, 1e-12);
    game_destroy(g);
}

/* When white takes the dame G3, black has to connect at G5. */
static void a_point_that_must_be_filled_is_no_territory(void **state)
{
    static const char *const drawing = ". X . . . X ."
                                       "X X X X X X X"
                                       "X X X X X X ."
                                       "O O O O O O X"
                                       "O . O . O O ."
                                       "O O O O O O O"
                                       ". O . O . O .";
    (void)state;
    expect("chinese", 7, drawing, (16 + 6) - (20 + 6));
    expect("japanese", 7, drawing, (6 - 1) - 6);
}

static void suicide_rules_make_no_difference_to_plain_life(void **state)
{
    (void)state;
    expect("new-zealand", 7, ". O . O X . ."
                             "O O O O X . ."
                             "X X X X X . ."
                             ". . . . . . ."
                             ". . . o . . ."
                             ". X . . . X ."
                             ". . . . . . .", 49 - 8 - 8);
}

static void a_full_size_board(void **state)
{
    char drawing[2 * 19 * 19 + 1] = "";
    (void)state;
    for (int y = 0; y < 19; y++)
        for (int x = 0; x < 19; x++) {
            bool wall = x == 9 || x == 4 || (x < 9 && y == 9);
            bool white_wall = x == 10 || x == 15 || (x > 10 && y == 9);
            bool invader = x == 2 && y == 4;
            char c = wall ? 'X' : white_wall ? 'O' : invader ? 'o' : '.';
            drawing[2 * (19 * y + x)] = c;
            drawing[2 * (19 * y + x) + 1] = ' ';
        }
    expect("chinese", 19, drawing, 19 * 10 - 19 * 9);
}


/* ---- seki ---- */

static void two_liberties_between_two_chains_are_a_seki(void **state)
{
    static const char *const seki = "O S . Z X . ."
                                    "O S . Z X . ."
                                    "O S S Z X X X"
                                    "O O O X X . ."
                                    ". . O X . . ."
                                    "O O O X . . ."
                                    ". . O X . . .";
    (void)state;
    expect("chinese", 7, seki, 29 - 18);
    expect("japanese", 7, seki, 15 - 4);
}

static void an_eye_each_and_a_liberty_between_are_a_seki(void **state)
{
    static const char *const seki = ". S . Z . Z S"
                                    "S S S Z Z Z S"
                                    "O O S S S S S"
                                    ". O O O O O O"
                                    ". . . . . . ."
                                    ". . . . . . ."
                                    ". . . . . . .";
    (void)state;
    expect("japanese", 7, seki, 0 - 22);
    expect("chinese", 7, seki, (11 + 1) - (13 + 1 + 22));
}

/* To take the three stones black would have to give up his own. */
static void three_stones_in_an_eye_of_five_are_a_seki(void **state)
{
    static const char *const seki = ". Z Z Z . S O"
                                    "S S S S S S O"
                                    "O O O O O O O"
                                    ". . . . . . ."
                                    ". O . . . O ."
                                    ". . . . . . ."
                                    ". . . . . . .";
    (void)state;
    expect("japanese", 7, seki, -26);
    expect("chinese", 7, seki, 7 - (49 - 7 - 2));
}

/* From a game of GNU Go: three black chains and two of white, a corner that
 * neither can touch.                                                          */
static void a_seki_of_many_chains(void **state)
{
    (void)state;
    expect("chinese", 9, ". . . . . . X X X"
                         ". . . X X X X O X"
                         ". . . . o . X O O"
                         "X X X X . X O O ."
                         "X Z Z X X O x O ."
                         "Z Z Z Z X O . O ."
                         "S . Z X X O O . ."
                         "S Z Z Z X X X O ."
                         ". S . Z X O O O O", 9);
}

/* ---- the same answer, and helpers ---- */

static void the_same_seed_gives_the_same_answer(void **state)
{
    game *g = game_from("japanese", 7, "O X . O X . ."
                                       "O X . O X . ."
                                       "O X X O X X X"
                                       "O O O X X . ."
                                       ". . O X . . ."
                                       "O O O X . o ."
                                       ". . O X . . .");
    (void)state;
    final_status first = judge_with(g, NULL, 7), again = judge_with(g, NULL, 7);
    assert_memory_equal(&first, &again, sizeof first);
    game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_board_is_nobodys),
        cmocka_unit_test(a_board_of_one_colour_is_all_its_own),
        cmocka_unit_test(a_divided_board),
        cmocka_unit_test(dame_count_for_nobody),
        cmocka_unit_test(a_larger_board_with_dead_stones_on_both_sides),
        cmocka_unit_test(prisoners_and_dead_stones_count_under_territory_rules),
        cmocka_unit_test(an_open_border),
        cmocka_unit_test(handicap_and_komi_count),
        cmocka_unit_test(three_in_a_row_with_a_stone_in_the_middle_is_dead),
        cmocka_unit_test(a_square_four_is_dead),
        cmocka_unit_test(a_straight_four_lives),
        cmocka_unit_test(a_bulky_five_with_its_heart_taken_is_dead),
        cmocka_unit_test(a_rabbity_six_with_its_heart_taken_is_dead),
        cmocka_unit_test(an_eye_and_a_false_eye_are_one_eye),
        cmocka_unit_test(one_eye_in_another_s_land_is_dead),
        cmocka_unit_test(two_small_eyes_live),
        cmocka_unit_test(a_two_headed_dragon_lives),
        cmocka_unit_test(a_snapback_takes_what_takes),
        cmocka_unit_test(a_capturing_race_won_by_a_liberty),
        cmocka_unit_test(a_bent_four_in_the_corner_is_dead),
        cmocka_unit_test(a_ko_left_over_stays_as_it_is),
        cmocka_unit_test(two_eyes_one_of_them_false_on_the_edge),
        cmocka_unit_test(a_dead_group_inside_keeps_its_wall_alive),
        cmocka_unit_test(a_straight_three_of_each_side_to_move_stays),
        cmocka_unit_test(what_benson_settles_is_settled),
        cmocka_unit_test(a_point_that_must_be_filled_is_no_territory),
        cmocka_unit_test(suicide_rules_make_no_difference_to_plain_life),
        cmocka_unit_test(a_full_size_board),
        cmocka_unit_test(two_liberties_between_two_chains_are_a_seki),
        cmocka_unit_test(an_eye_each_and_a_liberty_between_are_a_seki),
        cmocka_unit_test(three_stones_in_an_eye_of_five_are_a_seki),
        cmocka_unit_test(a_seki_of_many_chains),
        cmocka_unit_test(the_same_seed_gives_the_same_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
