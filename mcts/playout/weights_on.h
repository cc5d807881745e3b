/* weights_on.h -- weights.h with the grid as an argument, which is a constant for
 * the usual sizes (board/board_play.h).                                       */
#ifndef KATACHI_MCTS_PLAYOUT_WEIGHTS_ON_H
#define KATACHI_MCTS_PLAYOUT_WEIGHTS_ON_H

#include "mcts/playout/tactics.h"
#include "mcts/playout/weights.h"

/* ---- chains ---- */

static inline void weights_note_atari(playout_weights *w, colour c, int chain, bool is)
{
    uint64_t *word = &w->in_atari[c][chain >> 6];
    *word = (*word & ~((uint64_t)1 << (chain & 63))) | (uint64_t)is << (chain & 63);
}

/* Notes the kind of a chain and counts those in atari.  True if the kind is new. */
static inline bool weights_classify(playout_weights *w, const board *b, colour c, int chain)
{
    const unsigned atari = stone_kind(c, 1), before = w->kind[chain];
    const unsigned kind = stone_kind(c, liberty_class(b->n_libs[chain]));
    w->n_in_atari[c] += (kind == atari) - (before == atari);
    weights_note_atari(w, c, chain, kind == atari);
    w->kind[chain] = (uint8_t)kind;
    return kind != before;
}

BOARD_INLINE uint32_t weights_code(const playout_weights *w, const board *b, point p, board_grid g)
{
    uint32_t code = w->t->border[p] | b->around[p] >> 8;
    BOARD_UNROLL
    for (int k = 0; k < 4; k++)
        code |= (uint32_t)w->kind[b->chain[p + board_step(g, k)]] << (8 + 3 * k);
    return code;
}

/* ---- one point ---- */

static inline bool weights_is_loose(const playout_weights *w, int side, point p)
{
    return w->loose[side][p >> 6] >> (p & 63) & 1;
}

/* The exact weight of a loose point, as a share of its weight. */
BOARD_INLINE float weights_share(const playout_weights *w, const board *b, colour c, point p,
                                 board_grid g)
{
    const uint32_t code = w->code[p];
    return playout_tactics(w->t, w->kind, b, c, p, code, NULL, g) /
           w->t->bound[loose_case(contact_of(w->t, c == WHITE, code))];
}

/* From a loose weight to the exact one. */
static inline void weights_tighten(playout_weights *w, int side, point p, float share)
{
    w->weight[side][p] *= share;
    w->loose[side][p >> 6] &= ~((uint64_t)1 << (p & 63));
}

/* Sets the weights of p by its code; captures go on the list. */
BOARD_INLINE void weights_set(playout_weights *w, point p)
{
    const float *gamma = w->t->shape[shape_place(w->t, w->code[p])];
    BOARD_UNROLL
    for (int side = 0; side < 2; side++) {
        const unsigned marks = shape_marks(gamma[side]);
        w->weight[side][p] = gamma[side] * w->place[p];
        w->loose[side][p >> 6] |= (uint64_t)(marks & SHAPE_LOOSE) << (p & 63);
        w->captures[w->n_captures] = (uint16_t)(2 * p + side);
        w->n_captures += (int)(marks / SHAPE_CAPTURE);
    }
}

/* Multiplies the weights of moves that capture by their tactics. */
BOARD_INLINE void weights_add_captures(playout_weights *w, const board *b, board_grid g)
{
    for (int i = 0; i < w->n_captures; i++) {
        const int side = w->captures[i] & 1;
        const point p = w->captures[i] >> 1;
        w->weight[side][p] *= playout_tactics(w->t, w->kind, b, (colour)(BLACK + side), p,
                                              w->code[p], NULL, g);
    }
}

/* Recomputes the marked points.  One loop over all words of the set: its end is the only
 * branch that is hard to predict.                                             */
BOARD_INLINE void weights_update(playout_weights *w, const board *b, board_grid g)
{
    uint64_t words[BOARD_MAX_WORDS + 1];
    unsigned used = 0;
    int n = 0;
    BOARD_UNROLL
    for (int i = 0; i < g.words; i++) {
        words[i] = w->marked[i] & w->empty[i];
        w->loose[0][i] &= ~words[i];
        w->loose[1][i] &= ~words[i];
        n += __builtin_popcountll(words[i]);
        used |= (unsigned)(words[i] != 0) << i;
    }
    w->n_captures = 0;
    int i = __builtin_ctz(used | 1u << g.words);
    words[g.words] = 0;
    for (uint64_t m = words[i]; n > 0; n--) {
        const point p = (point)(64 * i + __builtin_ctzll(m));
        w->code[p] = weights_code(w, b, p, g);
        weights_set(w, p);
        m &= m - 1;
        used &= used - !m;
        i = m ? i : __builtin_ctz(used | 1u << g.words);
        m = m ? m : words[i];
    }
    weights_add_captures(w, b, g);
}

/* ---- all points ---- */

/* The first place and the groups of vectors that hold all points. */
BOARD_INLINE int weights_first(board_grid g) { return (g.stride + 1) & -PLAYOUT_LANES; }
BOARD_INLINE int weights_groups(board_grid g)
{
    const int last = g.size * g.stride + g.size;
    return (last - weights_first(g)) / PLAYOUT_GROUP + 1;
}

/* Goes to the stage of the board, whose places count differently. */
BOARD_RARE void weights_next_stage(playout_weights *w, const board *b, board_grid g)
{
    const int first = weights_first(g), vectors = 4 * weights_groups(g);
    while (b->n_moves >= w->t->stage_end[w->stage]) {
        w->place = w->t->place[++w->stage];
        const playout_lanes *change = (const void *)(w->t->place_change[w->stage] + first);
        playout_lanes *black = (void *)(w->weight[0] + first);
        playout_lanes *white = (void *)(w->weight[1] + first);
        for (int i = 0; i < vectors; i++) {
            black[i] *= change[i];
            white[i] *= change[i];
        }
    }
}

BOARD_INLINE void weights_start_on(playout_weights *w, const board *b, board_grid g)
{
    w->stage = 0;
    while (b->n_moves >= w->t->stage_end[w->stage])
        w->stage++;
    w->place = w->t->place[w->stage];
    memset(w->n_in_atari, 0, sizeof w->n_in_atari);
    memset(w->in_atari, 0, sizeof w->in_atari);
    memset(w->kind, 0, sizeof w->kind);
    memset(w->empty, 0, sizeof w->empty);
    memset(w->weight, 0, sizeof w->weight);
    for (point p = 0; p < b->n_points; p++) {
        const int chain = b->chain[p];
        if (chain && b->head[chain] == p)
            weights_classify(w, b, (colour)b->at[p], chain);
    }
    for (int i = 0; i < b->n_empty; i++)
        w->empty[b->empty[i] >> 6] |= (uint64_t)1 << (b->empty[i] & 63);
    memcpy(w->marked, w->empty, sizeof w->empty);
    weights_update(w, b, g);
}

/* ---- what a move changes ---- */

/* Four words of a set. */
typedef uint64_t weights_words __attribute__((vector_size(32), aligned(8), may_alias));

/* Adds the points of one set to another, if so. */
BOARD_INLINE void weights_unite(uint64_t *to, const uint64_t *from, bool is, board_grid g)
{
    const uint64_t mask = -(uint64_t)is;
    int i = 0;
    BOARD_UNROLL
    for (; i + 4 <= g.words; i += 4)
        *(weights_words *)(void *)(to + i) |= *(const weights_words *)(const void *)(from + i) & mask;
    for (; i < g.words; i++)
        to[i] |= from[i] & mask;
}

BOARD_INLINE void weights_mark_libs(playout_weights *w, const board *b, int chain, bool is,
                                    board_grid g)
{
    weights_unite(w->marked, b->libs + (size_t)chain * (size_t)g.words, is, g);
}

/* From 1 to `most` liberties?  Chain 0 has none. */
static inline bool weights_has_few(const board *b, int chain, int most)
{
    return (unsigned)(b->n_libs[chain] - 1) < (unsigned)most;
}

/* Up to so many liberties of a chain of c matter: with 3, those that may rescue
 * another chain.                                                              */
static inline int weights_few(const playout_weights *w, colour c)
{
    return 2 + (w->n_in_atari[c] > 0);
}

/* Marks p and the eight points around, three rows that lie within 64 points. */
BOARD_INLINE void weights_mark_square(playout_weights *w, point p, board_grid g)
{
    const uint64_t rows = (uint64_t)7 | (uint64_t)7 << g.stride | (uint64_t)7 << 2 * g.stride;
    const unsigned first = (unsigned)(p - g.stride - 1), shift = first & 63;
    w->marked[first >> 6] |= rows << shift;
    w->marked[(first >> 6) + 1] |= rows >> 1 >> (63 - shift);
}

/* Does a stone of one chain lie next to the other? */
BOARD_INLINE bool weights_touch(const board *b, int one, int other, board_grid g)
{
    const point head = b->head[one];
    bool touches = false;
    point s = head;
    do {
        BOARD_UNROLL
        for (int k = 0; k < 4; k++)
            touches |= b->chain[s + board_step(g, k)] == other;
        s = b->link[s];
    } while (s != head);
    return touches;
}

/* The chains of colour c in atari that touch `chain`: what it is worth to take them
 * may have changed.                                                           */
BOARD_RARE void weights_mark_captures(playout_weights *w, const board *b, colour c, int chain,
                                        board_grid g)
{
    for (int i = 0; 64 * i < b->n_chain_ids; i++)
        for (uint64_t m = w->in_atari[c][i]; m; m &= m - 1) {
            const int id = 64 * i + __builtin_ctzll(m);
            weights_mark_libs(w, b, id, weights_touch(b, id, chain, g), g);
        }
}

static inline bool weights_is_taken(const playout_weights *w, point stone)
{
    return w->empty[stone >> 6] >> (stone & 63) & 1;
}

/* Before the move: the chain will be taken. */
BOARD_RARE void weights_before_taken(playout_weights *w, const board *b, int chain,
                                       board_grid g)
{
    const point head = b->head[chain];
    const colour taker = opponent((colour)b->at[head]);
    const int few = weights_few(w, taker);
    point s = head;
    do {
        w->taken[w->n_taken++] = s;
        w->empty[s >> 6] |= (uint64_t)1 << (s & 63);
        weights_mark_square(w, s, g);
        BOARD_UNROLL
        for (int k = 0; k < 4; k++) {
            const int q = s + board_step(g, k);
            weights_mark_libs(w, b, b->chain[q],
                              (b->at[q] == taker) & weights_has_few(b, b->chain[q], few), g);
        }
        s = b->link[s];
    } while (s != head);
}

/* Before the move: the liberties of the chains around, while they are few.  A hostile
 * chain is about to lose one.  Returns how many stones are around; near[] are their chains. */
BOARD_INLINE int weights_before(playout_weights *w, const board *b, colour c, point p,
                                int near[4], board_grid g)
{
    const int own = weights_few(w, c), opp = 1 + weights_few(w, opponent(c));
    const unsigned around = b->around[p];
    uint64_t marked[BOARD_MAX_WORDS] = {0};
    bool takes = false;
    int n = 0;
    w->n_taken = 0;
    for (unsigned m = (around ^ around >> 1) & 0x55u; m; m &= m - 1) {
        const int q = p + b->offset[__builtin_ctz(m) / 2], chain = b->chain[q];
        near[n++] = chain;
        takes |= w->kind[chain] == stone_kind(opponent(c), 1);
        weights_unite(marked, b->libs + (size_t)chain * (size_t)g.words,
                      weights_has_few(b, chain, b->at[q] == c ? own : opp), g);
    }
    memcpy(w->marked, marked, (size_t)g.words * sizeof marked[0]);
    w->marked[g.words] = 0;
    for (int i = 0; i < n && takes; i++)
        if (w->kind[near[i]] == stone_kind(opponent(c), 1) &&
            !weights_is_taken(w, b->head[near[i]])) /* not yet, from another side */
            weights_before_taken(w, b, near[i], g);
    weights_mark_square(w, p, g);
    w->empty[p >> 6] &= ~((uint64_t)1 << (p & 63));
    return n;
}

/* After it: the kinds of the chains next to what was taken by c. */
BOARD_RARE void weights_after_taken(playout_weights *w, const board *b, colour c, board_grid g)
{
    const colour other = opponent(c);
    for (int i = 0; i < w->n_taken; i++)
        BOARD_UNROLL
        for (int k = 0; k < 4; k++) {
            const int chain = b->chain[w->taken[i] + board_step(g, k)];
            if (b->at[w->taken[i] + board_step(g, k)] == c && weights_classify(w, b, c, chain) &&
                w->n_in_atari[other])
                weights_mark_captures(w, b, other, chain, g);
        }
}

/* After it: the kinds of the chains around, and what follows from them. */
BOARD_INLINE void weights_after(playout_weights *w, const board *b, colour c, point p,
                                const int near[4], int n, board_grid g)
{
    const colour other = opponent(c);
    const int mine = b->chain[p];
    const unsigned own = stone_kind(c, 1), opp = stone_kind(other, 1);
    const unsigned kind_mine = stone_kind(c, liberty_class(b->n_libs[mine]));
    bool joined = false, changed[4]; /* does it matter more or less to save them? */
    int own_in_atari = w->n_in_atari[c], opp_in_atari = w->n_in_atari[other];
    for (int i = 0; i < n; i++) {
        /* chains taken have no liberty left; own ones have become `mine` */
        const int chain = near[i], libs = liberty_class(b->n_libs[chain]);
        const unsigned before = w->kind[chain];
        const bool hostile = (libs > 0) & (before - opp < 3);
        const unsigned kind = (opp + (unsigned)libs - 1) & -(unsigned)hostile;
        w->kind[chain] = (uint8_t)kind;
        weights_note_atari(w, other, chain, kind == opp);
        weights_note_atari(w, c, chain, false);
        own_in_atari -= before == own;
        opp_in_atari += (kind == opp) - (before == opp);
        joined |= (before - own < 3) & ((before != kind_mine) | (kind_mine == own));
        changed[i] = kind && kind != before;
    }
    w->n_in_atari[c] = own_in_atari;
    w->n_in_atari[other] = opp_in_atari;
    weights_classify(w, b, c, mine);
    if (w->n_taken)
        weights_after_taken(w, b, c, g);
    if (w->n_in_atari[c])
        for (int i = 0; i < n; i++)
            if (changed[i])
                weights_mark_captures(w, b, c, near[i], g);
    if (joined && w->n_in_atari[other]) /* what touches a new stone alone is marked already */
        weights_mark_captures(w, b, other, mine, g);
    weights_mark_libs(w, b, mine, weights_has_few(b, mine, weights_few(w, c)), g);
}

/* ---- a move ---- */

BOARD_INLINE void weights_play_on(playout_weights *w, board *b, colour c, point p, board_grid g)
{
    int near[4];
    if (p == PASS) {
        board_play_on(b, c, p, g);
    } else {
        const int n = weights_before(w, b, c, p, near, g);
        board_play_on(b, c, p, g);
        weights_after(w, b, c, p, near, n, g);
        w->weight[0][p] = w->weight[1][p] = 0;
        weights_update(w, b, g);
    }
    if (b->n_moves >= w->t->stage_end[w->stage])
        weights_next_stage(w, b, g);
}

#endif
