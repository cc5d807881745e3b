/* value_bias.h -- how wrong the network is about positions that are alike.
 *
 * A network that misjudges a tactical sequence does so in every branch where the sequence
 * occurs.  Positions with the same last two moves, the same 5x5 points around the last one
 * and the same ko share an entry of this table, which knows how much what was searched below
 * them differed from their own evaluations, on average; a part of that corrects the own
 * evaluation of each of them.
 *
 * Source: KataGo's subtree value bias correction (D. J. Wu, docs/KataGoMethods.md).  Here
 * the table has a fixed size, and two patterns may fall on the same entry.
 *
 * Threads share the table without locks.                                      */
#ifndef KATACHI_MCTS_TREE_VALUE_BIAS_H
#define KATACHI_MCTS_TREE_VALUE_BIAS_H

#include <stdatomic.h>

#include "base/status.h"
#include "board/board.h"

enum { VALUE_BIAS_BITS = 18 }; /* 262,144 entries, 4 MB */

/* Sums over positions, in fixed point, so that they do not depend on the order of threads:
 * of their weights, and of their weights times the difference.                */
typedef struct bias_entry {
    _Atomic int64_t sum, weight;
} bias_entry;

typedef struct value_bias {
    bias_entry *entry;        /* [2^VALUE_BIAS_BITS]; the first is not used.  NULL: no table */
    _Atomic uint64_t *in_use; /* one bit for each entry: those without it are 0; and then one
                               * for each word of these bits                    */
} value_bias;

/* GO_ENOMEM. */
go_status value_bias_create(value_bias *b, go_error *err);
void value_bias_destroy(value_bias *b); /* accepts one that is all zero */
void value_bias_clear(value_bias *b);

/* The entry of the position after `move`; 0: it has none, because that is a pass.
 *   before    in  the board that c plays `move` on
 *   previous  in  the opponent's move before; PASS if there is none           */
uint32_t value_bias_place(const board *before, colour c, point previous, point move);

/* Replaces what a position has added. */
void value_bias_change(value_bias *b, uint32_t place, double old_sum, double old_weight,
                       double new_sum, double new_weight);

/* The mean difference; 0 if nothing is known. */
double value_bias_get(const value_bias *b, uint32_t place);

/* Keeps a fifth of everything.  Positions that stay then add the other four fifths of
 * their own shares, so that the shares of forgotten ones fade from move to move. */
void value_bias_fade(value_bias *b);
void value_bias_restore(value_bias *b, uint32_t place, double sum, double weight);

#endif
