/* parameters.h -- the numbers of a network that are learned, as one vector.
 *
 * A network that learns is a model (nn/model/model.h) as it is read, not folded.
 * Its weights and biases lie one after another in a vector theta, layer by layer,
 * weights before bias, each in the order that the model has them in.  Gradients,
 * averages and the optimiser's state are vectors of the same form.            */
#ifndef KATACHI_NN_TRAIN_GRADIENT_PARAMETERS_H
#define KATACHI_NN_TRAIN_GRADIENT_PARAMETERS_H

#include "nn/model/model.h"

typedef struct nn_parameters {
    const nn_model *model; /* borrowed */
    size_t n;              /* numbers in all */
    size_t *weights;       /* [n_layers]: where a layer's weights begin */
    size_t *bias;          /* [n_layers]: its bias; undefined without one */
} nn_parameters;

/* GO_ENOMEM. */
go_status nn_parameters_create(nn_parameters *p, const nn_model *m, go_error *err);
void nn_parameters_destroy(nn_parameters *p); /* accepts one that is all 0 */

/* From the model to theta [n] and back. */
void nn_parameters_get(const nn_parameters *p, float *theta);
void nn_parameters_set(const nn_parameters *p, const float *theta, nn_model *m);

#endif
