/* optimiser.h -- AdamW: how a gradient changes the numbers that are learned.
 *
 *     m = b1 m + (1 - b1) g            v = b2 v + (1 - b2) g^2
 *     theta -= rate (m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + 1e-8) + decay theta)
 *
 * The gradient is first shortened to `clip` if it is longer.  Only weights decay, not
 * biases and scales.  Scales that a file can only hold as variances stay positive.  An average of theta over about `average` steps is kept, which plays
 * better than theta itself.
 *
 * Source: I. Loshchilov and F. Hutter, Decoupled Weight Decay Regularization, ICLR 2019. */
#ifndef KATACHI_NN_TRAIN_OPTIMISER_H
#define KATACHI_NN_TRAIN_OPTIMISER_H

#include "nn_train/gradient/parameters.h"

typedef struct optimiser_settings {
    double b1, b2, decay, clip; /* clip 0: never */
    double average;             /* steps */
} optimiser_settings;

optimiser_settings optimiser_usual(void);

typedef struct optimiser {
    optimiser_settings settings;
    const nn_parameters *p;
    int64_t steps;
    float *theta, *average; /* [p->n] */
    float *m, *v;           /* [p->n] */
    bool *decays;           /* [p->n] */
} optimiser;

/* Starts from the numbers of the model.  GO_ENOMEM. */
go_status optimiser_create(optimiser *o, const nn_parameters *p, const optimiser_settings *s,
                           go_error *err);
void optimiser_destroy(optimiser *o); /* accepts one that is all 0 */

/* One step; returns the length of the gradient [p->n], which is changed. */
double optimiser_step(optimiser *o, float *gradient, double rate);

#endif
