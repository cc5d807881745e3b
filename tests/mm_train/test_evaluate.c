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

static void a_sample_takes_every_so_many_positions(void **state)
{
    (void)state;
    gammas *g = even_gammas(5);
    games gs;
    prediction_stats all, part, sum = {0};
    games_create(&gs, 5, NULL, NULL);
    add_random_games(&gs, 5, 10);
    assert_int_equal(evaluate_games(&all, g, &gs, &(games_run){.n_threads = 1}, NULL), GO_OK);
    for (int stride = 1; stride < 5; stride++) {
        assert_int_equal(evaluate_games_sample(&part, g, &gs, stride,
                                               &(games_run){.n_threads = 2}, NULL), GO_OK);
        assert_int_equal(part.games, 10);
        assert_true(llabs(part.all.positions * stride - all.all.positions) <= 10 * stride);
        prediction_stats_add(&sum, &part);
    }
    assert_true(part.all.sum_log > all.all.sum_log && sum.games == 40);
    games_free(&gs);
    gammas_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_gammas_give_each_move_the_same_chance),
        cmocka_unit_test(a_strong_gamma_wins_its_rank),
        cmocka_unit_test(stages_are_blocks_of_30_moves),
        cmocka_unit_test(threads_do_not_change_the_result),
        cmocka_unit_test(an_interrupt_ends_it),
        cmocka_unit_test(a_sample_takes_every_so_many_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
