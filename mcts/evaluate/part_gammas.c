#include <stdlib.h>

#include "mcts/evaluate/parts.h"
#include "patterns/gammas/policy.h"

typedef struct gammas_state {
    policy *policy;
    float prior[BOARD_MAX_AREA + 1];
} gammas_state;

static void destroy(void *state)
{
    gammas_state *g = state;
    if (g)
        policy_destroy(g->policy);
    free(g);
}

static go_status create(void **state, const knowledge *k, const evaluate_settings *settings,
                        go_error *err)
{
    (void)settings;
    gammas_state *g = calloc(1, sizeof *g);
    *state = g;
    if (!g)
        return go_fail(err, GO_ENOMEM, "out of memory for the priors of moves");
    return policy_create(&g->policy, k->large, k->size, err);
}

static go_status prior(void *state, const line *at, leaf_value *out, go_error *err)
{
    (void)err;
    gammas_state *g = state;
    policy_start(g->policy, &at->board);
    policy_distribution(g->policy, at->to_move, g->prior);
    out->prior = g->prior;
    return GO_OK;
}

const evaluator_part part_gammas = {.create = create, .destroy = destroy, .prior = prior};
