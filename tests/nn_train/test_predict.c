/* How well a network predicts games, against the same by the plainest of loops. */
#include "nn_train/predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/evaluator.h"
#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn/reference/reference.h"
#include "tests/support/assert_close.h"
#include "tests/support/stored_games.h"
#include "tests/support/unit.h"

/* Games of two sizes: counted, resigned, without a result; with passes, a handicap, a draw. */
static const char *const sgf[] = {
    "(;SZ[5]RU[Chinese]KM[0.5]RE[B+R];B[cc];W[cd];B[dd];W[bc];B[ce];W[cb];B[db];W[bd])",
    ("(;SZ[5]RU[Chinese]KM[0.5]RE[B+24.5];B[cc];W[bb];B[cb];W[bc];B[bd];W[ab];B[cd];W[ac];B[ba];"
     "W[ad];B[])"),
    "(;SZ[5]KM[6];B[cc];W[];B[dd];W[])",
    "(;SZ[7]KM[7]RE[0];B[dd];W[ce];B[ee];W[cc];B[];W[])",
    "(;SZ[7]KM[0.5]HA[2]AB[bb][ff]RE[W+T];W[dd];B[cd];W[dc])",
    "(;SZ[7]KM[5.5]RE[W+R];B[cc];W[ee];B[ec];W[ce];B[dd])",
};
enum { GAMES = sizeof sgf / sizeof *sgf, MOVES = 8 + 11 + 4 + 6 + 3 + 5 };

static nn_store store;
static nn_model *model;

static int setup(void **state)
{
    const nn_random_shape shape = {.blocks = 2, .channels = 8, .seed = 9};
    char *bytes;
    size_t n;
    (void)state;
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&model, bytes, n, "net", NULL), GO_OK);
    free(bytes);
    store_of(&store, "chinese", sgf, GAMES);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    nn_model_destroy(model);
    nn_store_free(&store);
    return 0;
}

/* ---- the plain loop ---- */

static nn_result answer(const stored_game *g, int ply)
{
    const nn_settings settings = {.size = g->size, .max_batch = 1, .threads = 1};
    const stored_move *move = nn_store_moves(&store, g);
    nn_evaluator *e;
    nn_position *p;
    nn_result r;
    board start;
    assert_int_equal(nn_evaluator_create(&e, model, &nn_reference, &settings, NULL), GO_OK);
    assert_int_equal(nn_position_create(&p, g->size, g->size, &g->rules, 0, NULL), GO_OK);
    nn_store_start(&store, g, &start);
    nn_position_begin(p, &start, &g->rules, (double)g->komi, stored_colour(move[0]));
    for (int i = 0; i < ply; i++)
        assert_int_equal(nn_position_play(p, stored_colour(move[i]),
                                          board_point_at(g->size, stored_index(move[i])), NULL),
                         GO_OK);
    nn_position_turn(p, stored_colour(move[ply]));
    const nn_query q = {.position = p, .view = nn_view_plain(g->size)};
    assert_int_equal(nn_evaluate(e, &q, 1, &r, NULL), GO_OK);
    nn_evaluator_destroy(e);
    nn_position_destroy(p);
    return r;
}

typedef struct plain {
    int64_t positions, first, winners;
    double log, brier, rarest;
} plain;

/* Only games of a size, if it is not 0. */
static plain predict_plainly(int size, int stride)
{
    plain s = {.rarest = 2};
    int64_t of_size[BOARD_MAX_SIZE + 1] = {0};
    for (int64_t k = 0; k < store.n_games; k++) {
        const stored_game *g = nn_store_game(&store, k);
        const int64_t number = of_size[g->size]++;
        for (int ply = 0; ply < g->n_moves; ply++) {
            if ((size && g->size != size) || !prediction_samples(number, ply, stride))
                continue;
            const stored_move move = nn_store_moves(&store, g)[ply];
            const nn_result r = answer(g, ply);
            const double p = (double)r.policy[stored_index(move)];
            s.positions++;
            s.first += prediction_rank(r.policy, g->size * g->size + 1, stored_index(move)) == 1;
            s.log += log(p);
            if (stored_index(move) < g->size * g->size)
                s.rarest = fmin(s.rarest, p);
            if (!g->knows_winner)
                continue;
            const double y = g->winner == EMPTY ? 0.5 : g->winner == stored_colour(move);
            s.winners++;
            s.brier += (r.win + r.no_result / 2 - y) * (r.win + r.no_result / 2 - y);
        }
    }
    return s;
}

static void predict(network_stats *out, notable_moves *notable, int size, int stride, int batch,
                    int threads)
{
    const nn_predict_options o = {.backend = &nn_reference, .batch = batch, .size = size,
                                  .stride = stride};
    go_error err;
    if (nn_predict_games(out, notable, model, &store, &o, &(games_run){.n_threads = threads},
                         &err) != GO_OK)
        fail_msg("%s", err.message);
}

static void assert_plain(const network_stats *s, const plain *p)
{
    assert_int_equal(s->moves.all.positions, p->positions);
    assert_int_equal(s->moves.all.at_rank[0], p->first);
    assert_close(s->moves.all.sum_log, p->log, 1e-9 * -p->log);
    assert_close(s->ends.all[OUTCOME_VALUE_BRIER].n, (double)p->winners, 0);
    assert_close(s->ends.all[OUTCOME_VALUE_BRIER].sum, p->brier, 1e-9 * p->brier);
}

/* ---- the tests ---- */

static void all_positions_are_predicted(void **state)
{
    (void)state;
    const plain p = predict_plainly(0, 1);
    assert_int_equal(p.positions, MOVES);
    assert_int_equal(p.winners, 8 + 11 + 6 + 5); /* not of no result, nor of a loss on time */
    for (int batch = 1; batch <= 8; batch++) {
        network_stats s;
        predict(&s, NULL, 0, 1, batch, 1 + batch % 3);
        assert_int_equal(s.moves.games, GAMES);
        assert_plain(&s, &p);
    }
}

static void a_sample_is_every_so_many_positions(void **state)
{
    (void)state;
    for (int stride = 2; stride < 5; stride++) {
        const plain p = predict_plainly(0, stride);
        network_stats s;
        predict(&s, NULL, 0, stride, 3, 2);
        assert_true(p.positions < MOVES * 2 / stride);
        assert_plain(&s, &p);
    }
}

static void some_games_are_predicted_alone(void **state)
{
    (void)state;
    network_stats s;
    const nn_predict_options o = {.backend = &nn_reference, .step = 2};
    assert_int_equal(nn_predict_games(&s, NULL, model, &store, &o, &(games_run){.n_threads = 2},
                                      NULL), GO_OK);
    assert_int_equal(s.moves.games, 4); /* the first and the third of each size */
    assert_int_equal(s.moves.all.positions, 8 + 4 + 6 + 5);
}

static void one_size_is_predicted_alone(void **state)
{
    (void)state;
    network_stats five, seven;
    const plain p = predict_plainly(5, 1), q = predict_plainly(7, 1);
    predict(&five, NULL, 5, 1, 0, 2);
    predict(&seven, NULL, 7, 1, 0, 2);
    assert_plain(&five, &p);
    assert_plain(&seven, &q);
    assert_int_equal(five.moves.games + seven.moves.games, GAMES);
}

static void the_score_counts_where_it_is_known(void **state)
{
    (void)state;
    network_stats s;
    predict(&s, NULL, 0, 1, 0, 1);
    assert_close(s.ends.all[OUTCOME_LEAD].n, 11 + 6, 0); /* the draw was counted, too */
    assert_close(s.ends.all[OUTCOME_OWNER_BRIER].n, 11, 0);
    assert_int_equal(s.ends.all[OUTCOME_LEAD].games, 2);
}

static void notable_moves_are_the_extreme_ones(void **state)
{
    (void)state;
    notable_moves one, two;
    network_stats s;
    const plain p = predict_plainly(0, 1);
    predict(&s, &one, 0, 1, 3, 1);
    predict(&s, &two, 0, 1, 2, 2);
    assert_int_equal(one.n_most, GAMES);
    assert_int_equal(one.n_least, GAMES);
    assert_close(one.least[0].probability, p.rarest, 1e-9);
    for (int i = 0; i < GAMES; i++) {
        const int64_t number = nn_store_find(&store, one.least[i].position);
        const stored_game *g = nn_store_game(&store, number);
        const int ply = (int)(one.least[i].position - g->at);
        const int index = stored_index(nn_store_moves(&store, g)[ply]);
        assert_true(index < g->size * g->size);
        assert_close((double)one.least[i].policy[index], one.least[i].probability, 0);
        assert_close(one.least[i].probability, (double)answer(g, ply).policy[index], 1e-9);
        for (int k = 0; k < i; k++) {
            assert_true(one.least[k].probability <= one.least[i].probability);
            assert_true(one.most[k].probability >= one.most[i].probability);
            assert_int_not_equal(nn_store_find(&store, one.least[k].position), number);
        }
        assert_int_equal(one.least[i].position, two.least[i].position);
        assert_int_equal(one.most[i].position, two.most[i].position);
    }
}

static bool stop(void *user, const char *phase, int64_t done, int64_t total)
{
    (void)phase;
    assert_true(done <= total && total == GAMES);
    *(int *)user += 1;
    return false;
}

static void it_can_be_stopped(void **state)
{
    int calls = 0;
    network_stats s;
    const nn_predict_options o = {.backend = &nn_reference, .batch = 1};
    (void)state;
    assert_int_equal(nn_predict_games(&s, NULL, model, &store, &o, &(games_run){1, stop, &calls},
                                      NULL), GO_EINTR);
    assert_int_equal(calls, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_positions_are_predicted),
        cmocka_unit_test(a_sample_is_every_so_many_positions),
        cmocka_unit_test(some_games_are_predicted_alone),
        cmocka_unit_test(one_size_is_predicted_alone),
        cmocka_unit_test(the_score_counts_where_it_is_known),
        cmocka_unit_test(notable_moves_are_the_extreme_ones),
        cmocka_unit_test(it_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
