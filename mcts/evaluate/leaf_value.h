/* leaf_value.h -- how a leaf of the tree was evaluated, all from black's view. */
#ifndef KATACHI_MCTS_EVALUATE_LEAF_VALUE_H
#define KATACHI_MCTS_EVALUATE_LEAF_VALUE_H

#include <math.h>

#include "board/board.h"
#include "nn/outputs.h"

/* Arrays are indexed by y * size + x (the pass: size * size) and borrowed until the next
 * evaluation; NULL: unknown.                                                  */
typedef struct leaf_value {
    const float *prior;     /* of the side to move's moves, 0 .. 1 */
    bool prior_knows_pass;  /* the prior of the pass is as reliable as the others */
    const point *some;      /* [n_some] the only moves with a prior, besides the pass, though
                             * n_all are possible; NULL: all have one          */
    int n_some, n_all;

    bool has_value;         /* value and lead are complete */
    double win;             /* black's share of a win, 0 .. 1 */
    double value;           /* the same with a share for the margin: leaf_weigh */
    double lead;            /* points, komi included */
    bool has_lead;          /* else `lead` is 0 */

    bool predicted;         /* by a network: the next six are set, NULL or 0 if unknown */
    double lead_stdev;
    double score;           /* expected, komi included; its deviation is lead_stdev */
    double value_error, score_error; /* how wrong value (from -1 to 1) and score may be; 0 for
                                      * one that is counted, -1 if unknown        */
    const float *ownership; /* 1 to -1 */
    const nn_result *raw;   /* the network's answer, as it came */

    const board *end;        /* last position of the playout; NULL: there was none */
    const board_move *moves; /* [n_moves] of the playout */
    int n_moves;
    double playout_lead;
} leaf_value;

/* The value of a finished game: 1, 0, or 1/2 for a draw. */
static inline double leaf_win(double lead) { return lead > 0 ? 1 : lead < 0 ? 0 : 0.5; }

/* The value of which a share `weight` depends on the margin, so that the larger of two
 * wins is preferred.                                                          */
static inline double leaf_weigh(double win, double lead, double weight, int area)
{
    double size = 0.5 + 0.5 * tanh(lead / (1.5 * sqrt((double)area)));
    return (1 - weight) * win + weight * size;
}

#endif
