/* board_play.h -- how a move changes the board, for those who play millions.
 *
 * board_play_on is board_play_legal with the grid as an argument.  The compiler
 * copies it into its caller, and where the grid is a constant there, steps to
 * neighbours become part of addresses and loops over words of liberties unroll:
 * that halves the time of a move.  Everyone else calls board.h.               */
#ifndef KATACHI_BOARD_BOARD_PLAY_H
#define KATACHI_BOARD_BOARD_PLAY_H

#include "board/board.h"

/* A sanitizer's checks in every copy would take the compiler minutes: see the Makefile. */
#ifdef BOARD_CALLS
#define BOARD_INLINE static inline __attribute__((unused))
#else
#define BOARD_INLINE static inline __attribute__((always_inline))
#endif

/* What happens seldom stays apart, so that the rest fits the instruction cache. */
#define BOARD_RARE static __attribute__((noinline, unused))

/* Before a loop over directions: write it out, so that each step is a constant.  Clang does
 * so unasked, and complains where it cannot.                                  */
#if defined(BOARD_CALLS) || defined(__clang__)
#define BOARD_UNROLL
#else
#define BOARD_UNROLL _Pragma("GCC unroll 8")
#endif

/* The numbers of a board that depend on its size alone. */
typedef struct board_grid {
    int size, stride, words; /* as in board */
} board_grid;

/* Words of a set of points: rounded up, so that sets do not straddle cache lines. */
BOARD_INLINE int board_words_on(int size)
{
    int words = ((size + 1) * (size + 2) + 1 + 63) / 64;
    return words <= 2 ? 2 : words <= 4 ? 4 : words <= 8 ? 8 : BOARD_MAX_WORDS;
}

BOARD_INLINE board_grid board_grid_on(int size)
{
    return (board_grid){size, size + 1, board_words_on(size)};
}

/* offset[k] of the board; k is a constant where it matters. */
BOARD_INLINE int board_step(board_grid g, int k)
{
    switch (k) {
    case 0: return -g.stride;
    case 1: return 1;
    case 2: return g.stride;
    case 3: return -1;
    case 4: return -g.stride + 1;
    case 5: return g.stride + 1;
    case 6: return g.stride - 1;
    default: return -g.stride - 1;
    }
}

/* ---- liberty sets ---- */

BOARD_INLINE uint64_t *board_set_on(board *b, int chain, board_grid g)
{
    return b->libs + (size_t)chain * (size_t)g.words;
}

/* Is counted once, however often it is added or removed. */
BOARD_INLINE void board_add_lib(board *b, int chain, point p, unsigned is, board_grid g)
{
    uint64_t *word = &board_set_on(b, chain, g)[p >> 6];
    b->n_libs[chain] = (uint16_t)(b->n_libs[chain] + (is & ~(unsigned)(*word >> (p & 63)) & 1u));
    *word |= (uint64_t)is << (p & 63);
}

/* Those of the neighbours of p that are in the set `is` (bit 2 * k for offset[k]).  They lie
 * within 64 points, in two words; the second may be beyond the last, with none in it.  */
BOARD_INLINE void board_add_libs(board *b, int chain, point p, unsigned is, board_grid g)
{
    const uint64_t north = is & 1, east = is >> 2 & 1, south = is >> 4 & 1, west = is >> 6 & 1;
    const uint64_t libs = north | west << (g.stride - 1) | east << (g.stride + 1) |
                          south << 2 * g.stride;
    const unsigned first = (unsigned)(p - g.stride), shift = first & 63, i = first >> 6;
    const unsigned next = i + 1 < (unsigned)g.words ? i + 1 : i;
    uint64_t *set = board_set_on(b, chain, g);
    const uint64_t low = libs << shift & ~set[i];
    set[i] |= low;
    const uint64_t high = libs >> 1 >> (63 - shift) & ~set[next];
    set[next] |= high;
    b->n_libs[chain] = (uint16_t)(b->n_libs[chain] + __builtin_popcountll(low) +
                                  __builtin_popcountll(high));
}

BOARD_INLINE void board_remove_lib(board *b, int chain, point p, board_grid g)
{
    uint64_t *word = &board_set_on(b, chain, g)[p >> 6];
    b->n_libs[chain] = (uint16_t)(b->n_libs[chain] - (*word >> (p & 63) & 1u));
    *word &= ~((uint64_t)1 << (p & 63));
}

/* ---- points ---- */

/* Three points of a row at once: the codes of a point's neighbours above, beside
 * and below it change in these fields.                                        */
typedef uint16_t board_codes __attribute__((vector_size(8), aligned(2), may_alias));

BOARD_INLINE void board_recode(board *b, int first, board_codes change)
{
    board_codes *codes = (board_codes *)(void *)(b->around + first);
    *codes ^= change;
}

BOARD_INLINE void board_recolour(board *b, point p, colour from, colour to, board_grid g)
{
    const uint16_t change = (uint16_t)((unsigned)from ^ (unsigned)to);
    /* field k of a code is the neighbour towards offset[k], seen from there */
    const board_codes above = {1 << 2 * 5, 1 << 2 * 2, 1 << 2 * 6, 0},
                      beside = {1 << 2 * 1, 0, 1 << 2 * 3, 0},
                      below = {1 << 2 * 4, 1 << 2 * 0, 1 << 2 * 7, 0};
    b->at[p] = (uint8_t)to;
    board_recode(b, p + board_step(g, 7), above * change);
    board_recode(b, p + board_step(g, 3), beside * change);
    board_recode(b, p + board_step(g, 6), below * change);
}

BOARD_INLINE void board_put_stone(board *b, colour c, point p, board_grid g)
{
    point moved = b->empty[--b->n_empty];
    b->empty[b->link[p]] = moved;
    b->link[moved] = b->link[p];
    b->n_stones[c]++;
    b->hash ^= board_zobrist(c, p);
    board_recolour(b, p, EMPTY, c, g);
}

BOARD_INLINE void board_take_stone(board *b, colour c, point p, board_grid g)
{
    b->link[p] = (uint16_t)b->n_empty;
    b->empty[b->n_empty++] = p;
    b->chain[p] = 0;
    b->n_stones[c]--;
    b->hash ^= board_zobrist(c, p);
    board_recolour(b, p, c, EMPTY, g);
}

/* ---- chains ---- */

BOARD_INLINE int board_new_chain(board *b, point p, board_grid g)
{
    int id = b->n_free_chains ? b->free_chain[--b->n_free_chains] : b->n_chain_ids++;
    uint64_t *set = board_set_on(b, id, g);
    BOARD_UNROLL
    for (int w = 0; w < g.words; w++)
        set[w] = 0;
    b->n_libs[id] = 0;
    b->n_members[id] = 1;
    b->head[id] = p;
    b->link[p] = p;
    b->chain[p] = (uint16_t)id;
    return id;
}

BOARD_INLINE void board_free_chain(board *b, int id)
{
    b->free_chain[b->n_free_chains++] = (uint16_t)id;
}

BOARD_INLINE void board_swap_links(board *b, point p, point q) /* joins two rings */
{
    uint16_t next = b->link[p];
    b->link[p] = b->link[q];
    b->link[q] = next;
}

BOARD_INLINE void board_join_stone(board *b, int id, point p)
{
    const point head = b->head[id];
    b->chain[p] = (uint16_t)id;
    b->link[p] = b->link[head];
    b->link[head] = p;
    b->n_members[id]++;
}

/* Moves the stones and liberties of `from` into `into`. */
BOARD_RARE void board_merge_chains(board *b, int into, int from, board_grid g)
{
    point head = b->head[from];
    for (point s = head;;) {
        b->chain[s] = (uint16_t)into;
        s = b->link[s];
        if (s == head)
            break;
    }
    board_swap_links(b, head, b->head[into]);
    b->n_members[into] = (uint16_t)(b->n_members[into] + b->n_members[from]);
    uint64_t *set = board_set_on(b, into, g), *other = board_set_on(b, from, g);
    int n = 0;
    BOARD_UNROLL
    for (int w = 0; w < g.words; w++) {
        set[w] |= other[w];
        n += __builtin_popcountll(set[w]);
    }
    b->n_libs[into] = (uint16_t)n;
    board_free_chain(b, from);
}

/* Takes the chain off the board; its points become liberties of its neighbours.
 * Returns the number of stones.                                               */
BOARD_RARE int board_remove_chain(board *b, int id, board_grid g)
{
    point head = b->head[id];
    colour c = (colour)b->at[head], other = opponent(c);
    for (point s = head;;) {
        point next = b->link[s];
        board_take_stone(b, c, s, g);
        BOARD_UNROLL
        for (int k = 0; k < 4; k++) {
            point q = (point)(s + board_step(g, k));
            if (b->at[q] == other)
                board_add_lib(b, b->chain[q], s, 1, g);
        }
        s = next;
        if (s == head)
            break;
    }
    int n = b->n_members[id];
    b->n_captured[c] += n;
    board_free_chain(b, id);
    return n;
}

/* Puts a stone on p, joins it to its neighbours and returns its chain. */
BOARD_INLINE int board_place(board *b, colour c, point p, board_grid g)
{
    board_put_stone(b, c, p, g);
    BOARD_UNROLL
    for (int k = 0; k < 4; k++) /* chain 0 has no liberty to lose */
        board_remove_lib(b, b->chain[p + board_step(g, k)], p, g);
    int id = 0;
    for (unsigned m = board_neighbours(b, p, c); m; m &= m - 1) {
        int other = b->chain[p + b->offset[__builtin_ctz(m) / 2]];
        if (!id) {
            id = other;
            board_join_stone(b, id, p);
        } else if (other != id) {
            bool bigger = b->n_members[other] > b->n_members[id];
            board_merge_chains(b, bigger ? other : id, bigger ? id : other, g);
            id = bigger ? other : id;
        }
    }
    if (!id)
        id = board_new_chain(b, p, g);
    board_add_libs(b, id, p, board_neighbours(b, p, EMPTY), g);
    return id;
}

/* Removes the neighbours of p of colour c that have no liberty left. */
BOARD_INLINE int board_capture_around(board *b, colour c, point p, point *one, board_grid g)
{
    int captured = 0;
    for (unsigned m = board_neighbours(b, p, c); m; m &= m - 1) {
        point q = (point)(p + b->offset[__builtin_ctz(m) / 2]);
        if (b->at[q] == c && b->n_libs[b->chain[q]] == 0) {
            captured += board_remove_chain(b, b->chain[q], g);
            *one = q;
        }
    }
    return captured;
}

/* ---- moves ---- */

BOARD_INLINE void board_note_move(board *b, point p)
{
    b->last2 = b->last;
    b->last = p;
    b->n_moves = (int16_t)(b->n_moves + (b->n_moves < INT16_MAX));
    b->n_passes = (int16_t)(p == PASS ? b->n_passes + (b->n_passes < INT16_MAX) : 0);
    b->ko = PASS;
}

BOARD_INLINE int board_play_on(board *b, colour c, point p, board_grid g)
{
    board_note_move(b, p);
    if (p == PASS)
        return 0;
    assert(b->at[p] == EMPTY);
    point one = PASS;
    int id = board_place(b, c, p, g);
    int captured = board_capture_around(b, opponent(c), p, &one, g);
    if (captured == 1 && b->n_members[id] == 1 && b->n_libs[id] == 1) {
        b->ko = one;
        b->ko_colour = (uint8_t)opponent(c);
    }
    if (b->n_libs[id] == 0)
        board_remove_chain(b, id, g); /* suicide */
    return captured;
}

#endif
