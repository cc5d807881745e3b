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
#include "mcts/tree/utility.h"
#include "mcts/tree/value_bias.h"

/* Meanings and defaults are in the table of mcts/search_settings.c. */
typedef struct average_settings {
    double uncertainty; /* 0: all evaluations weigh the same */
    double discount;    /* of bad moves; 0: none */
    bool prune_noise;   /* visits beyond what the prior justifies do not count for bad moves */
    double bias;        /* share of the value bias that is taken off; 0: none */
    utility_settings utility;
} average_settings;

/* What the averages of a tree depend on. */
typedef struct averaging {
    const average_settings *settings;
    value_bias bias;
    utility_view view;
} averaging;

/* One evaluation of a position, from black's view. */
typedef struct evaluation {
    double win, utility; /* 0 .. 1, and beyond where a score counts */
    double lead;         /* points */
    double score, stdev; /* what the utility was made of, points; stdev < 0: unknown */
    double weight;
} evaluation;

/* The weight of an evaluation whose utility is expected to be wrong by `error`, on a scale
 * from -1 to 1:  u / (error + u / 8), 8 at most.  1 if u is 0.                */
double average_weight(const average_settings *s, double error);

/* Counts an evaluation of the position itself: a home, like those below. */
void average_add(tree_node *home, const evaluation *e);

/* Computes the record anew from the position's own evaluations and its children, and
 * counts `visits` more.                                                       */
void average_update(const tree *t, tree_node *home, averaging *a, uint32_t visits);

/* Computes all records of the tree anew for another view, and forgets the bias of positions
 * that it no longer has.  No other thread may use the tree meanwhile.         */
void average_review(tree *t, averaging *a, const utility_view *view);

/* Seconds that it may take for each unit of the tree: two to three times what was measured. */
#define AVERAGE_REVIEW_SECONDS 4e-7

#endif
