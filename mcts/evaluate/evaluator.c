#include "mcts/evaluate/evaluator.h"

#include <stdlib.h>

#include "mcts/evaluate/parts.h"

enum { MAX_VALUES = 2 };

/* The parts that tell the value.  Of two, the share lambda is that of the second:
 * (1 - lambda) v + lambda z (AlphaGo, 2016).                                  */
static const evaluator_part *const value_parts[][MAX_VALUES] = {
    [EVALUATOR_ROLLOUT] = {&part_playout},
    [EVALUATOR_UNIFORM] = {&part_uniform},
    [EVALUATOR_NETWORK] = {&part_network},
    [EVALUATOR_MIXED] = {&part_network, &part_playout},
};

/* The part that tells the prior. */
static const evaluator_part *const prior_parts[] = {
    [PRIOR_GAMMAS] = &part_gammas,
    [PRIOR_UNIFORM] = &part_uniform,
    [PRIOR_NETWORK] = &part_network,
};

struct evaluator {
    const evaluate_settings *settings;
    const evaluator_part *part[MAX_VALUES + 1]; /* first those of the value */
    void *state[MAX_VALUES + 1];
    int n, n_values;
    int prior; /* which part tells it */
};

go_status evaluator_create(evaluator **out, const knowledge *k, const evaluate_settings *settings,
                           go_error *err)
{
    evaluator *e = calloc(1, sizeof *e);
    if (!e)
        return go_fail(err, GO_ENOMEM, "out of memory for an evaluator");
    e->settings = settings;
    const evaluator_part *const *values = value_parts[settings->evaluator];
    while (e->n_values < MAX_VALUES && values[e->n_values]) {
        e->part[e->n_values] = values[e->n_values];
        e->n_values++;
    }
    e->part[e->n_values] = prior_parts[settings->prior];
    while (e->part[e->prior] != prior_parts[settings->prior])
        e->prior++;
    int n = e->prior < e->n_values ? e->n_values : e->n_values + 1;
    for (; e->n < n; e->n++) {
        const evaluator_part *part = e->part[e->n];
        go_status status =
            part->create ? part->create(&e->state[e->n], k, settings, err) : GO_OK;
        if (status != GO_OK) {
            e->n++;
            evaluator_destroy(e);
            return status;
        }
    }
    *out = e;
    return GO_OK;
}

void evaluator_destroy(evaluator *e)
{
    for (int i = 0; e && i < e->n; i++)
        if (e->part[i]->destroy)
            e->part[i]->destroy(e->state[i]);
    free(e);
}

go_status evaluator_begin(evaluator *e, const root_position *root, go_error *err)
{
    go_status status = GO_OK;
    for (int i = 0; i < e->n && status == GO_OK; i++)
        if (e->part[i]->begin)
            status = e->part[i]->begin(e->state[i], root, err);
    return status;
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

bool evaluator_tells_all(const evaluator *e)
{
    return e->prior < e->n_values && e->part[e->prior]->tells_all;
}

bool evaluator_predicts(const evaluator *e)
{
    for (int i = 0; i < e->n_values; i++)
        if (!e->part[i]->predicts)
            return false;
    return true;
}

bool evaluator_is_slow(const evaluator *e)
{
    for (int i = 0; i < e->n; i++)
        if (e->part[i]->slow)
            return true;
    return false;
}

/* A game that is over and counted as it stands needs no estimate. */
static void count_end(const evaluator *e, const line *at, leaf_value *out)
{
    out->lead = line_lead(at, NULL);
    double won = out->lead - at->root->dynamic_komi;
    out->value = leaf_weigh(leaf_win(won), won, e->settings->score_weight,
                            at->board.size * at->board.size);
    out->has_value = out->has_lead = true;
}

go_status evaluator_evaluate(evaluator *e, const line *at, int wanted, rng *random,
                             leaf_value *out, go_error *err)
{
    *out = (leaf_value){0};
    if (at->root->exact_ends && line_is_over(at)) {
        count_end(e, at, out);
        return GO_OK;
    }
    int told = 0;
    for (int i = 0; i < e->n_values; i++) {
        const evaluator_part *part = e->part[i];
        if (!(wanted & EVALUATE_VALUE) && !(wanted & EVALUATE_PREDICTION && part->predicts))
            continue;
        leaf_value first = *out;
        go_status status = part->value(e->state[i], at, random, out, err);
        if (status != GO_OK)
            return status;
        double lambda = e->settings->lambda;
        if (told++) {
            out->value = (1 - lambda) * first.value + lambda * out->value;
            if (first.has_lead)
                out->lead = (1 - lambda) * first.lead + lambda * out->lead;
        }
    }
    out->has_value = told == e->n_values;
    if (!evaluator_tells_all(e))
        out->prior = NULL;
    if (wanted & EVALUATE_PRIOR && !out->prior)
        return e->part[e->prior]->prior(e->state[e->prior], at, out, err);
    return GO_OK;
}
