#include "nn_train/train.h"

#include <math.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/rng.h"
#include "nn_train/answer.h"
#include "nn_train/checkpoint.h"
#include "nn_train/data/batches.h"
#include "nn_train/data/rows.h"
#include "nn_train/pool.h"

/* What one lane has of its own. */
typedef struct lane {
    float *out[NN_N_OUTPUTS], *back[NN_N_OUTPUTS];
    float *sum; /* gradient of the parameters */
    nn_loss_sums losses;
    atomic_int filled; /* parts of its rows */
} lane;

typedef struct trainer {
    const nn_train_options *options;
    const nn_store *store; /* NULL: rows are imported */
    int largest;           /* board size */
    int64_t positions;
    int first_lane, n_lanes; /* of this rank */
    int n_threads;           /* those of the options, and more where lanes wait for a GPU */
    nn_parameters p;
    void *state[NN_MAX_SIZE + 1]; /* of the gradient, by size of board */
    nn_rows *rows;
    row_maker **makers; /* [n_threads] */
    pool_row *chosen;   /* [lanes * rows]: the rows of a batch */
    sample_row *again;  /* [lanes * rows]: those that come out of the pool */
    float *each;        /* [lanes * rows]: the loss of each */
    nn_pool pool[NN_MAX_SIZE + 1]; /* by size of board */
    lane *lanes;
    nn_batches plan;
    nn_drawn drawn, shared; /* by this rank; by all, at a report */
    nn_model *m;             /* that learns; its numbers are those of the start */
    const optimiser *opt;
    bool shown;              /* m has been given out as it would be written */
} trainer;

void nn_train_cut(nn_train_options *options, int batch)
{
    const int lanes = batch / options->gradient->rows, least = comm_size(options->ranks);
    options->lanes = lanes < 1 ? 1 : lanes > 16 ? 16 : lanes;
    if (options->lanes < least)
        options->lanes = least;
    options->rows = batch / options->lanes;
}

/* ---- memory ---- */

static void destroy(trainer *t)
{
    const nn_train_options *o = t->options;
    for (int i = 0; t->lanes && i < t->n_lanes; i++) {
        for (int k = 0; k < NN_N_OUTPUTS; k++) {
            free(t->lanes[i].out[k]);
            free(t->lanes[i].back[k]);
        }
        free(t->lanes[i].sum);
    }
    for (int i = 0; t->makers && i < t->n_threads; i++)
        row_maker_destroy(t->makers[i]);
    for (int size = 0; size <= NN_MAX_SIZE; size++)
        nn_pool_destroy(&t->pool[size]);
    free(t->chosen);
    free(t->again);
    free(t->each);
    free(t->lanes);
    free(t->makers);
    nn_rows_destroy(t->rows);
    nn_drawn_destroy(&t->drawn);
    for (int size = 0; size <= NN_MAX_SIZE; size++)
        if (t->state[size])
            o->gradient->destroy(t->state[size]);
    nn_parameters_destroy(&t->p);
}

static bool allocate_lane(const trainer *t, lane *l)
{
    bool done = (l->sum = calloc(t->p.n, sizeof *l->sum));
    for (int k = 0; k < NN_N_OUTPUTS; k++) {
        size_t n = (size_t)t->options->rows *
                   nn_output_numbers(t->p.model, (nn_output)k, t->largest);
        done = (l->out[k] = calloc(n + 1, sizeof(float))) &&
               (l->back[k] = calloc(n + 1, sizeof(float))) && done;
    }
    return done;
}

/* Each size of board has its part of the pool. */
static go_status create_pool(trainer *t, go_error *err)
{
    const size_t batch = (size_t)(t->options->lanes * t->options->rows);
    t->chosen = calloc(batch, sizeof *t->chosen);
    t->again = calloc(batch, sizeof *t->again);
    t->each = calloc(batch, sizeof *t->each);
    if (!t->chosen || !t->again || !t->each)
        return go_fail(err, GO_ENOMEM, "out of memory for training");
    for (int i = 0; i < t->plan.n_sizes; i++) {
        const int64_t room = t->options->choices.pool * t->plan.of[i].batches / t->plan.per_epoch;
        GO_TRY(nn_pool_create(&t->pool[t->plan.of[i].size], (int)room, err));
    }
    return GO_OK;
}

/* Which batches there are, of which sizes; what is imported is known when it is read. */
static void plan_batches(trainer *t)
{
    const nn_train_options *o = t->options;
    const nn_sample how = {.seed = o->seed, .forget = o->choices.forget,
                           .other_rules = o->choices.other_rules};
    if (t->store) {
        nn_batches_plan(&t->plan, t->store, o->lanes * o->rows, &how);
        t->largest = t->store->largest;
        t->positions = t->store->n_moves;
    } else {
        const nn_import_size all = nn_import_count(o->import);
        t->largest = all.largest;
        t->positions = all.rows;
    }
}

/* The gradient's memory for one size of board. */
static go_status prepare_size(trainer *t, int size, go_error *err)
{
    const nn_train_options *o = t->options;
    const nn_gradient_settings settings = {size, o->rows, t->n_lanes};
    return t->state[size] ? GO_OK : o->gradient->create(o->gradient, &t->state[size], &t->p,
                                                        &settings, err);
}

static go_status create(trainer *t, const nn_model *m, const nn_store *store,
                        const nn_train_options *o, go_error *err)
{
    const int rank = comm_rank(o->ranks), n_ranks = comm_size(o->ranks);
    *t = (trainer){.options = o, .store = store, .first_lane = o->lanes * rank / n_ranks};
    t->n_lanes = o->lanes * (rank + 1) / n_ranks - t->first_lane;
    t->n_threads = o->threads + (o->gradient->gpu ? t->n_lanes : 0);
    if (o->lanes < n_ranks)
        return go_fail(err, GO_EINVAL, "%d lanes of a batch cannot be shared by %d ranks", o->lanes,
                       n_ranks);
    GO_TRY(nn_parameters_create(&t->p, m, err));
    plan_batches(t);
    GO_TRY(nn_drawn_create(&t->drawn, t->positions, err));
    for (int i = 0; i < t->plan.n_sizes; i++)
        GO_TRY(prepare_size(t, t->plan.of[i].size, err));
    GO_TRY(nn_rows_create(&t->rows, o->lanes * o->rows, t->largest, err));
    GO_TRY(create_pool(t, err));
    t->lanes = calloc((size_t)t->n_lanes, sizeof *t->lanes);
    t->makers = calloc((size_t)t->n_threads, sizeof *t->makers);
    bool done = t->lanes && t->makers;
    for (int i = 0; done && i < t->n_lanes; i++)
        done = allocate_lane(t, &t->lanes[i]);
    if (!done)
        return go_fail(err, GO_ENOMEM, "out of memory for training");
    for (int i = 0; i < t->n_threads && store; i++)
        GO_TRY(row_maker_create(&t->makers[i], store, m, err));
    return GO_OK;
}

/* ---- one batch ---- */

/* The rows of a batch: those of the plan, the second half out of the pool if it has enough. */
static void choose_rows(trainer *t, int64_t number, const batch_place *place, bool learns)
{
    const int n = t->options->lanes * t->options->rows, old = n / 2;
    const uint64_t key = rng_mix64(t->options->seed ^ rng_mix64((uint64_t)number));
    memset(t->chosen, 0, (size_t)n * sizeof *t->chosen); /* its padding, too */
    for (int i = 0; i < n; i++)
        t->chosen[i].row = nn_sample_at(place->sample, place->first_row + i);
    if (!learns || !nn_pool_draw(&t->pool[place->size], key, old, t->again))
        return;
    for (int i = 0; i < old; i++) {
        t->again[i].symmetry = (t->again[i].symmetry + 1) % 8;
        t->chosen[n - old + i].row = t->again[i];
    }
}

static void put_in_pool(trainer *t, int size)
{
    const int n = t->options->lanes * t->options->rows;
    for (int i = 0; i < n; i++)
        t->chosen[i].loss = t->each[i];
    nn_pool_put(&t->pool[size], t->chosen, n);
}

enum { FILLED_AT_ONCE = 16 }; /* rows */

/* Part of a lane's rows. */
static go_status fill_part(trainer *t, int lane_number, int part, row_maker *maker, go_error *err)
{
    const int rows = t->options->rows, first = (t->first_lane + lane_number) * rows;
    const int from = first + part * FILLED_AT_ONCE, end = first + rows;
    for (int k = from; k < end && k < from + FILLED_AT_ONCE; k++) {
        if (t->store)
            GO_TRY(row_maker_fill(maker, t->chosen[k].row, t->rows, k, err));
        else
            nn_import_fill(t->options->import, t->chosen[k].row, t->rows, k);
    }
    return GO_OK;
}

/* A lane whose rows are filled. */
static go_status run_lane(trainer *t, int i, bool learns, go_error *err)
{
    const nn_gradient *g = t->options->gradient;
    void *state = t->state[t->rows->size];
    const nn_rows *r = t->rows;
    lane *l = &t->lanes[i];
    const size_t area = (size_t)(r->size * r->size);
    const size_t first = (size_t)((t->first_lane + i) * t->options->rows);
    nn_batch b = {.n = t->options->rows,
                  .planes = r->planes + first * NN_KATA_PLANES * area,
                  .globals = r->globals + first * NN_KATA_GLOBALS,
                  .mask = r->mask + first * area};
    memcpy(b.out, l->out, sizeof b.out);
    GO_TRY(g->forward(state, i, &b, err));
    l->losses = (nn_loss_sums){0};
    nn_loss(t->p.model, &t->options->choices.weights, r, (int)first, b.n, l->out,
            learns ? l->back : NULL, t->each + first, &l->losses);
    if (!learns)
        return GO_OK;
    memset(l->sum, 0, t->p.n * sizeof *l->sum);
    return g->backward(state, i, &b, (const float *const *)l->back, l->sum, err);
}

/* The lanes' gradients are added in pairs, as comm_add_floats adds those of ranks, into that of
 * the first one.                                                             */
static void add_lanes(const trainer *t)
{
    const size_t n = t->p.n, part = 4096;
#pragma omp parallel for schedule(static) num_threads(t->options->threads)
    for (size_t from = 0; from < n; from += part) {
        const size_t to = from + part < n ? from + part : n;
        for (int step = 1; step < t->n_lanes; step *= 2)
            for (int i = 0; i + step < t->n_lanes; i += 2 * step)
                for (size_t k = from; k < to; k++)
                    t->lanes[i].sum[k] += t->lanes[i + step].sum[k];
    }
}

/* This rank's lanes of batch `number`, by the numbers theta; the gradient is left in that of the
 * first lane.  The threads fill one lane's rows together, and who fills the last of them runs the
 * lane: so a GPU has work soon, and while it has.                             */
static go_status run_batch(trainer *t, int64_t number, const float *theta, bool learns,
                           nn_loss_sums *sums, go_error *err)
{
    const int lanes = t->n_lanes;
    const int parts = (t->options->rows + FILLED_AT_ONCE - 1) / FILLED_AT_ONCE;
    batch_place place;
    if (t->store)
        place = nn_batches_at(&t->plan, number);
    else
        GO_TRY(nn_import_batch(t->options->import, number, &place, err));
    GO_TRY(prepare_size(t, place.size, err));
    go_status all = GO_OK;
    t->rows->size = place.size;
    choose_rows(t, number, &place, learns);
    GO_TRY(t->options->gradient->load(t->state[place.size], theta, err));
    for (int i = 0; i < lanes; i++)
        atomic_store(&t->lanes[i].filled, 0);
#pragma omp parallel for schedule(dynamic, 1) num_threads(t->n_threads)
    for (int k = 0; k < lanes * parts; k++) {
        const int i = k / parts;
        go_error own;
        omp_set_num_threads(1); /* of this task only: lanes share the processors */
        go_status status = fill_part(t, i, k % parts, t->makers[omp_get_thread_num()], &own);
        const bool whole = atomic_fetch_add(&t->lanes[i].filled, 1) + 1 == parts;
        if (whole && status == GO_OK)
            status = run_lane(t, i, learns, &own);
        if (status == GO_OK)
            continue;
#pragma omp critical(nn_train_failed)
        {
            all = status;
            if (err)
                *err = own;
        }
    }
    for (int i = 0; i < lanes && all == GO_OK; i++)
        nn_loss_sums_add(sums, &t->lanes[i].losses);
    if (learns && all == GO_OK)
        add_lanes(t);
    return all;
}

/* ---- ranks ---- */

static go_status from_rank_0(const trainer *t, float *numbers, size_t n, go_error *err)
{
    return comm_broadcast(t->options->ranks, numbers, (int64_t)(n * sizeof *numbers), 0, err);
}

/* The losses of all rows of the batch, of which each rank knows its own. */
static go_status share_each(trainer *t, go_error *err)
{
    const int rows = t->options->rows, n = t->options->lanes * rows;
    const int first = t->first_lane * rows, end = first + t->n_lanes * rows;
    for (int i = 0; i < n; i++)
        t->each[i] = i >= first && i < end ? t->each[i] : 0;
    GO_TRY(comm_add_floats(t->options->ranks, t->each, n, err));
    return from_rank_0(t, t->each, (size_t)n, err);
}

/* Counts the rows of a batch.  Which positions of a store the other ranks have drawn is known. */
static void note_drawn(trainer *t)
{
    const int rows = t->options->rows, n = t->options->lanes * rows;
    const int first = t->first_lane * rows, end = first + t->n_lanes * rows;
    nn_drawn_rows(&t->drawn, t->rows, first, end - first);
    for (int i = 0; t->store && i < n; i++)
        if (i < first || i >= end)
            nn_drawn_elsewhere(&t->drawn, t->chosen[i].row.position);
}

/* The same batch on all ranks: the sum of their gradients becomes that of rank 0's first lane,
 * and `losses`, that of this rank, becomes the sum of all.                    */
static go_status run_shared(trainer *t, int64_t number, const float *theta, nn_loss_sums *losses,
                            go_error *err)
{
    comm *ranks = t->options->ranks;
    GO_TRY(comm_agree(ranks, run_batch(t, number, theta, true, losses, err), err));
    GO_TRY(comm_sum(ranks, (double *)losses, sizeof *losses / sizeof(double), err));
    note_drawn(t); /* before the pool changes the order of the rows */
    if (t->options->choices.pool > 0) {
        GO_TRY(share_each(t, err));
        put_in_pool(t, t->rows->size);
    }
    return comm_add_floats(ranks, t->lanes[0].sum, (int64_t)t->p.n, err);
}

static go_status share_drawn(trainer *t, go_error *err)
{
    t->shared = t->drawn;
    return comm_sum_counts(t->options->ranks, (int64_t *)&t->shared.counts,
                           sizeof t->shared.counts / sizeof(int64_t), err);
}

/* What ranks tell each other about time: that of rank 0 is that of all, and an interrupt of one is
 * one of all.                                                                */
static go_status share_time(const trainer *t, double *seconds, bool *interrupted, go_error *err)
{
    double told[] = {comm_rank(t->options->ranks) == 0 ? *seconds : 0, interrupt_requested()};
    GO_TRY(comm_sum(t->options->ranks, told, 2, err));
    *seconds = told[0];
    *interrupted = told[1] > 0;
    return GO_OK;
}

/* After rank 0 has read a checkpoint. */
static go_status share_start(trainer *t, optimiser *opt, training_place *place, go_error *err)
{
    comm *ranks = t->options->ranks;
    GO_TRY(comm_broadcast(ranks, place, sizeof *place, 0, err));
    for (int size = 0; size <= NN_MAX_SIZE; size++) {
        nn_pool *pool = &t->pool[size];
        GO_TRY(comm_broadcast(ranks, &pool->n, sizeof pool->n, 0, err));
        GO_TRY(comm_broadcast(ranks, pool->rows, (int64_t)sizeof *pool->rows * pool->n, 0, err));
    }
    return from_rank_0(t, opt->theta, t->p.n, err);
}

/* ---- training ---- */

/* The share of the budget that is used up, 0 .. 1. */
static double used(const nn_train_options *o, const nn_train_progress *p)
{
    double by_rows = o->budget ? (double)p->rows / (double)o->budget : 0;
    double by_time = o->seconds > 0 ? p->seconds / o->seconds : 0;
    return fmin(fmax(by_rows, by_time), 1);
}

/* The share of the highest rate. */
static double share_of_rate(const nn_train_options *o, const nn_train_progress *p)
{
    double warm = o->warm_up ? (double)p->rows / (double)o->warm_up : 1;
    return schedule_share(&o->choices.schedule, used(o, p), warm);
}

static uint64_t mixed(uint64_t hash, const void *data, size_t n)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return rng_mix64(hash);
}

static uint64_t mixed_number(uint64_t hash, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return rng_mix64(hash ^ bits);
}

/* Of what a training depends on: the games, the network's form and start, the options. */
static uint64_t fingerprint(const trainer *t, const optimiser *opt)
{
    const nn_train_options *o = t->options;
    const double numbers[] = {o->lanes, o->rows, (double)o->warm_up, (double)o->budget,
                              (double)o->seed, (double)t->positions};
    uint64_t hash = mixed(14, o->gradient->name, strlen(o->gradient->name));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = mixed_number(hash, numbers[i]);
    hash = rng_mix64(hash ^ nn_train_choices_hash(&o->choices));
    if (t->store) {
        hash = mixed(hash, t->store->moves.data, t->store->moves.size);
        hash = mixed(hash, t->store->searches.data, t->store->searches.size);
    } else {
        hash = rng_mix64(hash ^ nn_import_fingerprint(o->import));
    }
    return mixed(hash, opt->theta, t->p.n * sizeof *opt->theta);
}

/* The files of a training on its way. */
typedef struct keeper {
    const char *path; /* NULL: nothing is kept */
    uint64_t fingerprint;
    double every, kept; /* seconds between checkpoints; when the last one was written */
} keeper;

static go_status keep(keeper *k, trainer *t, optimiser *opt, const nn_train_progress *p, bool now,
                      go_error *err)
{
    const training_state state = {opt, t->pool, NN_MAX_SIZE + 1, t->positions};
    const training_place place = {p->rows, p->seconds};
    if (!k->path || !now)
        return GO_OK; /* without a path on all ranks but the first */
    k->kept = p->seconds;
    return training_save(k->path, k->fingerprint, &state, &place, err);
}

static go_status find_start(trainer *t, keeper *k, optimiser *opt, nn_train_progress *p,
                            go_error *err)
{
    const training_state state = {opt, t->pool, NN_MAX_SIZE + 1, t->positions};
    const nn_train_options *o = t->options;
    const char *path = comm_rank(o->ranks) == 0 ? o->checkpoint : NULL;
    training_place place = {0};
    go_status status = GO_OK;
    *k = (keeper){path, path ? fingerprint(t, opt) : 0, o->checkpoint_seconds, 0};
    if (path && o->resume)
        status = training_load(path, k->fingerprint, &state, &place, err);
    GO_TRY(comm_agree(o->ranks, status, err));
    GO_TRY(share_start(t, opt, &place, err));
    p->rows = place.rows;
    k->kept = p->seconds = place.seconds;
    return GO_OK;
}

/* Numbers that are none would spoil all that was learned.  Before the step, so that the
 * optimiser is still sound.                                                   */
static go_status check_numbers(const trainer *t, const keeper *k, const nn_train_progress *p,
                               go_error *err)
{
    const float *sum = t->lanes[0].sum;
    double squares = 0;
    for (size_t i = 0; i < t->p.n; i++)
        squares += (double)sum[i] * (double)sum[i];
    if (isfinite(p->sums.total) && isfinite(squares))
        return GO_OK;
    const bool is_kept = k->path && k->kept > 0;
    return go_fail(err, GO_EFORMAT, "after %lld rows the %s is not a number any more; learn "
                   "again with a lower --rate than %g%s%s", (long long)p->rows,
                   isfinite(p->sums.total) ? "gradient" : "loss", t->opt->settings.rate,
                   is_kept ? "; the last checkpoint is left in " : "", is_kept ? k->path : "");
}

/* ---- reports ---- */

const nn_model *nn_train_network(const nn_train_progress *progress)
{
    trainer *t = progress->trainer;
    if (t->shown)
        return t->m;
    nn_parameters_set(&t->p, t->opt->average, t->m);
    if (t->options->choices.weights.answer > 0)
        nn_answer_remove(t->m);
    nn_policies_as_first(t->m);
    t->shown = true;
    return t->m;
}

/* After a report the model is again of the form that learns; its numbers do not matter. */
static go_status learn_again(trainer *t, go_error *err)
{
    const bool answers = t->shown && t->options->choices.weights.answer > 0;
    t->shown = false;
    return answers ? nn_answer_add(t->m, err) : GO_OK;
}

enum { LONGEST_SILENCE = 5 }; /* seconds without a report */

static go_status train_on(trainer *t, optimiser *opt, int64_t every, nn_train_report *report,
                          void *user, go_error *err)
{
    const nn_train_options *o = t->options;
    const int64_t batch = (int64_t)o->lanes * o->rows;
    nn_train_progress p = {.budget = o->budget, .drawn = &t->shared, .trainer = t};
    keeper k;
    GO_TRY(find_start(t, &k, opt, &p, err));
    double began = clock_now() - p.seconds, told = p.seconds, lengths = 0;
    const bool steps_here = comm_rank(o->ranks) == 0;
    bool interrupted = false;
    int64_t reported = p.rows, steps = 0;
    while (used(o, &p) < 1) {
        const double share = share_of_rate(o, &p);
        p.rate = opt->settings.rate * share;
        nn_loss_sums losses = {0};
        const go_status status = run_shared(t, p.rows / batch, opt->theta, &losses, err);
        if (status != GO_OK) { /* a GPU may be lost; what was learned until then is not */
            if (p.rows > 0)
                (void)keep(&k, t, opt, &p, true, NULL);
            return status;
        }
        nn_loss_sums_add(&p.sums, &losses);
        GO_TRY(comm_agree(o->ranks, steps_here ? check_numbers(t, &k, &p, err) : GO_OK, err));
        if (steps_here)
            lengths += optimiser_step(opt, t->lanes[0].sum, share);
        GO_TRY(from_rank_0(t, opt->theta, t->p.n, err));
        steps++;
        p.rows += batch;
        p.seconds = clock_now() - began;
        GO_TRY(share_time(t, &p.seconds, &interrupted, err));
        if (!o->budget)
            p.budget = (int64_t)((double)p.rows / fmax(used(o, &p), 1e-9));
        const bool is_due = p.rows - reported >= every || p.seconds - told >= LONGEST_SILENCE;
        if (!is_due && used(o, &p) < 1 && !interrupted)
            continue;
        p.length = lengths / (double)steps;
        p.keeps = k.path && p.seconds - k.kept >= k.every;
        GO_TRY(share_drawn(t, err));
        int64_t stops = (report && !report(user, &p)) || interrupted;
        GO_TRY(comm_agree(o->ranks, learn_again(t, err), err));
        GO_TRY(comm_sum_counts(o->ranks, &stops, 1, err));
        GO_TRY(comm_agree(o->ranks, keep(&k, t, opt, &p, p.keeps || stops > 0, err), err));
        if (stops > 0)
            return go_fail(err, GO_EINTR, "interrupted");
        told = p.seconds;
        reported = p.rows;
        p.sums = (nn_loss_sums){0};
        lengths = 0;
        steps = 0;
    }
    return GO_OK;
}

static go_status train(nn_model *m, const nn_store *store, const nn_train_options *options,
                       int64_t every, nn_train_report *report, void *user, go_error *err)
{
    trainer t;
    optimiser opt = {0};
    go_status status = create(&t, m, store, options, err);
    t.m = m;
    t.opt = &opt;
    if (status == GO_OK)
        status = optimiser_create(&opt, &t.p, &options->choices.optimiser,
                                  &options->choices.average, options->threads, err);
    status = comm_agree(options->ranks, status, err);
    if (status == GO_OK)
        status = train_on(&t, &opt, every, report, user, err);
    const bool learned = status == GO_OK || status == GO_EINTR;
    if (learned && from_rank_0(&t, opt.average, t.p.n, err) != GO_OK)
        status = GO_EIO;
    else if (learned)
        nn_parameters_set(&t.p, opt.average, m);
    optimiser_destroy(&opt);
    destroy(&t);
    return status;
}

go_status nn_train(nn_model *m, const nn_store *store, const nn_train_options *options,
                   int64_t every, nn_train_report *report, void *user, go_error *err)
{
    const bool answers = options->choices.weights.answer > 0;
    if (!store && options->choices.pool > 0)
        return go_fail(err, GO_EINVAL, "--pool needs games; rows of other programs are not kept "
                       "after they were learned from");
    if (answers)
        GO_TRY(nn_answer_add(m, err));
    go_status status = train(m, store, options, every, report, user, err);
    if (answers)
        nn_answer_remove(m);
    if (status == GO_OK || status == GO_EINTR)
        nn_policies_as_first(m);
    return status;
}

go_status nn_train_measure(const nn_model *m, const nn_store *store,
                           const nn_train_options *options, int64_t rows, nn_loss_sums *sums,
                           go_error *err)
{
    trainer t;
    nn_train_options o = *options;
    o.choices.forget = o.choices.other_rules = 0;
    o.ranks = NULL;
    o.choices.weights.answer = o.choices.weights.search = 0;
    *sums = (nn_loss_sums){0};
    go_status status = create(&t, m, store, &o, err);
    float *theta = status == GO_OK ? malloc(t.p.n * sizeof *theta) : NULL;
    if (status == GO_OK && !theta)
        status = go_fail(err, GO_ENOMEM, "out of memory for measuring");
    if (theta)
        nn_parameters_get(&t.p, theta);
    for (int64_t n = 0; n * o.lanes * o.rows < rows && status == GO_OK; n++)
        status = run_batch(&t, n, theta, false, sums, err);
    free(theta);
    destroy(&t);
    return status;
}
