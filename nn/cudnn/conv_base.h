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
    cudnnBackendDescriptor_t absent; /* in tests: what a GPU that is not here is like */
} gpu_math;

/* *out is NULL on error.  All work goes to the stream. */
go_status gpu_math_create(gpu_math **out, cudaStream_t stream, go_error *err);
void gpu_math_destroy(gpu_math *m); /* accepts NULL */

/* Which of the arrays is made from the two others.  To learn, `out` and the `in` or
 * `weights` that are made are gradients.                                      */
typedef enum gpu_makes { GPU_MAKES_OUT, GPU_MAKES_IN, GPU_MAKES_WEIGHTS } gpu_makes;

/* A convolution, and the tail to be computed with it if possible.  One that is repeatable is
 * not the fastest but the first that works, and adds up in the same order each time. */
typedef struct gpu_conv_shape {
    nn_precision type;
    gpu_makes makes;
    bool repeatable;
    int n, size;           /* positions, side of the board */
    int in_stride, stride; /* channels, rounded up */
    int kernel_y, kernel_x, dilation_y, dilation_x;
    bool bias, add, per_channel;
    nn_activation activation;
} gpu_conv_shape;

/* Arrays of the GPU: in, out and add in the layout of gpu.h; weights [stride]
 * [kernel_y][kernel_x][in_stride] and bias [stride] of the same type.         */
typedef struct gpu_conv_arrays {
    void *in, *weights, *out;
    const void *bias, *add;
} gpu_conv_arrays;

/* Runs `conv`, a conv_graph or a conv_product. */
typedef go_status gpu_conv_runner(const void *conv, const gpu_conv_arrays *a, go_error *err);

/* Milliseconds that one run takes; INFINITY when it fails. */
float gpu_conv_time(const gpu_math *m, gpu_conv_runner *run, const void *conv,
                    const gpu_conv_arrays *a);

#endif
