#include "mcts/final/final_status.h"

#include <math.h>
#include <stdlib.h>

#include "mcts/final/estimate.h"
#include "mcts/final/eyes.h"
#include "mcts/final/fill.h"

/* Copies the fates of the chains to their points. */
static void spread(final_status *out, const board *b, const stone_fate *fate)
{
    for (point p = 0; p < b->n_points; p++) {
        int chain = b->chain[p];
        out->fate[p] = chain ? (uint8_t)fate[chain] : FATE_NONE;
        out->dead[p] = out->fate[p] == FATE_DEAD;
    }
}

static void take_ownership(final_status *out, const final_estimate *e)
{
    for (point p = 0; p < e->board.n_points; p++)
        out->ownership[p] = (float)((double)e->owned[BLACK][p] / e->n_playouts -
                                    (double)e->owned[WHITE][p] / e->n_playouts);
}

/* ---- owners ---- */

/* Connected points without living stones: empty ones and dead stones. */
typedef struct open_region {
    int n;
    point at[BOARD_MAX_AREA];
    unsigned touched;      /* colours of the living stones around it: 1 | 2 */
    unsigned touched_seki; /* those among them in seki */
} open_region;

static bool is_open(const board *b, const final_status *s, point p)
{
    return b->at[p] == EMPTY || s->dead[p];
}

static void collect_open(const board *b, const final_status *s, bool *done, point start,
                         open_region *r)
{
    *r = (open_region){.n = 1, .at = {start}};
    done[start] = true;
    for (int i = 0; i < r->n; i++) {
        FOR_EACH_NEIGHBOUR (b, r->at[i], q) {
            if (b->at[q] == OFFBOARD)
                continue;
            if (!is_open(b, s, q)) {
                r->touched |= b->at[q];
                r->touched_seki |= s->fate[q] == FATE_SEKI ? b->at[q] : 0u;
            } else if (!done[q]) {
                done[q] = true;
                r->at[r->n++] = q;
            }
        }
    }
}

/* If a border was left open, a region between both colours that is larger than a row of
 * dame is divided by the ownership of the playouts.                           */
enum { MOST_DAME = 10 };
static const float CLEARLY_OWNED = 0.7f;

static uint8_t owner_in(const final_status *s, const open_region *r, point p, bool seki_counts)
{
    if (r->touched != 3)
        return (uint8_t)(r->touched_seki && !seki_counts ? EMPTY : r->touched);
    if (r->n <= MOST_DAME || r->touched_seki || fabsf(s->ownership[p]) < CLEARLY_OWNED)
        return EMPTY;
    return s->ownership[p] > 0 ? BLACK : WHITE;
}

static void find_owners(const game *g, final_status *s)
{
    const board *b = &g->board;
    bool done[BOARD_MAX_POINTS] = {false};
    open_region r;
    for (point p = 0; p < b->n_points; p++) {
        if (!is_open(b, s, p))
            s->owner[p] = b->at[p];
        if (!is_open(b, s, p) || done[p])
            continue;
        collect_open(b, s, done, p, &r);
        for (int i = 0; i < r.n; i++)
            s->owner[r.at[i]] = owner_in(s, &r, r.at[i], g->rules.tax == TAX_NONE);
    }
}

/* ---- counting ---- */

/* Black's margin: points by the owners found; komi, handicap and button as game.h
 * counts them, and the whole of it with group tax (TAX_ALL), which game.h knows. */
static double margin_of(const game *g, const final_status *s)
{
    const board *b = &g->board;
    const bool territory = g->rules.scoring == SCORING_TERRITORY;
    const double by_rule = game_margin(g, s->dead);
    int points = territory ? b->n_captured[WHITE] - b->n_captured[BLACK] : 0;
    if (g->rules.tax == TAX_ALL)
        return by_rule;
    for (point p = 0; p < b->n_points; p++) {
        if (b->at[p] == OFFBOARD)
            continue;
        if (!territory || is_open(b, s, p))
            points += colour_sign(s->owner[p]);
        if (territory && s->dead[p])
            points -= colour_sign(b->at[p]); /* a prisoner */
    }
    return by_rule - score_points(b, &g->rules, s->dead) + points;
}

/* Owners and margins, once the fates are known. */
static void count_points(final_status *out, const game *g)
{
    find_owners(g, out);
    if (g->rules.scoring == SCORING_TERRITORY)
        final_fill(&g->board, out->fate, out->owner);
    out->margin = margin_of(g, out);
    out->margin_as_is = game_margin(g, NULL);
}

go_status final_status_find(final_status *out, const game *g, playout *p,
                            const final_status_options *options, go_error *err)
{
    const final_status_options o = options ? *options : (final_status_options){0};
    final_estimate *e = calloc(1, sizeof *e);
    if (!e)
        return go_fail(err, GO_ENOMEM, "out of memory for the final status");
    final_estimate_make(e, &g->board, p, o.playouts, o.seconds, o.seed);
    if (o.ownership)
        final_estimate_believe(e, o.ownership);
    go_status status = final_life_read(e, err);
    if (status == GO_OK) {
        memset(out, 0, sizeof *out);
        spread(out, &e->board, e->fate);
        take_ownership(out, e);
        count_points(out, g);
        out->confidence = final_estimate_confidence(e);
        out->n_playouts = e->n_playouts;
    }
    free(e);
    return status;
}

go_status final_find_idle(const board *b, playout *p, uint64_t seed, bool *idle, go_error *err)
{
    enum { PLAYOUTS = 64, EXCEPTIONS = 1 };
    final_estimate *e = calloc(1, sizeof *e);
    if (!e)
        return go_fail(err, GO_ENOMEM, "out of memory for the points that are left to play");
    final_estimate_make(e, b, p, PLAYOUTS, 0, seed);
    for (point at = 0; at < b->n_points; at++) {
        int black = e->owned[BLACK][at], white = e->owned[WHITE][at];
        idle[at] = b->at[at] == EMPTY && (black > white ? black : white) >= PLAYOUTS - EXCEPTIONS;
    }
    free(e);
    return GO_OK;
}

bool final_status_counts_as_is(const rules *r)
{
    return r->scoring == SCORING_AREA && !r->friendly_pass;
}

/* Nothing was estimated. */
static void own_for_certain(final_status *out, const board *b)
{
    for (point p = 0; p < b->n_points; p++)
        out->ownership[p] = (float)colour_sign(out->owner[p]);
    out->confidence = 1;
}

void final_status_as_it_stands(final_status *out, const game *g)
{
    const board *b = &g->board;
    memset(out, 0, sizeof *out);
    for (point p = 0; p < b->n_points; p++)
        out->fate[p] = b->chain[p] ? FATE_ALIVE : FATE_NONE;
    find_owners(g, out);
    out->margin = out->margin_as_is = game_margin(g, NULL);
    own_for_certain(out, b);
}

void final_status_agreed(final_status *out, const game *g, const bool *dead)
{
    const board *b = &g->board;
    bool off[BOARD_MAX_CHAINS] = {false}, settled[BOARD_MAX_CHAINS] = {false};
    bool facing[BOARD_MAX_CHAINS];
    stone_fate fate[BOARD_MAX_CHAINS] = {FATE_NONE};
    benson life[WHITE + 1];
    for (colour c = BLACK; c <= WHITE; c++)
        benson_find(b, c, &life[c]);
    for (int chain = 1; chain < b->n_chain_ids; chain++) {
        const point head = b->head[chain];
        if (!final_is_chain(b, chain))
            continue;
        off[chain] = dead[head];
        settled[chain] = life[b->at[head]].alive[head];
    }
    final_eyes_facing(b, off, settled, facing);
    for (int chain = 1; chain < b->n_chain_ids; chain++)
        fate[chain] = off[chain] ? FATE_DEAD : facing[chain] ? FATE_SEKI : FATE_ALIVE;
    memset(out, 0, sizeof *out);
    spread(out, b, fate);
    count_points(out, g);
    own_for_certain(out, b);
}

pass_outlook final_status_pass(const final_status *s, colour c)
{
    const double sign = colour_sign(c);
    return (pass_outlook){sign * s->margin, sign * s->margin_as_is, s->confidence};
}
