/* overlay.c -- what answers the last move, and the draw. */
#include "mcts/playout/tactics.h"
#include "mcts/playout/weights.h"

static inline int side(colour c)
{
    return c == WHITE;
}

/* ---- the overlay ---- */

static inline void replace(playout_weights *w, point p, float weight)
{
    playout_overlay *o = &w->overlay;
    w->replaced_at[p] = w->now;
    o->at[o->n] = p;
    o->weight[o->n++] = weight;
    o->sum += (double)weight;
}

/* Where the response's number for p stands when the last move lies towards
 * `turns` from it; asked for ahead.                                          */
static inline void look_up(playout_weights *w, const board *b, int s, point p, int turns,
                           const uint16_t *table, int i)
{
    const unsigned around = b->around[p];
    int entry = w->t->near[s][turns][around & 255] * DIAGONALS +
                w->t->far[s][turns][around >> 8];
    entry &= -(b->at[p] == EMPTY);
    w->answer_at[i] = p;
    w->answer[i] = table + entry;
    __builtin_prefetch(table + entry);
}

static inline void look_up_all(playout_weights *w, const board *b, int s)
{
    const int chain = b->chain[b->last], libs = b->n_libs[chain];
    const int what = !chain ? 0 : libs < 3 ? libs : 3;
    const uint16_t *near = w->t->response + (size_t)what * RESPONSES;
    const uint16_t *diagonal = near + 4 * RESPONSES, *far = near + 8 * RESPONSES;
    for (int k = 0; k < 4; k++) {
        const int turns = (k + 2) & 3;
        point p = (point)(b->last + b->offset[k]);
        point q = b->at[p] == OFFBOARD ? p : (point)(p + b->offset[k]);
        look_up(w, b, s, p, turns, near, 3 * k);
        look_up(w, b, s, (point)(b->last + b->offset[4 + k]), turns, diagonal, 3 * k + 1);
        look_up(w, b, s, q, turns, far, 3 * k + 2);
    }
}

void playout_weights_prepare(playout_weights *w, const board *b, colour c)
{
    w->prepared = (uint8_t)c;
    if (b->last == PASS || !w->t->responses)
        return;
    if (c == BLACK)
        look_up_all(w, b, 0);
    else
        look_up_all(w, b, 1);
}

/* Points that cannot be played go in with weight 0: to ask would cost more. */
static inline void add_responses(playout_weights *w, int s)
{
    const float *gamma = w->t->response_gamma;
    float sum = 0;
    for (int i = 0; i < ANSWERS; i++) {
        point p = w->answer_at[i];
        float weight = w->weight[p][s] * gamma[*w->answer[i]];
        w->replaced_at[p] = w->now;
        w->overlay.at[i] = p;
        w->overlay.weight[i] = weight;
        sum += weight;
    }
    w->overlay.n = ANSWERS;
    w->overlay.sum = (double)sum;
}

static int place_in_overlay(const playout_overlay *o, point p)
{
    int i = 0;
    while (o->at[i] != p)
        i++;
    return i;
}

/* Puts what the level groups say of p at this moment in place of what they say
 * of the position alone, once.                                               */
static void look_again(playout_weights *w, const board *b, int s, point p)
{
    playout_overlay *o = &w->overlay;
    const playout_now now = {b->last, b->ko != PASS};
    if (w->weight[p][s] <= 0 || w->again_at[p] == w->now)
        return;
    w->again_at[p] = w->now;
    if (w->replaced_at[p] != w->now)
        replace(w, p, w->weight[p][s]);
    int i = place_in_overlay(o, p);
    uint16_t number = w->t->shape[shape_place(w->t, w->code[p])][s] % SHAPE_TACTICS;
    float tactics = playout_tactics(w->t, b, s ? WHITE : BLACK, p, w->code[p], &now);
    float weight = o->weight[i] * (w->t->shape_gamma[number] * tactics / w->base[p][s]);
    o->sum += (double)weight - (double)o->weight[i];
    o->weight[i] = weight;
}

/* Where an atari on or by the last move's chain is answered. */
static void look_at_atari(playout_weights *w, const board *b, int s, int chain)
{
    if (b->n_libs[chain] == 1)
        look_again(w, b, s, board_first_lib(b, chain));
}

static void add_ataris(playout_weights *w, const board *b, colour c)
{
    const int s = side(c);
    if (b->at[b->last] == opponent(c))
        look_at_atari(w, b, s, b->chain[b->last]);
    for (unsigned m = board_neighbours(b, b->last, c); m; m &= m - 1)
        look_at_atari(w, b, s, b->chain[b->last + b->offset[__builtin_ctz(m) / 2]]);
}

/* A ko is on: every atari is of the other sort, and one point is banned. */
static void add_ko(playout_weights *w, const board *b, colour c)
{
    playout_overlay *o = &w->overlay;
    const unsigned two_left = stone_kind(opponent(c), 2);
    if (b->ko_colour == c && w->weight[b->ko][side(c)] > 0) {
        if (w->replaced_at[b->ko] != w->now)
            replace(w, b->ko, 0);
        int i = place_in_overlay(o, b->ko);
        o->sum -= (double)o->weight[i];
        o->weight[i] = 0;
    }
    for (int i = 0; i < b->n_empty; i++)
        if (code_directions(w->code[b->empty[i]], two_left))
            look_again(w, b, side(c), b->empty[i]);
}

void playout_weights_answer(playout_weights *w, const board *b, colour c)
{
    w->now++;
    w->overlay.n = 0;
    w->overlay.sum = 0;
    if (b->last == PASS)
        return;
    if (w->prepared != c)
        playout_weights_prepare(w, b, c);
    if (w->t->responses)
        add_responses(w, side(c));
    add_ataris(w, b, c);
    if (b->ko != PASS)
        add_ko(w, b, c);
}

float playout_weights_at(const playout_weights *w, colour c, point p)
{
    if (w->overlay.n && w->replaced_at[p] == w->now)
        return w->overlay.weight[place_in_overlay(&w->overlay, p)];
    return w->weight[p][side(c)];
}

/* ---- the draw ---- */

/* By the weights of all points, counted afresh: for the rare cases in which the
 * running sums do not serve.                                                 */
static point draw_slowly(const playout_weights *w, const board *b, colour c, rng *random)
{
    double sum = 0;
    for (int i = 0; i < b->n_empty; i++)
        sum += (double)playout_weights_at(w, c, b->empty[i]);
    double left = rng_double(random) * sum;
    point drawn = PASS;
    for (int i = 0; i < b->n_empty && left >= 0; i++) {
        float weight = playout_weights_at(w, c, b->empty[i]);
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
point playout_weights_draw(playout_weights *w, const board *b, colour c, rng *random)
{
    enum { TRIES = 24 };
    const double rounding = 1e-6; /* may be left over of sums of which nothing is left */
    const int s = side(c);
    const playout_overlay *o = &w->overlay;
    const double sum = o->sum + w->sum[s];
    for (int i = 0; i < TRIES && sum > rounding; i++) {
        double left = rng_double(random) * sum;
        if (left < o->sum) {
            point p = draw_from_overlay(o, left);
            if (p != PASS)
                return p;
        } else {
            point p = draw_from_rows(w, s, left - o->sum);
            if (p != PASS && w->replaced_at[p] != w->now)
                return p;
        }
    }
    return draw_slowly(w, b, c, random);
}
