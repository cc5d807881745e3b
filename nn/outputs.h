/* outputs.h -- the meaning of a network's raw outputs.
 *
 * KataGo, from the raw outputs of model.h (z a raw number, m its multiplier,
 * softplus(z) = log(1 + e^z)):
 *
 *   policy      softmax of the legal points' and the pass's logits;
 *               with several channels logit = l0 + (l1 - l0) * optimism, except in
 *               human-style networks (nn_model_has_optimism)
 *   value       softmax of win, loss, no result; no result cannot happen under
 *               superko with area scoring
 *   score       mean = z0 m; stdev = softplus(z1) m; lead = z2 m; all of them,
 *               and mean^2 + stdev^2, times 1 - P(no result)
 *   time        variance of the time left, softplus(z3) m      (from version 9)
 *   errors      expected short-term errors of value and score   (from version 9)
 *               version 14: softplus(z / 2) sqrt(m); version 10: sqrt(softplus(z) m);
 *               version 9: softplus(z), and softplus(z) * 10 for the score
 *   ownership   tanh
 *
 * Leela Zero: policy is a softmax, value a tanh: the side to move's in files of
 * version 1, black's in version 2.                                           */
#ifndef KATACHI_NN_OUTPUTS_H
#define KATACHI_NN_OUTPUTS_H

#include "nn/inputs/view.h"

/* All is from the view of the side to move. */
typedef struct nn_result {
    double win, loss, no_result; /* they add up to 1 */
    double value;                /* win - loss, -1 .. 1 */
    bool has_score;              /* the next three are known; else they are 0 */
    double score, score_sq;      /* the mean of the final score with komi, and of its
                                  * square, as the network played when it learned */
    double lead;                 /* points of komi that would make the game even */
    double time_variance, value_error, score_error; /* -1: unknown */
    bool has_ownership;
    float policy[BOARD_MAX_AREA + 1]; /* [y * width + x], row 0 at the top; the pass is
                                       * at [height * width]; 0 only if illegal; the sum
                                       * is 1 */
    float ownership[BOARD_MAX_AREA];  /* own 1, opp's -1 */
} nn_result;

typedef struct nn_reading {
    double optimism;   /* 0 .. 1; of no effect unless nn_model_has_optimism */
    bool all_points;   /* occupied and illegal points get their share too */
    bool no_ownership; /* nobody asks for it */
} nn_reading;

/* Reads the raw outputs for one position shown with the view `v`.
 *   out  in  as in nn_batch, for this position; all that the model has        */
void nn_outputs_read(const nn_model *m, const nn_position *p, const nn_view *v,
                     const nn_reading *how, const float *const *out, nn_result *result);

/* Copies what a result for a board of `points` points has. */
void nn_result_copy(nn_result *to, const nn_result *from, int points);

/* The mean of n results of one position on a board of `points` points, in out (which may be
 * results[0]).                                                                */
void nn_result_mean(const nn_result *results, int n, int points, nn_result *out);

/* Standard deviation of the score. */
double nn_result_score_stdev(const nn_result *r);

#endif
