#include "mm_train/solver/mm_solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mm_train/solver/mm_prior.h"
#include "mm_train/solver/mm_solver_fields.h"

static const mm_method *const methods[N_MM_METHODS] = {[MM_LBFGS] = &mm_method_lbfgs,
                                                       [MM_BY_GROUPS] = &mm_method_mm};

const char *mm_method_name(mm_method_id id)
{
#define NAME(number, word) word,
    static const char *const names[N_MM_METHODS] = {MM_METHODS(NAME)};
    return names[id];
}

mm_solver_options mm_solver_defaults(void)
{
    return (mm_solver_options){
        .method = MM_LBFGS, .prior = 1.0, .gain_tolerance = 1e-6, .history = 8};
}

mm_solver_options mm_solver_strict(void)
{
    mm_solver_options options = mm_solver_defaults();
    options.gain_tolerance = 0;
    options.step_tolerance = 1e-7;
    return options;
}

/* ---- creation ---- */

static go_status check(const mm_problem *problem, const mm_solver_options *o, const double *start,
                       go_error *err)
{
    if ((unsigned)o->method >= N_MM_METHODS)
        return go_fail(err, GO_EINVAL, "unknown solver number %d", (int)o->method);
    if (!(o->prior > 0) || !isfinite(o->prior))
        return go_fail(err, GO_EINVAL,
                       "the prior must be more than 0 wins and losses, not %g (1 is usual)",
                       o->prior);
    if (!(o->gain_tolerance >= 0) || !(o->step_tolerance >= 0))
        return go_fail(err, GO_EINVAL, "a tolerance is negative; use 0 to switch it off");
    if (o->history < 1 || o->history > 64)
        return go_fail(err, GO_EINVAL, "the history must be 1 to 64 pairs, not %d", o->history);
    if (problem->n_gammas < 1)
        return go_fail(err, GO_EEMPTY, "no gammas to fit; give at least one feature");
    if (problem->n_competitions < 1)
        return go_fail(err, GO_EEMPTY, "no competitions to fit the gammas to");
    for (int i = 0; start && i < problem->n_gammas; i++)
        if (!isfinite(start[i]))
            return go_fail(err, GO_EINVAL, "the first value of gamma %d is not finite", i);
    return GO_OK;
}

/* Vectors of n_gammas numbers: theta and expected of two points; with a history,
 * its pairs, a direction and a gradient.                                     */
static size_t vectors(const mm_method *method, int history)
{
    return 4 + (method->uses_history ? 2 + 2 * (size_t)history : 0);
}

static bool allocate(mm_solver *solver)
{
    mm_state *s = &solver->state;
    size_t n = (size_t)s->n, history = (size_t)s->history;
    double *at = calloc(n * vectors(solver->method, s->history) + history, sizeof *at);
    solver->block = at;
    if (!at)
        return false;
    double **const arrays[] = {&s->at.theta, &s->at.expected, &s->trial.theta, &s->trial.expected,
                               &s->direction, &s->gradient};
    for (size_t k = 0; k < (history ? 6 : 4); k++, at += n)
        *arrays[k] = at;
    if (history) {
        s->s = at;
        s->y = s->s + n * history;
        s->s_dot_y = s->y + n * history;
    }
    return true;
}

/* Bytes that a solver with these options holds. */
static size_t bytes(const mm_solver_options *options, int n_gammas)
{
    return sizeof(mm_solver) + vectors(methods[options->method], options->history) *
                                   (size_t)n_gammas * sizeof(double);
}

go_status mm_solver_create(const mm_problem *problem, const mm_solver_options *options,
                           const double *start, mm_solver **out, go_error *err)
{
    GO_TRY(check(problem, options, start, err));
    mm_solver *solver = calloc(1, sizeof *solver);
    if (solver) {
        solver->method = methods[options->method];
        solver->options = *options;
        solver->state = (mm_state){.problem = problem,
                                   .prior = options->prior,
                                   .n = problem->n_gammas,
                                   .history = solver->method->uses_history ? options->history : 0};
    }
    if (!solver || !allocate(solver)) {
        mm_solver_destroy(solver);
        return go_fail(err, GO_ENOMEM, "no memory for a solver of %d gammas (%zu MB)",
                       problem->n_gammas,
                       bytes(options, problem->n_gammas) / 1000000);
    }
    if (start)
        memcpy(solver->state.at.theta, start, (size_t)problem->n_gammas * sizeof *start);
    *out = solver;
    return GO_OK;
}

void mm_solver_destroy(mm_solver *solver)
{
    if (!solver)
        return;
    free(solver->block);
    free(solver);
}

const double *mm_solver_theta(const mm_solver *solver)
{
    return solver->state.at.theta;
}

mm_progress mm_solver_progress(const mm_solver *solver)
{
    return solver->progress;
}

/* ---- iterations ---- */

static void report(mm_solver *solver, double before, bool moved)
{
    const mm_solver_options *o = &solver->options;
    const mm_state *state = &solver->state;
    const mm_point *at = &state->at;
    const double n = (double)state->problem->n_competitions;
    mm_progress *p = &solver->progress;
    p->iteration++;
    p->log_likelihood = at->log_likelihood;
    p->log_prior = at->log_prior;
    p->gain = (at->objective - before) / n;
    p->largest_step = 0;
    for (int i = 0; i < state->n; i++)
        p->largest_step = fmax(p->largest_step,
                               fabs(mm_log_step(at->theta[i], state->problem->wins[i],
                                                at->expected[i], state->prior)));
    p->converged = !moved || fmax(p->gain, state->promised_gain / n) < o->gain_tolerance ||
                   p->largest_step <= o->step_tolerance;
}

go_status mm_solver_step(mm_solver *solver, mm_progress *progress, go_error *err)
{
    mm_state *state = &solver->state;
    go_status status = GO_OK;
    bool moved = true;
    if (!solver->evaluated) { /* where does the fit stand, and which directions are flat? */
        status = mm_state_evaluate(state, &state->at, err);
        if (status == GO_OK)
            status = mm_gauge_find(&state->gauge, state->problem, state->at.expected, err);
        if (status == GO_OK) {
            state->sweep_start = state->at.objective;
            solver->evaluated = true;
        }
    }
    double before = state->next_group > 0 ? state->sweep_start : state->at.objective;
    if (status == GO_OK)
        status = solver->method->iterate(state, &moved, err);
    solver->progress.expects = state->expects;
    if (status == GO_OK)
        report(solver, before, moved);
    if (progress)
        *progress = solver->progress;
    return status;
}
