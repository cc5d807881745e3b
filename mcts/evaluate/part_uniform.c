#include <stdlib.h>

#include "mcts/evaluate/parts.h"

static go_status create(void **state, const knowledge *k, const evaluate_settings *settings,
                        go_error *err)
{
    (void)k;
    (void)settings;
    *state = calloc(BOARD_MAX_AREA + 1, sizeof(float));
    return *state ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for the priors of moves");
}

static go_status prior(void *state, const line *at, leaf_value *out, go_error *err)
{
    (void)err;
    const board *b = &at->board;
    float *p = state;
    int area = b->size * b->size, n = 0;
    for (int i = 0; i < area; i++) {
        p[i] = board_legal(b, at->to_move, board_point_at(b->size, i)) == MOVE_OK;
        n += p[i] > 0;
    }
    p[area] = 0.1f;
    for (int i = 0; i <= area; i++)
        p[i] /= (float)n + 0.1f;
    out->prior = p;
    return GO_OK;
}

static go_status value(void *state, const line *at, rng *random, leaf_value *out, go_error *err)
{
    (void)state;
    (void)at;
    (void)random;
    (void)err;
    out->value = 0.5;
    out->lead = 0;
    return GO_OK;
}

const evaluator_part part_uniform = {
    .create = create, .destroy = free, .prior = prior, .value = value};
