/* What follows from a judgement: is passing safe, and which moves take the dead
 * stones off the board.                                                        */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mcts/final/cleanup.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/fates.h"
#include "tests/support/random_moves.h"
#include "tests/support/searching.h"

/* By the usual number of playouts by lot. */
static final_status quick(const game *g)
{
    return estimate_with(g, NULL, 0, 0);
}

/* White's stones at A5 and C3 are dead. */
static const char *const two_dead = ". . . X O . ."
                                    ". X . X O . ."
                                    "O . . X O O O"
                                    "X X X X O . ."
                                    ". . O X O O O"
                                    "X X X X O . ."
                                    ". . . X O . .";

static void passing_wins_by_agreement_but_not_as_it_is(void **state)
{
    game *g = game_drawn(7, "chinese", 0.5, BLACK, two_dead);
    (void)state;
    final_status s = quick(g);
    pass_outlook black = final_status_pass(&s, BLACK), white = final_status_pass(&s, WHITE);
    assert_close(s.margin, 28 - 21 - 0.5, 1e-9);
    assert_true(black.agreed > 0);
    assert_false(black.as_is > 0); /* the dead stones make dame of the corners */
    assert_close(black.agreed, -white.agreed, 1e-12);
    assert_close(black.as_is, -white.as_is, 1e-12);
    assert_false(white.agreed > 0);
    assert_true(white.as_is > 0);
    game_destroy(g);
}

static void the_dead_chains_are_listed(void **state)
{
    game *g = game_drawn(7, "chinese", 0.5, BLACK, two_dead);
    point dead[BOARD_MAX_AREA];
    (void)state;
    final_status s = quick(g);
    assert_int_equal(final_status_to_capture(g, &s, BLACK, dead), 2);
    assert_int_equal(dead[0], at(&g->board, "A5"));
    assert_int_equal(dead[1], at(&g->board, "C3"));
    assert_int_equal(final_status_to_capture(g, &s, WHITE, dead), 0);
    assert_int_equal(final_status_cleanup_moves(g, &s, WHITE, dead), 0);
    game_destroy(g);
}

/* Plays the first cleanup move again and again while the other side passes,
 * until nothing dead is left; fails after `most` moves.                       */
static void clean_up(game *g, colour c, int most)
{
    point moves[BOARD_MAX_AREA];
    for (int n = 0; n < most; n++) {
        final_status s = quick(g);
        if (final_status_to_capture(g, &s, c, moves) == 0) {
            assert_close(s.margin, s.margin_as_is, 1e-9);
            return;
        }
        assert_true(final_status_cleanup_moves(g, &s, c, moves) > 0);
        assert_int_equal(game_play(g, c, moves[0], NULL), GO_OK);
        assert_int_equal(game_play(g, opponent(c), PASS, NULL), GO_OK);
    }
    fail_msg("dead stones are left after %d moves", most);
}

static void cleaning_up_captures_all_and_keeps_the_margin(void **state)
{
    static const struct {
        int size;
        const char *drawing;
        colour c;
        int most;
    } cases[] = {
        {7, two_dead, BLACK, 8},
        /* a square four: black has to fill it from inside */
        {7, ". . O X . . ."
            ". . O X . X ."
            "O O O X X . X"
            "X X X X . X ."
            ". X . X X X X"
            "X . X . X . ."
            ". X X X X . .", BLACK, 10},
        /* one eye and outside liberties, white cleans up */
        {7, ". X . O . O ."
            "X X . O O O O"
            ". . . O . . ."
            "O O O O . O ."
            ". O . O . O ."
            "O . O O O . O"
            ". O . O . O .", WHITE, 12},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        game *g = game_drawn(cases[i].size, "chinese", 0, BLACK, cases[i].drawing);
        double agreed = quick(g).margin;
        clean_up(g, cases[i].c, cases[i].most);
        assert_close(quick(g).margin_as_is, agreed, 1e-9);
        game_destroy(g);
    }
}

/* The capture at A1 comes before the approach at G7. */
static void captures_come_first(void **state)
{
    game *g = game_drawn(7, "chinese", 0, BLACK,
                         ". . . X O . ."
                         ". X . X O . X"
                         ". . . X O . ."
                         "X X X X O O O"
                         ". . . . X X X"
                         "X X . . X . ."
                         "O . X . X . .");
    point moves[BOARD_MAX_AREA];
    (void)state;
    final_status s = quick(g);
    assert_true(s.dead[at(&g->board, "A1")]);
    assert_true(final_status_cleanup_moves(g, &s, BLACK, moves) > 0);
    assert_int_equal(moves[0], at(&g->board, "B1"));
    game_destroy(g);
}

/* Two stones at C1, then one at B7. */
static void the_largest_capture_comes_first(void **state)
{
    game *g = game_drawn(7, "chinese", 0, BLACK,
                         "O . X . X . ."
                         "X X . . X . ."
                         ". . . . X X X"
                         "X X X X O O O"
                         ". . . X O . ."
                         "X X . X O O O"
                         "O O . X O . .");
    point moves[BOARD_MAX_AREA];
    (void)state;
    final_status s = quick(g);
    assert_true(s.dead[at(&g->board, "A7")] && s.dead[at(&g->board, "A1")]);
    assert_true(final_status_cleanup_moves(g, &s, BLACK, moves) > 1);
    assert_int_equal(moves[0], at(&g->board, "C1"));
    assert_int_equal(moves[1], at(&g->board, "B7"));
    game_destroy(g);
}

/* ---- any position ---- */

static void assert_consistent(const game *g, const final_status *s)
{
    const board *b = &g->board;
    for (point p = 0; p < b->n_points; p++) {
        bool stone = b->at[p] == BLACK || b->at[p] == WHITE;
        assert_int_equal(stone, s->fate[p] != FATE_NONE);
        assert_int_equal(s->dead[p], s->fate[p] == FATE_DEAD);
        if (stone)
            assert_int_equal(s->fate[p], s->fate[b->head[b->chain[p]]]);
        if (stone && !s->dead[p])
            assert_int_equal(s->owner[p], b->at[p]);
        if (b->at[p] != OFFBOARD)
            assert_true(s->owner[p] <= WHITE && s->ownership[p] >= -1 && s->ownership[p] <= 1);
    }
    assert_true(s->confidence >= 0 && s->confidence <= 1);
    assert_true(s->margin >= -2 * BOARD_MAX_AREA && s->margin <= 2 * BOARD_MAX_AREA);
}

/* Positions of games by lot, from the first moves to boards filled up, on all
 * sizes and under rules with and without suicide.                             */
static void any_position_gets_a_consistent_judgement(void **state)
{
    static const char *const rulesets[] = {"chinese", "japanese", "tromp-taylor", "aga",
                                           "new-zealand", "stone-scoring"};
    rng random = rng_seed(5);
    (void)state;
    for (int i = 0; i < 96; i++) {
        int size = 2 + i % 24;
        game *g = game_drawn(size, rulesets[i % 6], 7, BLACK, NULL);
        int n = (int)rng_below(&random, (uint32_t)(2 * size * size));
        for (colour c = BLACK; n > 0; n--, c = opponent(c)) {
            point p = random_move(&g->board, c, &random);
            if (game_legal(g, c, p) == MOVE_OK)
                assert_int_equal(game_play(g, c, p, NULL), GO_OK);
        }
        final_status s = estimate_with(g, NULL, 20, 0);
        assert_int_equal(s.n_playouts, 20);
        assert_consistent(g, &s);
        game_destroy(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passing_wins_by_agreement_but_not_as_it_is),
        cmocka_unit_test(the_dead_chains_are_listed),
        cmocka_unit_test(cleaning_up_captures_all_and_keeps_the_margin),
        cmocka_unit_test(captures_come_first),
        cmocka_unit_test(the_largest_capture_comes_first),
        cmocka_unit_test(any_position_gets_a_consistent_judgement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
