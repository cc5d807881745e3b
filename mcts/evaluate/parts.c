#include "mcts/evaluate/parts.h"
#include "mcts/playout/playout.h"
#include "patterns/gammas/strength.h"

/* ---- gammas ---- */

typedef struct gammas_state {
    strength *strength;
    float prior[BOARD_MAX_AREA + 1];
} gammas_state;

static go_status start_gammas(void *state, const knowledge *k, const evaluate_settings *settings,
                              go_error *err)
{
    (void)settings;
    return strength_create(&((gammas_state *)state)->strength, k->strengths, err);
}

static void end_gammas(void *state) { strength_destroy(((gammas_state *)state)->strength); }

static go_status gammas_prior(void *state, const line *at, leaf_value *out, go_error *err)
{
    (void)err;
    gammas_state *g = state;
    const board *b = &at->board;
    const int area = b->size * b->size;
    double sum = 0;
    memset(g->prior, 0, sizeof g->prior);
    strength_start(g->strength, b, at->to_move);
    double pass = strength_of(g->strength, PASS);
    for (int i = 0; i < b->n_empty; i++) {
        point p = b->empty[i];
        if (board_legal(b, at->to_move, p) != MOVE_OK)
            continue;
        double s = strength_of(g->strength, p);
        g->prior[board_index(b, p)] = (float)s;
        sum += s;
    }
    g->prior[area] = (float)pass;
    sum += pass;
    for (int i = 0; i <= area; i++)
        g->prior[i] = (float)((double)g->prior[i] / sum);
    out->prior = g->prior;
    return GO_OK;
}

const evaluator_part part_gammas = {.state_size = sizeof(gammas_state),
                                    .create = start_gammas,
                                    .destroy = end_gammas,
                                    .prior = gammas_prior};

/* ---- uniform ---- */

/* The state is the prior. */
static go_status uniform_prior(void *state, const line *at, leaf_value *out, go_error *err)
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

static go_status uniform_value(void *state, const line *at, rng *random, leaf_value *out,
                               go_error *err)
{
    (void)state, (void)at, (void)random, (void)err;
    out->win = out->value = 0.5;
    out->lead = 0;
    return GO_OK;
}

const evaluator_part part_uniform = {.state_size = (BOARD_MAX_AREA + 1) * sizeof(float),
                                     .prior = uniform_prior,
                                     .value = uniform_value};

/* ---- playouts ---- */

typedef struct playout_state {
    const evaluate_settings *settings;
    playout *playout;
} playout_state;

static go_status start_playouts(void *state, const knowledge *k, const evaluate_settings *settings,
                                go_error *err)
{
    playout_state *p = state;
    p->settings = settings;
    return playout_create(&p->playout, k->fast, err);
}

static void end_playouts(void *state) { playout_destroy(((playout_state *)state)->playout); }

static go_status playout_value(void *state, const line *at, rng *random, leaf_value *out,
                               go_error *err)
{
    (void)err;
    playout_state *p = state;
    playout_options options = {.nakade = p->settings->playout.nakade};
    int area = playout_run(p->playout, &at->board, at->to_move, &options, random);
    double lead = area + line_offset(at), won = lead - at->root->dynamic_komi;
    out->lead = out->playout_lead = lead;
    out->has_lead = true;
    out->win = leaf_win(won);
    out->value = leaf_weigh(out->win, won, p->settings->score_weight,
                            at->board.size * at->board.size);
    out->moves = playout_moves(p->playout, &out->n_moves);
    out->end = playout_board(p->playout);
    return GO_OK;
}

const evaluator_part part_playout = {.state_size = sizeof(playout_state),
                                     .create = start_playouts,
                                     .destroy = end_playouts,
                                     .value = playout_value};
