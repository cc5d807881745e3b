/* graph_key.h -- when do two lines of play lead to the same position?
 *
 * Lines that are searched as one must have the same future: the same stones, side to move,
 * ko, passes and button, under territory scoring the same prisoners, and the same moves
 * forbidden by superko.  The last would need the whole past; but a position before the last
 * move can only come back once its stone is captured, which takes as many moves as its chain
 * has stones and the empty regions around it have points, less one.  If that is more than 11,
 * the past is left out of the key; otherwise the key goes on from that of the position
 * before, so that kos and other short cycles are not shared.
 *
 * Source: KataGo (D. J. Wu, docs/GraphSearch.md, cpp/game/graphhash.cpp).     */
#ifndef KATACHI_MCTS_GRAPH_KEY_H
#define KATACHI_MCTS_GRAPH_KEY_H

#include "mcts/evaluate/line.h"

/* The key of the position at the end of the line; never 0.
 *   before  in  the key of the position before the last move; 0: none        */
uint64_t graph_key(const line *l, uint64_t before);

#endif
