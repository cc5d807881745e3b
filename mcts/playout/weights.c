#include "mcts/playout/weights.h"

#include "mcts/playout/tactics.h"

/* ---- one point ---- */

/* Sets the kind of a chain's stones and counts it if it is in atari. */
static inline void classify(playout_weights *w, const board *b, int chain)
{
    const colour c = (colour)b->at[b->head[chain]];
    w->kind[chain] = (uint8_t)stone_kind(c, liberty_class(b->n_libs[chain]));
    w->n_in_atari[c] += b->n_libs[chain] == 1;
}

static inline uint32_t code_of(const playout_weights *w, const board *b, point p)
{
    uint32_t code = w->t->border[p] | b->around[p] >> 8;
    for (int k = 0; k < 4; k++)
        code |= (uint32_t)w->kind[b->chain[p + b->offset[k]]] << (8 + 3 * k);
    return code;
}

/* The gamma of the shape, 0 for an eye.  Points that need tactics go on the list. */
static inline playout_pair shape_of(playout_weights *w, point p, unsigned place)
{
    const uint16_t *entry = w->t->shape[place];
    const float *gamma = w->t->shape_gamma;
    for (int s = 0; s < 2; s++) {
        w->tactical[w->n_tactical] = (uint16_t)(2 * p + s);
        w->n_tactical += entry[s] / SHAPE_TACTICS;
    }
    return (playout_pair){gamma[entry[0] % SHAPE_TACTICS], gamma[entry[1] % SHAPE_TACTICS]};
}

/* Returns the change of the sum of all weights. */
static inline playout_sums set_base(playout_weights *w, point p, playout_pair base)
{
    playout_pair weight = base * w->place[p];
    playout_sums change = __builtin_convertvector(weight, playout_sums) -
                          __builtin_convertvector(w->weight[p], playout_sums);
    w->base[p] = base;
    w->weight[p] = weight;
    w->row_sum[w->t->row[p]] += change;
    return change;
}

/* Multiplies the base of all points on the list by their tactics. */
static inline void add_tactics(playout_weights *w, const board *b)
{
    double change[2] = {0};
    for (int i = 0; i < w->n_tactical; i++) {
        const int s = w->tactical[i] & 1;
        const point p = w->tactical[i] >> 1;
        const float factor =
            playout_tactics(w->t, b, (colour)(BLACK + s), p, w->code[p], NULL);
        const float base = w->base[p][s] * factor, weight = base * w->place[p][s];
        const double more = (double)weight - (double)w->weight[p][s];
        w->base[p][s] = base;
        w->weight[p][s] = weight;
        w->row_sum[w->t->row[p]][s] += more;
        change[s] += more;
    }
    w->sum += (playout_sums){change[0], change[1]};
}

/* ---- all points ---- */

void playout_weights_init(playout_weights *w, const playout_gammas *t)
{
    memset(w, 0, sizeof *w);
    w->t = t;
}

/* All weights from `base`, after the stage has changed. */
static void weigh_all(playout_weights *w)
{
    const int size = w->t->size;
    w->sum = (playout_sums){0};
    for (int y = 0; y < size; y++) {
        const point first = board_point_on(size, 0, y);
        playout_sums sum = {0};
        for (point p = first; p < first + size; p++) {
            w->weight[p] = w->base[p] * w->place[p];
            sum += __builtin_convertvector(w->weight[p], playout_sums);
        }
        w->row_sum[y] = sum;
        w->sum += sum;
    }
}

static bool next_stage(playout_weights *w, const board *b)
{
    int before = w->stage;
    while (b->n_moves >= w->t->stage_end[w->stage])
        w->stage++;
    w->place = w->t->place[w->stage];
    return w->stage != before;
}

void playout_weights_start(playout_weights *w, const board *b)
{
    w->stage = 0;
    next_stage(w, b);
    memset(w->n_in_atari, 0, sizeof w->n_in_atari);
    for (point p = 0; p < b->n_points; p++) {
        const int chain = b->chain[p];
        if (chain && b->head[chain] == p)
            classify(w, b, chain);
    }
    w->n_tactical = 0;
    memset(w->base, 0, (size_t)b->n_points * sizeof w->base[0]);
    for (int i = 0; i < b->n_empty; i++) {
        point p = b->empty[i];
        w->code[p] = code_of(w, b, p);
        w->base[p] = shape_of(w, p, shape_place(w->t, w->code[p]));
    }
    weigh_all(w);
    add_tactics(w, b);
    w->prepared = EMPTY;
}

/* ---- what a move changes ---- */

static inline void mark(playout_weights *w, point p)
{
    w->marked[w->n_marked] = p;
    w->n_marked += w->marked_at[p] != w->now;
    w->marked_at[p] = w->now;
}

static inline void mark_empty_around(playout_weights *w, const board *b, point p)
{
    const unsigned around = b->around[p];
    for (unsigned m = ~(around | around >> 1) & 0x5555u; m; m &= m - 1)
        mark(w, (point)(p + b->offset[__builtin_ctz(m) / 2]));
}

/* The first and the last liberty of a chain; all of them if it has one or two. */
static inline void outer_liberties(const board *b, int chain, point *first, point *last)
{
    const uint64_t *set = board_lib_set(b, chain);
    unsigned used = 0; /* words */
    for (int i = b->words - 1; i >= 0; i--)
        used = 2 * used + (set[i] != 0);
    int low = __builtin_ctz(used), high = 31 - __builtin_clz(used);
    *first = (point)(64 * low + __builtin_ctzll(set[low]));
    *last = (point)(64 * high + 63 - __builtin_clzll(set[high]));
}

/* Of a chain of three liberties, marks those that rescue a chain by joining it. */
static void mark_rescues(playout_weights *w, const board *b, int chain, colour c)
{
    point libs[3];
    const unsigned atari = stone_kind(c, 1);
    board_libs(b, chain, libs, 3);
    for (int i = 0; i < 3; i++)
        if (code_directions(w->code[libs[i]], atari))
            mark(w, libs[i]);
}

/* Marks the liberties of a chain, if it has few enough for them to matter. */
static inline void mark_liberties(playout_weights *w, const board *b, int chain)
{
    const int n = b->n_libs[chain];
    if (n < 3) {
        point first, last;
        outer_liberties(b, chain, &first, &last);
        mark(w, first);
        mark(w, last);
    } else if (n == 3) {
        colour c = (colour)b->at[b->head[chain]];
        if (w->n_in_atari[c])
            mark_rescues(w, b, chain, c);
    }
}

/* A chain has more or fewer liberties or stones: taking a hostile chain next to
 * it may save more or less.                                                  */
static void mark_captures_around(playout_weights *w, const board *b, point stone)
{
    const colour other = opponent((colour)b->at[stone]);
    point s = stone, unused;
    if (!w->n_in_atari[other])
        return;
    do {
        uint16_t found[5];
        int n = 0;
        for (int k = 0; k < 4; k++) {
            point q = (point)(s + b->offset[k]);
            found[n] = b->chain[q];
            n += (b->at[q] == other) & (b->n_libs[b->chain[q]] == 1);
        }
        for (int i = 0; i < n; i++) {
            point p;
            outer_liberties(b, found[i], &p, &unused);
            mark(w, p);
        }
        s = b->link[s];
    } while (s != stone);
}

/* Before the move: a chain whose liberties it will change. */
static inline bool touch(playout_weights *w, const board *b, int chain)
{
    if (w->touched_at[chain] == w->now)
        return false;
    w->touched_at[chain] = w->now;
    w->n_in_atari[b->at[b->head[chain]]] -= b->n_libs[chain] == 1;
    w->touched[w->n_touched].stone = b->head[chain];
    w->touched[w->n_touched++].libs = b->n_libs[chain];
    return true;
}

/* Before the move: the chain will be taken by its opponent, whose chains get
 * liberties.                                                                 */
static void touch_captured(playout_weights *w, const board *b, int chain)
{
    const point head = b->head[chain];
    const colour taker = opponent((colour)b->at[head]);
    point s = head;
    do {
        mark(w, s);
        mark_empty_around(w, b, s);
        for (unsigned m = board_neighbours(b, s, taker); m; m &= m - 1) {
            int near = b->chain[s + b->offset[__builtin_ctz(m) / 2]];
            if (touch(w, b, near))
                mark_liberties(w, b, near);
        }
        s = b->link[s];
    } while (s != head);
}

/* An own chain's liberties are marked before they may become many; those of a
 * hostile one afterwards, when they are the same without p.                  */
static void before_move(playout_weights *w, const board *b, colour c, point p)
{
    w->now++;
    w->n_marked = w->n_touched = 0;
    w->marked_at[p] = w->now; /* will not be empty */
    mark_empty_around(w, b, p);
    for (unsigned m = (b->around[p] ^ b->around[p] >> 1) & 0x55u; m; m &= m - 1) { /* stones */
        point q = (point)(p + b->offset[__builtin_ctz(m) / 2]);
        int chain = b->chain[q];
        if (!touch(w, b, chain))
            continue;
        if (b->at[q] == c)
            mark_liberties(w, b, chain);
        else if (b->n_libs[chain] == 1)
            touch_captured(w, b, chain);
    }
}

/* After the move: classifies the changed chains and counts those in atari, without which
 * no points can be marked.                                                    */
static void after_move(playout_weights *w, const board *b, point p)
{
    const int mine = b->chain[p];
    int fewest = b->n_libs[mine];
    classify(w, b, mine);
    for (int i = 0; i < w->n_touched; i++) {
        int chain = b->chain[w->touched[i].stone];
        if (chain != mine && chain) /* neither joined nor taken */
            classify(w, b, chain);
    }
    for (int i = 0; i < w->n_touched; i++) {
        point stone = w->touched[i].stone;
        int chain = b->chain[stone], before = w->touched[i].libs;
        if (chain == mine)
            fewest = before < fewest ? before : fewest;
        if (chain == mine || !chain)
            continue;
        mark_liberties(w, b, chain);
        if (liberty_class(b->n_libs[chain]) != liberty_class(before))
            mark_captures_around(w, b, stone);
    }
    mark_liberties(w, b, mine);
    if (fewest < 3)
        mark_captures_around(w, b, p);
}

/* ---- answers to the last move ---- */

/* Where the response's number for p stands when the last move lies towards
 * `turns` from it; prefetched.                                               */
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
    const int class = liberty_class(b->n_libs[b->chain[b->last]]);
    const uint16_t *near = w->t->response + (size_t)class * RESPONSES;
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

/* ---- a move ---- */

/* The marked points, all empty now; the table's lines are prefetched. */
static inline void update_marked(playout_weights *w, const board *b, colour next)
{
    playout_sums change = {0};
    w->n_tactical = 0;
    for (int i = 0; i < w->n_marked; i++) {
        uint32_t code = code_of(w, b, w->marked[i]);
        w->code[w->marked[i]] = code;
        w->entry[i] = shape_place(w->t, code);
        __builtin_prefetch(w->t->shape[w->entry[i]]);
    }
    playout_weights_prepare(w, b, next);
    for (int i = 0; i < w->n_marked; i++) {
        point p = w->marked[i];
        change += set_base(w, p, shape_of(w, p, w->entry[i]));
    }
    w->sum += change;
    add_tactics(w, b);
}

void playout_weights_play(playout_weights *w, board *b, colour c, point p)
{
    if (p == PASS) {
        board_play_legal(b, c, p);
    } else {
        before_move(w, b, c, p);
        board_play_legal(b, c, p);
        after_move(w, b, p);
        w->sum += set_base(w, p, (playout_pair){0});
        w->code[p] = 0;
        update_marked(w, b, opponent(c));
    }
    if (next_stage(w, b))
        weigh_all(w);
}
