#include "nn_train/trainer.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/plural.h"
#include "base/rng.h"
#include "nn/inputs/profile.h"

/* ---- memory ---- */

void trainer_destroy(trainer *t)
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
    free(t->meta);
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

static bool allocate_lane(const trainer *t, training_lane *l)
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

/* Each size of board has its part of the pool, at least a batch: of less it would never get the
 * half that it takes out of the upper half.                                        */
static go_status create_pool(trainer *t, go_error *err)
{
    const size_t batch = (size_t)(t->options->lanes * t->options->rows);
    t->chosen = calloc(batch, sizeof *t->chosen);
    t->again = calloc(batch, sizeof *t->again);
    t->each = calloc(batch, sizeof *t->each);
    if (!t->chosen || !t->again || !t->each)
        return go_fail(err, GO_ENOMEM, "out of memory for training");
    for (int i = 0; i < t->plan.n_sizes; i++) {
        int64_t room = t->options->choices.pool * t->plan.of[i].batches / t->plan.per_epoch;
        if (t->options->choices.pool > 0 && room < (int64_t)batch)
            room = (int64_t)batch;
        GO_TRY(nn_pool_create(&t->pool[t->plan.of[i].size], (int)room, err));
    }
    return GO_OK;
}

/* Which batches there are, of which sizes; what is imported is known when it is read. */
static void plan_batches(trainer *t)
{
    const nn_train_options *o = t->options;
    const nn_sample how = {.seed = o->seed, .forget = o->choices.forget,
                           .other_rules = o->choices.other_rules,
                           .other_komi = o->choices.other_komi};
    if (t->store) {
        nn_batches_plan(&t->plan, t->store, o->lanes * o->rows, &how);
        t->largest = t->store->largest;
        t->positions = t->store->n_rows;
    } else {
        const nn_import_size all = nn_import_count(o->import);
        t->largest = all.largest;
        t->positions = all.rows;
    }
}

/* The backend has memory for each thread, which runs one lane after the other in it, or, where
 * there are more threads, as with a GPU, for each lane.                       */
static bool threads_have_places(const trainer *t)
{
    return t->n_threads <= t->n_lanes;
}

static int places(const trainer *t)
{
    return threads_have_places(t) ? t->n_threads : t->n_lanes;
}

/* The gradient's memory for one size of board. */
static go_status prepare_size(trainer *t, int size, go_error *err)
{
    const nn_train_options *o = t->options;
    const nn_gradient_settings settings = {size, o->rows, places(t)};
    return t->state[size] ? GO_OK : o->gradient->create(o->gradient, &t->state[size], &t->p,
                                                        &settings, err);
}

go_status trainer_create(trainer *t, const nn_model *m, const nn_store *store,
                         const nn_train_options *o, go_error *err)
{
    const int rank = comm_rank(o->ranks), n_ranks = comm_size(o->ranks);
    *t = (trainer){.options = o, .store = store, .first_lane = o->lanes * rank / n_ranks};
    t->n_lanes = o->lanes * (rank + 1) / n_ranks - t->first_lane;
    t->n_threads = o->threads + (o->gradient->gpu ? t->n_lanes : 0);
    if (o->lanes < n_ranks)
        return go_fail(err, GO_EINVAL, "a batch has only %d lane%s, too few for %d ranks: use "
                       "fewer ranks, or larger batches", o->lanes, plural_s(o->lanes), n_ranks);
    GO_TRY(nn_parameters_create(&t->p, m, err));
    nn_parameters_normalise(&t->p, (nn_norms)o->choices.norms);
    plan_batches(t);
    GO_TRY(nn_drawn_create(&t->drawn, t->positions, err));
    for (int i = 0; i < t->plan.n_sizes; i++)
        GO_TRY(prepare_size(t, t->plan.of[i].size, err));
    GO_TRY(nn_rows_create(&t->rows, o->lanes * o->rows, t->largest, err));
    GO_TRY(create_pool(t, err));
    t->lanes = calloc((size_t)t->n_lanes, sizeof *t->lanes);
    t->makers = calloc((size_t)t->n_threads, sizeof *t->makers);
    t->meta = calloc((size_t)(o->rows * m->meta) + 1, sizeof *t->meta);
    bool done = t->lanes && t->makers && t->meta;
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

/* The network plays as the profile that is taken where none is named, so it learns as that. */
static void show_players(trainer *t)
{
    const nn_profile usual = nn_profile_default();
    const int points = t->rows->size * t->rows->size;
    for (int i = 0; t->p.model->meta && i < t->options->rows; i++)
        nn_profile_encode(&usual, BLACK, points, t->meta + (size_t)i * NN_KATA_META);
}

/* The rows with which the last batch of the first epoch is filled up are those of the next one.
 * They are learned from, but would be measured twice.                         */
static void count_rows(trainer *t, const batch_place *place, bool learns)
{
    const int n = t->options->lanes * t->options->rows;
    const int64_t left = place->sample->count - place->first_row;
    t->counted = learns || left > n ? n : (int)left;
}

/* A lane whose rows are filled, in one of the backend's places. */
static go_status run_lane(trainer *t, int i, int place, bool learns, go_error *err)
{
    const nn_gradient *g = t->options->gradient;
    void *state = t->state[t->rows->size];
    const nn_rows *r = t->rows;
    training_lane *l = &t->lanes[i];
    const size_t area = (size_t)(r->size * r->size);
    const size_t first = (size_t)((t->first_lane + i) * t->options->rows);
    const int left = t->counted - (int)first;
    nn_batch b = {.n = t->options->rows,
                  .planes = r->planes + first * NN_KATA_PLANES * area,
                  .globals = r->globals + first * NN_KATA_GLOBALS,
                  .meta = t->meta,
                  .mask = r->mask + first * area};
    memcpy(b.out, l->out, sizeof b.out);
    l->losses = (nn_loss_sums){0};
    if (left <= 0)
        return GO_OK;
    GO_TRY(g->forward(state, place, &b, err));
    nn_loss(t->p.model, &t->options->choices.weights, r, (int)first, left < b.n ? left : b.n,
            l->out, learns ? l->back : NULL, t->each + first, &l->losses);
    if (!learns)
        return GO_OK;
    memset(l->sum, 0, t->p.n * sizeof *l->sum);
    return g->backward(state, place, &b, (const float *const *)l->back, l->sum, err);
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
go_status trainer_run_batch(trainer *t, int64_t number, const float *theta, bool learns,
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
    show_players(t);
    choose_rows(t, number, &place, learns);
    count_rows(t, &place, learns);
    GO_TRY(t->options->gradient->load(t->state[place.size], theta, err));
    for (int i = 0; i < lanes; i++)
        atomic_store(&t->lanes[i].filled, 0);
#pragma omp parallel for schedule(dynamic, 1) num_threads(t->n_threads)
    for (int k = 0; k < lanes * parts; k++) {
        const int i = k / parts, thread = omp_get_thread_num();
        go_error own;
        omp_set_num_threads(1); /* of this task only: lanes share the processors */
        go_status status = fill_part(t, i, k % parts, t->makers[thread], &own);
        const bool whole = atomic_fetch_add(&t->lanes[i].filled, 1) + 1 == parts;
        if (whole && status == GO_OK)
            status = run_lane(t, i, threads_have_places(t) ? thread : i, learns, &own);
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

go_status trainer_from_rank_0(const trainer *t, float *numbers, size_t n, go_error *err)
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
    return trainer_from_rank_0(t, t->each, (size_t)n, err);
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
go_status trainer_run_shared(trainer *t, int64_t number, const float *theta, nn_loss_sums *losses,
                            go_error *err)
{
    comm *ranks = t->options->ranks;
    GO_TRY(comm_agree(ranks, trainer_run_batch(t, number, theta, true, losses, err), err));
    GO_TRY(comm_sum(ranks, (double *)losses, sizeof *losses / sizeof(double), err));
    note_drawn(t); /* before the pool changes the order of the rows */
    if (t->options->choices.pool > 0) {
        GO_TRY(share_each(t, err));
        put_in_pool(t, t->rows->size);
    }
    return comm_add_floats(ranks, t->lanes[0].sum, (int64_t)t->p.n, err);
}

go_status trainer_share_drawn(trainer *t, go_error *err)
{
    t->shared = t->drawn;
    return comm_sum_counts(t->options->ranks, (int64_t *)&t->shared.counts,
                           sizeof t->shared.counts / sizeof(int64_t), err);
}

/* What ranks tell each other about time: that of rank 0 is that of all, and an interrupt of one is
 * one of all.                                                                */
go_status trainer_share_time(const trainer *t, double *seconds, bool *interrupted, go_error *err)
{
    double told[] = {comm_rank(t->options->ranks) == 0 ? *seconds : 0, interrupt_requested()};
    GO_TRY(comm_sum(t->options->ranks, told, 2, err));
    *seconds = told[0];
    *interrupted = told[1] > 0;
    return GO_OK;
}

/* After rank 0 has read a checkpoint. */
go_status trainer_share_start(trainer *t, optimiser *opt, training_place *place, go_error *err)
{
    comm *ranks = t->options->ranks;
    GO_TRY(comm_broadcast(ranks, place, sizeof *place, 0, err));
    for (int size = 0; size <= NN_MAX_SIZE; size++) {
        nn_pool *pool = &t->pool[size];
        GO_TRY(comm_broadcast(ranks, &pool->n, sizeof pool->n, 0, err));
        GO_TRY(comm_broadcast(ranks, pool->rows, (int64_t)sizeof *pool->rows * pool->n, 0, err));
    }
    return trainer_from_rank_0(t, opt->theta, t->p.n, err);
}
