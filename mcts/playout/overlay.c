#include "mcts/playout/overlay.h"

#include "mcts/playout/tactics.h"

static inline int side(colour c)
{
    return c == WHITE;
}

/* ---- the overlay ---- */

static inline void replace(playout_overlay *o, point p, float weight)
{
    o->replaced_at[p] = o->now;
    o->at[o->n] = p;
    o->weight[o->n++] = weight;
    o->sum += (double)weight;
}

/* Unplayable points are added with weight 0: to test them would cost more. */
static inline void add_responses(playout_overlay *o, const playout_weights *w, int s)
{
    const float *gamma = w->t->response_gamma;
    float sum = 0;
    for (int i = 0; i < ANSWERS; i++) {
        point p = w->answer_at[i];
        float weight = w->weight[p][s] * gamma[*w->answer[i]];
        o->replaced_at[p] = o->now;
        o->at[i] = p;
        o->weight[i] = weight;
        sum += weight;
    }
    o->n = ANSWERS;
    o->sum = (double)sum;
}

static int place_in_overlay(const playout_overlay *o, point p)
{
    int i = 0;
    while (o->at[i] != p)
        i++;
    return i;
}

/* Replaces, once, the gammas of the level groups at p for the position alone by those
 * for this moment of the game.                                                */
static void recompute(playout_overlay *o, const playout_weights *w, const board *b, int s, point p)
{
    const playout_now now = {b->last, b->ko != PASS};
    if (w->weight[p][s] <= 0 || o->again_at[p] == o->now)
        return;
    o->again_at[p] = o->now;
    if (o->replaced_at[p] != o->now)
        replace(o, p, w->weight[p][s]);
    int i = place_in_overlay(o, p);
    uint16_t number = w->t->shape[shape_place(w->t, w->code[p])][s] % SHAPE_TACTICS;
    float tactics = playout_tactics(w->t, b, s ? WHITE : BLACK, p, w->code[p], &now);
    float weight = o->weight[i] * (w->t->shape_gamma[number] * tactics / w->base[p][s]);
    o->sum += (double)weight - (double)o->weight[i];
    o->weight[i] = weight;
}

/* Where an atari on or by the last move's chain is answered. */
static void add_ataris(playout_overlay *o, const playout_weights *w, const board *b, colour c)
{
    int chains[5], n = 0;
    if (b->at[b->last] == opponent(c))
        chains[n++] = b->chain[b->last];
    for (unsigned m = board_neighbours(b, b->last, c); m; m &= m - 1)
        chains[n++] = b->chain[b->last + b->offset[__builtin_ctz(m) / 2]];
    for (int i = 0; i < n; i++)
        if (b->n_libs[chains[i]] == 1)
            recompute(o, w, b, side(c), board_first_lib(b, chains[i]));
}

/* A ko is on: every atari is of the other sort, and one point is banned. */
static void add_ko(playout_overlay *o, const playout_weights *w, const board *b, colour c)
{
    const unsigned two_left = stone_kind(opponent(c), 2);
    if (b->ko_colour == c && w->weight[b->ko][side(c)] > 0) {
        if (o->replaced_at[b->ko] != o->now)
            replace(o, b->ko, 0);
        int i = place_in_overlay(o, b->ko);
        o->sum -= (double)o->weight[i];
        o->weight[i] = 0;
    }
    for (int i = 0; i < b->n_empty; i++)
        if (code_directions(w->code[b->empty[i]], two_left))
            recompute(o, w, b, side(c), b->empty[i]);
}

void playout_overlay_fill(playout_overlay *o, playout_weights *w, const board *b, colour c)
{
    o->now++;
    o->n = 0;
    o->sum = 0;
    if (b->last == PASS)
        return;
    if (w->prepared != c)
        playout_weights_prepare(w, b, c);
    if (w->t->responses)
        add_responses(o, w, side(c));
    add_ataris(o, w, b, c);
    if (b->ko != PASS)
        add_ko(o, w, b, c);
}

float playout_overlay_at(const playout_overlay *o, const playout_weights *w, colour c, point p)
{
    if (o->n && o->replaced_at[p] == o->now)
        return o->weight[place_in_overlay(o, p)];
    return w->weight[p][side(c)];
}

/* ---- the draw ---- */

/* By the weights of all points, summed afresh: for the rare cases in which the running
 * sums are useless.                                                           */
static point draw_slowly(const playout_overlay *o, const playout_weights *w, const board *b,
                         colour c, rng *random)
{
    double sum = 0;
    for (int i = 0; i < b->n_empty; i++)
        sum += (double)playout_overlay_at(o, w, c, b->empty[i]);
    double left = rng_double(random) * sum;
    point drawn = PASS;
    for (int i = 0; i < b->n_empty && left >= 0; i++) {
        float weight = playout_overlay_at(o, w, c, b->empty[i]);
        left -= (double)weight;
        drawn = weight > 0 ? b->empty[i] : drawn;
    }
    return drawn;
}

/* PASS when rounding leads beyond the end. */
static point draw_from_overlay(const playout_overlay *o, double left)
{
    for (int i = 0; i < o->n; i++) {
        left -= (double)o->weight[i];
        if (left < 0)
            return o->at[i];
    }
    return PASS;
}

static point draw_from_rows(const playout_weights *w, int s, double left)
{
    const int size = w->t->size;
    int y = 0;
    while (y < size && left >= w->row_sum[y][s])
        left -= w->row_sum[y++][s];
    if (y == size)
        return PASS;
    const point first = board_point_on(size, 0, y);
    for (int x = 0; x < size; x++) {
        left -= (double)w->weight[first + x][s];
        if (left < 0)
            return (point)(first + x);
    }
    return PASS;
}

/* The overlay and all points are drawn from together; a point of the rows that
 * the overlay replaces is drawn again.                                       */
point playout_overlay_draw(const playout_overlay *o, const playout_weights *w, const board *b,
                           colour c, rng *random)
{
    enum { TRIES = 24 };
    const double rounding = 1e-6; /* may remain of sums that should be 0 */
    const int s = side(c);
    const double sum = o->sum + w->sum[s];
    for (int i = 0; i < TRIES && sum > rounding; i++) {
        double left = rng_double(random) * sum;
        if (left < o->sum) {
            point p = draw_from_overlay(o, left);
            if (p != PASS)
                return p;
        } else {
            point p = draw_from_rows(w, s, left - o->sum);
            if (p != PASS && o->replaced_at[p] != o->now)
                return p;
        }
    }
    return draw_slowly(o, w, b, c, random);
}
