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

#include <math.h>

#include "base/choice.h"

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

/* What becomes of the gradient: besides scale g, x has a x + b. */
typedef struct batch_norm_gradient {
    double gamma, beta, a, b;
} batch_norm_gradient;

/* The functions are inline because the kernels of the GPU have them, too. */
#ifdef __CUDACC__
#define BATCH_NORM static __host__ __device__ inline
#else
#define BATCH_NORM static inline
#endif

BATCH_NORM double batch_norm_deviation(double mean, double square)
{
    return sqrt(fmax(square - mean * mean, 0.0) + 1e-4);
}

BATCH_NORM batch_norm batch_norm_applied(batch_norm n, double gamma, double beta)
{
    n.scale = gamma * n.r / n.deviation;
    n.bias = beta + gamma * n.d - n.scale * n.mean;
    return n;
}

/* From the mean and the mean square of the channel's numbers, and those seen so far, where a mean
 * square of 0 stands for nothing yet.                                        */
BATCH_NORM batch_norm batch_norm_of(nn_norms norms, double gamma, double beta, double mean,
                                    double square, double seen_mean, double seen_square)
{
    const double seen = batch_norm_deviation(seen_mean, seen_square);
    batch_norm n = {mean, batch_norm_deviation(mean, square), 1, 0, 0, 0};
    if (norms == NN_NORMS_MEASURE) {
        n.r = n.deviation;
        n.d = mean;
    } else if (norms == NN_NORMS_RENORM && seen_square > 0) {
        n.r = fmin(fmax(n.deviation / seen, 1.0 / 3), 3.0);
        n.d = fmin(fmax((mean - seen_mean) / seen, -5.0), 5.0);
    }
    return batch_norm_applied(n, gamma, beta);
}

/* As in play: what was seen in place of the batch. */
BATCH_NORM batch_norm batch_norm_in_play(double gamma, double beta, double seen_mean,
                                         double seen_square)
{
    batch_norm n = {0, 1, 1, 0, 0, 0};
    if (seen_square > 0) {
        n.mean = seen_mean;
        n.deviation = batch_norm_deviation(seen_mean, seen_square);
    }
    return batch_norm_applied(n, gamma, beta);
}

/* From the sums of g x and of g over n numbers. */
BATCH_NORM batch_norm_gradient batch_norm_back(const batch_norm *norm, double sum_gx, double sum_g,
                                               double n)
{
    const double sum_gz = (sum_gx - norm->mean * sum_g) / norm->deviation;
    batch_norm_gradient back;
    back.gamma = norm->r * sum_gz + norm->d * sum_g;
    back.beta = sum_g;
    back.a = -norm->scale * sum_gz / (n * norm->deviation);
    back.b = -norm->scale * sum_g / n - back.a * norm->mean;
    return back;
}

#endif
