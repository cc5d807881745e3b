/* fill.h -- points of territory that must be filled before counting. */
#ifndef KATACHI_MCTS_FINAL_FILL_H
#define KATACHI_MCTS_FINAL_FILL_H

#include "board/board.h"
#include "mcts/final/fate.h"

/* Sets owner[] to EMPTY for points that their owner must fill: the last liberty of a
 * living chain once the dead stones are removed and the dame beside it are filled.  By
 * territory rules such a point is not territory (Japanese rules 1989, commentary on
 * article 8); by area rules filling costs nothing.  A dame, or a few connected ones,
 * where the chain could join another of its colour saves the point: connecting there
 * costs nothing.
 *   fate   in      [b->n_points] stone_fate
 *   owner  in out  [b->n_points] colour, EMPTY for dame                       */
void final_fill(const board *b, const uint8_t *fate, uint8_t *owner);

#endif
