#include "mcts/evaluate/evaluator.h"

#include <stdlib.h>

#include "mcts/evaluate/parts.h"

/* The parts of the value.  The second one of two has the share lambda:
 * (1 - lambda) v + lambda z (AlphaGo, 2016).                                  */
static const evaluator_part *const value_parts[][EVALUATOR_VALUES] = {
    [EVALUATOR_ROLLOUT] = {&part_playout},
    [EVALUATOR_UNIFORM] = {&part_uniform},
    [EVALUATOR_NETWORK] = {&part_network},
    [EVALUATOR_MIXED] = {&part_network, &part_playout},
};

static const evaluator_part *const prior_parts[] = {
    [PRIOR_GAMMAS] = &part_gammas,
    [PRIOR_UNIFORM] = &part_uniform,
    [PRIOR_NETWORK] = &part_network,
};

go_status evaluator_create(evaluator *e, const knowledge *k, const evaluate_settings *settings,
                           go_error *err)
{
    const evaluator_part *const *values = value_parts[settings->evaluator];
    const evaluator_part *prior = prior_parts[settings->prior];
    *e = (evaluator){.settings = settings, .predicts = true};
    for (; e->n_values < EVALUATOR_VALUES && values[e->n_values]; e->n_values++) {
        e->part[e->n_values] = values[e->n_values];
        e->predicts = e->predicts && values[e->n_values]->predicts;
    }
    e->part[e->n_values] = prior;
    while (e->part[e->prior] != prior)
        e->prior++;
    e->prior_with_value = e->prior < e->n_values && prior->predicts;
    while (e->n < e->n_values || e->n <= e->prior) {
        const evaluator_part *part = e->part[e->n];
        void *state = calloc(1, part->state_size);
        if (!state && part->state_size)
            return go_fail(err, GO_ENOMEM, "out of memory for an evaluator");
        e->slow = e->slow || part->slow;
        e->state[e->n++] = state;
        if (part->create)
            GO_TRY(part->create(state, k, settings, err));
    }
    return GO_OK;
}

void evaluator_destroy(evaluator *e)
{
    for (int i = 0; i < e->n; i++) {
        if (e->part[i]->destroy)
            e->part[i]->destroy(e->state[i]);
        free(e->state[i]);
    }
    *e = (evaluator){0};
}

go_status evaluator_begin(evaluator *e, const root_position *root, go_error *err)
{
    for (int i = 0; i < e->n; i++)
        if (e->part[i]->begin)
            GO_TRY(e->part[i]->begin(e->state[i], root, err));
    return GO_OK;
}

void evaluator_enter(evaluator *e)
{
    for (int i = 0; i < e->n; i++)
        if (e->part[i]->enter)
            e->part[i]->enter(e->state[i]);
}

void evaluator_leave(evaluator *e)
{
    for (int i = 0; i < e->n; i++)
        if (e->part[i]->leave)
            e->part[i]->leave(e->state[i]);
}

go_status evaluator_evaluate(evaluator *e, const line *at, int wanted, rng *random,
                             leaf_value *out, go_error *err)
{
    *out = (leaf_value){0};
    if (at->root->exact_ends && line_is_over(at)) { /* counted as it stands, not estimated */
        out->lead = out->score = line_lead(at, NULL);
        double won = out->lead - at->root->dynamic_komi;
        out->win = leaf_win(won);
        out->value = leaf_weigh(leaf_win(won), won, e->settings->score_weight,
                                at->board.size * at->board.size);
        out->has_value = out->has_lead = true;
        return GO_OK;
    }
    int n = 0;
    for (int i = 0; i < e->n_values; i++) {
        const evaluator_part *part = e->part[i];
        if (!(wanted & EVALUATE_VALUE) && !(wanted & EVALUATE_PREDICTION && part->predicts))
            continue;
        leaf_value first = *out;
        GO_TRY(part->value(e->state[i], at, random, out, err));
        double lambda = e->settings->lambda;
        if (n++) {
            out->win = (1 - lambda) * first.win + lambda * out->win;
            out->value = (1 - lambda) * first.value + lambda * out->value;
            if (first.has_lead)
                out->lead = (1 - lambda) * first.lead + lambda * out->lead;
        }
    }
    out->has_value = n == e->n_values;
    if (!e->prior_with_value)
        out->prior = NULL;
    if (wanted & EVALUATE_PRIOR && !out->prior)
        return e->part[e->prior]->prior(e->state[e->prior], at, wanted & EVALUATE_SOME, out, err);
    return GO_OK;
}
