/* area.h -- the owner of every point, as KataGo's networks see it.
 *
 * A count of the board as it stands that gives pass-alive chains (Benson, see
 * board/game/benson.h) what they have shut in.  First, for black and then for white
 * (P), with P's regions, the connected sets of points without stones of P:
 *
 *   1. Pass-alive stones are P's.
 *   2. A region whose neighbouring chains of P are all pass-alive is P's with
 *      all in it, when no opponent's stone is there or at most one of its points
 *      is not next to a stone of P.
 *   3. Of any other region without opponent's stones the points that are still
 *      nobody's are P's.
 *
 * Then each stone on a point that is nobody's is its owner's.  A P without a
 * stone on the board has no regions.
 *
 * Rules that tax seki drop areas in seki: a connected area of one owner is
 * in seki when one of its points is next to an empty point that is nobody's, or
 * when a stone of its owner in it is in atari.
 *
 * Source: the behaviour of KataGo's own features,
 * https://github.com/lightvector/KataGo (cpp/game/board.cpp), in own words.    */
#ifndef KATACHI_NN_INPUTS_AREA_H
#define KATACHI_NN_INPUTS_AREA_H

#include "board/board.h"

/* The owner of each point by the first part: BLACK, WHITE or EMPTY, OFFBOARD
 * outside; owner [n_points].  `suicide`: count as pass-alive only what is so
 * where suicide of several stones is allowed.                                */
void nn_area_find(const board *b, bool suicide, uint8_t *owner);

/* Takes areas in seki from their owners, except their stones if `keep_stones`
 * and their other points if `keep_territory`.                                */
void nn_area_drop_seki(const board *b, bool keep_stones, bool keep_territory, uint8_t *owner);

#endif
