/* average.h -- what a position is worth: the mean of its own evaluation and of what was
 * searched below it, computed anew from its children after each visit.
 *
 * Where evaluations come from a network, a mean can be better than that of all visits:
 * evaluations that the network trusts weigh more; moves that turned out badly count
 * less than the visits they took; a position that misleads the network in the same way
 * as others like it is corrected (value_bias.h).  With none of these the mean is that
 * of all visits.
 *
 * The ideas and most constants are KataGo's (D. J. Wu, docs/KataGoMethods.md and
 * cpp/search/searchupdatehelpers.cpp of its sources).                         */
#ifndef KATACHI_MCTS_TREE_AVERAGE_H
#define KATACHI_MCTS_TREE_AVERAGE_H

#include "mcts/tree/tree.h"

/* Meanings and defaults are in the table of mcts/search_settings.c. */
typedef struct average_settings {
    double uncertainty; /* 0: all evaluations weigh the same */
} average_settings;

/* One evaluation of a position, from black's view. */
typedef struct evaluation {
    double win, utility;      /* 0 .. 1, and with a score about it */
    double lead;              /* points */
    double score, stdev;      /* what the utility was made of, points */
    double weight;
} evaluation;

/* The weight of an evaluation whose utility is expected to be wrong by `error`, on a scale
 * from -1 to 1:  u / (error + u / 8), 8 at most.  1 if u is 0.                */
double average_weight(const average_settings *s, double error);

/* Counts an evaluation of the position itself: a home, like those below. */
void average_add(tree_node *home, const evaluation *e);

/* Computes the record anew from the position's own evaluations and its children, and
 * counts a visit.  `to_move`: at the position.                                */
void average_update(const tree *t, tree_node *home, const average_settings *s, colour to_move);

#endif
