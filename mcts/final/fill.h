/* fill.h -- points of one's own territory that must be filled before it is
 * counted.                                                                   */
#ifndef KATACHI_MCTS_FINAL_FILL_H
#define KATACHI_MCTS_FINAL_FILL_H

#include "board/board.h"
#include "mcts/final/fate.h"

/* Takes points out of owner[] (EMPTY then) that their owner has to fill: the
 * last liberty of a living chain that is in atari once the dead stones are off
 * and the opponent has filled a dame beside it.  By territory rules such a point
 * is no territory (Japanese rules 1989, commentary on article 8); by area rules
 * the filling costs nothing.  A chain with two dame beside it answers the one by
 * the other.
 *   fate   in      [b->n_points] stone_fate
 *   owner  in out  [b->n_points] colour, EMPTY for dame                       */
void final_fill(const board *b, const uint8_t *fate, uint8_t *owner);

#endif
