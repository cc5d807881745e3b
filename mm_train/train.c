#include "mm_train/train.h"

#include <string.h>

#include "base/clock.h"
#include "mm_train/export.h"
#include "mm_train/solver/mm_shared.h"

typedef struct training {
    const train_options *o;
    comm *c;
    const games *g;
    vocabulary *v;
    dataset *d;
    mm_problem share;  /* of this rank */
    mm_shared *shared; /* of all ranks */
    mm_solver *solver;
    uint64_t fingerprint;
    bool unsaved; /* a checkpoint could not be written, as somebody was told */
    train_log *log;
} training;

/* ---- data ---- */

/* Pairs of places need many positions to learn from; with fewer they fit noise
 * (measured: doc/performance.md).                                            */
enum { POSITIONS_PER_PAIR = 100 };

static go_status harvest(training *t, go_error *err)
{
    const double began = clock_now();
    feature_set set = *t->o->set;
    int64_t n = t->g->n_moves;
    GO_TRY(comm_sum_counts(t->c, &n, 1, err));
    if (n < (int64_t)POSITIONS_PER_PAIR * feature_levels(F_PAIR, t->g->size))
        set.groups &= ~(1u << F_PAIR | 1u << F_PAIR2);
    t->v = vocabulary_create(&set, t->g->size);
    if (!t->v)
        return go_fail(err, GO_ENOMEM, "out of memory for the dictionaries of shapes");
    go_status status = harvest_shapes(t->v, t->g, t->c, t->o->min_count, &t->o->run, err);
    t->log->harvest_seconds = clock_now() - began;
    return status;
}

static go_status encode(training *t, go_error *err)
{
    const double began = clock_now();
    go_status status = comm_agree(
        t->c, dataset_create(&t->d, t->v, t->g, t->o->folder, &t->o->run, err), err);
    t->log->encode_seconds = clock_now() - began;
    if (status != GO_OK)
        return status;
    dataset_sizes s = dataset_measure(t->d);
    int64_t counts[6] = {s.games, s.positions, s.teams, s.changes, s.bytes,
                         (int64_t)dataset_fingerprint(t->d)};
    status = comm_sum_counts(t->c, counts, 6, err);
    t->log->sizes = (dataset_sizes){counts[0], counts[1], counts[2], counts[3], counts[4]};
    t->fingerprint = (uint64_t)counts[5];
    if (status == GO_OK && t->o->on_dataset)
        t->o->on_dataset(t->o->run.user, &t->log->sizes, t->v);
    return status;
}

/* ---- the fit ---- */

static go_status save(const training *t, go_error *err)
{
    if (!t->o->checkpoint || comm_rank(t->c) != 0)
        return GO_OK;
    return checkpoint_write(t->o->checkpoint, t->fingerprint, t->solver, &t->log->fit, err);
}

/* Saves the interrupted fit and says where, or why not. */
static go_status save_interrupted(const training *t, go_error *err)
{
    go_error why = {0};
    const int done = mm_solver_progress(t->solver).iteration;
    if (!t->o->checkpoint)
        return go_fail(err, GO_EINTR, "interrupted in iteration %d; nothing was saved", done + 1);
    go_status status = save(t, &why);
    if (status != GO_OK)
        return go_fail(err, status, "interrupted, and the checkpoint could not be saved: %.800s",
                       why.message);
    return go_fail(err, GO_EINTR, "interrupted after iteration %d and saved in '%s'; to continue, "
                   "repeat the command with --resume", done, t->o->checkpoint);
}

/* Saves the fit now and then.  It goes on without that: only an interruption needs it. */
static void save_at_times(training *t, double *saved)
{
    go_error why;
    if (clock_now() - *saved < t->o->checkpoint_seconds)
        return;
    *saved = clock_now();
    if (save(t, &why) == GO_OK || t->unsaved)
        return;
    t->unsaved = true;
    if (t->o->on_unsaved)
        t->o->on_unsaved(t->o->run.user, why.message);
}

/* The same answer on all ranks, of which a signal may have reached one. */
static go_status show_iteration(const training *t, const mm_progress *p, go_error *err)
{
    go_status status = GO_OK;
    if (t->o->on_iteration &&
        !t->o->on_iteration(t->o->run.user, p, t->log->sizes.positions))
        status = go_fail(err, GO_EINTR, "interrupted");
    return comm_agree(t->c, status, err);
}

static go_status iterate(training *t, go_error *err)
{
    mm_progress p = mm_solver_progress(t->solver);
    double saved = clock_now();
    const double n = (double)t->log->sizes.positions;
    while (!p.converged && p.iteration < t->o->max_iterations) {
        go_status status = mm_solver_step(t->solver, &p, err);
        if (status == GO_OK)
            status = fit_log_add(&t->log->fit, p.log_likelihood / n, err);
        if (status == GO_OK)
            status = show_iteration(t, &p, err);
        if (status == GO_EINTR)
            return save_interrupted(t, err);
        if (status != GO_OK)
            return status;
        save_at_times(t, &saved);
    }
    t->log->converged = p.converged;
    return GO_OK;
}

static go_status fit(training *t, go_error *err)
{
    t->share = dataset_problem(t->d, t->o->exact ? dataset_expect_double : dataset_expect_single);
    GO_TRY(mm_shared_create(t->c, &t->share, &t->shared, err));
    GO_TRY(mm_solver_create(mm_shared_problem(t->shared), &t->o->solver, NULL, &t->solver, err));
    if (t->o->resume)
        GO_TRY(checkpoint_read(t->o->checkpoint, t->fingerprint, t->solver, &t->log->fit, err));
    return iterate(t, err);
}

static go_status finish(training *t, gammas **out, go_error *err)
{
    const mm_problem *problem = mm_shared_problem(t->shared);
    mm_progress p = mm_solver_progress(t->solver);
    gammas_origin origin = {.games = t->log->sizes.games,
                            .positions = t->log->sizes.positions,
                            .min_count = t->o->min_count,
                            .prior = t->o->solver.prior,
                            .iterations = p.iteration,
                            .log_likelihood = p.log_likelihood / (double)t->log->sizes.positions,
                            .fingerprint = t->fingerprint};
    if (t->o->data)
        strncpy(origin.data, t->o->data, sizeof origin.data - 1);
    go_status status = gammas_create(out, t->v, mm_solver_theta(t->solver), problem->wins, &origin,
                                     err);
    if (status == GO_OK)
        t->v = NULL; /* the gammas own it now */
    return status;
}

go_status train_gammas(gammas **out, train_log *log, const games *g, comm *c,
                       const train_options *options, go_error *err)
{
    training t = {.o = options, .c = c, .g = g, .log = log};
    *log = (train_log){0};
    go_status status = harvest(&t, err);
    if (status == GO_OK && options->export)
        status = export_mm_text(options->export, t.v, g, &options->run, err);
    if (status == GO_OK)
        status = encode(&t, err);
    const double began = clock_now();
    if (status == GO_OK)
        status = fit(&t, err);
    log->fit_seconds = clock_now() - began;
    if (status == GO_OK)
        status = finish(&t, out, err);
    mm_solver_destroy(t.solver);
    mm_shared_destroy(t.shared);
    dataset_destroy(t.d);
    vocabulary_destroy(t.v);
    return status;
}
