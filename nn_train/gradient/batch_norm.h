/* batch_norm.h -- norms that divide by what the rows at hand show, one channel at a time.
 *
 * A norm of a network is y = scale x + bias.  While it learns with batch normalisation the
 * parameters in its place are gamma and beta, and of the n numbers x of the channel in a lane,
 * with their mean and variance,
 *
 *     z = (x - mean) / deviation          deviation = sqrt(variance + epsilon)
 *     y = gamma (r z + d) + beta
 *
 * where r = 1 and d = 0.  Batch renormalisation takes
 *
 *     r = deviation / seen deviation, within 1/3 .. 3     d = (mean - seen mean) / seen deviation,
 *                                                         within -5 .. 5
 *
 * which the gradient takes as constants: so y is what it will be in play, when `seen`, what
 * batches have shown so far, takes the place of the batch.  With S = sum of g x and B = sum of g,
 * for g the gradient of y, and H = sum of g z = (S - mean B) / deviation:
 *
 *     d gamma = r H + d B        d beta = B
 *     d x = gamma r / deviation (g - B / n - z H / n)
 *
 * To measure, r = deviation and d = mean, so that y = gamma x + beta.
 *
 * A lane is normalised by itself.  (64 rows of 9x9 are 5,184 numbers a channel.)
 *
 * Sources: S. Ioffe and C. Szegedy, Batch Normalization, ICML 2015; S. Ioffe, Batch
 * Renormalization, 2017, whose largest r and d these are.                     */
#ifndef KATACHI_NN_TRAIN_GRADIENT_BATCH_NORM_H
#define KATACHI_NN_TRAIN_GRADIENT_BATCH_NORM_H

#include "base/options.h"

#define NORMS(X)                                                                           \
    X(NN_NORMS_FIXED, "fixed") X(NN_NORMS_BATCH, "batch") X(NN_NORMS_RENORM, "renorm")
typedef enum nn_norms {
    NORMS(CHOICE_NUMBER)
    NN_NORMS_MEASURE /* y = gamma x + beta, while the statistics are found */
} nn_norms;

/* How one channel of a lane is normalised: y = scale x + bias. */
typedef struct batch_norm {
    double mean, deviation, r, d;
    double scale, bias;
} batch_norm;

/* From the mean and the mean square of the channel's numbers, and those seen so far, where a mean
 * square of 0 stands for nothing yet.                                        */
batch_norm batch_norm_of(nn_norms norms, double gamma, double beta, double mean, double square,
                         double seen_mean, double seen_square);

/* Of y = scale x + bias, as in play: what was seen in place of the batch. */
batch_norm batch_norm_in_play(double gamma, double beta, double seen_mean, double seen_square);

/* What becomes of the gradient: besides scale g, x has a x + b. */
typedef struct batch_norm_gradient {
    double gamma, beta, a, b;
} batch_norm_gradient;

/* From the sums of g x and of g over n numbers. */
batch_norm_gradient batch_norm_back(const batch_norm *norm, double sum_gx, double sum_g, double n);

#endif
