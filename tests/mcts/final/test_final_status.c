/* Whose the points are at the end: drawn positions with known answers, see
 * tests/support/fates.h.                                                     */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board/game/handicap.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/fates.h"
#include "tests/support/searching.h"
#include "tests/support/seki_shapes.h"

/* ---- plain ends ---- */

static void an_empty_board_is_nobodys(void **state)
{
    (void)state;
    for (int size = 2; size <= 19; size += 17) {
        game *g = game_drawn(size, "chinese", 7.5, BLACK, NULL);
        final_status s = estimate(g);
        assert_close(s.margin, -7.5, 1e-9);
        assert_close(s.margin_as_is, -7.5, 1e-9);
        game_destroy(g);
    }
}

static void a_board_of_one_colour_is_all_its_own(void **state)
{
    (void)state;
    expect_fates("chinese", 5, ". . . . ."
                               ". . . . ."
                               ". . X . ."
                               ". . . . ."
                               ". . . . .", 25);
    expect_fates("japanese", 7, ". . . . . . ."
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
    expect_fates("chinese", 5, divided, 15 - 10);
    expect_fates("japanese", 5, divided, 5 - 5);
    expect_fates("stone-scoring", 5, divided, 15 - 2 - (10 - 2));
}

/* Of one black group, and of two white ones. */
static void each_group_pays_the_tax(void **state)
{
    (void)state;
    expect_fates("stone-scoring", 7,
                 ". O X . X O ."
                 "O O X X X O O"
                 ". O X . X O ."
                 "O O X X X O O"
                 ". O X . X O ."
                 "O O X X X O O"
                 ". O X . X O .",
                 (21 - 2) - (28 - 2 * 2));
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
    expect_fates("chinese", 7, dame, (12 + 10) - (11 + 10));
    expect_fates("japanese", 7, dame, 10 - 10);
}

static void a_larger_board_with_dead_stones_on_both_sides(void **state)
{
    (void)state;
    expect_fates("chinese", 13, ". X . X . . X O . . O . ."
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
    game *g = game_of_fates("japanese", 7, ". . . X O . ."
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
    final_status s = estimate(g);
    assert_true(s.dead[at(&g->board, "B6")]);
    assert_true(s.dead[at(&g->board, "F3")]);
    assert_close(s.margin, (21 + 1 + 5) - (14 + 1 + 2) - 6.5, 1e-9);
    assert_int_equal(s.owner[at(&g->board, "B6")], BLACK);
    assert_int_equal(s.owner[at(&g->board, "F3")], WHITE);
    assert_true(s.confidence > 0.2 && s.confidence <= 1);
    game_destroy(g);
}

/* Seven dame in a row and a nook, D5 and D6, that white could have closed: no border. */
static void many_dame_are_no_open_border(void **state)
{
    game *g = game_of_fates("japanese", 7, ". O . O . O ."
                                           "O O O . O O O"
                                           "O O O . O O O"
                                           ". . . . . . ."
                                           "X X X X X X X"
                                           "X X X X X X X"
                                           ". X . X . X .");
    (void)state;
    final_status s = estimate(g);
    assert_int_equal(s.owner[at(&g->board, "D6")], EMPTY);
    assert_int_equal(s.owner[at(&g->board, "D5")], EMPTY);
    assert_close(s.margin, 0, 1e-9);
    game_destroy(g);
}

/* A wall with a hole at D3, left open by both: the board is shared out all the
 * same.                                                                        */
static void an_open_border(void **state)
{
    game *g = game_of_fates("chinese", 9, ". . . X . O . . ."
                                          ". . X X . O O . ."
                                          ". . . X O O . . ."
                                          ". . . X O . . . ."
                                          ". . . X O . . . ."
                                          ". . X X O . O . ."
                                          ". . . . . . . . ."
                                          ". . . X O . . . ."
                                          ". . . X O . . . .");
    (void)state;
    final_status s = estimate(g);
    assert_int_equal(s.owner[at(&g->board, "A9")], BLACK);
    assert_int_equal(s.owner[at(&g->board, "A3")], BLACK);
    assert_int_equal(s.owner[at(&g->board, "J9")], WHITE);
    assert_int_equal(s.owner[at(&g->board, "J3")], WHITE);
    assert_int_equal(s.owner[at(&g->board, "D3")], EMPTY);
    assert_in_range((int)s.margin + 20, 10, 30);
    game_destroy(g);
}

/* Fourteen points, joined at D5 and E5, are more than a row of dame. */
static void a_small_open_border(void **state)
{
    game *g = game_of_fates("chinese", 7, "X X X X O O O"
                                          "X . . X O . ."
                                          "X . . . . . ."
                                          "X . . X O . ."
                                          "X X X X O O O"
                                          "X X X X O O O"
                                          ". X X X O O .");
    (void)state;
    final_status s = estimate(g);
    assert_int_equal(s.owner[at(&g->board, "B5")], BLACK);
    assert_int_equal(s.owner[at(&g->board, "G5")], WHITE);
    game_destroy(g);
}

/* The count with the dead stones of a drawing. */
static double agreed(const char *ruleset, int size, const char *drawing)
{
    game *g = game_of_fates(ruleset, size, drawing);
    bool dead[BOARD_MAX_POINTS] = {false};
    final_status s;
    int i = 0;
    for (const char *d = drawing; *d; d++)
        if (*d != ' ')
            dead[board_point_at(size, i++)] = *d == 'x' || *d == 'o';
    final_status_agreed(&s, g, dead);
    for (point p = 0; p < g->board.n_points; p++)
        assert_int_equal(s.dead[p], dead[p]);
    game_destroy(g);
    return s.margin;
}

static void agreed_dead_stones_are_counted_in_the_same_way(void **state)
{
    (void)state;
    for (int i = 0; i < N_SEKI_SHAPES; i++) {
        const seki_shape *s = &seki_shapes[i];
        assert_close(agreed("japanese", s->size, s->drawing), s->territory, 1e-9);
        assert_close(agreed("chinese", s->size, s->drawing), s->area, 1e-9);
    }
    /* When white takes the dame G3, black has to connect at G5. */
    assert_close(agreed("japanese", 7,
                        ". X . . . X ."
                        "X X X X X X X"
                        "X X X X X X ."
                        "O O O O O O X"
                        "O . O . O O ."
                        "O O O O O O O"
                        ". O . O . O ."),
                 (6 - 1) - 6, 1e-9);
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
    final_status s = estimate(g);
    assert_close(s.margin, 81 - 0.5 - 4, 1e-9); /* white gets a point a stone */
    game_destroy(g);
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
    expect_fates("chinese", 19, drawing, 19 * 10 - 19 * 9);
}

/* Tromp-Taylor, CGOS: the invader at E2 makes dame of the whole right side. */
static void where_two_passes_count_the_board_nothing_comes_off(void **state)
{
    game *g = game_of_fates("tromp-taylor", 5, ". O X . ."
                                               "O O X . ."
                                               ". O X . ."
                                               ". O X . o"
                                               ". O X . .");
    final_status stands;
    (void)state;
    assert_true(final_status_counts_as_is(&g->rules));
    final_status_as_it_stands(&stands, g);
    assert_close(stands.margin, 5 - 11, 1e-9);
    assert_int_equal(stands.fate[at(&g->board, "E2")], FATE_ALIVE);
    assert_int_equal(stands.owner[at(&g->board, "D3")], EMPTY);
    assert_int_equal(stands.owner[at(&g->board, "A5")], WHITE);
    assert_close(stands.confidence, 1, 1e-9);
    final_status agreed = estimate(g); /* what players would agree on */
    assert_close(agreed.margin, 15 - 10, 1e-9);
    assert_int_equal(agreed.fate[at(&g->board, "E2")], FATE_DEAD);
    assert_true(rules_by_name("chinese", &g->rules) && !final_status_counts_as_is(&g->rules));
    assert_true(rules_by_name("japanese", &g->rules) && !final_status_counts_as_is(&g->rules));
    game_destroy(g);
}

/* A network that knows better than the playouts: the square four would live. */
static void a_network_is_believed(void **state)
{
    float owner[BOARD_MAX_POINTS] = {0};
    game *g = game_of_fates("chinese", 5, ". . O X ."
                                          ". . O X ."
                                          "O O O X ."
                                          "X X X X ."
                                          ". . . . .");
    final_status s;
    playout_gammas *tables = NULL;
    playout *p = NULL;
    (void)state;
    for (point q = 0; q < g->board.n_points; q++)
        owner[q] = g->board.at[q] == WHITE ? -0.9f : 0.9f;
    assert_int_equal(playout_gammas_create(&tables, NULL, 5, NULL), GO_OK);
    assert_int_equal(playout_create(&p, tables, NULL), GO_OK);
    for (int known = 0; known < 2; known++) {
        final_status_options options = {.playouts = 100, .ownership = known ? owner : NULL};
        assert_int_equal(final_status_find(&s, g, p, &options, NULL), GO_OK);
        assert_int_equal(s.fate[at(&g->board, "A3")], known ? FATE_ALIVE : FATE_DEAD);
        assert_close(s.margin, known ? 16 - 9 : 25, 1e-9);
    }
    playout_destroy(p);
    playout_gammas_destroy(tables);
    game_destroy(g);
}

static void what_benson_settles_is_settled(void **state)
{
    game *g = game_of_fates("chinese", 5, ". X . X O"
                                          "X X X X O"
                                          "O O O O O"
                                          ". O . O ."
                                          "O O O O O");
    (void)state;
    final_status s = estimate(g);
    assert_close(s.confidence, 1, 1e-12);
    assert_close(s.margin, 8 - 17, 1e-12);
    game_destroy(g);
}

/* ---- the same answer ---- */

static void the_same_seed_gives_the_same_answer(void **state)
{
    game *g = game_of_fates("japanese", 7, "O X . O X . ."
                                           "O X . O X . ."
                                           "O X X O X X X"
                                           "O O O X X . ."
                                           ". . O X . . ."
                                           "O O O X . o ."
                                           ". . O X . . .");
    (void)state;
    final_status first = estimate_with(g, NULL, 300, 7), again = estimate_with(g, NULL, 300, 7);
    assert_memory_equal(&first, &again, sizeof first);
    game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_board_is_nobodys),
        cmocka_unit_test(a_board_of_one_colour_is_all_its_own),
        cmocka_unit_test(a_divided_board),
        cmocka_unit_test(each_group_pays_the_tax),
        cmocka_unit_test(dame_count_for_nobody),
        cmocka_unit_test(a_larger_board_with_dead_stones_on_both_sides),
        cmocka_unit_test(prisoners_and_dead_stones_count_under_territory_rules),
        cmocka_unit_test(many_dame_are_no_open_border),
        cmocka_unit_test(an_open_border),
        cmocka_unit_test(a_small_open_border),
        cmocka_unit_test(agreed_dead_stones_are_counted_in_the_same_way),
        cmocka_unit_test(handicap_and_komi_count),
        cmocka_unit_test(a_full_size_board),
        cmocka_unit_test(where_two_passes_count_the_board_nothing_comes_off),
        cmocka_unit_test(a_network_is_believed),
        cmocka_unit_test(what_benson_settles_is_settled),
        cmocka_unit_test(the_same_seed_gives_the_same_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
