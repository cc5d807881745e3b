/* conv_base.h -- what all convolutions of the plug-in share: the libraries' handles,
 * shapes, and measuring.                                                      */
#ifndef KATACHI_NN_CUDNN_CONV_BASE_H
#define KATACHI_NN_CUDNN_CONV_BASE_H

#include <cublasLt.h>
#include <cudnn.h>

#include "nn/cudnn/gpu.h"

#define GPU_WORKSPACE ((size_t)64 << 20)

typedef struct gpu_math {
    cudnnHandle_t cudnn;
    cublasLtHandle_t cublas;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    void *workspace; /* [GPU_WORKSPACE] bytes */
} gpu_math;

/* *out is NULL on error.  All work goes to the stream. */
go_status gpu_math_create(gpu_math **out, cudaStream_t stream, go_error *err);
void gpu_math_destroy(gpu_math *m); /* accepts NULL */

/* A convolution, and the tail to be computed with it if possible. */
typedef struct gpu_conv_shape {
    bool half;
    int n, size;           /* positions, side of the board */
    int in_stride, stride; /* channels, rounded up */
    int kernel_y, kernel_x, dilation_y, dilation_x;
    bool bias, add, per_channel;
    nn_activation activation;
} gpu_conv_shape;

/* Arrays of the GPU: in, out and add in the layout of gpu.h; weights [stride]
 * [kernel_y][kernel_x][in_stride] and bias [stride] of the same type.         */
typedef struct gpu_conv_arrays {
    const void *in, *weights, *bias, *add;
    void *out;
} gpu_conv_arrays;

/* Runs `conv`, a conv_graph or a conv_product. */
typedef go_status gpu_conv_runner(const void *conv, const gpu_conv_arrays *a, go_error *err);

/* Milliseconds that one run takes; INFINITY when it fails. */
float gpu_conv_time(const gpu_math *m, gpu_conv_runner *run, const void *conv,
                    const gpu_conv_arrays *a);

#endif
