/* mm_method_mm.c -- minorization-maximization, one group at a time.
 *
 * The paper's algorithm.  Within a group gammas exclude each other, so E_j is
 * linear in them and the minorizing function splits into one term per gamma:
 * all of them may be updated at once, and the objective cannot fall (Coulom
 * 2007, section 3.2).  Two groups at once would break that promise.          */
#include <math.h>
#include <string.h>

#include "mm_train/solver/mm_method.h"
#include "mm_train/solver/mm_prior.h"

static void update_group(mm_state *state, int g)
{
    const mm_groups *groups = &state->problem->groups;
    const mm_point *at = &state->at;
    memcpy(state->trial.theta, at->theta, (size_t)state->n * sizeof(double));
    for (int i = groups->first[g]; i < groups->first[g + 1]; i++)
        state->trial.theta[i] += mm_log_step(at->theta[i], state->problem->wins[i],
                                              at->expected[i], state->prior);
}

/* Updates the next group and evaluates the outcome; after the last one, also
 * moves along the flat directions.                                           */
static go_status try_group(mm_state *state, go_error *err)
{
    const mm_groups *groups = &state->problem->groups;
    update_group(state, state->next_group);
    if (state->next_group == groups->n_groups - 1)
        mm_gauge_fix(&state->gauge, groups, state->prior, state->trial.theta);
    return mm_state_evaluate(state, &state->trial, err);
}

/* The update of a group cannot make things worse.  If they are, a direction
 * taken for flat is not quite, and goes.                                     */
static go_status next_group(mm_state *state, go_error *err)
{
    go_status status = try_group(state, err);
    bool fell = state->trial.objective < state->at.objective - mm_state_rounding(state);
    if (status == GO_OK && fell && state->gauge.n > 0) {
        state->gauge.n = 0;
        status = try_group(state, err);
    }
    if (status != GO_OK)
        return status;
    mm_state_accept(state);
    state->next_group++;
    return GO_OK;
}

/* One sweep over the groups, or what is left of one that was cut short. */
static go_status iterate(mm_state *state, bool *moved, go_error *err)
{
    if (state->next_group == 0)
        state->sweep_start = state->at.objective;
    while (state->next_group < state->problem->groups.n_groups) {
        go_status status = next_group(state, err);
        if (status != GO_OK)
            return status;
    }
    state->next_group = 0;
    *moved = true;
    return GO_OK;
}

const mm_method mm_method_mm = {false, iterate};
