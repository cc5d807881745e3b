#include "nn_train/train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/rng.h"
#include "nn_train/answer.h"
#include "nn_train/trainer.h"

/* ---- training ---- */

/* The share of the budget that is used up, 0 .. 1. */
static double used(const nn_train_options *o, const nn_train_progress *p)
{
    double by_rows = o->budget ? (double)p->rows / (double)o->budget : 0;
    double by_time = o->seconds > 0 ? p->seconds / o->seconds : 0;
    return fmin(fmax(by_rows, by_time), 1);
}

/* Rows in all, as far as is known: those of the budget, or as many as there is time for if these are
 * fewer.                                                                      */
static int64_t rows_in_all(const nn_train_options *o, const nn_train_progress *p)
{
    const double by_time = o->seconds > 0 ? fmin(p->seconds / o->seconds, 1) : 0;
    const double in_time = (double)p->rows / fmax(by_time, 1e-9);
    return o->budget && (double)o->budget <= in_time ? o->budget : (int64_t)in_time;
}

/* The share of the highest rate for the next `batch` rows.  They count for the warm-up: without
 * them the first batch of all would change nothing.                           */
static double share_of_rate(const nn_train_options *o, const nn_train_progress *p, int64_t batch)
{
    double warm = o->warm_up ? (double)(p->rows + batch) / (double)o->warm_up : 1;
    return schedule_share(&o->choices.schedule, used(o, p), warm);
}

static uint64_t mixed(uint64_t hash, const void *data, size_t n)
{
    return rng_mix64(hash_bytes(hash, data, n));
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
    hash =
        rng_mix64(hash ^ (t->store ? nn_store_hash(t->store) : nn_import_fingerprint(o->import)));
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
    const training_place place = {p->rows, p->seconds, p->sums};
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
    GO_TRY(trainer_share_start(t, opt, &place, err));
    p->rows = p->reported = place.rows;
    p->sums = place.sums;
    k->kept = p->seconds = place.seconds;
    return GO_OK;
}

/* The statistics of all lanes of a batch, while norms do what they did, are added to sum. */
static go_status measure_norms(trainer *t, int64_t number, const float *theta, float *sum,
                               go_error *err)
{
    comm *ranks = t->options->ranks;
    const size_t from = t->p.learned, n = t->p.n - from;
    nn_loss_sums losses = {0};
    float *seen = t->lanes[0].sum + from;
    GO_TRY(comm_agree(ranks, trainer_run_batch(t, number, theta, true, &losses, err), err));
    GO_TRY(comm_add_floats(ranks, seen, (int64_t)n, err));
    for (size_t i = 0; i < n; i++)
        sum[from + i] += seen[i];
    return GO_OK;
}

/* Lets the norms of a network that has learned before go on with statistics. */
static go_status begin_norms(trainer *t, optimiser *opt, go_error *err)
{
    enum { BATCHES = 16 };
    float *sum = calloc(t->p.n, sizeof *sum);
    go_status status = sum ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for training");
    status = comm_agree(t->options->ranks, status, err);
    t->p.norms = NN_NORMS_MEASURE;
    for (int i = 0; i < BATCHES && status == GO_OK && sum; i++)
        status = measure_norms(t, i, opt->theta, sum, err);
    t->p.norms = (nn_norms)t->options->choices.norms;
    if (status == GO_OK && comm_rank(t->options->ranks) == 0)
        nn_parameters_begin_norms(&t->p, sum, opt->theta);
    free(sum);
    GO_TRY(status);
    GO_TRY(trainer_from_rank_0(t, opt->theta, t->p.n, err));
    memcpy(opt->average, opt->theta, t->p.n * sizeof *opt->average);
    return GO_OK;
}

/* Numbers that are none would spoil all that was learned.  Before the step, so that the
 * optimiser is still sound.                                                   */
static go_status check_numbers(const trainer *t, const keeper *k, const nn_train_progress *p,
                               double length, go_error *err)
{
    if (isfinite(p->sums.total) && isfinite(length))
        return GO_OK;
    const bool is_kept = k->path && k->kept > 0;
    return go_fail(err, GO_EFORMAT,
                   "after %lld rows the %s is no longer a finite number; train again with a --rate "
                   "below %g%s%s%s",
                   (long long)p->rows, isfinite(p->sums.total) ? "gradient" : "loss",
                   t->opt->settings.rate, is_kept ? ", without --resume; first remove " : "",
                   is_kept ? k->path : "", is_kept ? ", the last checkpoint" : "");
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

/* Reports to all ranks; *stops: one of them, or an interrupt, wants an end. */
static go_status tell(trainer *t, const nn_train_progress *p, nn_train_report *report, void *user,
                      bool interrupted, bool *stops, go_error *err)
{
    comm *ranks = t->options->ranks;
    GO_TRY(trainer_share_drawn(t, err));
    int64_t n = (report && !report(user, p)) || interrupted;
    GO_TRY(comm_agree(ranks, learn_again(t, err), err));
    GO_TRY(comm_sum_counts(ranks, &n, 1, err));
    *stops = n > 0;
    return GO_OK;
}

static go_status train_on(trainer *t, optimiser *opt, int64_t every, nn_train_report *report,
                          void *user, go_error *err)
{
    const nn_train_options *o = t->options;
    const int64_t batch = (int64_t)o->lanes * o->rows;
    nn_train_progress p = {.budget = o->budget, .drawn = &t->shared, .trainer = t};
    keeper k;
    GO_TRY(find_start(t, &k, opt, &p, err));
    if (o->goes_on && o->choices.norms != NN_NORMS_FIXED && p.rows == 0)
        GO_TRY(begin_norms(t, opt, err));
    double began = clock_now() - p.seconds, told = p.seconds, lengths = 0;
    const bool steps_here = comm_rank(o->ranks) == 0;
    bool interrupted = false, stops = false;
    int64_t steps = 0;
    if (p.rows > 0 && used(o, &p) >= 1) { /* all was learned: the last report comes again */
        p.budget = p.rows;
        return tell(t, &p, report, user, false, &stops, err);
    }
    p.sums = (nn_loss_sums){0};
    while (used(o, &p) < 1) {
        const double share = share_of_rate(o, &p, batch);
        p.rate = opt->settings.rate * share;
        nn_loss_sums losses = {0};
        const go_status status = trainer_run_shared(t, p.rows / batch, opt->theta, &losses, err);
        if (status != GO_OK) { /* a GPU may be lost; what was learned until then is not */
            if (p.rows > 0)
                (void)keep(&k, t, opt, &p, true, NULL);
            return status;
        }
        nn_loss_sums_add(&p.sums, &losses);
        const float *gradient = t->lanes[0].sum;
        const double length = steps_here ? optimiser_length(opt, gradient) : 0;
        GO_TRY(comm_agree(o->ranks, check_numbers(t, &k, &p, length, err), err));
        if (steps_here)
            optimiser_step(opt, gradient, length, share);
        lengths += length;
        GO_TRY(trainer_from_rank_0(t, opt->theta, t->p.n, err));
        steps++;
        p.rows += batch;
        p.seconds = clock_now() - began;
        GO_TRY(trainer_share_time(t, &p.seconds, &interrupted, err));
        p.budget = rows_in_all(o, &p);
        const bool is_due = p.rows - p.reported >= every || p.seconds - told >= LONGEST_SILENCE;
        if (!is_due && used(o, &p) < 1 && !interrupted)
            continue;
        p.length = lengths / (double)steps;
        p.keeps = k.path && p.seconds - k.kept >= k.every;
        GO_TRY(tell(t, &p, report, user, interrupted, &stops, err));
        GO_TRY(comm_agree(o->ranks, keep(&k, t, opt, &p, p.keeps || stops, err), err));
        if (stops)
            return go_fail(err, GO_EINTR, "interrupted");
        told = p.seconds;
        p.reported = p.rows;
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
    go_status status = trainer_create(&t, m, store, options, err);
    t.m = m;
    t.opt = &opt;
    if (status == GO_OK)
        status = optimiser_create(&opt, &t.p, &options->choices.optimiser,
                                  &options->choices.average, options->threads, err);
    status = comm_agree(options->ranks, status, err);
    if (status == GO_OK)
        status = train_on(&t, &opt, every, report, user, err);
    const bool learned = status == GO_OK || status == GO_EINTR;
    if (learned && trainer_from_rank_0(&t, opt.average, t.p.n, err) != GO_OK)
        status = GO_EIO;
    else if (learned)
        nn_parameters_set(&t.p, opt.average, m);
    optimiser_destroy(&opt);
    trainer_destroy(&t);
    return status;
}

go_status nn_train(nn_model *m, const nn_store *store, const nn_train_options *options,
                   int64_t every, nn_train_report *report, void *user, go_error *err)
{
    const bool answers = options->choices.weights.answer > 0;
    if (!store && options->choices.pool > 0)
        return go_fail(err, GO_EINVAL,
                       "--pool needs games; rows of other programs are not kept after use");
    if (options->choices.pool > 0 && options->choices.pool < options->lanes * options->rows)
        return go_fail(
            err, GO_EINVAL,
            "--pool %d holds less than a batch of %d rows, half of which come out of it; "
            "use a larger pool or smaller batches",
            options->choices.pool, options->lanes * options->rows);
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
                           const nn_train_options *options, int64_t rows, nn_train_measured *more,
                           void *user, nn_loss_sums *sums, go_error *err)
{
    trainer t;
    nn_train_options o = *options;
    o.choices.forget = o.choices.other_rules = o.choices.other_komi = 0;
    o.choices.norms = NN_NORMS_FIXED; /* as in play */
    o.choices.pool = 0;
    o.ranks = NULL;
    o.choices.weights.answer = o.choices.weights.search = 0;
    *sums = (nn_loss_sums){0};
    go_status status = trainer_create(&t, m, store, &o, err);
    float *theta = status == GO_OK ? malloc(t.p.n * sizeof *theta) : NULL;
    if (status == GO_OK && !theta)
        status = go_fail(err, GO_ENOMEM, "out of memory for measuring");
    if (theta)
        nn_parameters_get(&t.p, theta);
    for (int64_t n = 0, done = 0; done < rows && n < t.plan.per_epoch && status == GO_OK; n++) {
        status = trainer_run_batch(&t, n, theta, false, sums, err);
        done += t.counted;
        if (more && !more(user, done))
            break;
    }
    free(theta);
    trainer_destroy(&t);
    return status;
}
