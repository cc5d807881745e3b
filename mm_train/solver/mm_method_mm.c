/* mm_method_mm.c -- minorization-maximization, one group at a time.
 *
 * The paper's algorithm.  The gammas of a group exclude each other, so E_j is
 * linear in them and the minorizing function splits into one term per gamma:
 * all of them may be updated at once, and the objective cannot fall (Coulom
 * 2007, section 3.2).  With two groups at once it could.                     */
#include <math.h>
#include <string.h>

#include "mm_train/solver/mm_method.h"
#include "mm_train/solver/mm_prior.h"

/* Updates the next group and evaluates the outcome; after the last one, also
 * moves along the flat directions.                                           */
static go_status try_group(mm_state *state, go_error *err)
{
    const mm_groups *groups = &state->problem->groups;
    const mm_point *at = &state->at;
    const int g = state->next_group;
    memcpy(state->trial.theta, at->theta, (size_t)state->n * sizeof(double));
    for (int i = groups->first[g]; i < groups->first[g + 1]; i++)
        state->trial.theta[i] += mm_log_step(at->theta[i], state->problem->wins[i],
                                             at->expected[i], state->prior);
    if (g == groups->n_groups - 1)
        mm_gauge_fix(&state->gauge, groups, state->prior, state->trial.theta);
    return mm_state_evaluate(state, &state->trial, err);
}

static bool is_as_good(const mm_state *state)
{
    return state->trial.objective >= state->at.objective - mm_state_rounding(state);
}

/* One sweep over the groups, or the rest of one that was interrupted. */
static go_status iterate(mm_state *state, bool *moved, go_error *err)
{
    if (state->next_group == 0)
        state->sweep_start = state->at.objective;
    for (; state->next_group < state->problem->groups.n_groups; state->next_group++) {
        GO_TRY(try_group(state, err));
        /* the update of a group cannot lower the objective: if it fell, a direction
         * that was taken for flat is not quite flat, and is dropped */
        if (!is_as_good(state) && state->gauge.n > 0) {
            state->gauge.n = 0;
            GO_TRY(try_group(state, err));
        }
        if (isnan(state->trial.objective)) { /* strengths beyond all numbers */
            state->next_group = 0;
            *moved = false;
            return GO_OK;
        }
        mm_state_accept(state);
    }
    state->next_group = 0;
    *moved = true;
    return GO_OK;
}

const mm_method mm_method_mm = {false, iterate};
