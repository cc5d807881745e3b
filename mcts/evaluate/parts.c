#include "mcts/evaluate/parts.h"

#include "mcts/evaluate/borders.h"
#include "mcts/playout/playout.h"
#include "patterns/gammas/strength.h"

/* ---- gammas ---- */

typedef struct gammas_state {
    strength *strength;
    playout *fast;   /* its weights tell which moves may be likely; NULL: all are computed */
    const evaluate_settings *settings;
    float prior[BOARD_MAX_AREA + 1];
    point some[BOARD_MAX_AREA + 1];
} gammas_state;

static go_status start_gammas(void *state, const knowledge *k, const evaluate_settings *settings,
                              go_error *err)
{
    gammas_state *g = state;
    g->settings = settings;
    if (k->fast && settings->playout.policy == PLAYOUT_GAMMAS)
        GO_TRY(playout_create(&g->fast, k->fast, err));
    return strength_create(&g->strength, k->strengths, err);
}

static void end_gammas(void *state)
{
    gammas_state *g = state;
    playout_destroy(g->fast);
    strength_destroy(g->strength);
}

/* Probabilities are not lost to rounding: to have none means to be illegal. */
static inline float prior_of(double own, double sum)
{
    return fmaxf((float)(own / sum), 1e-30f);
}

/* All legal moves. */
static void all_priors(gammas_state *g, const line *at)
{
    const board *b = &at->board;
    point moves[BOARD_MAX_AREA + 1];
    double found[BOARD_MAX_AREA + 1], sum = 0;
    int n = 0;
    for (int i = 0; i < b->n_empty; i++)
        if (board_legal(b, at->to_move, b->empty[i]) == MOVE_OK)
            moves[n++] = b->empty[i];
    moves[n++] = PASS;
    strength_of_moves(g->strength, moves, n, found);
    for (int i = 0; i < n; i++)
        sum += found[i];
    memset(g->prior, 0, sizeof g->prior);
    for (int i = 0; i < n; i++)
        g->prior[board_index(b, moves[i])] = prior_of(found[i], sum);
}

/* The moves with the largest of some keys. */
typedef struct best_moves {
    int n, max;
    double key[BOARD_MAX_AREA];
    point *at; /* [max] in falling order */
} best_moves;

static inline void offer(best_moves *best, point p, double key)
{
    int i = best->n;
    if (i == best->max && key <= best->key[--i])
        return;
    for (; i > 0 && best->key[i - 1] < key; i--) {
        best->key[i] = best->key[i - 1];
        best->at[i] = best->at[i - 1];
    }
    best->key[i] = key;
    best->at[i] = p;
    best->n += best->n < best->max;
}

/* The moves that are likeliest by the fast gammas and the places of the last moves; of the
 * others it is supposed that they are as likely as these say.  False: there are no more
 * moves than that.                                                            */
static bool some_priors(gammas_state *g, const line *at, leaf_value *out)
{
    const board *b = &at->board;
    const bool *settled = at->root->settled[at->to_move];
    float weight[BOARD_MAX_POINTS], place[BOARD_MAX_AREA];
    best_moves best = {.max = evaluate_settings_prior_moves(g->settings), .at = g->some};
    double all_keys = 0, keys = 0, found[BOARD_MAX_AREA + 1], sum = 0;
    int n = 0;
    assert(best.max > 0);
    playout_first_weights(g->fast, b, at->to_move, weight);
    strength_places(g->strength, place);
    for (int i = 0; i < b->n_empty; i++) {
        point p = b->empty[i];
        if ((settled && settled[p]) || board_legal(b, at->to_move, p) != MOVE_OK ||
            board_is_sound_eye(b, p, at->to_move))
            continue;
        double key = (double)weight[p] * (double)place[board_index(b, p)];
        all_keys += key;
        offer(&best, p, key);
        n++;
    }
    if (n <= best.max)
        return false;
    best.at[best.n] = PASS;
    strength_of_moves(g->strength, best.at, best.n + 1, found);
    for (int i = 0; i < best.n; i++) {
        keys += best.key[i];
        sum += found[i];
    }
    sum *= keys > 0 ? all_keys / keys : 1;
    for (int i = 0; i <= best.n; i++)
        g->prior[board_index(b, best.at[i])] = prior_of(found[i], sum + found[best.n]);
    out->some = g->some;
    out->n_some = best.n;
    out->n_all = n;
    return true;
}

static go_status gammas_prior(void *state, const line *at, bool some, leaf_value *out,
                              go_error *err)
{
    (void)err;
    gammas_state *g = state;
    strength_start(g->strength, &at->board, at->to_move);
    if (!some || !g->fast || !g->settings->prior_moves || !some_priors(g, at, out))
        all_priors(g, at);
    out->prior = g->prior;
    return GO_OK;
}

const evaluator_part part_gammas = {.state_size = sizeof(gammas_state),
                                    .create = start_gammas,
                                    .destroy = end_gammas,
                                    .prior = gammas_prior};

/* ---- uniform ---- */

/* The state is the prior. */
static go_status uniform_prior(void *state, const line *at, bool some, leaf_value *out,
                               go_error *err)
{
    (void)some, (void)err;
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
    playout_options options = {.nakade = p->settings->playout.nakade,
                               .keep_sekis = at->root->may_be_seki};
    int area = playout_run(p->playout, &at->board, at->to_move, &options, random);
    if (at->root->game->rules.tax == TAX_ALL) /* playouts fill what the tax of seki takes */
        area -= score_tax(playout_board(p->playout), TAX_ALL);
    if (at->root->counts_territory)
        area -= borders_filled(&at->board, playout_board(p->playout));
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
