/* nakade.h -- the vital point of a small eyespace next to the last move.
 *
 * A space of three to six points becomes one eye or two depending on who first plays its
 * vital point: the middle of a straight or bent three, the centre of the pyramid four,
 * the bulky five, the crossed five and the rabbity six (the nakade shapes of J. Davies:
 * Life and Death, 1975).  3x3 shapes are too small to show them.  It matters only to a
 * group that has nowhere else to live: its chains have few liberties outside the space. */
#ifndef KATACHI_MCTS_PLAYOUT_NAKADE_H
#define KATACHI_MCTS_PLAYOUT_NAKADE_H

#include "board/board.h"

enum { NAKADE_MAX = 6 }; /* points of the largest shape */

/* The vital point, empty, for c to move: of a space walled in by c into which
 * the last move went, or of one walled in by the opponent next to his last move
 * (the hole where he captured, too).  PASS: none.  It is not always legal.    */
point playout_nakade(const board *b, colour c);

/* The vital point of the connected points that are not `wall` around `start`;
 * PASS if they are no nakade shape or more than NAKADE_MAX, if a chain around
 * them has more than two liberties elsewhere, or a stone is there already.    */
point playout_vital_point(const board *b, point start, colour wall);

#endif
