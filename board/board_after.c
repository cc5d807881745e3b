/* board_after.c -- the liberties and the hash after a move, without playing it. */
#include "board/board.h"

typedef struct point_set {
    uint64_t word[BOARD_MAX_WORDS];
} point_set;

static inline void set_add(point_set *s, point p)
{
    s->word[p >> 6] |= (uint64_t)1 << (p & 63);
}

/* ---- liberties ---- */

/* Will the stone at `n` belong to the chain of c's new stone at p? */
static bool joins(const board *b, colour c, point p, point n)
{
    if (n == p)
        return true;
    if (b->at[n] != c)
        return false;
    for (int k = 0; k < 4; k++)
        if (b->chain[p + b->offset[k]] == b->chain[n])
            return true;
    return false;
}

/* Adds the stones of the captured chain at q that are next to c's new chain. */
static void add_captured(const board *b, colour c, point p, point q, point_set *libs)
{
    FOR_EACH_STONE (b, s, q)
        FOR_EACH_NEIGHBOUR (b, s, n)
            if (joins(b, c, p, n))
                set_add(libs, s);
}

int board_libs_after(const board *b, colour c, point p, int max)
{
    if (board_empty_neighbours(b, p) >= max)
        return max;
    point_set libs = {{0}};
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + b->offset[k]);
        if (b->at[q] == EMPTY)
            set_add(&libs, q);
        else if (b->at[q] == c)
            for (int w = 0; w < b->words; w++)
                libs.word[w] |= board_lib_set(b, b->chain[q])[w];
        else if (b->at[q] != OFFBOARD && b->n_libs[b->chain[q]] == 1)
            add_captured(b, c, p, q, &libs);
    }
    int n = -(int)(libs.word[p >> 6] >> (p & 63) & 1); /* own chains' liberty p is gone */
    for (int w = 0; w < b->words; w++)
        n += __builtin_popcountll(libs.word[w]);
    return n < max ? n : max;
}

/* ---- hash ---- */

/* Does an earlier neighbour of p belong to the same chain as the k-th? */
static bool neighbour_repeats(const board *b, point p, int k)
{
    for (int i = 0; i < k; i++)
        if (b->chain[p + b->offset[i]] == b->chain[p + b->offset[k]])
            return true;
    return false;
}

uint64_t board_hash_after(const board *b, colour c, point p)
{
    uint64_t hash = b->hash ^ board_zobrist(c, p), own = board_zobrist(c, p);
    if (p == PASS)
        return b->hash;
    bool lives = board_empty_neighbours(b, p) > 0;
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + b->offset[k]);
        if (!b->chain[q] || neighbour_repeats(b, p, k))
            continue;
        bool atari = b->n_libs[b->chain[q]] == 1;
        lives |= b->at[q] == c ? !atari : atari;
        uint64_t *changes = b->at[q] == c ? &own : &hash;
        if (b->at[q] == c || atari)
            FOR_EACH_STONE (b, s, q)
                *changes ^= board_zobrist((colour)b->at[q], s);
    }
    return lives ? hash : hash ^ own;
}
