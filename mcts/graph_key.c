#include "mcts/graph_key.h"

#include "base/rng.h"

enum { CYCLE = 11 }; /* moves; longer cycles are not looked for */

/* Adds the empty points connected with p to *n, as long as that is at most CYCLE. */
static void count_region(const board *b, point p, bool *seen, int *n)
{
    point found[CYCLE + 2];
    int end = 0;
    found[end++] = p;
    seen[p] = true;
    ++*n;
    for (int i = 0; i < end && *n <= CYCLE; i++)
        FOR_EACH_NEIGHBOUR (b, found[i], q)
            if (b->at[q] == EMPTY && !seen[q] && *n <= CYCLE) {
                seen[q] = true;
                found[end++] = q;
                ++*n;
            }
}

/* Does it take more than CYCLE moves to return to the position before the last move? */
static bool is_far_from_before(const board *b, point last)
{
    bool seen[BOARD_MAX_POINTS] = {false};
    int n = 0;
    if (last == PASS)
        return false;
    if (b->at[last] == EMPTY) { /* suicide */
        count_region(b, last, seen, &n);
        return n > CYCLE;
    }
    n = board_chain_size(b, last);
    if (n + board_chain_libs(b, last) > CYCLE)
        return true;
    FOR_EACH_STONE (b, s, last)
        FOR_EACH_NEIGHBOUR (b, s, q)
            if (b->at[q] == EMPTY && !seen[q] && n <= CYCLE)
                count_region(b, q, seen, &n);
    return n > CYCLE;
}

static uint64_t state_key(const line *l)
{
    const board *b = &l->board;
    int passes = l->passes < 2 ? l->passes : 2;
    uint64_t key = (uint64_t)l->to_move | (uint64_t)passes << 2 | (uint64_t)l->button << 4;
    if (b->ko != PASS)
        key |= (uint64_t)b->ko << 8 | (uint64_t)b->ko_colour << 24;
    key = rng_mix64(b->hash ^ rng_mix64(key));
    if (l->root->counts_territory) {
        uint64_t prisoners =
            (uint64_t)(uint32_t)b->n_captured[BLACK] << 32 | (uint32_t)b->n_captured[WHITE];
        key = rng_mix64(key ^ rng_mix64(prisoners));
    }
    return key;
}

uint64_t graph_key(const line *l, uint64_t before)
{
    uint64_t key = state_key(l);
    if (before && l->depth && !is_far_from_before(&l->board, l->move[l->depth - 1].at))
        key ^= rng_mix64(before);
    return key ? key : 1;
}
