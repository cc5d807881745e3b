/* explain.h -- what speaks for a move: the gammas of its team, each against what is usual for
 * its group among the legal moves of the position, since all gammas of a group may be low. */
#ifndef KATACHI_PATTERNS_GAMMAS_EXPLAIN_H
#define KATACHI_PATTERNS_GAMMAS_EXPLAIN_H

#include "patterns/gammas/policy.h"

/* The mean log gamma of each group over the n moves `moves` (all legal ones), numbered as in
 * policy.h; after policy_distribution for the same side.                      */
void explain_usual(const policy *p, const gammas *g, colour to_move, const int *moves, int n,
                   double usual[F_N_GROUPS]);

typedef struct reason {
    int gamma;     /* its number */
    double weight; /* its logarithm, less the usual one of its group */
} reason;

/* The features of a move, the strongest reasons for it first; returns how many. */
int explain_move(const policy *p, const gammas *g, colour to_move, int move,
                 const double usual[F_N_GROUPS], reason reasons[F_N_GROUPS]);

#endif
