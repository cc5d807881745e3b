/* team.h -- the whole team of a move: the gammas of stored, passing and dense
 * groups as one list.                                                        */
#ifndef KATACHI_PATTERNS_TEAM_H
#define KATACHI_PATTERNS_TEAM_H

#include "patterns/dense.h"
#include "patterns/extract.h"

/* The numbers of the gammas in the team of a legal move, after extractor_update
 * for that side; returns how many, up to F_N_GROUPS.  Groups without a feature of
 * the move are omitted.  `d` is for the extractor's size and vocabulary.     */
int team_gammas(const extractor *x, const dense_tables *d, colour to_move, int candidate,
                int numbers[F_N_GROUPS]);

#endif
