/* Playouts: moves are drawn by the gammas, and the games end as they should. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include <gsl/gsl_cdf.h>

#include "board/random_playout.h"
#include "mcts/playout/playout.h"
#include "mcts/playout/waste.h"
#include "patterns/gammas/policy.h"
#include "tests/support/drawn.h"
#include "tests/support/drawn_gammas.h"
#include "tests/support/random_moves.h"

static playout_gammas *tables_of(const char *set, int size, uint64_t seed)
{
    gammas *g = set ? drawn_gammas(set, size, seed) : NULL;
    playout_gammas *tables;
    assert_int_equal(playout_gammas_create(&tables, g, size, NULL), GO_OK);
    gammas_destroy(g);
    return tables;
}

static playout *playout_of(const playout_gammas *tables)
{
    playout *p;
    assert_int_equal(playout_create(&p, tables, NULL), GO_OK);
    return p;
}

/* ---- the draw ---- */

/* What the policy says of each playable point, from its own computation. */
static int expected_moves(const gammas *g, const board *b, colour c, bool keeps, double *expected)
{
    float probability[BOARD_MAX_AREA + 1];
    double sum = 0;
    int n = 0;
    policy *p;
    assert_int_equal(policy_create(&p, g, b->size, NULL), GO_OK);
    policy_start(p, b);
    policy_distribution(p, c, probability);
    policy_destroy(p);
    memset(expected, 0, BOARD_MAX_POINTS * sizeof *expected);
    for (int i = 0; i < b->size * b->size; i++) {
        point at = board_point_at(b->size, i);
        if (probability[i] <= 0 || board_is_eye(b, at, c) || (keeps && playout_wastes(b, c, at)))
            continue;
        expected[at] = (double)probability[i];
        sum += expected[at];
        n++;
    }
    for (int at = 0; at < BOARD_MAX_POINTS; at++)
        expected[at] /= sum;
    return n;
}

/* Chi-squared over the first moves of many playouts; seldom expected moves
 * share a cell.                                                              */
static double surprise(const gammas *g, playout *p, const board *b, colour c, bool keeps,
                       rng *random)
{
    enum { N = 20000 };
    const playout_options one_move = {.max_moves = 1, .keep_sekis = keeps};
    int count[BOARD_MAX_POINTS] = {0}, n_moves, cells = 0;
    double expected[BOARD_MAX_POINTS], sum = 0, rest = 0, rest_count = 0;
    assert_true(expected_moves(g, b, c, keeps, expected) > 1);
    for (int i = 0; i < N; i++) {
        playout_run(p, b, c, &one_move, random);
        const board_move *moves = playout_moves(p, &n_moves);
        assert_int_equal(n_moves, 1);
        assert_int_equal(moves[0].colour, c);
        assert_true(expected[moves[0].at] > 0);
        count[moves[0].at]++;
    }
    for (int at = 0; at < BOARD_MAX_POINTS; at++) {
        double mean = N * expected[at], off = count[at] - mean;
        if (mean < 5) {
            rest += mean;
            rest_count += count[at];
        } else {
            sum += off * off / mean;
            cells++;
        }
    }
    if (rest > 1) {
        sum += (rest_count - rest) * (rest_count - rest) / rest;
        cells++;
    }
    return gsl_cdf_chisq_Q(sum, cells - 1);
}

/* Positions of one size, with a last move and without. */
static void draws_on(int size, int n, rng *random)
{
    gammas *g = drawn_gammas("fast", size < 9 ? 9 : size, 1);
    playout_gammas *tables;
    assert_int_equal(playout_gammas_create(&tables, g, size, NULL), GO_OK);
    playout *p = playout_of(tables);
    for (int i = 0; i < n; i++) {
        board b = random_position(size, i * size * size / (n + 1), random);
        if (i % 4 == 3)
            board_play_legal(&b, BLACK, PASS);
        assert_true(surprise(g, p, &b, i & 1 ? WHITE : BLACK, i & 2, random) > 1e-7);
    }
    playout_destroy(p);
    playout_gammas_destroy(tables);
    gammas_destroy(g);
}

/* Three sizes known when the playouts are compiled, and another; a fair draw fails this
 * about once in 500,000, and the seeds are fixed.                             */
static void moves_are_drawn_by_their_gammas(void **state)
{
    rng random = rng_seed(2);
    (void)state;
    draws_on(9, 12, &random);
    draws_on(13, 4, &random);
    draws_on(19, 4, &random);
    draws_on(6, 4, &random);
}

/* Without gammas the games are those of board/random_playout.h, move by move. */
static void uniform_is_the_random_playout(void **state)
{
    playout_gammas *tables = tables_of(NULL, 9, 0);
    playout *p = playout_of(tables);
    rng one = rng_seed(5), other = rng_seed(5);
    board empty;
    (void)state;
    board_init(&empty, 9);
    for (int i = 0; i < 300; i++) {
        board b = empty;
        int n;
        int margin = playout_run(p, &empty, BLACK, NULL, &one);
        playout_moves(p, &n);
        assert_int_equal(random_playout(&b, BLACK, &other), n);
        assert_int_equal(random_playout_score(&b), margin);
        assert_int_equal(b.hash, playout_board(p)->hash);
    }
    playout_destroy(p);
    playout_gammas_destroy(tables);
}

/* ---- the course and the end ---- */

static bool can_move(const board *b, colour c, bool keeps)
{
    for (int i = 0; i < b->n_empty; i++)
        if (board_legal(b, c, b->empty[i]) == MOVE_OK && !board_is_eye(b, b->empty[i], c) &&
            !(keeps && playout_wastes(b, c, b->empty[i])))
            return true;
    return false;
}

/* Replays the moves of the last run by the rules of the board. */
static void replay(const playout *p, board b, colour to_move, bool keeps)
{
    int n;
    const board_move *moves = playout_moves(p, &n);
    for (int i = 0; i < n; i++, to_move = opponent(to_move)) {
        assert_int_equal(moves[i].colour, to_move);
        if (moves[i].at == PASS)
            assert_false(can_move(&b, to_move, keeps));
        else
            assert_false(board_is_eye(&b, moves[i].at, to_move) ||
                         (keeps && playout_wastes(&b, to_move, moves[i].at)));
        assert_int_equal(board_play(&b, to_move, moves[i].at), MOVE_OK);
    }
    assert_int_equal(b.hash, playout_board(p)->hash);
    assert_int_equal(random_playout_score(&b), random_playout_score(playout_board(p)));
}

/* Legal, no own eye filled, no chain given away where sekis are kept, no pass without need, to the
 * last two passes.                                                            */
static void games_are_played_out(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        int size = 5 + i % 9, n;
        rng random = rng_seed((uint64_t)i);
        playout_gammas *tables = tables_of(i % 5 ? "fast" : NULL, size, 3);
        playout *p = playout_of(tables);
        board b = random_position(size, i % 3 ? size * size / 2 : 0, &random);
        colour first = i & 1 ? WHITE : BLACK;
        bool keeps = i & 2;
        int margin = playout_run(p, &b, first, &(playout_options){.keep_sekis = keeps}, &random);
        assert_null(board_check(playout_board(p)));
        playout_moves(p, &n);
        replay(p, b, first, keeps && i % 5);
        if (n < 3 * size * size)
            assert_int_equal(margin, area_score(playout_board(p), NULL));
        playout_destroy(p);
        playout_gammas_destroy(tables);
    }
}

/* White may not take back at once what black takes at C4. */
static void a_ko_is_not_taken_back(void **state)
{
    playout_gammas *tables = tables_of("fast", 5, 4);
    playout *p = playout_of(tables);
    const playout_options one_move = {.max_moves = 1};
    rng random = rng_seed(6);
    board *b = board_of(5, ". X O . ."
                           "X O . O ."
                           ". X O . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    assert_int_equal(board_play(b, BLACK, at(b, "C4")), MOVE_OK); /* takes B4 */
    for (int i = 0; i < 500; i++) {
        int n;
        playout_run(p, b, WHITE, &one_move, &random);
        assert_true(playout_moves(p, &n)->at != at(b, "B4"));
    }
    board_destroy(b);
    playout_destroy(p);
    playout_gammas_destroy(tables);
}

static void the_number_of_moves_is_limited(void **state)
{
    playout_gammas *tables = tables_of("fast", 9, 5);
    playout *p = playout_of(tables);
    rng random = rng_seed(7);
    board b;
    int n;
    (void)state;
    board_init(&b, 9);
    playout_run(p, &b, BLACK, &(playout_options){.max_moves = 17}, &random);
    playout_moves(p, &n);
    assert_int_equal(n, 17);
    playout_run(p, &b, BLACK, &(playout_options){.max_moves = 1000000}, &random);
    playout_moves(p, &n);
    assert_true(n <= 3 * 81);
    playout_destroy(p);
    playout_gammas_destroy(tables);
}

/* The same seed gives the same games, whatever was played before. */
static void the_seed_decides(void **state)
{
    playout_gammas *tables = tables_of("fast", 13, 7);
    playout *p = playout_of(tables), *q = playout_of(tables);
    rng other = rng_seed(10);
    (void)state;
    for (int i = 0; i < 20; i++) {
        rng one = rng_seed((uint64_t)i), same = one;
        board b = random_position(13, 5 * i, &other);
        playout_run(q, &b, BLACK, NULL, &other);
        int margin = playout_run(p, &b, WHITE, NULL, &one);
        assert_int_equal(playout_run(q, &b, WHITE, NULL, &same), margin);
        assert_int_equal(playout_board(p)->hash, playout_board(q)->hash);
        assert_memory_equal(&one, &same, sizeof one);
    }
    playout_destroy(p);
    playout_destroy(q);
    playout_gammas_destroy(tables);
}

static void only_fast_gammas_serve(void **state)
{
    gammas *g = drawn_gammas("large", 9, 8);
    playout_gammas *tables = NULL;
    go_error err;
    (void)state;
    assert_int_equal(playout_gammas_create(&tables, g, 9, &err), GO_EINVAL);
    assert_null(tables);
    gammas_destroy(g);
}

/* Gammas may be as extreme as files can hold: their products stay numbers. */
static void extreme_gammas(void **state)
{
    gammas *g = drawn_gammas("fast", 9, 9);
    playout_gammas *tables;
    rng random = rng_seed(11);
    (void)state;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < g->n; i++)
            g->gamma[i] = k < 1 || (k < 2 && rng_below(&random, 2)) ? 1e30f : 1e-30f;
        assert_int_equal(playout_gammas_create(&tables, g, 9, NULL), GO_OK);
        playout *p = playout_of(tables);
        for (int i = 0; i < 20; i++) {
            board b = random_position(9, 2 * i, &random);
            float weight[BOARD_MAX_POINTS];
            playout_first_weights(p, &b, BLACK, weight);
            for (int m = 0; m < b.n_empty; m++)
                assert_true(isfinite(weight[b.empty[m]]));
            playout_run(p, &b, BLACK, NULL, &random); /* which asserts that points are empty */
            assert_null(board_check(playout_board(p)));
        }
        playout_destroy(p);
        playout_gammas_destroy(tables);
    }
    gammas_destroy(g);
}

/* More responses than their numbers in the tables can tell apart. */
static void too_many_responses(void **state)
{
    (void)state;
    for (int n = UINT16_MAX - 1; n <= UINT16_MAX; n++) {
        vocabulary *v = vocabulary_create(feature_set_by_name("fast"), 9);
        const gammas_origin origin = {0};
        const shape none = {.mark = -1};
        playout_gammas *tables = NULL;
        gammas *g;
        go_error err = {0};
        assert_non_null(v);
        for (int i = 1; i <= n; i++)
            assert_int_equal(vocabulary_add(v, F_RESPONSE, rng_mix64((uint64_t)i), &none, NULL),
                             GO_OK);
        vocabulary_number(v);
        double *zero = calloc((size_t)vocabulary_gammas(v), sizeof *zero);
        assert_non_null(zero);
        assert_int_equal(gammas_create(&g, v, zero, zero, &origin, NULL), GO_OK);
        const bool taken = playout_gammas_create(&tables, g, 9, &err) == GO_OK;
        assert_int_equal(taken, n < UINT16_MAX);
        if (!taken)
            assert_non_null(strstr(err.message, "a larger --min-count"));
        playout_gammas_destroy(tables);
        gammas_destroy(g);
        free(zero);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_drawn_by_their_gammas),
        cmocka_unit_test(uniform_is_the_random_playout),
        cmocka_unit_test(games_are_played_out),
        cmocka_unit_test(a_ko_is_not_taken_back),
        cmocka_unit_test(the_number_of_moves_is_limited),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(only_fast_gammas_serve),
        cmocka_unit_test(extreme_gammas),
        cmocka_unit_test(too_many_responses),
    };
    return cmocka_run_group_tests_name("playout", tests, NULL, NULL);
}
