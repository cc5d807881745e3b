/* random_playout.h -- uniformly random games to the end: an upper bound on the speed
 * of any Monte-Carlo search on this board.
 *
 * Each move is drawn uniformly from the legal moves that do not fill an own
 * eye (board_is_eye); a side without one passes; two passes, or too many moves,
 * end the playout.  The same light policy as Lukasz Lew's libEGO.            */
#ifndef KATACHI_BOARD_RANDOM_PLAYOUT_H
#define KATACHI_BOARD_RANDOM_PLAYOUT_H

#include "base/rng.h"
#include "board/board.h"

/* Draws a move as such a playout does; PASS if there is none. */
point random_playout_move(const board *b, colour c, rng *random);

/* Plays on from the position, `to_move` first, and returns the number of moves
 * made, passes included, at most 3 * size * size.                            */
int random_playout(board *b, colour to_move, rng *random);

/* Who owns a point of a position that a playout has filled up: the colour of the
 * stone on it, or of all the neighbours of an empty one; EMPTY: nobody.        */
static inline colour random_playout_owner(const board *b, point p)
{
    unsigned code = b->around[p];
    if (b->at[p] != EMPTY)
        return (colour)b->at[p];
    return (code & 0x55u) == 0x55u ? BLACK : (code >> 1 & 0x55u) == 0x55u ? WHITE : EMPTY;
}

/* Black's stones and eyes less white's: the area of such a position.  The same as
 * score_points by area rules, but cheaper.                                    */
int random_playout_score(const board *b);

#endif
