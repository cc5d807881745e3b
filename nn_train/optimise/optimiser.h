/* optimiser.h -- how a gradient g changes the numbers theta that are learned.
 *
 * The gradient is first shortened to `clip` if it is longer.  Then
 *
 *   adamw     m = b m + (1 - b) g        v = b2 v + (1 - b2) g^2
 *             theta -= rate (m / (1 - b^t) / (sqrt(v / (1 - b2^t)) + 1e-8) + decay theta)
 *   nesterov  m = b m + g + decay theta
 *             theta -= rate (g + decay theta + b m)
 *   muon      for each matrix inside the network, a kernel being one of [out][in * points]:
 *             m = b m + (1 - b) g
 *             theta -= rate (size sqrt(largest side) orthogonal(b m + (1 - b) g) + decay theta)
 *             (nn_train/optimise/orthogonal.h), where the root makes the mean square of a step
 *             about (rate size)^2 for any form of matrix; with size 0.2 it is as large as one of
 *             adamw.  All other numbers, and the matrices that read inputs or give answers, by
 *             adamw with its usual b
 *
 * with b the momentum and b2 the settings' `squares`.  Only weights of products decay,
 * not biases and scales.  Scales that a file can only hold as variances stay positive.
 * Statistics of norms (nn_train/gradient/parameters.h) are averaged.
 *
 * Every number belongs to one part of the network, and the parts are independent, so
 * threads share them and change nothing.
 *
 * Sources: I. Loshchilov and F. Hutter, Decoupled Weight Decay Regularization, ICLR 2019;
 * I. Sutskever and others, On the importance of initialization and momentum in deep learning,
 * ICML 2013; K. Jordan and others, Muon: An optimizer for hidden layers in neural networks,
 * 2024; the root from J. Liu and others, Muon is Scalable for LLM Training, 2025. */
#ifndef KATACHI_NN_TRAIN_OPTIMISE_OPTIMISER_H
#define KATACHI_NN_TRAIN_OPTIMISE_OPTIMISER_H

#include "base/choice.h"
#include "nn_train/gradient/parameters.h"
#include "nn_train/optimise/average.h"

#define OPTIMISERS(X)                                                                          \
    X(OPTIMISER_ADAMW, "adamw") X(OPTIMISER_NESTEROV, "nesterov") X(OPTIMISER_MUON, "muon")
typedef enum optimiser_kind { OPTIMISERS(CHOICE_NUMBER) OPTIMISER_N } optimiser_kind;

typedef struct optimiser_settings {
    int kind;        /* optimiser_kind */
    double rate;     /* the highest; 0: what is usual for the kind */
    double momentum; /* -1: usual */
    double squares;
    double size;     /* muon */
    double decay;    /* -1: usual */
    double clip;     /* 0: never */
} optimiser_settings;

typedef struct optimiser_part optimiser_part;

typedef struct optimiser {
    optimiser_settings settings; /* resolved */
    averaging_settings averaging;
    const nn_parameters *p;
    int threads;
    int64_t steps;
    float *theta, *average; /* [p->n] */
    float *m, *v;           /* [p->n] */
    optimiser_part *parts;
    int n_parts;
    float **scratch; /* [threads] */
} optimiser;

/* Starts from the numbers of the model.  GO_ENOMEM. */
go_status optimiser_create(optimiser *o, const nn_parameters *p, const optimiser_settings *s,
                           const averaging_settings *averaging, int threads, go_error *err);
void optimiser_destroy(optimiser *o); /* accepts one that is all 0 */

/* The length of a gradient [p->n]; not finite if one of its numbers is not. */
double optimiser_length(const optimiser *o, const float *gradient);

/* One step at settings.rate * share along a gradient of this length. */
void optimiser_step(optimiser *o, const float *gradient, double length, double share);

#endif
