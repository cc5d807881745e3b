/* gpu.h -- the layout of tensors in the memory of a GPU.
 *
 * Spatial tensors are channels last, T[n][points][stride], T being half, to learn
 * bfloat16 or, in the backends for checking, float.  stride is the number of channels rounded up to
 * GPU_GROUP, as tensor cores prefer; the lanes in between are always 0: weights,
 * biases and scales are padded with zeros, and every activation of 0 is 0.
 * Vectors are always float[n][stride].                                       */
#ifndef KATACHI_NN_CUDNN_GPU_H
#define KATACHI_NN_CUDNN_GPU_H

#include <cuda_runtime_api.h>

#include "nn/model/backend.h"

enum { GPU_GROUP = 8 };

static inline int gpu_stride(int channels)
{
    return (channels + GPU_GROUP - 1) / GPU_GROUP * GPU_GROUP;
}

/* The shape of a tensor; a vector has one point and is of floats. */
typedef struct gpu_view {
    nn_precision type;
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

/* An array to be copied: pinned memory here, and its place on the GPU. */
typedef struct gpu_pair {
    float *host, *device;
    size_t row; /* floats of one position */
} gpu_pair;

#ifdef __cplusplus
extern "C" {
#endif

/* Turns a failed call of CUDA into a sentence; `doing`: what was being tried. */
go_status gpu_check(cudaError_t e, const char *doing, go_error *err);

/* GO_OK when there is a GPU that the kernels were compiled for, else what is missing. */
go_status gpu_available(go_error *err);

#ifdef __cplusplus
}
#endif

#endif
