#include "mcts/evaluate/evaluator.h"

#include <math.h>

/* How much is won, 0 .. 1. */
static double size_of(double lead, int area)
{
    return 0.5 + 0.5 * tanh(lead / (1.5 * sqrt((double)area)));
}

double evaluator_value(double lead, double weight, int area)
{
    double won = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    return (1 - weight) * won + weight * size_of(lead, area);
}

/* ---- rollout: one playout by the fast gammas ---- */

static void rollout_destroy(void *state) { playout_destroy(state); }

static go_status rollout_create(void **state, const knowledge *k, go_error *err)
{
    playout *p = NULL;
    go_status status = playout_create(&p, k->fast, err);
    *state = p;
    return status;
}

static void rollout_evaluate(void *state, const leaf *at, const evaluate_settings *settings,
                             rng *random, evaluation *out)
{
    playout *p = state;
    playout_options options = {.nakade = settings->playout.nakade};
    int area = playout_run(p, at->board, at->to_move, &options, random);
    out->lead = out->playout_lead = area + at->offset;
    out->value = evaluator_value(out->lead - at->handicap, settings->score_weight,
                                 at->board->size * at->board->size);
    out->moves = playout_moves(p, &out->n_moves);
    out->end = playout_board(p);
}

/* ---- uniform: every position is even; what the tree does by itself ---- */

static go_status uniform_create(void **state, const knowledge *k, go_error *err)
{
    (void)k;
    (void)err;
    *state = NULL;
    return GO_OK;
}

static void uniform_destroy(void *state) { (void)state; }

static void uniform_evaluate(void *state, const leaf *at, const evaluate_settings *settings,
                             rng *random, evaluation *out)
{
    (void)state;
    (void)at;
    (void)settings;
    (void)random;
    *out = (evaluation){.value = 0.5};
}

/* ---- network: its word ---- */

static void answer_evaluate(void *state, const leaf *at, const evaluate_settings *settings,
                             rng *random, evaluation *out)
{
    (void)state;
    (void)random;
    int area = at->board->size * at->board->size;
    double weight = at->net.has_lead ? settings->score_weight : 0;
    double size = size_of(at->net.lead - at->handicap, area);
    *out = (evaluation){.value = (1 - weight) * at->net.value + weight * size,
                        .lead = at->net.lead};
}

/* ---- mixed: (1 - lambda) v + lambda z (AlphaGo, 2016) ---- */

static void mixed_evaluate(void *state, const leaf *at, const evaluate_settings *settings,
                           rng *random, evaluation *out)
{
    evaluation net;
    double lambda = settings->lambda;
    answer_evaluate(NULL, at, settings, random, &net);
    rollout_evaluate(state, at, settings, random, out);
    out->value = (1 - lambda) * net.value + lambda * out->value;
    if (at->net.has_lead)
        out->lead = (1 - lambda) * net.lead + lambda * out->lead;
}

static const evaluator_type types[] = {
    [EVALUATOR_ROLLOUT] = {"rollout", rollout_create, rollout_destroy, rollout_evaluate},
    [EVALUATOR_UNIFORM] = {"uniform", uniform_create, uniform_destroy, uniform_evaluate},
    [EVALUATOR_NETWORK] = {"network", uniform_create, uniform_destroy, answer_evaluate},
    [EVALUATOR_MIXED] = {"mixed", rollout_create, rollout_destroy, mixed_evaluate},
};

const evaluator_type *evaluator_by_id(int id) { return &types[id]; }
