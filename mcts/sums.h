/* sums.h -- what the evaluations of one thread add up to: ends of playouts, ownership,
 * and both behind each move of the root.
 *
 * Only their thread adds, so that no atomic addition is needed; any may read meanwhile. */
#ifndef KATACHI_MCTS_SUMS_H
#define KATACHI_MCTS_SUMS_H

#include <stdatomic.h>

#include "base/status.h"
#include "mcts/evaluate/leaf_value.h"

typedef _Atomic uint32_t tally;

static inline uint32_t tally_get(const tally *t)
{
    return atomic_load_explicit(t, memory_order_relaxed);
}
static inline void tally_add(tally *t, uint32_t n)
{
    atomic_store_explicit(t, tally_get(t) + n, memory_order_relaxed);
}

/* The same for reals. */
static inline double sum_get(const _Atomic double *sum)
{
    return atomic_load_explicit(sum, memory_order_relaxed);
}
static inline void sum_add(_Atomic double *sum, double x)
{
    atomic_store_explicit(sum, sum_get(sum) + x, memory_order_relaxed);
}

/* Who owns the points behind one move of the root: black's less white's. */
typedef struct owner_sums {
    tally ends, predictions;
    _Atomic float played[BOARD_MAX_AREA], predicted[BOARD_MAX_AREA];
} owner_sums;

typedef struct thread_sums {
    tally max_depth;
    tally ends;             /* playouts that the next ones count */
    tally black_wins;
    tally black_owns[BOARD_MAX_POINTS];
    tally white_owns[BOARD_MAX_POINTS];
    tally winner_owns[BOARD_MAX_POINTS];
    tally moves;            /* of playouts */
    _Atomic double lead, lead_square;
    tally predictions;      /* that the next two count */
    _Atomic double predicted_variance;             /* of the score */
    _Atomic double predicted_owns[BOARD_MAX_AREA]; /* [y * size + x]: black's less white's */
    owner_sums *behind;     /* [size * size + 1] by the index of the move; NULL: not wanted */
} thread_sums;

/* All zero, for boards of `size`, with `behind` if that is wanted: the system gives it
 * memory for visited moves only.  GO_ENOMEM.                                  */
go_status sums_begin(thread_sums *s, int size, bool behind, go_error *err);
void sums_free(thread_sums *s);

/* Adds the playout, and what was predicted without one, as far as `v` has them.
 * `move`: the index of the root's move that it is behind (board_index), or -1. */
void sums_add(thread_sums *s, const leaf_value *v, int size, int move);

#endif
