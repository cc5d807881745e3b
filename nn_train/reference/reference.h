/* reference.h -- gradients in plain C, in double. */
#ifndef KATACHI_NN_TRAIN_REFERENCE_REFERENCE_H
#define KATACHI_NN_TRAIN_REFERENCE_REFERENCE_H

#include "nn_train/gradient/gradient.h"

extern const nn_gradient nn_gradient_reference;

#endif
