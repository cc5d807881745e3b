/* Training as a whole: a few games are learned by heart, by any number of threads alike. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/inputs/profile.h"
#include "nn/reference/reference.h"
#include "nn/session.h"
#include "nn_train/answer.h"
#include "nn_train/data/batches.h"
#include "nn_train/data/rows.h"
#include "nn_train/loss.h"
#include "nn_train/reference/reference.h"
#include "nn_train/trainer.h"
#include "tests/support/assert_close.h"
#include "tests/support/stored_games.h"
#include "tests/support/tiny_net.h"
#include "tests/support/training.h"
#include "tests/support/unit.h"

static nn_model *train(const nn_store *s, const nn_gradient *g, int threads, int64_t rows)
{
    nn_train_options o = training_options(g, threads);
    o.budget = rows;
    return training_run(s, &o);
}

static void a_few_games_are_learned_by_heart(void **state)
{
    (void)state;
    nn_store s;
    nn_loss_sums before, after;
    store_of(&s, "chinese", two_games, 2);
    nn_model *fresh = training_model(), *m = train(&s, training_gradient(), 1, 6400);
    nn_train_options o = training_options(training_gradient(), 1);
    assert_int_equal(nn_train_measure(fresh, &s, &o, 160, NULL, NULL, &before, NULL), GO_OK);
    assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &after, NULL), GO_OK);
    assert_true(after.policy < 0.3 * before.policy);
    assert_true(after.value < 0.5 * before.value);
    assert_true(after.total < 0.4 * before.total);
    nn_model_destroy(fresh);
    nn_model_destroy(m);
    nn_store_free(&s);
}

static bool until_five(void *user, int64_t rows)
{
    *(int64_t *)user = rows;
    return rows < 5;
}

/* However large a batch is, and however many rows are asked for. */
static void each_position_is_measured_once(void **state)
{
    (void)state;
    nn_store s;
    nn_loss_sums singly, at_once;
    nn_model *m = training_model();
    nn_train_options o = training_options(&nn_gradient_reference, 1);
    store_of(&s, "chinese", two_games, 2);
    o.lanes = o.rows = 1;
    assert_int_equal(nn_train_measure(m, &s, &o, s.n_moves, NULL, NULL, &singly, NULL), GO_OK);
    o.lanes = 4;
    o.rows = (int)s.n_moves / 2 - 1;
    assert_int_equal(nn_train_measure(m, &s, &o, 10 * s.n_moves, NULL, NULL, &at_once, NULL),
                     GO_OK);
    assert_int_equal(at_once.policy_rows, s.n_moves);
    assert_close(at_once.policy, singly.policy, 1e-2);
    assert_close(at_once.value, singly.value, 1e-2);
    int64_t rows = 0;
    o.lanes = 1;
    o.rows = 1;
    assert_int_equal(nn_train_measure(m, &s, &o, s.n_moves, until_five, &rows, &at_once, NULL),
                     GO_OK);
    assert_int_equal(rows, 5);
    assert_int_equal(at_once.policy_rows, 5);
    nn_model_destroy(m);
    nn_store_free(&s);
}

/* The losses of one batch, computed as in play. */
static nn_loss_sums losses_in_play(const nn_model *m, const nn_store *s, const nn_train_options *o)
{
    nn_rows *rows;
    row_maker *maker;
    nn_batches plan;
    nn_session *session;
    nn_loss_sums sums = {0};
    nn_loss_weights weights = o->choices.weights;
    float meta[8 * NN_KATA_META];
    const nn_profile profile = nn_profile_default();
    weights.answer = weights.search = 0;
    nn_batches_plan(&plan, s, o->rows, &(nn_sample){.seed = o->seed});
    const batch_place place = nn_batches_at(&plan, 0);
    const nn_settings settings = {.size = place.size, .max_batch = o->rows, .threads = 1};
    assert_int_equal(nn_rows_create(&rows, o->rows, place.size, NULL), GO_OK);
    assert_int_equal(row_maker_create(&maker, s, m, NULL), GO_OK);
    for (int i = 0; i < o->rows; i++) {
        nn_profile_encode(&profile, BLACK, place.size * place.size,
                          meta + (size_t)i * NN_KATA_META);
        assert_int_equal(row_maker_fill(maker, nn_sample_at(place.sample, place.first_row + i),
                                        rows, i, NULL), GO_OK);
    }
    nn_batch batch = {.n = o->rows, .planes = rows->planes, .globals = rows->globals,
                      .meta = meta, .mask = rows->mask};
    for (int k = 0; k < NN_N_OUTPUTS; k++)
        batch.out[k] = calloc((size_t)o->rows * nn_output_numbers(m, (nn_output)k, place.size) + 1,
                              sizeof(float));
    assert_int_equal(nn_session_create(&session, m, &nn_reference, &settings, NULL), GO_OK);
    assert_int_equal(nn_session_run(session, &batch, NULL), GO_OK);
    nn_loss(m, &weights, rows, 0, o->rows, batch.out, NULL, NULL, &sums);
    for (int k = 0; k < NN_N_OUTPUTS; k++)
        free(batch.out[k]);
    nn_session_destroy(session);
    row_maker_destroy(maker);
    nn_rows_destroy(rows);
    return sums;
}

/* A network that is told who plays learns under the profile that it plays under. */
static void players_are_told_as_in_play(void **state)
{
    (void)state;
    nn_store s;
    nn_loss_sums measured;
    nn_model *m = tiny_model(15, 0);
    nn_train_options o = training_options(&nn_gradient_reference, 1);
    o.lanes = 1;
    assert_int_equal(m->meta, NN_KATA_META);
    store_of(&s, "chinese", two_games, 2);
    assert_int_equal(nn_train_measure(m, &s, &o, o.rows, NULL, NULL, &measured, NULL), GO_OK);
    const nn_loss_sums wanted = losses_in_play(m, &s, &o);
    assert_close(measured.policy, wanted.policy, 1e-4);
    assert_close(measured.value, wanted.value, 1e-4);
    assert_close(measured.total, wanted.total, 1e-3);
    nn_model_destroy(m);
    nn_store_free(&s);
}

/* The second policy of the newer format is the first. */
static void second_policy_is_first(const nn_model *m)
{
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        const size_t one = l->n_weights / 2;
        if (l->out == m->output[NN_POLICY] || l->out == m->output[NN_PASS])
            assert_memory_equal(l->weights, l->weights + one, one * sizeof *l->weights);
    }
}

static void newer_shapes_learn(void **state)
{
    (void)state;
    static const nn_random_shape shapes[] = {{.blocks = 2, .channels = 8, .mish = true},
                                             {.blocks = 4, .channels = 8, .nested = true}};
    nn_store s;
    store_of(&s, "chinese", two_games, 2);
    for (int i = 0; i < 2; i++) {
        nn_loss_sums before, after;
        nn_model *m = training_model_of(shapes[i]);
        nn_train_options o = training_options(training_gradient(), 1);
        assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &before, NULL), GO_OK);
        assert_int_equal(nn_train(m, &s, &o, 1 << 20, NULL, NULL, NULL), GO_OK);
        assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &after, NULL), GO_OK);
        assert_true(after.policy < 0.5 * before.policy && after.total < 0.6 * before.total);
        second_policy_is_first(m);
        nn_model_destroy(m);
    }
    nn_store_free(&s);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "chinese", two_games, 2);
    nn_model *one = train(&s, training_gradient(), 1, 320),
             *two = train(&s, training_gradient(), 2, 320);
    same_numbers(one, two);
    nn_model_destroy(one);
    nn_model_destroy(two);
    nn_store_free(&s);
}

/* Also where a size has few positions. */
static void each_size_has_a_pool_of_a_batch(void **state)
{
    (void)state;
    static const char *const games[] = {"(;SZ[9];B[aa];W[bb];B[cc])", "(;SZ[5];B[aa])"};
    nn_store s;
    trainer t;
    store_of(&s, "chinese", games, 2);
    assert_int_equal(nn_store_sort(&s, NULL), GO_OK);
    nn_model *m = training_model();
    nn_train_options o = training_options(&nn_gradient_reference, 1);
    o.choices.pool = 20;
    assert_int_equal(trainer_create(&t, m, &s, &o, NULL), GO_OK);
    assert_int_equal(t.pool[5].room, 16);
    assert_int_equal(t.pool[9].room, 16);
    trainer_destroy(&t);
    nn_model_destroy(m);
    nn_store_free(&s);
}

/* Each optimiser learns a few games, whatever the number of threads. */
static void every_optimiser_learns(void **state)
{
    (void)state;
    static const double rate[OPTIMISER_N] = {0.01, 0.1, 0.01};
    nn_store s;
    nn_loss_sums before, after;
    store_of(&s, "chinese", two_games, 2);
    nn_model *fresh = training_model();
    nn_train_options o = training_options(training_gradient(), 1);
    assert_int_equal(nn_train_measure(fresh, &s, &o, 160, NULL, NULL, &before, NULL), GO_OK);
    for (int kind = 0; kind < OPTIMISER_N; kind++) {
        o.choices.optimiser.kind = kind;
        o.choices.optimiser.rate = rate[kind];
        o.threads = 1;
        o.budget = 1280;
        nn_model *m = training_run(&s, &o);
        assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &after, NULL), GO_OK);
        assert_true(after.policy < 0.6 * before.policy);
        o.budget = 160;
        nn_model *one = training_run(&s, &o);
        o.threads = 2;
        nn_model *two = training_run(&s, &o);
        same_numbers(one, two);
        nn_model_destroy(m);
        nn_model_destroy(one);
        nn_model_destroy(two);
    }
    nn_model_destroy(fresh);
    nn_store_free(&s);
}

/* What a network with norms of statistics has learned, it still knows in play, where its norms are
 * scales and shifts; and such a training is as repeatable as any.             */
static void all_kinds_of_norms_learn(void **state)
{
    (void)state;
    nn_store s;
    nn_loss_sums before, after;
    store_of(&s, "chinese", two_games, 2);
    nn_model *fresh = training_model();
    nn_train_options o = training_options(training_gradient(), 1);
    assert_int_equal(nn_train_measure(fresh, &s, &o, 160, NULL, NULL, &before, NULL), GO_OK);
    for (int norms = NN_NORMS_FIXED; norms <= NN_NORMS_RENORM; norms++) {
        o.choices.norms = norms;
        o.threads = 1;
        o.budget = 3200;
        nn_model *m = training_run(&s, &o);
        assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &after, NULL), GO_OK);
        assert_true(after.policy < 0.5 * before.policy);
        o.budget = 160;
        nn_model *one = training_run(&s, &o);
        o.threads = 2;
        nn_model *two = training_run(&s, &o);
        same_numbers(one, two);
        training_goes_on(&s, &o);
        nn_model_destroy(m);
        nn_model_destroy(one);
        nn_model_destroy(two);
    }
    nn_model_destroy(fresh);
    nn_store_free(&s);
}

/* A network that has learned plays the same when its norms go over to statistics, and learns. */
static void norms_go_over_to_statistics(void **state)
{
    (void)state;
    nn_store s;
    nn_loss_sums before, begun, after;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(training_gradient(), 1);
    o.choices.norms = NN_NORMS_FIXED;
    o.budget = 1280;
    nn_model *m = training_run(&s, &o);
    o.rows = 64;
    assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &before, NULL), GO_OK);
    o.goes_on = true;
    o.choices.norms = NN_NORMS_BATCH;
    o.choices.optimiser.rate = 1e-9; /* 0 is the usual one */
    o.budget = 12800; /* a hundred steps, after which the first statistics are forgotten */
    assert_int_equal(nn_train(m, &s, &o, 1 << 20, NULL, NULL, NULL), GO_OK);
    assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &begun, NULL), GO_OK);
    assert_close(begun.policy / before.policy, 1, 0.03);
    assert_close(begun.value / before.value, 1, 0.03);
    o.choices.optimiser.rate = 0.01;
    o.budget = 25600;
    assert_int_equal(nn_train(m, &s, &o, 1 << 20, NULL, NULL, NULL), GO_OK);
    assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &after, NULL), GO_OK);
    assert_true(after.policy < 0.8 * before.policy);
    nn_model_destroy(m);
    nn_store_free(&s);
}

/* It lives in one more channel, which is gone afterwards with nothing else changed. */
static void an_answer_comes_and_goes(void **state)
{
    (void)state;
    nn_model *m = training_model(), *same = training_model();
    assert_int_equal(nn_answer_add(m, NULL), GO_OK);
    assert_int_equal(m->policy_channels, 2);
    assert_int_equal((int)nn_output_numbers(m, NN_POLICY, 5), 50);
    assert_int_equal((int)nn_output_numbers(m, NN_PASS, 5), 2);
    nn_answer_remove(m);
    assert_int_equal(m->policy_channels, 1);
    for (int i = 0; i < m->n_layers; i++)
        assert_int_equal((int)m->layers[i].n_weights, (int)same->layers[i].n_weights);
    same_numbers(m, same);
    nn_model_destroy(m);
    nn_model_destroy(same);
}

/* Asking for the answer, too, changes what is learned. */
static void the_answer_teaches(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(training_gradient(), 1);
    o.budget = 320;
    nn_model *with = training_run(&s, &o);
    o.choices.weights.answer = 0;
    nn_model *without = training_run(&s, &o);
    const nn_layer *a = &with->layers[0], *b = &without->layers[0];
    assert_true(memcmp(a->weights, b->weights, a->n_weights * sizeof *a->weights) != 0);
    assert_int_equal(with->policy_channels, 1);
    nn_model_destroy(with);
    nn_model_destroy(without);
    nn_store_free(&s);
}

static bool count_loss(void *user, const nn_train_progress *p)
{
    *(double *)user = p->sums.policy / p->sums.policy_rows;
    return true;
}

/* With a pool, the rows that are learned from are harder; threads still change nothing. */
static void a_pool_is_of_hard_rows(void **state)
{
    (void)state;
    nn_store s;
    double plain, hard;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(training_gradient(), 1);
    nn_model *m[3] = {training_model(), training_model(), training_model()};
    o.budget = 1600;
    assert_int_equal(nn_train(m[0], &s, &o, o.budget, count_loss, &plain, NULL), GO_OK);
    o.choices.pool = 40;
    assert_int_equal(nn_train(m[1], &s, &o, o.budget, count_loss, &hard, NULL), GO_OK);
    assert_true(hard > 1.1 * plain);
    o.threads = 2;
    assert_int_equal(nn_train(m[2], &s, &o, o.budget, count_loss, &hard, NULL), GO_OK);
    same_numbers(m[1], m[2]);
    for (int i = 0; i < 3; i++)
        nn_model_destroy(m[i]);
    nn_store_free(&s);
}

/* The last network that a report saw. */
typedef struct seen {
    nn_model *copy;
    int reports;
} seen;

static bool see(void *user, const nn_train_progress *p)
{
    seen *s = user;
    const nn_model *m = nn_train_network(p);
    assert_ptr_equal(nn_train_network(p), m);
    assert_int_equal(m->policy_channels, 1); /* without the answer */
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *from = &m->layers[i], *to = &s->copy->layers[i];
        assert_int_equal((int)from->n_weights, (int)to->n_weights);
        if (from->n_weights)
            memcpy(to->weights, from->weights, from->n_weights * sizeof(float));
    }
    s->reports++;
    return true;
}

/* Reports may look at the network as it is, which changes nothing of what is learned. */
static void looking_changes_nothing(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(training_gradient(), 1);
    o.budget = 320;
    nn_model *plain = training_run(&s, &o), *looked_at = training_model();
    seen network = {.copy = training_model()};
    assert_true(o.choices.weights.answer > 0);
    assert_int_equal(nn_train(looked_at, &s, &o, 32, see, &network, NULL), GO_OK);
    assert_int_equal(network.reports, 10);
    same_numbers(plain, looked_at);
    same_numbers(plain, network.copy); /* the last report came after the last step */
    nn_model_destroy(plain);
    nn_model_destroy(looked_at);
    nn_model_destroy(network.copy);
    nn_store_free(&s);
}

/* Rows in all, as a report was told. */
typedef struct expected_rows {
    int64_t first, last, rows;
} expected_rows;

static bool note_rows_in_all(void *user, const nn_train_progress *p)
{
    expected_rows *e = user;
    e->first = e->first ? e->first : p->budget;
    e->last = p->budget;
    e->rows = p->rows;
    return true;
}

/* Of two limits the one that comes first says how many rows there will be, and so the time left. */
static void the_first_limit_tells_the_rows_in_all(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(training_gradient(), 1);
    expected_rows by_rows = {0}, by_time = {0};
    nn_model *m = training_model();
    o.budget = 320;
    o.seconds = 1e6;
    assert_int_equal(nn_train(m, &s, &o, 16, note_rows_in_all, &by_rows, NULL), GO_OK);
    assert_int_equal(by_rows.first, 320);
    assert_int_equal(by_rows.last, 320);
    o.budget = 1000000000;
    o.seconds = 0.1;
    assert_int_equal(nn_train(m, &s, &o, 16, note_rows_in_all, &by_time, NULL), GO_OK);
    assert_true(by_time.first < o.budget);
    assert_int_equal(by_time.last, by_time.rows);
    nn_model_destroy(m);
    nn_store_free(&s);
}

static bool note_rates(void *user, const nn_train_progress *p)
{
    double *rate = user;
    rate[p->rows / 16 - 1] = p->rate;
    return p->rows < 160;
}

/* The first batch, too, changes something; the tenth ends the warm-up of 160 rows. */
static void the_rate_rises_batch_by_batch(void **state)
{
    (void)state;
    nn_store s;
    double rate[10] = {0};
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(&nn_gradient_reference, 1);
    nn_model *m = training_model();
    o.budget = 1 << 20;
    assert_int_equal(nn_train(m, &s, &o, 16, note_rates, rate, NULL), GO_EINTR);
    for (int i = 0; i < 10; i++)
        assert_float_equal((float)(rate[i] / 0.01), (float)(i + 1) / 10, 1e-4f);
    nn_model_destroy(m);
    nn_store_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_games_are_learned_by_heart),
        cmocka_unit_test(each_position_is_measured_once),
        cmocka_unit_test(players_are_told_as_in_play),
        cmocka_unit_test(newer_shapes_learn),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(every_optimiser_learns),
        cmocka_unit_test(a_pool_is_of_hard_rows),
        cmocka_unit_test(all_kinds_of_norms_learn),
        cmocka_unit_test(norms_go_over_to_statistics),
        cmocka_unit_test(an_answer_comes_and_goes),
        cmocka_unit_test(the_answer_teaches),
        cmocka_unit_test(each_size_has_a_pool_of_a_batch),
        cmocka_unit_test(looking_changes_nothing),
        cmocka_unit_test(the_first_limit_tells_the_rows_in_all),
        cmocka_unit_test(the_rate_rises_batch_by_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
