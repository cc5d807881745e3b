/* random_playout.h -- uniformly random games to the end, the speed limit of
 * any Monte-Carlo search on this board.
 *
 * Each move is drawn uniformly from the legal moves that do not fill an own
 * eye (board_is_eye); a side without one passes; two passes, or too many moves,
 * end the playout.  The same light policy as Lukasz Lew's libEGO.            */
#ifndef KATACHI_BOARD_RANDOM_PLAYOUT_H
#define KATACHI_BOARD_RANDOM_PLAYOUT_H

#include "base/rng.h"
#include "board/board.h"

/* A move such a playout would make here, or PASS when there is none. */
point random_playout_move(const board *b, colour c, rng *random);

/* Plays on from the position, `to_move` first, and returns the number of moves
 * made, passes included, at most 3 * size * size.                            */
int random_playout(board *b, colour to_move, rng *random);

/* Black's stones and eyes less white's: the area of a position that a playout
 * has filled up, where each empty point belongs to its neighbours' colour if
 * they are all of one.  Equal to score_area there, and cheaper.              */
int random_playout_score(const board *b);

#endif
