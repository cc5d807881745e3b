/* mm_solver_mm.c -- minorization-maximization, one group at a time.
 *
 * The paper's algorithm.  Within a group gammas exclude each other, so E_j is
 * linear in them and the minorizing function splits into one term per gamma:
 * all of them may be updated at once, and the objective cannot fall (Coulom
 * 2007, section 3.2).  Two groups at once would break that promise.          */
#include <math.h>
#include <string.h>

#include "mm_train/solver/mm_prior.h"
#include "mm_train/solver/mm_solver_state.h"

static void update_group(mm_solver *solver, int g)
{
    const mm_groups *groups = &solver->problem->groups;
    const mm_point *at = &solver->at;
    memcpy(solver->trial.theta, at->theta, (size_t)solver->n * sizeof(double));
    for (int i = groups->first[g]; i < groups->first[g + 1]; i++)
        solver->trial.theta[i] += mm_log_step(at->theta[i], solver->problem->wins[i],
                                              at->expected[i], solver->options.prior);
}

/* Updates the next group and evaluates the outcome; after the last one, also
 * moves along the flat directions.                                           */
static go_status try_group(mm_solver *solver, go_error *err)
{
    const mm_groups *groups = &solver->problem->groups;
    update_group(solver, solver->next_group);
    if (solver->next_group == groups->n_groups - 1)
        mm_gauge_fix(&solver->gauge, groups, solver->options.prior, solver->trial.theta);
    go_status status = mm_point_evaluate(solver, &solver->trial, err);
    solver->progress.expects += status == GO_OK;
    return status;
}

/* The update of a group cannot make things worse.  If they are, a direction
 * taken for flat is not quite, and goes.                                     */
static go_status next_group(mm_solver *solver, go_error *err)
{
    go_status status = try_group(solver, err);
    bool fell = solver->trial.objective < solver->at.objective - mm_solver_rounding(solver);
    if (status == GO_OK && fell && solver->gauge.n > 0) {
        solver->gauge.n = 0;
        status = try_group(solver, err);
    }
    if (status != GO_OK)
        return status;
    mm_solver_accept(solver);
    solver->next_group++;
    return GO_OK;
}

/* One sweep over the groups, or what is left of one that was cut short. */
static go_status iterate(mm_solver *solver, bool *moved, go_error *err)
{
    if (solver->next_group == 0)
        solver->sweep_start = solver->at.objective;
    while (solver->next_group < solver->problem->groups.n_groups) {
        go_status status = next_group(solver, err);
        if (status != GO_OK)
            return status;
    }
    solver->next_group = 0;
    *moved = true;
    return GO_OK;
}

const mm_method mm_method_mm = {"mm", false, iterate};
