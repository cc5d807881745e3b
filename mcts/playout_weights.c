#include "mcts/playout_weights.h"

#include "mcts/playout_tactics.h"

/* ---- one point ---- */

static inline uint32_t code_of(const board *b, point p)
{
    /* the kind of a neighbour by its colour and min(liberties, 3), a digit each */
    const uint64_t kinds = 0x1111765043200000u;
    const unsigned around = b->around[p];
    uint32_t code = around >> 8;
    for (int k = 0; k < 4; k++) {
        unsigned libs = b->n_libs[b->chain[p + b->offset[k]]];
        unsigned digit = (around >> (2 * k) & 3) * 4 + (libs < 3 ? libs : 3);
        code |= (uint32_t)(kinds >> (4 * digit) & 7) << (8 + 3 * k);
    }
    return code;
}

static inline float base_of(const playout_gammas *t, const board *b, int s, point p,
                            uint32_t code)
{
    float gamma = t->shape[code][s];
    if (gamma >= 0)
        return gamma;
    return -gamma * playout_tactics(t, b, s ? WHITE : BLACK, p, code, NULL);
}

static inline void set_weight(playout_weights *w, int s, point p, float weight)
{
    const float old = w->weight[p][s];
    const double change = (double)weight - (double)old;
    w->weight[p][s] = weight;
    w->row_sum[w->t->row[p]][s] += change;
    w->sum[s] += change;
    w->n_playable[s] += (weight > 0) - (old > 0);
}

static void update_point(playout_weights *w, const board *b, point p)
{
    const bool empty = b->at[p] == EMPTY;
    const float place = w->t->place[w->stage][p];
    const uint32_t code = empty ? code_of(b, p) : 0;
    w->code[p] = code;
    for (int s = 0; s < 2; s++) {
        w->base[p][s] = empty ? base_of(w->t, b, s, p, code) : 0;
        set_weight(w, s, p, w->base[p][s] * place);
    }
}

/* ---- all points ---- */

void playout_weights_init(playout_weights *w, const playout_gammas *t)
{
    memset(w, 0, sizeof *w);
    w->t = t;
}

/* All weights from `base`, after the stage has changed. */
static void weigh_all(playout_weights *w, const board *b)
{
    memset(w->row_sum, 0, sizeof w->row_sum);
    memset(w->sum, 0, sizeof w->sum);
    memset(w->n_playable, 0, sizeof w->n_playable);
    memset(w->weight, 0, (size_t)b->n_points * sizeof w->weight[0]);
    for (int i = 0; i < b->n_empty; i++)
        for (int s = 0; s < 2; s++) {
            point p = b->empty[i];
            set_weight(w, s, p, w->base[p][s] * w->t->place[w->stage][p]);
        }
}

static bool next_stage(playout_weights *w, const board *b)
{
    int before = w->stage;
    while (b->n_moves >= w->t->stage_end[w->stage])
        w->stage++;
    return w->stage != before;
}

void playout_weights_start(playout_weights *w, const board *b)
{
    w->stage = 0;
    next_stage(w, b);
    memset(w->base, 0, (size_t)b->n_points * sizeof w->base[0]);
    for (int i = 0; i < b->n_empty; i++) {
        point p = b->empty[i];
        w->code[p] = code_of(b, p);
        for (int s = 0; s < 2; s++)
            w->base[p][s] = base_of(w->t, b, s, p, w->code[p]);
    }
    weigh_all(w, b);
}

/* ---- what a move changes ---- */

static inline void mark(playout_weights *w, point p)
{
    if (w->marked_at[p] == w->now)
        return;
    w->marked_at[p] = w->now;
    w->marked[w->n_marked++] = p;
}

static void mark_empty_around(playout_weights *w, const board *b, point p)
{
    for (int k = 0; k < 8; k++) {
        point q = (point)(p + b->offset[k]);
        if (b->at[q] == EMPTY)
            mark(w, q);
    }
}

/* Marks the liberties of a chain that has few enough for them to depend on it:
 * all of 2; of 3, those that rescue another chain by joining this one.       */
static void mark_liberties(playout_weights *w, const board *b, int chain)
{
    point libs[3];
    const int n = b->n_libs[chain];
    if (n > 3)
        return;
    const unsigned atari = stone_kind((colour)b->at[b->head[chain]], 1);
    board_libs(b, chain, libs, n);
    for (int i = 0; i < n; i++)
        if (n < 3 || code_directions(w->code[libs[i]], atari))
            mark(w, libs[i]);
}

/* A chain has more or fewer liberties or stones: taking a hostile chain next to
 * it may save more or less.                                                  */
static void mark_captures_around(playout_weights *w, const board *b, point stone)
{
    const colour other = opponent((colour)b->at[stone]);
    point s = stone;
    do {
        for (unsigned m = board_neighbours(b, s, other); m; m &= m - 1) {
            int chain = b->chain[s + b->offset[__builtin_ctz(m) / 2]];
            if (b->n_libs[chain] == 1)
                mark(w, board_first_lib(b, chain));
        }
        s = b->link[s];
    } while (s != stone);
}

/* Before the move: a chain whose liberties it will change. */
static void touch(playout_weights *w, const board *b, int chain)
{
    if (!chain || w->touched_at[chain] == w->now)
        return;
    w->touched_at[chain] = w->now;
    w->touched[w->n_touched].stone = b->head[chain];
    w->touched[w->n_touched++].libs = b->n_libs[chain];
    mark_liberties(w, b, chain);
}

/* Before the move: the chain will be taken by its opponent. */
static void touch_captured(playout_weights *w, const board *b, int chain)
{
    point s = b->head[chain];
    do {
        mark(w, s);
        mark_empty_around(w, b, s);
        for (int k = 0; k < 4; k++)
            touch(w, b, b->chain[s + b->offset[k]]);
        s = b->link[s];
    } while (s != b->head[chain]);
}

static void look_before(playout_weights *w, const board *b, colour c, point p)
{
    w->now++;
    w->n_marked = w->n_touched = 0;
    mark(w, p);
    mark_empty_around(w, b, p);
    for (int k = 0; k < 4; k++) {
        int chain = b->chain[p + b->offset[k]];
        touch(w, b, chain);
        if (b->n_libs[chain] == 1 && b->at[b->head[chain]] == opponent(c))
            touch_captured(w, b, chain);
    }
}

static int liberty_class(int libs)
{
    return libs < 3 ? libs : 3;
}

/* After the move: the chains as they are now. */
static void look_after(playout_weights *w, const board *b, point p)
{
    const int mine = b->chain[p];
    int fewest = b->n_libs[mine];
    for (int i = 0; i < w->n_touched; i++) {
        point stone = w->touched[i].stone;
        int chain = b->chain[stone], before = w->touched[i].libs;
        if (chain == mine)
            fewest = before < fewest ? before : fewest;
        if (chain == mine || !chain)
            continue; /* joined, or taken */
        mark_liberties(w, b, chain);
        if (liberty_class(b->n_libs[chain]) != liberty_class(before))
            mark_captures_around(w, b, stone);
    }
    mark_liberties(w, b, mine);
    if (fewest < 3)
        mark_captures_around(w, b, p);
}

void playout_weights_play(playout_weights *w, board *b, colour c, point p)
{
    if (p == PASS) {
        board_play_legal(b, c, p);
    } else {
        look_before(w, b, c, p);
        board_play_legal(b, c, p);
        look_after(w, b, p);
        for (int i = 0; i < w->n_marked; i++)
            update_point(w, b, w->marked[i]);
    }
    if (next_stage(w, b))
        weigh_all(w, b);
}
