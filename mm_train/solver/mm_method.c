#include "mm_train/solver/mm_method.h"

#include <math.h>

#include "mm_train/solver/mm_prior.h"

go_status mm_state_evaluate(mm_state *state, mm_point *point, go_error *err)
{
    const mm_problem *problem = state->problem;
    GO_TRY(problem->expect(problem->data, point->theta, point->expected, &point->log_likelihood,
                           err));
    state->expects++;
    point->log_prior = 0;
    for (int i = 0; i < state->n; i++)
        point->log_prior += mm_log_prior(point->theta[i], state->prior);
    point->objective = point->log_likelihood + point->log_prior;
    return GO_OK;
}

void mm_state_gradient(const mm_state *state, const mm_point *point, double *out)
{
    const double p = state->prior, *wins = state->problem->wins;
    for (int i = 0; i < state->n; i++)
        out[i] = wins[i] + p - mm_expected_wins(point->theta[i], point->expected[i], p);
}

void mm_state_accept(mm_state *state)
{
    mm_point old = state->at;
    state->at = state->trial;
    state->trial = old;
    mm_gauge_check(&state->gauge, state->problem, state->at.expected);
}

double mm_state_rounding(const mm_state *state)
{
    return 4e-13 * (fabs(state->at.objective) + 1.0);
}
