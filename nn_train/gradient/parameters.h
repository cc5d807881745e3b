/* parameters.h -- the numbers of a network that are learned, as one vector.
 *
 * A network that learns is a model (nn/model/model.h) as it is read, not folded.
 * Its weights and biases lie one after another in a vector theta, layer by layer,
 * weights before bias, each in the order that the model has them in.  Gradients,
 * averages and the optimiser's state are vectors of the same form.
 *
 * With batch normalisation (batch_norm.h) the norms' scales and biases are gamma and beta, and
 * statistics follow what is learned: for each norm the means of its channels and then their mean
 * squares, and at the very end one number.  In theta they are what batches have shown so far, all
 * 0 in the beginning; in a gradient each lane adds those of its rows, and 1 to the last number. */
#ifndef KATACHI_NN_TRAIN_GRADIENT_PARAMETERS_H
#define KATACHI_NN_TRAIN_GRADIENT_PARAMETERS_H

#include "nn/model/model.h"
#include "nn_train/gradient/batch_norm.h"

typedef struct nn_parameters {
    const nn_model *model; /* borrowed */
    size_t n, learned;     /* numbers in all; without statistics */
    size_t *weights;       /* [n_layers]: where a layer's weights begin */
    size_t *bias;          /* [n_layers]: its bias; undefined without one */
    size_t *statistics;    /* [n_layers]: of a norm */
    nn_norms norms;
} nn_parameters;

/* GO_ENOMEM. */
go_status nn_parameters_create(nn_parameters *p, const nn_model *m, go_error *err);
void nn_parameters_destroy(nn_parameters *p); /* accepts one that is all 0 */

/* Before the first vector is made: how the norms learn, which are fixed otherwise. */
void nn_parameters_normalise(nn_parameters *p, nn_norms norms);

/* The layer is a norm that learns by statistics. */
static inline bool nn_parameters_normalises(const nn_parameters *p, int layer)
{
    const nn_layer *l = &p->model->layers[layer];
    return p->norms != NN_NORMS_FIXED && l->kind == NN_NORM && l->bias;
}

/* Lets norms that were scales and biases (NN_NORMS_MEASURE) learn by statistics, with `sum` as
 * gradients have them: theta gets gammas and betas that change nothing in play. */
void nn_parameters_begin_norms(const nn_parameters *p, const float *sum, float *theta);

/* From the model to theta [n] and back, where norms become those of play. */
void nn_parameters_get(const nn_parameters *p, float *theta);
void nn_parameters_set(const nn_parameters *p, const float *theta, nn_model *m);

#endif
