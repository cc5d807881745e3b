/* loss.h -- how wrong the answers of a network are, and in which direction they should change.
 *
 * The loss of a row is the sum of the terms below, each times its weight in nn_loss_weights and
 * the row's own, which is 0 where the game does not tell; that of a batch is the mean of its rows.
 *
 *   policy     cross-entropy of the move played, or of the shares that a search gave the moves,
 *              over all points of the board and the pass
 *   value      cross-entropy of win, loss and no result; with `search` = a, where a search judged
 *              the position, Q, the target is (1 - a) z + a Q, z being the result, or, if that is
 *              not known, Q alone with weight a
 *   score      -log of the density of the final score, normal with the mean and deviation that
 *              the network tells; and for the lead Huber's loss (one point per
 *              LOSS_HUBER), so that both are in points
 *   ownership  cross-entropy of (1 + ownership) / 2, mean over the board
 *
 * `smoothing` softens the target of the policy: a move that was played once says nothing of how
 * good the others are, so a softened target is one with a part spread over all of them (C.
 * Szegedy and others, Rethinking the Inception Architecture, 2016).
 *
 * answer     with a weight, the last channel of the policy is that of the opponent's next move
 *            (nn_train/answer.h): its cross-entropy
 *
 * Errors to come are left out.  Raw outputs are read as in nn/outputs.h.                     */
#ifndef KATACHI_NN_TRAIN_LOSS_H
#define KATACHI_NN_TRAIN_LOSS_H

#include "nn/model/model.h"
#include "nn_train/data/rows.h"

#define LOSS_HUBER 8.0 /* points */

typedef struct nn_loss_weights {
    double policy, value, score, lead, ownership;
    double answer;    /* 0: the model has no such channel */
    double search;    /* share of a search's judgement in the target of the value */
    double smoothing; /* share of the policy's target spread evenly over empty points and pass */
} nn_loss_weights;

/* Sums over rows; a mean is sum / weight. */
typedef struct nn_loss_sums {
    double policy, value, score, ownership, answer;
    double policy_rows, value_rows, score_rows, ownership_rows, answer_rows;
    double first;          /* rows whose likeliest move was played */
    double value_square;   /* of win - loss against the result */
    double total;          /* of the weighted loss */
} nn_loss_sums;

void nn_loss_sums_add(nn_loss_sums *to, const nn_loss_sums *from);

/* Rows first .. first + n - 1 of the batch, whose raw outputs are out[][], n of each.
 *   gradient  out  of the forms of `out`: the gradient of (the loss of these rows) / batch
 *                  size by the outputs; NULL: not wanted
 *   each      out  [n]: the policy's loss of each row; NULL: not wanted
 * Adds to *sums.                                                              */
void nn_loss(const nn_model *m, const nn_loss_weights *weights, const nn_rows *rows, int first,
             int n, float *const out[NN_N_OUTPUTS], float *const gradient[NN_N_OUTPUTS],
             float *each, nn_loss_sums *sums);

#endif
