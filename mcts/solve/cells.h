/* cells.h -- sets of cells as bits of one word.
 *
 * A cell is a point that the solver may play on.  A set of cells is a word of 64 bits, or
 * of 128 where SOLVE_WIDE is defined: prover_narrow.c and prover_wide.c compile the same
 * prover with either.                                                          */
#ifndef KATACHI_MCTS_SOLVE_CELLS_H
#define KATACHI_MCTS_SOLVE_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef SOLVE_WIDE
__extension__ typedef unsigned __int128 cells;
enum { CELLS_MAX = 128 };
#else
typedef uint64_t cells;
enum { CELLS_MAX = 64 };
#endif

static inline cells cell_bit(int cell) { return (cells)1 << cell; }

static inline bool cells_have(cells set, int cell) { return (set >> cell & 1) != 0; }

/* The lowest cell of a set that is not empty. */
static inline int cells_first(cells set)
{
#ifdef SOLVE_WIDE
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
#else
    return __builtin_ctzll(set);
#endif
}

static inline int cells_count(cells set)
{
#ifdef SOLVE_WIDE
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
#else
    return __builtin_popcountll(set);
#endif
}

static inline bool cells_within(cells inner, cells outer) { return !(inner & ~outer); }

#endif
