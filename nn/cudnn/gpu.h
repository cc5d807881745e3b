/* gpu.h -- the layout of tensors in the memory of a GPU.
 *
 * Spatial tensors are channels last, T[n][points][stride], T being half or, in the
 * backend for checking, float.  stride is the number of channels rounded up to
 * GPU_GROUP, as tensor cores prefer; the lanes in between are always 0: weights,
 * biases and scales are padded with zeros, and every activation of 0 is 0.
 * Vectors are float[n][stride] in both.                                      */
#ifndef KATACHI_NN_CUDNN_GPU_H
#define KATACHI_NN_CUDNN_GPU_H

#include <cuda_runtime_api.h>

#include "nn/model/backend.h"

enum { GPU_GROUP = 8 };

static inline int gpu_stride(int channels)
{
    return (channels + GPU_GROUP - 1) / GPU_GROUP * GPU_GROUP;
}

/* The shape of a tensor; a vector has one point and is never half. */
typedef struct gpu_view {
    bool half;
    int n, points, channels, stride;
} gpu_view;

/* The end of a layer: out = mask * activation(x + bias + per_channel + add). */
typedef struct gpu_tail {
    const float *bias;        /* [stride], or NULL */
    const float *per_channel; /* [n][stride], or NULL */
    const void *add;          /* of the view of x, or NULL */
    const float *mask;        /* [n][points], or NULL: all 1 */
    nn_activation activation;
} gpu_tail;

#endif
