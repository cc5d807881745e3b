#include <stdlib.h>

#include "mcts/evaluate/parts.h"

typedef struct playout_state {
    const evaluate_settings *settings;
    playout *playout;
} playout_state;

static void destroy(void *state)
{
    playout_state *p = state;
    if (p)
        playout_destroy(p->playout);
    free(p);
}

static go_status create(void **state, const knowledge *k, const evaluate_settings *settings,
                        go_error *err)
{
    playout_state *p = calloc(1, sizeof *p);
    *state = p;
    if (!p)
        return go_fail(err, GO_ENOMEM, "out of memory for playouts");
    p->settings = settings;
    return playout_create(&p->playout, k->fast, err);
}

static go_status value(void *state, const line *at, rng *random, leaf_value *out, go_error *err)
{
    (void)err;
    playout_state *p = state;
    playout_options options = {.nakade = p->settings->playout.nakade};
    int area = playout_run(p->playout, &at->board, at->to_move, &options, random);
    double lead = area + line_offset(at), won = lead - at->root->dynamic_komi;
    out->lead = out->playout_lead = lead;
    out->has_lead = true;
    out->value = leaf_weigh(leaf_win(won), won, p->settings->score_weight,
                            at->board.size * at->board.size);
    out->moves = playout_moves(p->playout, &out->n_moves);
    out->end = playout_board(p->playout);
    return GO_OK;
}

const evaluator_part part_playout = {.create = create, .destroy = destroy, .value = value};
