/* Training as a whole: a few games are learned by heart, by any number of threads alike. */
#include "nn_train/train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/formats/model_read.h"
#include "nn/inputs/profile.h"
#include "nn/model/random_net.h"
#include "nn/reference/reference.h"
#include "nn/session.h"
#include "nn_train/answer.h"
#include "nn_train/data/batches.h"
#include "nn_train/data/rows.h"
#include "nn_train/loss.h"
#include "nn_train/onednn/onednn.h"
#include "nn_train/reference/reference.h"
#include "nn_train/trainer.h"
#include "tests/support/assert_close.h"
#include "tests/support/stored_games.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

static nn_model *new_model_of(nn_random_shape shape)
{
    char *bytes;
    size_t n;
    nn_model *m;
    shape.to_learn = true;
    shape.seed = 3;
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&m, bytes, n, "net", NULL), GO_OK);
    free(bytes);
    return m;
}

static nn_model *new_model(void)
{
    return new_model_of((nn_random_shape){.blocks = 2, .channels = 8});
}

static nn_train_options options_for(const nn_gradient *g, int threads)
{
    nn_train_options o = {.gradient = g, .lanes = 2, .rows = 8, .threads = threads,
                          .warm_up = 160, .budget = 3200, .seed = 1};
    nn_train_choices_default(&o.choices);
    o.choices.optimiser.rate = 0.01;
    o.choices.optimiser.decay = 0;
    o.choices.average.steps = 10;
    o.choices.forget = o.choices.other_rules = o.choices.other_komi = 0;
    return o;
}

static nn_model *train_by(const nn_store *s, const nn_train_options *o)
{
    nn_model *m = new_model();
    assert_int_equal(nn_train(m, s, o, 1 << 20, NULL, NULL, NULL), GO_OK);
    return m;
}

static nn_model *train(const nn_store *s, const nn_gradient *g, int threads, int64_t rows)
{
    nn_train_options o = options_for(g, threads);
    o.budget = rows;
    return train_by(s, &o);
}

static const nn_gradient *fast(void)
{
    const nn_gradient *g = &nn_gradient_onednn;
    return g->available(g, NULL) == GO_OK ? g : &nn_gradient_reference;
}

static void a_few_games_are_learned_by_heart(void **state)
{
    (void)state;
    nn_store s;
    nn_loss_sums before, after;
    store_of(&s, "chinese", two_games, 2);
    nn_model *fresh = new_model(), *m = train(&s, fast(), 1, 6400);
    nn_train_options o = options_for(fast(), 1);
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
    nn_model *m = new_model();
    nn_train_options o = options_for(&nn_gradient_reference, 1);
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
    nn_train_options o = options_for(&nn_gradient_reference, 1);
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
        nn_model *m = new_model_of(shapes[i]);
        nn_train_options o = options_for(fast(), 1);
        assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &before, NULL), GO_OK);
        assert_int_equal(nn_train(m, &s, &o, 1 << 20, NULL, NULL, NULL), GO_OK);
        assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &after, NULL), GO_OK);
        assert_true(after.policy < 0.5 * before.policy && after.total < 0.6 * before.total);
        second_policy_is_first(m);
        nn_model_destroy(m);
    }
    nn_store_free(&s);
}

static void same_numbers(const nn_model *a, const nn_model *b)
{
    for (int i = 0; i < a->n_layers; i++)
        if (a->layers[i].n_weights)
            assert_memory_equal(a->layers[i].weights, b->layers[i].weights,
                                a->layers[i].n_weights * sizeof(float));
}

static void threads_change_nothing(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "chinese", two_games, 2);
    nn_model *one = train(&s, fast(), 1, 320), *two = train(&s, fast(), 2, 320);
    same_numbers(one, two);
    nn_model_destroy(one);
    nn_model_destroy(two);
    nn_store_free(&s);
}

/* Stops after some rows. */
static bool until(void *user, const nn_train_progress *p)
{
    return p->rows < *(const int64_t *)user;
}

/* A training that is stopped half-way and goes on ends like one that was not. */
static void goes_on(const nn_store *s, const nn_train_options *how)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    int64_t half = 160, never = 1 << 20;
    nn_train_options o = *how;
    temp_dir_path(&dir, "state", path);
    o.budget = 320;
    nn_model *whole = train_by(s, &o), *first = new_model(), *second = new_model();
    o.checkpoint = path;
    o.checkpoint_seconds = 1e9;
    assert_int_equal(nn_train(first, s, &o, 16, until, &half, NULL), GO_EINTR);
    o.resume = true;
    assert_int_equal(nn_train(second, s, &o, 16, until, &never, NULL), GO_OK);
    same_numbers(whole, second);
    o.choices.optimiser.rate = 0.02;
    assert_int_equal(nn_train(first, s, &o, 16, until, &never, NULL), GO_EFORMAT);
    nn_model_destroy(whole);
    nn_model_destroy(first);
    nn_model_destroy(second);
    temp_dir_remove(&dir);
}

static void what_was_interrupted_goes_on(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = options_for(fast(), 1);
    for (int kind = 0; kind < OPTIMISER_N; kind++) {
        o.choices.optimiser.kind = kind;
        o.choices.average.kind = AVERAGE_EXPONENTIAL + kind; /* another one each time */
        goes_on(&s, &o);
    }
    o.choices.pool = 40;
    goes_on(&s, &o);
    go_error err;
    nn_model *m = new_model();
    o.choices.pool = 15; /* a batch has 16 rows */
    assert_int_equal(nn_train(m, &s, &o, 16, NULL, NULL, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "--pool 15 holds less than a batch of 16 rows"));
    nn_model_destroy(m);
    nn_store_free(&s);
}

/* Games whose moves are the same, but whose results, komi, rules, stones or owners are not. */
static void other_games_are_refused(void **state)
{
    (void)state;
    nn_store s;
    temp_dir dir = temp_dir_create();
    char path[400];
    go_error err;
    int64_t half = 160, never = 1 << 20;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = options_for(fast(), 1);
    nn_model *m = new_model();
    o.budget = 320;
    o.checkpoint = temp_dir_path(&dir, "state", path);
    o.checkpoint_seconds = 1e9;
    assert_int_equal(nn_train(m, &s, &o, 16, until, &half, NULL), GO_EINTR);
    o.resume = true;
    for (int i = 0; i < 5; i++) {
        stored_game *g = (void *)s.games.data;
        const stored_game was = *g;
        g->komi += i == 0;
        g->winner ^= i == 1 ? BLACK ^ WHITE : 0;
        g->rules.suicide ^= i == 2;
        g->knows_score ^= i == 3;
        s.owners.data[0] ^= i == 4;
        assert_int_equal(nn_train(m, &s, &o, 16, until, &never, &err), GO_EFORMAT);
        assert_non_null(strstr(err.message, "belongs to other games"));
        s.owners.data[0] ^= i == 4;
        *g = was;
    }
    nn_model_destroy(m);
    m = new_model();
    assert_int_equal(nn_train(m, &s, &o, 16, until, &never, NULL), GO_OK);
    nn_model_destroy(m);
    nn_store_free(&s);
    temp_dir_remove(&dir);
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
    nn_model *m = new_model();
    nn_train_options o = options_for(&nn_gradient_reference, 1);
    o.choices.pool = 20;
    assert_int_equal(trainer_create(&t, m, &s, &o, NULL), GO_OK);
    assert_int_equal(t.pool[5].room, 16);
    assert_int_equal(t.pool[9].room, 16);
    trainer_destroy(&t);
    nn_model_destroy(m);
    nn_store_free(&s);
}

/* What the last report said; it stops the training at `stop` rows. */
typedef struct told {
    int64_t stop;
    int reports;
    nn_train_progress last;
} told;

static bool remember(void *user, const nn_train_progress *p)
{
    told *t = user;
    t->reports++;
    t->last = *p;
    return p->rows < t->stop;
}

/* As when the network could not be written: nothing is left to learn, but all is known. */
static void the_end_is_reported_again(void **state)
{
    (void)state;
    nn_store s;
    temp_dir dir = temp_dir_create();
    char path[400];
    told first = {.stop = 320}, second = {.stop = 1 << 20};
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = options_for(fast(), 1);
    nn_model *m = new_model(), *again = new_model();
    o.budget = 320;
    o.checkpoint = temp_dir_path(&dir, "state", path);
    o.checkpoint_seconds = 1e9;
    assert_int_equal(nn_train(m, &s, &o, 64, remember, &first, NULL), GO_EINTR);
    assert_int_equal(first.reports, 5);
    assert_int_equal(first.last.reported, 256);
    o.resume = true;
    assert_int_equal(nn_train(again, &s, &o, 64, remember, &second, NULL), GO_OK);
    same_numbers(m, again);
    assert_int_equal(second.reports, 1);
    assert_int_equal(second.last.rows, 320);
    assert_int_equal(second.last.reported, 320);
    assert_memory_equal(&second.last.sums, &first.last.sums, sizeof first.last.sums);
    nn_model_destroy(m);
    nn_model_destroy(again);
    nn_store_free(&s);
    temp_dir_remove(&dir);
}

/* One bit of the numbers, and all else is as it was written. */
static void a_damaged_checkpoint_is_refused(void **state)
{
    (void)state;
    nn_store s;
    temp_dir dir = temp_dir_create();
    char path[400];
    go_error err;
    int64_t half = 160;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = options_for(fast(), 1);
    nn_model *m = new_model(), *second = new_model();
    o.budget = 320;
    o.checkpoint = temp_dir_path(&dir, "state", path);
    o.checkpoint_seconds = 1e9;
    assert_int_equal(nn_train(m, &s, &o, 16, until, &half, NULL), GO_EINTR);
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, 1000, SEEK_SET);
    const int byte = fgetc(f);
    fseek(f, 1000, SEEK_SET);
    fputc(byte ^ 1, f);
    fclose(f);
    o.resume = true;
    assert_int_equal(nn_train(second, &s, &o, 16, until, &half, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "cut short or damaged"));
    nn_model_destroy(m);
    nn_model_destroy(second);
    nn_store_free(&s);
    temp_dir_remove(&dir);
}

/* Each optimiser learns a few games, whatever the number of threads. */
static void every_optimiser_learns(void **state)
{
    (void)state;
    static const double rate[OPTIMISER_N] = {0.01, 0.1, 0.01};
    nn_store s;
    nn_loss_sums before, after;
    store_of(&s, "chinese", two_games, 2);
    nn_model *fresh = new_model();
    nn_train_options o = options_for(fast(), 1);
    assert_int_equal(nn_train_measure(fresh, &s, &o, 160, NULL, NULL, &before, NULL), GO_OK);
    for (int kind = 0; kind < OPTIMISER_N; kind++) {
        o.choices.optimiser.kind = kind;
        o.choices.optimiser.rate = rate[kind];
        o.threads = 1;
        o.budget = 1280;
        nn_model *m = train_by(&s, &o);
        assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &after, NULL), GO_OK);
        assert_true(after.policy < 0.6 * before.policy);
        o.budget = 160;
        nn_model *one = train_by(&s, &o);
        o.threads = 2;
        nn_model *two = train_by(&s, &o);
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
    nn_model *fresh = new_model();
    nn_train_options o = options_for(fast(), 1);
    assert_int_equal(nn_train_measure(fresh, &s, &o, 160, NULL, NULL, &before, NULL), GO_OK);
    for (int norms = NN_NORMS_FIXED; norms <= NN_NORMS_RENORM; norms++) {
        o.choices.norms = norms;
        o.threads = 1;
        o.budget = 3200;
        nn_model *m = train_by(&s, &o);
        assert_int_equal(nn_train_measure(m, &s, &o, 160, NULL, NULL, &after, NULL), GO_OK);
        assert_true(after.policy < 0.5 * before.policy);
        o.budget = 160;
        nn_model *one = train_by(&s, &o);
        o.threads = 2;
        nn_model *two = train_by(&s, &o);
        same_numbers(one, two);
        goes_on(&s, &o);
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
    nn_train_options o = options_for(fast(), 1);
    o.choices.norms = NN_NORMS_FIXED;
    o.budget = 1280;
    nn_model *m = train_by(&s, &o);
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
    nn_model *m = new_model(), *same = new_model();
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
    nn_train_options o = options_for(fast(), 1);
    o.budget = 320;
    nn_model *with = train_by(&s, &o);
    o.choices.weights.answer = 0;
    nn_model *without = train_by(&s, &o);
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
    nn_train_options o = options_for(fast(), 1);
    nn_model *m[3] = {new_model(), new_model(), new_model()};
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
    nn_train_options o = options_for(fast(), 1);
    o.budget = 320;
    nn_model *plain = train_by(&s, &o), *looked_at = new_model();
    seen network = {.copy = new_model()};
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
    nn_train_options o = options_for(fast(), 1);
    expected_rows by_rows = {0}, by_time = {0};
    nn_model *m = new_model();
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
    nn_train_options o = options_for(&nn_gradient_reference, 1);
    nn_model *m = new_model();
    o.budget = 1 << 20;
    assert_int_equal(nn_train(m, &s, &o, 16, note_rates, rate, NULL), GO_EINTR);
    for (int i = 0; i < 10; i++)
        assert_float_equal((float)(rate[i] / 0.01), (float)(i + 1) / 10, 1e-4f);
    nn_model_destroy(m);
    nn_store_free(&s);
}

static void numbers_that_are_none_end_it(void **state)
{
    (void)state;
    nn_store s;
    temp_dir dir = temp_dir_create();
    char path[400];
    go_error err;
    int64_t rows = 32;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = options_for(fast(), 1);
    o.warm_up = 0;
    o.checkpoint = temp_dir_path(&dir, "state", path);
    o.checkpoint_seconds = 0;
    o.choices.optimiser.rate = 1e30; /* the first step ends all */
    nn_model *m = new_model();
    assert_int_equal(nn_train(m, &s, &o, 16, NULL, NULL, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "no longer a finite number"));
    assert_non_null(strstr(err.message, "--rate below 1e+30"));
    assert_non_null(strstr(err.message, "without --resume; first remove"));
    assert_non_null(strstr(err.message, path));
    o.resume = true; /* it is whole: it leads to the same end */
    assert_int_equal(nn_train(m, &s, &o, 16, until, &rows, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "no longer a finite number"));
    nn_model_destroy(m);
    nn_store_free(&s);
    temp_dir_remove(&dir);
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
        cmocka_unit_test(what_was_interrupted_goes_on),
        cmocka_unit_test(other_games_are_refused),
        cmocka_unit_test(each_size_has_a_pool_of_a_batch),
        cmocka_unit_test(the_end_is_reported_again),
        cmocka_unit_test(a_damaged_checkpoint_is_refused),
        cmocka_unit_test(looking_changes_nothing),
        cmocka_unit_test(the_first_limit_tells_the_rows_in_all),
        cmocka_unit_test(the_rate_rises_batch_by_batch),
        cmocka_unit_test(numbers_that_are_none_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
