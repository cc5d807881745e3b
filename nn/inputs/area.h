/* area.h -- the owner of every point, as KataGo's networks see it.
 *
 * An area count of the board as it stands that gives pass-alive chains (Benson, see
 * board/game/benson.h) what they enclose.  First for black, then for white (P); P's
 * regions are the connected sets of points without stones of P:
 *
 *   1. P owns pass-alive stones.
 *   2. P owns all of a region whose neighbouring chains of P are all pass-alive, if it
 *      has no opponent's stone or at most one of its points is not next to a stone
 *      of P.
 *   3. In any other region without opponent's stones P owns the points not owned yet.
 *
 * Finally points without an owner that have a stone belong to its colour.  A P without
 * a stone on the board has no regions.
 *
 * Rules that tax seki drop areas in seki: a connected area of one owner is in seki if
 * one of its points is next to an empty point without owner, or if it contains a stone
 * of its owner in atari.
 *
 * Source: the behaviour of KataGo's own features,
 * https://github.com/lightvector/KataGo (cpp/game/board.cpp), in own words.    */
#ifndef KATACHI_NN_INPUTS_AREA_H
#define KATACHI_NN_INPUTS_AREA_H

#include "board/board.h"

/* The owner of each point without regard to seki: BLACK, WHITE or EMPTY, OFFBOARD
 * outside; owner [n_points].  `suicide`: chains are pass-alive only if they are so with
 * suicide of several stones allowed.                                         */
void nn_area_find(const board *b, bool suicide, uint8_t *owner);

/* Makes areas in seki EMPTY, except their stones if `keep_stones` and their other
 * points if `keep_territory`.                                                */
void nn_area_drop_seki(const board *b, bool keep_stones, bool keep_territory, uint8_t *owner);

#endif
