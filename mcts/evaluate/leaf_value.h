/* leaf_value.h -- what is known of a leaf of the tree, all from black's view. */
#ifndef KATACHI_MCTS_EVALUATE_LEAF_VALUE_H
#define KATACHI_MCTS_EVALUATE_LEAF_VALUE_H

#include <math.h>

#include "board/board.h"
#include "nn/outputs.h"

/* Arrays are indexed by y * size + x (the pass: size * size) and borrowed until the
 * evaluator is asked again; NULL: nothing is known.                           */
typedef struct leaf_value {
    const float *prior;     /* of the moves of the side to move, 0 .. 1 */
    bool prior_knows_pass;  /* that of the pass is as good as the others */

    bool has_value;         /* value and lead are complete */
    double value;           /* black's share of a win, 0 .. 1 */
    double lead;            /* points, komi included */
    bool has_lead;          /* else `lead` is komi alone */

    bool predicted;         /* without a playout: the next two, where known */
    double lead_stdev;
    const float *ownership; /* 1 to -1 */
    const nn_result *raw;   /* a network's own words on it */

    const board *end;        /* of a playout: its last position, */
    const board_move *moves; /* [n_moves] its moves, */
    int n_moves;
    double playout_lead;     /* and its lead */
} leaf_value;

/* What an end with that lead is worth: 1, 0, or 1/2 for a draw. */
static inline double leaf_win(double lead) { return lead > 0 ? 1 : lead < 0 ? 0 : 0.5; }

/* A share `weight` of the value is given by how much is won, so that of two wins the
 * larger is preferred.                                                        */
static inline double leaf_weigh(double win, double lead, double weight, int area)
{
    double size = 0.5 + 0.5 * tanh(lead / (1.5 * sqrt((double)area)));
    return (1 - weight) * win + weight * size;
}

#endif
