#include "mm_train/solver/mm_solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mm_train/solver/mm_prior.h"
#include "mm_train/solver/mm_solver_state.h"

static const mm_method *const methods[] = {&mm_method_mm, &mm_method_lbfgs};

mm_solver_options mm_solver_defaults(void)
{
    return (mm_solver_options){.method = "lbfgs",
                               .prior = 1.0,
                               .gain_tolerance = 1e-6,
                               .step_tolerance = 0,
                               .history = 8};
}

mm_solver_options mm_solver_strict(void)
{
    mm_solver_options options = mm_solver_defaults();
    options.gain_tolerance = 0;
    options.step_tolerance = 1e-7;
    return options;
}

/* ---- creation ---- */

static const mm_method *find_method(const char *name)
{
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        if (strcmp(methods[k]->name, name) == 0)
            return methods[k];
    }
    return NULL;
}

static go_status check_options(const mm_solver_options *o, go_error *err)
{
    if (!find_method(o->method))
        return go_fail(err, GO_EINVAL, "there is no solver \"%s\"; use \"mm\" or \"lbfgs\"",
                       o->method);
    if (!(o->prior > 0) || !isfinite(o->prior))
        return go_fail(err, GO_EINVAL,
                       "the prior is %g wins and losses, but must be more than 0 (1 is usual)",
                       o->prior);
    if (!(o->gain_tolerance >= 0) || !(o->step_tolerance >= 0))
        return go_fail(err, GO_EINVAL, "a tolerance is negative; use 0 to switch it off");
    if (o->history < 1 || o->history > 64)
        return go_fail(err, GO_EINVAL, "the history is %d pairs, but must be 1 to 64",
                       o->history);
    return GO_OK;
}

static go_status check_problem(const mm_problem *problem, const double *start, go_error *err)
{
    if (problem->n_gammas < 1)
        return go_fail(err, GO_EEMPTY, "there are no gammas to fit; give at least one feature");
    if (problem->n_competitions < 1)
        return go_fail(err, GO_EEMPTY, "there are no competitions to fit the gammas to");
    for (int i = 0; start && i < problem->n_gammas; i++) {
        if (!isfinite(start[i]))
            return go_fail(err, GO_EINVAL, "the first value of gamma %d is not finite", i);
    }
    return GO_OK;
}

static bool allocate(mm_solver *s)
{
    size_t n = (size_t)s->n, history = (size_t)s->options.history;
    s->at.theta = calloc(n, sizeof(double));
    s->at.expected = calloc(n, sizeof(double));
    s->trial.theta = calloc(n, sizeof(double));
    s->trial.expected = calloc(n, sizeof(double));
    bool done = s->at.theta && s->at.expected && s->trial.theta && s->trial.expected;
    if (!done || !s->method->uses_history)
        return done;
    s->s = calloc(n * history, sizeof(double));
    s->y = calloc(n * history, sizeof(double));
    s->s_dot_y = calloc(history, sizeof(double));
    s->direction = calloc(n, sizeof(double));
    s->gradient = calloc(n, sizeof(double));
    return s->s && s->y && s->s_dot_y && s->direction && s->gradient;
}

size_t mm_solver_bytes(const mm_solver_options *options, int n_gammas)
{
    const mm_method *method = find_method(options->method);
    size_t vectors = 4;
    if (method && method->uses_history)
        vectors += 2 + 2 * (size_t)options->history;
    return sizeof(mm_solver) + vectors * (size_t)n_gammas * sizeof(double);
}

go_status mm_solver_create(const mm_problem *problem, const mm_solver_options *options,
                           const double *start, mm_solver **out, go_error *err)
{
    go_status status = check_options(options, err);
    if (status == GO_OK)
        status = check_problem(problem, start, err);
    if (status != GO_OK)
        return status;
    mm_solver *solver = calloc(1, sizeof *solver);
    if (solver) {
        solver->problem = problem;
        solver->options = *options;
        solver->method = find_method(options->method);
        solver->options.method = solver->method->name;
        solver->n = problem->n_gammas;
    }
    if (!solver || !allocate(solver)) {
        mm_solver_destroy(solver);
        return go_fail(err, GO_ENOMEM, "no memory for a solver of %d gammas (%zu MB)",
                       problem->n_gammas,
                       mm_solver_bytes(options, problem->n_gammas) / 1000000);
    }
    if (start)
        memcpy(solver->at.theta, start, (size_t)solver->n * sizeof *start);
    *out = solver;
    return GO_OK;
}

void mm_solver_destroy(mm_solver *solver)
{
    if (!solver)
        return;
    double *arrays[] = {solver->at.theta, solver->at.expected, solver->trial.theta,
                        solver->trial.expected, solver->s, solver->y,
                        solver->s_dot_y, solver->direction, solver->gradient};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        free(arrays[k]);
    free(solver);
}

const double *mm_solver_theta(const mm_solver *solver)
{
    return solver->at.theta;
}

mm_progress mm_solver_progress(const mm_solver *solver)
{
    return solver->progress;
}

/* ---- points ---- */

go_status mm_point_evaluate(const mm_solver *solver, mm_point *point, go_error *err)
{
    const mm_problem *problem = solver->problem;
    go_status status = problem->expect(problem->data, point->theta, point->expected,
                                       &point->log_likelihood, err);
    if (status != GO_OK)
        return status;
    point->log_prior = 0;
    for (int i = 0; i < solver->n; i++)
        point->log_prior += mm_log_prior(point->theta[i], solver->options.prior);
    point->objective = point->log_likelihood + point->log_prior;
    return GO_OK;
}

void mm_point_gradient(const mm_solver *solver, const mm_point *point, double *out)
{
    double p = solver->options.prior;
    const double *wins = solver->problem->wins;
    for (int i = 0; i < solver->n; i++)
        out[i] = wins[i] + p - mm_expected_wins(point->theta[i], point->expected[i], p);
}

void mm_solver_accept(mm_solver *solver)
{
    mm_point old = solver->at;
    solver->at = solver->trial;
    solver->trial = old;
    mm_gauge_check(&solver->gauge, solver->problem, solver->at.expected);
}

double mm_solver_rounding(const mm_solver *solver)
{
    return 4e-13 * (fabs(solver->at.objective) + 1.0);
}

/* ---- iterations ---- */

/* The first look at the competitions: where do we stand, and which directions
 * are flat?                                                                  */
static go_status start_out(mm_solver *solver, go_error *err)
{
    go_status status = mm_point_evaluate(solver, &solver->at, err);
    if (status != GO_OK)
        return status;
    solver->progress.expects++;
    mm_gauge_find(&solver->gauge, solver->problem, solver->at.expected);
    solver->sweep_start = solver->at.objective;
    solver->evaluated = true;
    return GO_OK;
}

static double largest_step(const mm_solver *solver)
{
    const mm_point *at = &solver->at;
    double most = 0;
    for (int i = 0; i < solver->n; i++) {
        double step = mm_log_step(at->theta[i], solver->problem->wins[i], at->expected[i],
                                  solver->options.prior);
        most = fmax(most, fabs(step));
    }
    return most;
}

static void report(mm_solver *solver, double before, bool moved)
{
    const mm_solver_options *o = &solver->options;
    mm_progress *p = &solver->progress;
    p->iteration++;
    p->log_likelihood = solver->at.log_likelihood;
    p->log_prior = solver->at.log_prior;
    p->gain = (solver->at.objective - before) / (double)solver->problem->n_competitions;
    p->largest_step = largest_step(solver);
    double promised = solver->promised_gain / (double)solver->problem->n_competitions;
    p->converged = !moved || fmax(p->gain, promised) < o->gain_tolerance ||
                   p->largest_step <= o->step_tolerance;
}

go_status mm_solver_step(mm_solver *solver, mm_progress *progress, go_error *err)
{
    bool moved = true;
    go_status status = solver->evaluated ? GO_OK : start_out(solver, err);
    double before = solver->next_group > 0 ? solver->sweep_start : solver->at.objective;
    if (status == GO_OK)
        status = solver->method->iterate(solver, &moved, err);
    if (status == GO_OK)
        report(solver, before, moved);
    if (progress)
        *progress = solver->progress;
    return status;
}
