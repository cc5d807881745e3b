/* borders.h -- the points between the sides that a playout has filled.
 *
 * Under territory scoring an empty point beside a living stone of the other side is nobody's
 * territory: to fill it costs a stone and gains a point.  A playout, which is counted by area
 * without its own stones, gives such points to whoever filled more of them, while the other side
 * may have filled its territory, and the last one to whoever has the move.     */
#ifndef KATACHI_MCTS_EVALUATE_BORDERS_H
#define KATACHI_MCTS_EVALUATE_BORDERS_H

#include "board/board.h"

/* Black's points of this kind less white's: those that are empty in `leaf` and belong to one side
 * at the `end` of a playout from there, beside a stone of the other side that is there in both.
 * 0 if there are so many of them that the borders are open: then such moves also defend
 * territory, and the side that makes more of them has gained something.        */
int borders_filled(const board *leaf, const board *end);

#endif
