/* edges.h -- from the probabilities of a position's moves to the edges of its node. */
#ifndef KATACHI_MCTS_TREE_EDGES_H
#define KATACHI_MCTS_TREE_EDGES_H

#include "mcts/tree/tree.h"

/* Writes the moves of c and the pass, likeliest first, and returns how many: those with a
 * prior that fill no sound eye and are not settled.
 *   prior       in  [size * size + 1] of the moves, the pass last
 *   knows_pass  in  the pass is as likely as it says; else that is put right
 *   settled     in  [BOARD_MAX_POINTS] points of no use to c                  */
int edges_make(const board *b, colour c, const float *prior, bool knows_pass, const bool *settled,
               tree_edge edge[BOARD_MAX_AREA + 1]);

#endif
