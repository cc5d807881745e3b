#include "mcts/evaluator.h"

#include <math.h>
#include <stdlib.h>

double evaluator_value(double lead, double weight, int area)
{
    double won = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    double size = 0.5 + 0.5 * tanh(lead / (1.5 * sqrt((double)area)));
    return (1 - weight) * won + weight * size;
}

/* ---- rollout: one playout by the fast gammas ---- */

typedef struct rollout {
    playout *p;
    playout_options options;
} rollout;

static void rollout_destroy(void *state)
{
    rollout *r = state;
    if (r)
        playout_destroy(r->p);
    free(r);
}

static go_status rollout_create(void **state, const knowledge *k, go_error *err)
{
    rollout *r = calloc(1, sizeof *r);
    if (!r)
        return go_fail(err, GO_ENOMEM, "out of memory for playouts");
    r->options = k->playout;
    go_status status = playout_create(&r->p, k->fast, err);
    if (status == GO_OK)
        *state = r;
    else
        free(r);
    return status;
}

static void rollout_evaluate(void *state, const leaf *at, double score_weight, rng *random,
                             evaluation *out)
{
    rollout *r = state;
    playout *p = r->p;
    int area = playout_run(p, at->board, at->to_move, &r->options, random);
    out->lead = area + at->offset;
    out->value = evaluator_value(out->lead, score_weight, at->board->size * at->board->size);
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

static void uniform_evaluate(void *state, const leaf *at, double score_weight, rng *random,
                             evaluation *out)
{
    (void)state;
    (void)at;
    (void)score_weight;
    (void)random;
    *out = (evaluation){.value = 0.5};
}

static const evaluator_type types[] = {
    [EVALUATOR_ROLLOUT] = {"rollout", rollout_create, rollout_destroy, rollout_evaluate},
    [EVALUATOR_UNIFORM] = {"uniform", uniform_create, uniform_destroy, uniform_evaluate},
};

const evaluator_type *evaluator_by_id(int id) { return &types[id]; }
