/* overlay_on.h -- overlay.h with the grid as an argument, which is a constant for
 * the usual sizes (board/board_play.h).                                       */
#ifndef KATACHI_MCTS_PLAYOUT_OVERLAY_ON_H
#define KATACHI_MCTS_PLAYOUT_OVERLAY_ON_H

#include "mcts/playout/overlay.h"
#include "mcts/playout/tactics.h"

static inline int overlay_side(colour c)
{
    return c == WHITE;
}

/* What a factor adds to a weight. */
static inline float overlay_more(float weight, float factor)
{
    const float more = factor - 1;
    return weight * (more > 0 ? more : 0);
}

/* ---- responses ---- */

/* The number of side s's response at p when the last move lies towards `turns` from it.
 * What is no empty point has no weight: there any number will do, always the same one. */
BOARD_INLINE int overlay_number(const playout_weights *w, const board *b, int s, point p,
                                int turns, const uint16_t *table)
{
    const unsigned around = b->around[p];
    const int place = w->t->near[s][turns][around & 255] + w->t->far[s][turns][around >> 8];
    return table[place & -(b->at[p] == EMPTY)];
}

/* What the response adds. */
BOARD_INLINE float overlay_answer(playout_overlay *o, const playout_weights *w, const board *b,
                                  int s, int i, point p, int turns, const uint16_t *table)
{
    const float more = w->weight[p][s] * w->t->response_more[overlay_number(w, b, s, p, turns,
                                                                            table)];
    o->at[i] = p;
    o->more[i] = more;
    return more;
}

BOARD_INLINE void overlay_add_answers(playout_overlay *o, const playout_weights *w,
                                      const board *b, int s, board_grid g)
{
    const int class = liberty_class(b->n_libs[b->chain[b->last]]);
    const uint16_t *near = w->t->response + (size_t)class * RESPONSES;
    const uint16_t *diagonal = near + 4 * RESPONSES, *far = near + 8 * RESPONSES;
    float sum = 0;
    BOARD_UNROLL
    for (int k = 0; k < 4; k++) {
        const int turns = (k + 2) & 3;
        point p = (point)(b->last + board_step(g, k));
        point q = b->at[p] == OFFBOARD ? p : (point)(p + board_step(g, k));
        point d = (point)(b->last + board_step(g, 4 + k));
        sum += overlay_answer(o, w, b, s, 3 * k, p, turns, near) +
               overlay_answer(o, w, b, s, 3 * k + 1, d, turns, diagonal) +
               overlay_answer(o, w, b, s, 3 * k + 2, q, turns, far);
    }
    o->n = ANSWERS;
    o->sum = sum;
}

/* Which of the answers p is, -1 for none. */
BOARD_INLINE int overlay_which(const playout_overlay *o, const playout_weights *w, point p,
                               board_grid g)
{
    const unsigned towards = (unsigned)(p - o->last + 2 * g.stride);
    if (!o->n || towards > (unsigned)(4 * g.stride) || w->t->answer[towards] < 0)
        return -1;
    const int i = w->t->answer[towards];
    if (o->at[i] == p)
        return i;
    for (int k = 0; k < ANSWERS; k++) /* on 2x2 more than one way leads there */
        if (o->at[k] == p)
            return k;
    return -1; /* where rows are joined */
}

/* ---- other factors ---- */

/* The factor of p, which has a weight. */
BOARD_INLINE float overlay_factor(const playout_overlay *o, const playout_weights *w,
                                  const board *b, int s, point p, board_grid g)
{
    const int i = overlay_which(o, w, p, g);
    float factor = 1;
    if (i >= 0) {
        const int class = liberty_class(b->n_libs[b->chain[o->last]]);
        const uint16_t *table = w->t->response + (size_t)(4 * (i % 3) + class) * RESPONSES;
        factor = w->t->response_gamma[overlay_number(w, b, s, p, (i / 3 + 2) & 3, table)];
    }
    for (int k = 0; k < o->n_special; k++)
        factor *= o->special_at[k] == p ? o->special[k] : 1;
    return factor;
}

static inline void overlay_multiply(playout_overlay *o, const playout_weights *w, const board *b,
                                    int s, point p, float factor, board_grid g)
{
    int i = overlay_which(o, w, p, g);
    if (i < 0)
        for (i = ANSWERS; i < o->n && o->at[i] != p; i++)
            ;
    if (i == o->n) {
        o->at[o->n] = p;
        o->more[o->n++] = 0;
    }
    o->special_at[o->n_special] = p;
    o->special[o->n_special++] = factor;
    const float more = overlay_more(w->weight[p][s], overlay_factor(o, w, b, s, p, g));
    o->sum += more - o->more[i];
    o->more[i] = more;
}

static inline bool overlay_is_special(const playout_overlay *o, point p)
{
    bool is = false;
    for (int k = 0; k < o->n_special; k++)
        is |= o->special_at[k] == p;
    return is;
}

/* Replaces, once, the gammas of the level groups at p for the position alone by those
 * for this moment of the game.                                                */
BOARD_RARE void overlay_see_again(playout_overlay *o, const playout_weights *w, const board *b,
                                  colour c, point p, board_grid g)
{
    const int s = overlay_side(c);
    const playout_now now = {b->last, b->ko != PASS};
    if (w->weight[p][s] <= 0 || overlay_is_special(o, p))
        return;
    const uint16_t number = w->t->shape[shape_place(w->t, w->code[p])][s] % SHAPE_TACTICS;
    const float tactics = playout_tactics(w->t, w->kind, b, c, p, w->code[p], &now, g);
    overlay_multiply(o, w, b, s, p, w->t->shape_gamma[number] * tactics / w->base[p][s], g);
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
BOARD_INLINE void overlay_add_ataris(playout_overlay *o, const playout_weights *w, const board *b,
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
BOARD_RARE void overlay_add_ko(playout_overlay *o, const playout_weights *w, const board *b,
                                  colour c, board_grid g)
{
    const unsigned two_left = stone_kind(opponent(c), 2);
    for (int i = 0; i < b->n_empty; i++)
        if (code_directions(w->code[b->empty[i]], two_left))
            overlay_see_again(o, w, b, c, b->empty[i], g);
    if (b->ko_colour == c)
        overlay_multiply(o, w, b, overlay_side(c), b->ko, 0, g);
}

BOARD_INLINE void overlay_fill_on(playout_overlay *o, const playout_weights *w, const board *b,
                                  colour c, board_grid g)
{
    o->last = b->last;
    o->n = o->n_special = 0;
    o->sum = 0;
    if (b->last == PASS)
        return;
    overlay_add_answers(o, w, b, overlay_side(c), g);
    overlay_add_ataris(o, w, b, c, g);
    if (b->ko != PASS)
        overlay_add_ko(o, w, b, c, g);
}

/* ---- the draw ---- */

/* By the weights of all points, summed afresh: for the rare cases in which the running
 * sums are useless.                                                           */
BOARD_RARE point overlay_draw_slowly(const playout_overlay *o, const playout_weights *w,
                                        const board *b, colour c, rng *random, board_grid g)
{
    const int s = overlay_side(c);
    double sum = 0;
    for (int i = 0; i < b->n_empty; i++)
        if (w->weight[b->empty[i]][s] > 0)
            sum += (double)(w->weight[b->empty[i]][s] * overlay_factor(o, w, b, s, b->empty[i], g));
    if (sum <= 0)
        return PASS;
    double left = rng_double(random) * sum;
    point drawn = PASS;
    for (int i = 0; i < b->n_empty && left >= 0; i++) {
        const point p = b->empty[i];
        if (w->weight[p][s] > 0) {
            float weight = w->weight[p][s] * overlay_factor(o, w, b, s, p, g);
            left -= (double)weight;
            drawn = weight > 0 ? p : drawn;
        }
    }
    return drawn;
}

/* PASS when rounding leads beyond the end. */
static inline point overlay_draw_more(const playout_overlay *o, float left)
{
    for (int i = 0; i < o->n; i++) {
        left -= o->more[i];
        if (left < 0)
            return o->at[i];
    }
    return PASS;
}

/* Of all points by their weights; *left becomes minus what remains of the drawn one's. */
BOARD_INLINE point overlay_draw_row(const playout_weights *w, int s, double *left, board_grid g)
{
    int y = 0;
    while (y < g.size && *left >= w->row_sum[y][s])
        *left -= w->row_sum[y++][s];
    if (y == g.size)
        return PASS;
    const point first = board_point_on(g.size, 0, y);
    for (int x = 0; x < g.size; x++) {
        *left -= (double)w->weight[first + x][s];
        if (*left < 0)
            return (point)(first + x);
    }
    return PASS;
}

BOARD_INLINE point overlay_draw_on(const playout_overlay *o, const playout_weights *w,
                                   const board *b, colour c, rng *random, board_grid g)
{
    enum { TRIES = 24 };
    const double rounding = 1e-6; /* may remain of sums that should be 0 */
    const int s = overlay_side(c);
    const double sum = (double)o->sum + w->sum[s];
    for (int i = 0; i < TRIES && sum > rounding; i++) {
        double left = rng_double(random) * sum - (double)o->sum;
        if (left < 0) {
            point p = overlay_draw_more(o, (float)left + o->sum);
            if (p != PASS)
                return p;
            continue;
        }
        point p = overlay_draw_row(w, s, &left, g);
        if (p == PASS)
            continue;
        const float factor = overlay_factor(o, w, b, s, p, g);
        if (factor >= 1 || -left <= (double)(w->weight[p][s] * factor))
            return p;
    }
    return overlay_draw_slowly(o, w, b, c, random, g);
}

#endif
