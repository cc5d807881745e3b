/* overlay_on.h -- overlay.h with the grid as an argument, which is a constant for
 * the usual sizes (board/board_play.h).                                       */
#ifndef KATACHI_MCTS_PLAYOUT_OVERLAY_ON_H
#define KATACHI_MCTS_PLAYOUT_OVERLAY_ON_H

#include "mcts/playout/draw.h"
#include "mcts/playout/overlay.h"
#include "mcts/playout/tactics.h"
#include "mcts/playout/waste.h"

/* ---- responses ---- */

/* The gamma of side s's response at p when the last move lies towards `turns` from it.
 * What is no empty point has no weight: there any number will do, always the same one. */
BOARD_INLINE float overlay_response(const playout_gammas *t, const board *b, int s, int p,
                                    int turns, const uint16_t *table)
{
    const unsigned around = b->around[p];
    const int place = t->near[s][turns][around & 255] + t->far[s][turns][around >> 8];
    return t->response_gamma[table[place & -(b->at[p] == EMPTY)]];
}

BOARD_INLINE void overlay_answer(playout_overlay *o, playout_weights *w, const board *b, int i,
                                 int p, int turns, const uint16_t *table)
{
    const float before = w->weight[o->side][p];
    o->answer[i] = p;
    o->answer_before[i] = before;
    w->weight[o->side][p] = before * overlay_response(w->t, b, o->side, p, turns, table);
}

/* Where two ways lead to one point, as on 2x2, it is off the board. */
BOARD_INLINE void overlay_add_answers(playout_overlay *o, playout_weights *w, const board *b,
                                      board_grid g)
{
    const int class = liberty_class(b->n_libs[b->chain[b->last]]);
    const uint16_t *near = w->t->response + (size_t)class * RESPONSES;
    const uint16_t *diagonal = near + 4 * RESPONSES, *far = near + 8 * RESPONSES;
    o->n_answers = ANSWERS;
    BOARD_UNROLL
    for (int k = 0; k < 4; k++) {
        const int turns = (k + 2) & 3, p = b->last + board_step(g, k);
        const int q = b->at[p] == OFFBOARD ? p : p + board_step(g, k);
        overlay_answer(o, w, b, 3 * k, p, turns, near);
        overlay_answer(o, w, b, 3 * k + 1, b->last + board_step(g, 4 + k), turns, diagonal);
        overlay_answer(o, w, b, 3 * k + 2, q, turns, far);
    }
}

/* ---- seen again ---- */

/* Another weight for p, which has one. */
static inline void overlay_replace(playout_overlay *o, playout_weights *w, point p, float weight)
{
    const int i = o->n_seen++;
    o->seen[i] = p;
    o->loose[i] = weights_is_loose(w, o->side, p);
    o->before[i] = w->weight[o->side][p];
    w->weight[o->side][p] = weight;
    w->loose[o->side][p >> 6] &= ~((uint64_t)1 << (p & 63));
}

/* Replaces the gammas of the level groups at p for the position alone by those for this
 * moment of the game.  A second time changes nothing.                         */
BOARD_RARE void overlay_see_again(playout_overlay *o, playout_weights *w, const board *b,
                                  colour c, point p, board_grid g)
{
    const playout_gammas *t = w->t;
    const playout_now now = {b->last, b->ko != PASS};
    float gamma = t->shape[shape_place(t, w->code[p])][o->side];
    if (w->weight[o->side][p] <= 0)
        return;
    if (shape_marks(gamma) & SHAPE_LOOSE)
        gamma /= t->bound[loose_case(contact_of(t, o->side, w->code[p]))];
    overlay_replace(o, w, p, gamma * w->place[p] * playout_tactics(t, w->kind, b, c, p, w->code[p],
                                                                   &now, g));
}

static inline point overlay_only_lib(const board *b, int chain, board_grid g)
{
    const uint64_t *set = b->libs + (size_t)chain * (size_t)g.words;
    int i = 0;
    while (!set[i])
        i++;
    return (point)(64 * i + __builtin_ctzll(set[i]));
}

/* Where an atari on or by the last move's chain is answered. */
BOARD_INLINE void overlay_add_ataris(playout_overlay *o, playout_weights *w, const board *b,
                                     colour c, board_grid g)
{
    const colour other = opponent(c);
    if (w->kind[b->chain[b->last]] == stone_kind(other, 1))
        overlay_see_again(o, w, b, c, overlay_only_lib(b, b->chain[b->last], g), g);
    if (!w->n_in_atari[c])
        return;
    BOARD_UNROLL
    for (int k = 0; k < 4; k++) {
        const int chain = b->chain[b->last + board_step(g, k)];
        if (w->kind[chain] == stone_kind(c, 1))
            overlay_see_again(o, w, b, c, overlay_only_lib(b, chain, g), g);
    }
}

/* A ko is on: every atari is of the other sort, and one point is banned. */
BOARD_RARE void overlay_add_ko(playout_overlay *o, playout_weights *w, const board *b, colour c,
                               board_grid g)
{
    const unsigned two_left = stone_kind(opponent(c), 2);
    for (int i = 0; i < b->n_empty; i++)
        if (code_directions(w->code[b->empty[i]], two_left))
            overlay_see_again(o, w, b, c, b->empty[i], g);
    if (b->ko_colour == c)
        overlay_replace(o, w, b->ko, 0);
}

/* ---- all ---- */

BOARD_INLINE void overlay_lay_on(playout_overlay *o, playout_weights *w, const board *b, colour c,
                                 board_grid g)
{
    o->side = c == WHITE;
    o->n_answers = o->n_seen = 0;
    if (b->last == PASS)
        return;
    overlay_add_ataris(o, w, b, c, g);
    if (b->ko != PASS)
        overlay_add_ko(o, w, b, c, g);
    overlay_add_answers(o, w, b, g);
}

/* The other way round: the first change of a point is undone last. */
BOARD_INLINE void overlay_lift_from(const playout_overlay *o, playout_weights *w)
{
    float *weight = w->weight[o->side];
    if (o->n_answers)
        BOARD_UNROLL
        for (int i = ANSWERS; i-- > 0;)
            weight[o->answer[i]] = o->answer_before[i];
    for (int i = o->n_seen; i-- > 0;) {
        const point p = o->seen[i];
        weight[p] = o->before[i];
        w->loose[o->side][p >> 6] |= (uint64_t)o->loose[i] << (p & 63);
    }
}

/* The weight of p below the overlay becomes exact, too. */
BOARD_RARE void overlay_tighten(playout_overlay *o, playout_weights *w, point p, float share)
{
    weights_tighten(w, o->side, p, share);
    for (int i = 0; i < o->n_answers; i++)
        o->answer_before[i] *= o->answer[i] == p ? share : 1;
}

/* Does the move give a chain away (waste.h)?  Only those with one or two liberties can be. */
BOARD_INLINE bool overlay_wastes(const playout_weights *w, const board *b, colour c, point p)
{
    const unsigned near = code_directions(w->code[p], stone_kind(c, 1)) |
                          code_directions(w->code[p], stone_kind(c, 2));
    return near && p != PASS && playout_wastes(b, c, p);
}

/* p is not drawn again under this overlay.  The answers are lifted first: below them is what was
 * there before.                                                               */
BOARD_RARE void overlay_refuse(playout_overlay *o, playout_weights *w, point p)
{
    overlay_replace(o, w, p, 0);
    for (int i = 0; i < o->n_answers; i++)
        if (o->answer[i] == p)
            o->before[o->n_seen - 1] = o->answer_before[i];
}

BOARD_INLINE point overlay_draw_on(playout_overlay *o, playout_weights *w, const board *b,
                                   colour c, rng *random, board_grid g)
{
    point p;
    overlay_lay_on(o, w, b, c, g);
    for (;;) {
        p = playout_draw(w->weight[o->side], random, g);
        float share = weights_is_loose(w, o->side, p) ? weights_share(w, b, c, p, g) : 1;
        if (share < 1 && rng_double(random) >= (double)share) {
            overlay_tighten(o, w, p, share);
            continue;
        }
        if (!o->keeps || !overlay_wastes(w, b, c, p))
            break;
        overlay_refuse(o, w, p);
    }
    overlay_lift_from(o, w);
    return p;
}

#endif
