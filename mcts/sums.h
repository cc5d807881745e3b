/* sums.h -- sums over the evaluations of one thread: results of playouts, ownership, and
 * both for each move of the root.  Only that thread adds, so no atomic addition is needed;
 * any thread may read meanwhile.                                              */
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

static inline double sum_get(const _Atomic double *sum)
{
    return atomic_load_explicit(sum, memory_order_relaxed);
}
static inline void sum_add(_Atomic double *sum, double x)
{
    atomic_store_explicit(sum, sum_get(sum) + x, memory_order_relaxed);
}

/* Ownership after one move of the root, 1 black's, -1 white's. */
typedef struct owner_sums {
    tally ends, predictions;
    _Atomic int32_t played[BOARD_MAX_AREA];
    _Atomic double predicted[BOARD_MAX_AREA];
} owner_sums;

typedef struct thread_sums {
    tally max_depth;
    tally ends;             /* playouts; the sums up to lead_square are over these */
    tally black_wins;
    tally black_owns[BOARD_MAX_POINTS];
    tally white_owns[BOARD_MAX_POINTS];
    tally winner_owns[BOARD_MAX_POINTS];
    _Atomic double moves;   /* of playouts; in hours they are more than a tally holds */
    _Atomic double lead, lead_square;
    tally predictions;      /* the next sum is over these */
    _Atomic double predicted_variance;             /* of the score */
    tally ownerships;       /* predictions that tell the ownership; the next sum is over these */
    _Atomic double predicted_owns[BOARD_MAX_AREA]; /* [y * size + x]: black's less white's */
    owner_sums *behind;     /* [size * size + 1] by board_index of the move; NULL: not wanted */
} thread_sums;

/* Sets all to 0, unless the sums of the last search go on, for boards of `size`; `behind`: also for
 * each move of the root (the system gives memory for visited moves only).  GO_ENOMEM. */
go_status sums_begin(thread_sums *s, int size, bool behind, bool goes_on, go_error *err);
void sums_free(thread_sums *s);

/* Adds the playout and the prediction of `v`, if it has them.  `move`: board_index of the
 * root's move that led there, or -1.                                          */
void sums_add(thread_sums *s, const leaf_value *v, int size, int move);

#endif
