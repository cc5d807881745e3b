/* table.h -- what is known of positions, shared by the threads of a solver.
 *
 * An entry holds bounds of black's score that are proven, and how deep the last search without
 * proof was.  A bucket of two is as large as one or two cache lines: the first entry stays until a
 * result of more work comes, the second is always replaced (D. Breuker, J. Uiterwijk, J. van den
 * Herik: Replacement schemes and two-level tables, 1996).
 *
 * Threads read and write without locks: a key is stored combined with the words it
 * belongs to, so that a torn entry is not recognised (R. Hyatt, T. Mann: A lockless
 * transposition-table implementation for parallel search, 2002).               */
#ifndef KATACHI_MCTS_SOLVE_TABLE_H
#define KATACHI_MCTS_SOLVE_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { TABLE_SCORE = 511 /* scores are from -511 to 511 */, TABLE_NO_MOVE = 255 };

typedef struct table_entry {
    int16_t low, high;        /* bounds of black's score, proven */
    bool low_tied, high_tied; /* such a bound does not hold on every path: prover.h */
    int16_t failed;           /* a target for which a search of `depth` found no proof, */
    uint16_t round;           /* in this round (prover.h), below 512; 0: no such result */
    uint8_t depth;
    uint8_t move;             /* the best, or TABLE_NO_MOVE */
    uint8_t work;             /* log2 of the nodes searched, 0 .. 63 */
    uint64_t taken[2][2];     /* [of low, of high][word]: a set of cells */
} table_entry;

typedef struct table {
    _Atomic uint64_t *word;
    size_t bytes;
    size_t n_buckets;         /* a power of two */
    int set_words;            /* of `taken`: 1 or 2 */
} table;

/* GO_ENOMEM. */
go_status table_create(table *t, int64_t bytes, int set_words, go_error *err);
void table_destroy(table *t);

/* What is known of a key; false, with *out as of an unknown position: nothing. */
bool table_find(const table *t, uint64_t key, table_entry *out);
void table_store(table *t, uint64_t key, const table_entry *e);

static inline void table_prefetch(const table *t, uint64_t key)
{
    size_t words = (size_t)(2 + 2 * t->set_words);
    __builtin_prefetch(&t->word[(key & (t->n_buckets - 1)) * 2 * words]);
}

#endif
