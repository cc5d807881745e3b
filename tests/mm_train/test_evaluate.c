/* How well gammas predict, where the answer is known by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "mm_train/evaluate.h"
#include "tests/support/assert_close.h"

/* Gammas of the fast set without any shape, all 1. */
static gammas *even_gammas(int size)
{
    vocabulary *v = vocabulary_create(feature_set_by_name("fast"), size);
    assert_non_null(v);
    int n = vocabulary_gammas(v);
    double *zero = calloc((size_t)n, sizeof *zero);
    gammas *g = NULL;
    gammas_origin origin = {.games = 1};
    assert_int_equal(gammas_create(&g, v, zero, zero, &origin, NULL), GO_OK);
    free(zero);
    return g;
}

static void add_game(games *gs, const int *numbers, int n)
{
    packed_move moves[400];
    for (int i = 0; i < n; i++)
        moves[i] = pack_move(i % 2 ? WHITE : BLACK, numbers[i]);
    assert_int_equal(games_add(gs, moves, 0, n, NULL), GO_OK);
}

static void even_gammas_give_each_move_the_same_chance(void **state)
{
    (void)state;
    gammas *g = even_gammas(5);
    games gs;
    prediction_stats e;
    games_create(&gs, 5, NULL, NULL);
    add_game(&gs, (int[]){12, 0}, 2);
    assert_int_equal(evaluate_games(&e, g, &gs, &(games_run){.n_threads = 1}, NULL), GO_OK);
    assert_int_equal(e.games, 1);
    assert_int_equal(e.all.positions, 2);
    /* 26 and 25 candidates, the pass too: log(1/26) and log(1/25) */
    assert_close(e.all.sum_log, -3.25809653802148 - 3.2188758248682, 1e-5);
    /* half of 25 and half of 24 equals count as better: rank 13 both times */
    assert_close(e.all.sum_rank, 26, 0);
    assert_int_equal(e.all.at_rank[12], 2);
    assert_close(prediction_top(&e.all, 12), 0, 0);
    assert_close(prediction_top(&e.all, 13), 1, 0);
    games_free(&gs);
    gammas_destroy(g);
}

/* Makes the pass `times` as strong. */
static void like_passes(gammas *g, float times)
{
    int first = g->v->first[F_PASS];
    g->gamma[first] = g->gamma[first + 1] = times;
}

static void a_strong_gamma_wins_its_rank(void **state)
{
    (void)state;
    gammas *g = even_gammas(5);
    games gs;
    prediction_stats e;
    like_passes(g, 75); /* against 25 other candidates: 75 % */
    games_create(&gs, 5, NULL, NULL);
    add_game(&gs, (int[]){25, 25, 7}, 3); /* two passes, then a move */
    assert_int_equal(evaluate_games(&e, g, &gs, &(games_run){.n_threads = 1}, NULL), GO_OK);
    assert_int_equal(e.all.at_rank[0], 2);
    assert_int_equal(e.all.at_rank[13], 1); /* 1 better, 24 equals: rank 14 */
    assert_close(e.all.sum_log, 2 * -0.287682072451781 + -4.60517018598809, 1e-5);
    assert_close(prediction_top(&e.all, 1), 2.0 / 3.0, 1e-12);
    games_free(&gs);
    gammas_destroy(g);
}

static void stages_are_blocks_of_30_moves(void **state)
{
    (void)state;
    gammas *g = even_gammas(5);
    games gs;
    prediction_stats e;
    int passes[365];
    for (int i = 0; i < 365; i++)
        passes[i] = 25;
    games_create(&gs, 5, NULL, NULL);
    add_game(&gs, passes, 31);
    add_game(&gs, passes, 365);
    assert_int_equal(evaluate_games(&e, g, &gs, &(games_run){.n_threads = 1}, NULL), GO_OK);
    assert_int_equal(e.stage[0].positions, 60);
    assert_int_equal(e.stage[0].games, 2);
    assert_int_equal(e.stage[1].positions, 31);
    assert_int_equal(e.stage[10].positions, 30);
    assert_int_equal(e.stage[11].positions, 35); /* moves 331 to 365 */
    assert_int_equal(e.stage[11].games, 1);
    assert_int_equal(e.all.positions, 396);
    games_free(&gs);
    gammas_destroy(g);
}

/* Games of random moves, as long as they come. */
static void add_random_games(games *gs, int size, int n)
{
    rng r = rng_seed(2385);
    for (int i = 0; i < n; i++) {
        board b;
        board_init(&b, size);
        packed_move moves[200];
        int length = 20 + (int)rng_below(&r, 60);
        for (int m = 0; m < length; m++) {
            colour c = m % 2 ? WHITE : BLACK;
            int at = (int)rng_below(&r, (uint32_t)(size * size + 1));
            while (board_legal(&b, c, board_point_at(b.size, at)) != MOVE_OK)
                at = (int)rng_below(&r, (uint32_t)(size * size + 1));
            board_play_legal(&b, c, board_point_at(b.size, at));
            moves[m] = pack_move(c, at);
        }
        assert_int_equal(games_add(gs, moves, 0, length, NULL), GO_OK);
    }
}

static void threads_do_not_change_the_result(void **state)
{
    (void)state;
    gammas *g = even_gammas(7);
    rng r = rng_seed(7);
    for (int i = 0; i < g->n; i++)
        g->gamma[i] = (float)(0.5 + rng_double(&r));
    games gs;
    prediction_stats one, four;
    games_create(&gs, 7, NULL, NULL);
    add_random_games(&gs, 7, 40);
    assert_int_equal(evaluate_games(&one, g, &gs, &(games_run){.n_threads = 1}, NULL), GO_OK);
    assert_int_equal(evaluate_games(&four, g, &gs, &(games_run){.n_threads = 4}, NULL), GO_OK);
    assert_int_equal(one.games, 40);
    assert_int_equal(four.games, 40);
    assert_memory_equal(one.all.at_rank, four.all.at_rank, sizeof one.all.at_rank);
    assert_close(four.all.sum_log, one.all.sum_log, 1e-9 * -one.all.sum_log);
    assert_close(four.all.products[MEASURE_LOG].squares, one.all.products[MEASURE_LOG].squares,
                 1e-9 * one.all.products[MEASURE_LOG].squares);
    games_free(&gs);
    gammas_destroy(g);
}

static bool stop_at_once(void *user, const char *phase, int64_t done, int64_t total)
{
    (void)user, (void)phase, (void)done, (void)total;
    return false;
}

static void an_interrupt_ends_it(void **state)
{
    (void)state;
    gammas *g = even_gammas(5);
    games gs;
    prediction_stats e;
    go_error err;
    games_create(&gs, 5, NULL, NULL);
    add_random_games(&gs, 5, 10);
    const games_run run = {.n_threads = 1, .progress = stop_at_once};
    assert_int_equal(evaluate_games(&e, g, &gs, &run, &err), GO_EINTR);
    assert_non_null(strstr(err.message, "interrupted"));
    games_free(&gs);
    gammas_destroy(g);
}

/* ---- intervals ---- */

/* One game with 2 hits of 2 moves, one with none of 2. */
static prediction_sums two_unlike_games(void)
{
    prediction_sums s = {.games = 2, .positions = 4, .games_squared = 2 * 2 + 2 * 2};
    s.at_rank[0] = 2;
    s.at_rank[PREDICTION_RANKS] = 2;
    s.products[MEASURE_TOP1] = (game_products){2 * 2 + 0, 2 * 2 + 0};
    /* log-evidence: -1 and -1 in the one, -3 and -3 in the other */
    s.sum_log = -8;
    s.products[MEASURE_LOG] = (game_products){4 + 36, -4 - 12};
    return s;
}

static void games_not_moves_are_independent(void **state)
{
    (void)state;
    prediction_sums s = two_unlike_games();
    /* m = -2; 2 / (2 - 1) * ((-2 + 4)^2 + (-6 + 4)^2) / 4^2 = 1 */
    prediction_interval log_evidence = prediction_mean(&s, MEASURE_LOG);
    assert_close(log_evidence.mean, -2, 1e-12);
    assert_close(log_evidence.low, -2 - 1.96, 1e-9);
    assert_close(log_evidence.high, -2 + 1.96, 1e-9);
    /* m = 1/2; 2 * ((2 - 1)^2 + (0 - 1)^2) / 4^2 = 1/4 = m (1 - m) / 1: the four
     * moves are worth 1, and Wilson's interval is 0.5 -+ 0.5 z / sqrt(1 + z^2)  */
    prediction_interval top = prediction_mean(&s, MEASURE_TOP1);
    assert_close(top.mean, 0.5, 1e-12);
    assert_close(top.low, 0.0546190651, 1e-9);
    assert_close(top.high, 0.9453809349, 1e-9);
}

static void wilson_keeps_shares_within_0_and_1(void **state)
{
    (void)state;
    prediction_sums s = {.games = 10, .positions = 100, .games_squared = 1000};
    s.at_rank[0] = 100;
    s.products[MEASURE_TOP1] = (game_products){1000, 1000};
    prediction_interval top = prediction_mean(&s, MEASURE_TOP1);
    /* 100 of 100: n / (n + z^2) */
    assert_close(top.low, 100 / (100 + 1.96 * 1.96), 1e-9);
    assert_close(top.high, 1, 1e-12);
}

static void no_positions_give_zeros(void **state)
{
    (void)state;
    prediction_sums s = {0};
    assert_close(prediction_mean(&s, MEASURE_TOP5).high, 0, 0);
    assert_close(prediction_mean_log(&s), 0, 0);
    assert_close(prediction_top(&s, 50), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_gammas_give_each_move_the_same_chance),
        cmocka_unit_test(a_strong_gamma_wins_its_rank),
        cmocka_unit_test(stages_are_blocks_of_30_moves),
        cmocka_unit_test(threads_do_not_change_the_result),
        cmocka_unit_test(an_interrupt_ends_it),
        cmocka_unit_test(games_not_moves_are_independent),
        cmocka_unit_test(wilson_keeps_shares_within_0_and_1),
        cmocka_unit_test(no_positions_give_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
