/* onednn.h -- gradients on the CPU with oneDNN, on one thread a lane. */
#ifndef KATACHI_NN_TRAIN_ONEDNN_ONEDNN_H
#define KATACHI_NN_TRAIN_ONEDNN_ONEDNN_H

#include "nn_train/gradient/gradient.h"

/* What the tables say of themselves, also where oneDNN is absent. */
#define NN_GRADIENT_ONEDNN_IS .name = "onednn", .sentence = "oneDNN in float32", \
                              .precision = NN_FLOAT32, .rows = 64
#define NN_GRADIENT_ONEDNN16_IS                                                             \
    .name = "onednn16", .sentence = "oneDNN with factors in bfloat16, on processors with AMX", \
    .precision = NN_BFLOAT16, .rows = 64

extern const nn_gradient nn_gradient_onednn, nn_gradient_onednn16;

#endif
