/* Games: superko, undo, the start, the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/rng.h"
#include "board/game/game.h"
#include "board/game/handicap.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"

static game *new_game(const char *ruleset, int size)
{
    rules r;
    game *g = NULL;
    assert_true(rules_by_name(ruleset, &r));
    assert_int_equal(game_create(&g, size, &r, NULL), GO_OK);
    return g;
}

static game *game_from(const char *ruleset, int size, const char *drawing)
{
    game *g = new_game(ruleset, size);
    board *b = board_of(size, drawing);
    for (point p = 0; p < b->n_points; p++)
        if (b->at[p] == BLACK || b->at[p] == WHITE)
            assert_int_equal(game_setup(g, (colour)b->at[p], p, NULL), GO_OK);
    board_destroy(b);
    return g;
}

static void play(game *g, colour c, const char *name)
{
    go_error err = {0};
    if (game_play(g, c, at(&g->board, name), &err) != GO_OK)
        fail_msg("%s", err.message);
}

static move_status legal(const game *g, colour c, const char *name)
{
    return game_legal(g, c, at(&g->board, name));
}

/* ---- superko ---- */

/* White can take in the kos at B8 and G8, black in the one at C2.  Each takes
 * the ko that the other has not just taken; the sixth capture brings the first
 * position back with the same player to move.                                 */
static game *five_captures_in_a_triple_ko(const char *ruleset)
{
    game *g = game_from(ruleset, 9, ". X O . . . X O ."
                                    "X . X O . X . X O"
                                    ". X O . . . X O ."
                                    ". . . . . . . . ."
                                    ". . . . . . . . ."
                                    ". . . . . . . . ."
                                    ". X O . . . . . ."
                                    "X O . O . . . . ."
                                    ". X O . . . . . .");
    assert_int_equal(game_setup_to_move(g, WHITE, NULL), GO_OK);
    play(g, WHITE, "B8");
    play(g, BLACK, "C2");
    play(g, WHITE, "G8");
    play(g, BLACK, "C8");
    play(g, WHITE, "B2");
    return g;
}

static void superko_ends_a_triple_ko(void **state)
{
    static const char *const ruleset[] = {"tromp-taylor", "aga"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        game *g = five_captures_in_a_triple_ko(ruleset[i]);
        assert_int_equal(legal(g, BLACK, "H8"), MOVE_SUPERKO);
        assert_int_equal(legal(g, BLACK, "E5"), MOVE_OK);
        game_destroy(g);
    }
}

/* How often the position on the board was there, with the same player to move. */
static uint32_t visits(const game *g)
{
    return position_set_count(&g->seen, game_situation(g, g->board.hash, g->to_move));
}

static void simple_ko_lets_a_triple_ko_go_round(void **state)
{
    game *g = five_captures_in_a_triple_ko("japanese");
    (void)state;
    assert_int_equal(visits(g), 1);
    play(g, BLACK, "H8");
    assert_int_equal(visits(g), 2); /* the position is back */
    game_destroy(g);
}

/* White sends two stones, black takes them with one, white takes that one: the
 * first position, but now black is to move.                                   */
static game *send_two(const char *ruleset)
{
    game *g = game_from(ruleset, 5, ". . . . ."
                                    ". . . . ."
                                    ". . . . ."
                                    "X X O . ."
                                    ". O . O .");
    assert_int_equal(game_setup_to_move(g, WHITE, NULL), GO_OK);
    play(g, WHITE, "A1");
    play(g, BLACK, "C1");
    assert_int_equal(g->board.n_captured[WHITE], 2);
    return g;
}

static void positional_superko_forbids_to_return_one(void **state)
{
    game *g = send_two("tromp-taylor");
    (void)state;
    assert_int_equal(legal(g, WHITE, "B1"), MOVE_SUPERKO);
    game_destroy(g);
}

static void situational_superko_forbids_to_send_two_again(void **state)
{
    game *g = send_two("new-zealand");
    (void)state;
    play(g, WHITE, "B1");
    assert_int_equal(game_play(g, BLACK, PASS, NULL), GO_OK);
    assert_int_equal(legal(g, WHITE, "A1"), MOVE_SUPERKO);
    game_destroy(g);
}

static void simple_ko_allows_to_return_one(void **state)
{
    game *g = send_two("chinese");
    (void)state;
    play(g, WHITE, "B1");
    play(g, BLACK, "E5");
    play(g, WHITE, "A1");
    game_destroy(g);
}

/* Superko written plainly: compare with every position of the game so far. */
typedef struct past {
    int n;
    uint8_t at[600][BOARD_MAX_POINTS];
    colour to_move[600];
} past;

static void keep(past *p, const board *b, colour to_move)
{
    memcpy(p->at[p->n], b->at, (size_t)b->n_points);
    p->to_move[p->n++] = to_move;
}

static move_status plain_superko(const past *p, const board *b, const rules *r, colour c,
                                 point move)
{
    board after;
    move_status status = board_legal(b, c, move);
    if (status != MOVE_OK || move == PASS)
        return status;
    board_copy(&after, b);
    board_play_legal(&after, c, move);
    for (int i = 0; i < p->n; i++)
        if (memcmp(p->at[i], after.at, (size_t)b->n_points) == 0 &&
            (r->ko == KO_POSITIONAL || p->to_move[i] == opponent(c)))
            return MOVE_SUPERKO;
    return MOVE_OK;
}

static void superko_equals_a_plain_list_of_positions(void **state)
{
    static const char *const ruleset[] = {"tromp-taylor", "new-zealand", "aga", "cgos"};
    static past p;
    rng r = rng_seed(2);
    int forbidden = 0;
    (void)state;
    for (int i = 0; i < 120; i++) {
        game *g = new_game(ruleset[i % 4], 2 + i % 5 % 4);
        p.n = 0;
        keep(&p, &g->board, BLACK);
        for (int move = 0; move < 400; move++) {
            colour c = rng_below(&r, 12) ? g->to_move : opponent(g->to_move);
            point next = PASS;
            for (int k = 0; k < g->board.n_empty; k++) {
                point q = g->board.empty[k];
                move_status status = plain_superko(&p, &g->board, &g->rules, c, q);
                assert_int_equal(game_legal(g, c, q), status);
                forbidden += status == MOVE_SUPERKO;
                if (status == MOVE_OK && rng_below(&r, 3) == 0)
                    next = q;
            }
            assert_int_equal(game_play(g, c, next, NULL), GO_OK);
            keep(&p, &g->board, g->to_move);
        }
        game_destroy(g);
    }
    print_message("superko forbade %d moves\n", forbidden);
    assert_true(forbidden > 1000);
}

/* ---- undo ---- */

static void undo_brings_every_position_back(void **state)
{
    game *g = new_game("tromp-taylor", 5);
    uint64_t hash[301];
    int captured[301];
    rng r = rng_seed(8);
    (void)state;
    for (int i = 0; i < 2000; i++) {
        size_t n = g->n_steps;
        hash[n] = g->board.hash;
        captured[n] = g->board.n_captured[BLACK] - g->board.n_captured[WHITE];
        if (n == 300 || rng_below(&r, 20) == 0) {
            size_t back = rng_below(&r, (uint32_t)n + 1);
            assert_int_equal(game_undo(g, back, NULL), GO_OK);
            n -= back;
            assert_int_equal(g->n_steps, n);
            assert_int_equal(g->board.hash, hash[n]);
            assert_int_equal(g->board.n_captured[BLACK] - g->board.n_captured[WHITE], captured[n]);
            assert_int_equal(g->board.n_moves, n);
            assert_int_equal(g->to_move, n % 2 ? WHITE : BLACK);
            assert_null(board_check(&g->board));
        } else {
            board *b = &g->board;
            point p = b->n_empty ? b->empty[rng_below(&r, (uint32_t)b->n_empty)] : PASS;
            if (game_play(g, g->to_move, p, NULL) != GO_OK)
                assert_int_equal(game_play(g, g->to_move, PASS, NULL), GO_OK);
        }
    }
    game_destroy(g);
}

static void undo_forgets_positions_for_superko(void **state)
{
    game *g = send_two("tromp-taylor");
    (void)state;
    assert_int_equal(legal(g, WHITE, "B1"), MOVE_SUPERKO);
    assert_int_equal(game_undo(g, 2, NULL), GO_OK);
    play(g, BLACK, "E5"); /* another board: the cycle no longer closes */
    play(g, WHITE, "A1");
    play(g, BLACK, "C1");
    assert_int_equal(game_undo(g, 3, NULL), GO_OK);
    play(g, WHITE, "A1");
    play(g, BLACK, "C1");
    assert_int_equal(legal(g, WHITE, "B1"), MOVE_SUPERKO);
    go_error err;
    assert_int_equal(game_undo(g, 3, &err), GO_EINVAL);
    assert_string_equal(err.message, "cannot undo 3 moves: only 2 have been played");
    game_destroy(g);
}

static void a_game_may_have_any_number_of_moves(void **state)
{
    game *g = new_game("japanese", 3);
    (void)state;
    play(g, BLACK, "B2");
    play(g, WHITE, "A1"); /* from here on the handicap is known */
    for (int i = 2; i < 70000; i++)
        assert_int_equal(game_play(g, g->to_move, PASS, NULL), GO_OK);
    assert_int_equal(g->n_steps, 70000);
    play(g, BLACK, "C3");
    assert_int_equal(game_undo(g, 70001, NULL), GO_OK);
    assert_int_equal(g->n_steps, 0);
    game_destroy(g);
}

/* ---- messages, start and end ---- */

static void illegal_moves_are_explained(void **state)
{
    game *g = new_game("chinese", 9);
    go_error err;
    (void)state;
    play(g, BLACK, "E5");
    assert_int_equal(game_play(g, WHITE, at(&g->board, "E5"), &err), GO_EILLEGAL);
    assert_string_equal(err.message, "illegal move W E5: the point is occupied");
    assert_int_equal(game_play(g, WHITE, 3, &err), GO_EILLEGAL);
    assert_int_equal(g->n_steps, 1);
    rules r = g->rules;
    game *none = NULL;
    assert_int_equal(game_create(&none, 26, &r, &err), GO_EINVAL);
    assert_string_equal(err.message, "board size 26 is out of range: 2 to 25");
    assert_null(none);
    game_destroy(g);
}

static void handicap_stones_come_first_and_white_moves(void **state)
{
    point stones[4];
    game *g = new_game("chinese", 19);
    go_error err;
    (void)state;
    assert_true(handicap_fixed(19, 4, stones));
    assert_int_equal(game_place_handicap(g, stones, 4, NULL), GO_OK);
    assert_int_equal(g->to_move, WHITE);
    assert_int_equal(g->board.n_stones[BLACK], 4);
    assert_int_equal(game_place_handicap(g, stones, 4, &err), GO_EINVAL);
    assert_string_equal(err.message, "handicap stones need an empty board");
    play(g, WHITE, "C3");
    assert_int_equal(game_undo(g, 1, NULL), GO_OK);
    assert_int_equal(g->board.n_stones[BLACK], 4); /* not undone */
    assert_int_equal(game_clear(g), GO_OK);
    assert_int_equal(g->to_move, BLACK);
    stones[1] = stones[0];
    assert_int_equal(game_place_handicap(g, stones, 4, &err), GO_EINVAL);
    assert_string_equal(err.message, "two handicap stones are on D4");
    play(g, BLACK, "Q16");
    assert_int_equal(game_place_handicap(g, stones, 1, &err), GO_EINVAL);
    assert_int_equal(game_setup(g, BLACK, stones[0], &err), GO_EINVAL);
    game_destroy(g);
}

static void setup_takes_no_prisoners(void **state)
{
    game *g = game_from("japanese", 5,
                        "O . . . ."
                        "X . . . ."
                        ". . . . ."
                        ". . . . ."
                        ". . . . .");
    (void)state;
    assert_int_equal(game_setup(g, BLACK, at(&g->board, "B5"), NULL), GO_OK);
    assert_int_equal(g->board.n_stones[WHITE], 0);
    assert_int_equal(g->board.n_captured[WHITE], 0);
    assert_close(game_margin(g, NULL) + g->komi, 25 - 2, 0);
    game_destroy(g);
}

static void two_passes_end_the_game(void **state)
{
    game *g = new_game("chinese", 9);
    (void)state;
    assert_int_equal(game_play(g, BLACK, PASS, NULL), GO_OK);
    assert_false(game_is_over(g));
    assert_int_equal(game_play(g, WHITE, PASS, NULL), GO_OK);
    assert_true(game_is_over(g));
    assert_int_equal(game_undo(g, 1, NULL), GO_OK);
    assert_false(game_is_over(g));
    game_destroy(g);
}

static void the_button_is_worth_half_a_point_and_ends_nothing(void **state)
{
    game *g = new_game("aga-button", 9);
    (void)state;
    play(g, BLACK, "E5");
    assert_close(game_margin(g, NULL), 81 - 7.0, 1e-12);
    assert_int_equal(game_play(g, WHITE, PASS, NULL), GO_OK);
    assert_close(game_margin(g, NULL), 81 - 7.0 - 0.5, 1e-12);
    assert_int_equal(game_play(g, BLACK, PASS, NULL), GO_OK);
    assert_false(game_is_over(g));
    assert_int_equal(game_play(g, WHITE, PASS, NULL), GO_OK);
    assert_true(game_is_over(g));
    game_destroy(g);
}

/* Moves as "BW-", with '-' for a pass of the colour before it; the rest are new points. */
static game *opened(const char *setup, const char *moves)
{
    game *g = new_game("chinese", 9);
    point next = board_point_on(9, 0, 8);
    for (const char *c = setup; *c; c++)
        assert_int_equal(game_setup(g, *c == 'B' ? BLACK : WHITE, next++, NULL), GO_OK);
    next = board_point_on(9, 0, 0);
    for (const char *c = moves; *c; c++) {
        bool pass = c[1] == '-';
        assert_int_equal(game_play(g, *c == 'B' ? BLACK : WHITE, pass ? PASS : next++, NULL),
                         GO_OK);
        c += pass;
    }
    return g;
}

static void black_stones_before_whites_first_move_are_a_handicap(void **state)
{
    static const struct {
        const char *setup, *moves;
        int handicap;
    } cases[] = {{"", "", 0}, {"", "BWBW", 0}, {"B", "", 0}, {"B", "WB", 0},
                 {"", "BBB", 3}, {"", "BBBWBB", 3}, {"BBB", "", 3}, {"BBB", "WBB", 3},
                 {"B", "BWB", 2}, {"BB", "BWB", 3}, {"", "BW-BW-BWB", 3}, {"", "B-BBWB", 2},
                 {"W", "BBB", 0}, {"BBW", "BB", 0}, /* positions, no handicaps */
                 {"", "BBBWWW", 0}, {"BB", "BBWW", 2}, {"BBB", "WWB", 0}, {"BBB", "W-WB", 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        game *g = opened(cases[i].setup, cases[i].moves);
        if (g->handicap != cases[i].handicap)
            fail_msg("%s then %s: %d", cases[i].setup, cases[i].moves, g->handicap);
        game_destroy(g);
    }
    game *g = opened("", "BBBWWW");
    assert_int_equal(game_undo(g, 2, NULL), GO_OK);
    assert_int_equal(g->handicap, 3);
    assert_int_equal(game_undo(g, 3, NULL), GO_OK);
    assert_int_equal(g->handicap, 0);
    game_destroy(g);
}

static void white_is_paid_for_handicap_stones(void **state)
{
    static const struct {
        const char *ruleset;
        double margin; /* black holds all of 9x9: 81 */
    } expected[] = {{"chinese", 81 - 7.5 - 3}, {"aga", 81 - 7.5 - 2}, {"tromp-taylor", 81 - 7.5}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        point stones[3];
        game *g = new_game(expected[i].ruleset, 9);
        assert_true(handicap_fixed(9, 3, stones));
        assert_int_equal(game_place_handicap(g, stones, 3, NULL), GO_OK);
        assert_close(game_margin(g, NULL), expected[i].margin, 1e-12);
        g->komi = 0.5;
        assert_close(game_margin(g, NULL), expected[i].margin + 7.0, 1e-12);
        game_destroy(g);
    }
}

static void rules_can_change_in_the_middle(void **state)
{
    game *g = send_two("tromp-taylor");
    rules simple;
    (void)state;
    assert_true(rules_by_name("chinese", &simple));
    assert_int_equal(legal(g, WHITE, "B1"), MOVE_SUPERKO);
    assert_int_equal(game_set_rules(g, &simple), GO_OK);
    assert_int_equal(g->n_steps, 2);
    assert_int_equal(legal(g, WHITE, "B1"), MOVE_OK);
    game_destroy(g);
}

static void misspelt_rules_are_guessed(void **state)
{
    rules r = {.tax = TAX_ALL};
    go_error err;
    (void)state;
    assert_int_equal(rules_need("chinesse", &r, &err), GO_EINVAL);
    assert_string_equal(err.message, "unknown rules 'chinesse'; did you mean chinese?");
    assert_int_equal(rules_need("martian", &r, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "unknown rules 'martian'; try chinese, "));
    assert_int_equal(r.tax, TAX_ALL); /* untouched */
    assert_int_equal(rules_need("AGA", &r, &err), GO_OK);
    assert_int_equal(r.tax, TAX_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misspelt_rules_are_guessed),
        cmocka_unit_test(superko_ends_a_triple_ko),
        cmocka_unit_test(simple_ko_lets_a_triple_ko_go_round),
        cmocka_unit_test(positional_superko_forbids_to_return_one),
        cmocka_unit_test(situational_superko_forbids_to_send_two_again),
        cmocka_unit_test(simple_ko_allows_to_return_one),
        cmocka_unit_test(superko_equals_a_plain_list_of_positions),
        cmocka_unit_test(undo_brings_every_position_back),
        cmocka_unit_test(undo_forgets_positions_for_superko),
        cmocka_unit_test(a_game_may_have_any_number_of_moves),
        cmocka_unit_test(illegal_moves_are_explained),
        cmocka_unit_test(handicap_stones_come_first_and_white_moves),
        cmocka_unit_test(setup_takes_no_prisoners),
        cmocka_unit_test(two_passes_end_the_game),
        cmocka_unit_test(the_button_is_worth_half_a_point_and_ends_nothing),
        cmocka_unit_test(black_stones_before_whites_first_move_are_a_handicap),
        cmocka_unit_test(white_is_paid_for_handicap_stones),
        cmocka_unit_test(rules_can_change_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
