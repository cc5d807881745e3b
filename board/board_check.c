/* board_check.c -- recomputes everything that board.c keeps incrementally. */
#include <stdlib.h>

#include "board/board.h"

static const char *check_point(const board *b, point p)
{
    unsigned code = 0;
    for (int k = 0; k < 8; k++)
        code |= (unsigned)b->at[p + b->offset[k]] << (2 * k);
    if (code != b->around[p])
        return "the neighbour code of a point is wrong";
    if (b->at[p] == EMPTY) {
        if (b->link[p] >= b->n_empty || b->empty[b->link[p]] != p)
            return "an empty point is not where the list of empty points says";
        return b->chain[p] ? "an empty point belongs to a chain" : NULL;
    }
    FOR_EACH_NEIGHBOUR (b, p, q)
        if (b->at[q] == b->at[p] && b->chain[q] != b->chain[p])
            return "two connected stones are in different chains";
    return b->at[b->link[p]] == b->at[p] && b->chain[b->link[p]] == b->chain[p]
               ? NULL
               : "a ring of stones leaves its chain";
}

static const char *check_chain(const board *b, int id)
{
    uint64_t set[BOARD_MAX_WORDS] = {0};
    int stones = 0, libs = 0;
    for (point s = b->head[id];;) {
        stones++;
        FOR_EACH_NEIGHBOUR (b, s, q)
            if (b->at[q] == EMPTY)
                set[q >> 6] |= (uint64_t)1 << (q & 63);
        s = b->link[s];
        if (s == b->head[id] || stones > BOARD_MAX_AREA)
            break;
    }
    for (int w = 0; w < b->words; w++) {
        if (set[w] != board_lib_set(b, id)[w])
            return "the liberties of a chain are wrong";
        libs += __builtin_popcountll(set[w]);
    }
    if (libs != b->n_libs[id])
        return "the number of liberties of a chain is wrong";
    if (libs == 0)
        return "a chain without liberties is on the board";
    return stones == b->n_members[id] ? NULL : "the number of stones of a chain is wrong";
}

const char *board_check(const board *b)
{
    uint64_t hash = 0;
    int n[4] = {0}, members = 0;
    bool seen[BOARD_MAX_CHAINS] = {false};
    for (int i = 0; i < b->size * b->size; i++) {
        point p = board_point_at(b->size, i);
        const char *wrong = check_point(b, p);
        n[b->at[p]]++;
        if (!wrong && b->at[p] != EMPTY) {
            hash ^= board_zobrist((colour)b->at[p], p);
            if (!seen[b->chain[p]]) {
                seen[b->chain[p]] = true;
                wrong = check_chain(b, b->chain[p]);
                members += b->n_members[b->chain[p]];
            }
        }
        if (wrong)
            return wrong;
    }
    if (hash != b->hash)
        return "the hash is wrong";
    if (n[EMPTY] != b->n_empty || n[BLACK] != b->n_stones[BLACK] || n[WHITE] != b->n_stones[WHITE])
        return "a count of points is wrong";
    return members == n[BLACK] + n[WHITE] ? NULL : "a chain does not hold its stones";
}
