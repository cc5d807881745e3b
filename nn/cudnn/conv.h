/* conv.h -- convolutions of the plug-in, the fastest way that the GPU offers.
 *
 * Larger kernels are a graph of cuDNN: convolution, sum, bias and activation in
 * one kernel where an engine can; 1x1 convolutions are a product of matrices by
 * cuBLASLt.  Of what the libraries propose the fastest is taken, by measuring.  */
#ifndef KATACHI_NN_CUDNN_CONV_H
#define KATACHI_NN_CUDNN_CONV_H

#include "nn/cudnn/gpu.h"

typedef struct gpu_math gpu_math; /* the libraries' handles and scratch */

/* *out is NULL on error.  All work goes to that stream. */
go_status gpu_math_create(gpu_math **out, cudaStream_t stream, go_error *err);
void gpu_math_destroy(gpu_math *m); /* accepts NULL */

/* A convolution, and the tail that one would like to see done with it. */
typedef struct gpu_conv_shape {
    bool half;
    int n, size;           /* positions, side of the board */
    int in_stride, stride; /* channels, rounded up */
    int kernel_y, kernel_x, dilation_y, dilation_x;
    bool bias, add, per_channel;
    nn_activation activation;
} gpu_conv_shape;

bool gpu_conv_same(const gpu_conv_shape *a, const gpu_conv_shape *b);

/* Arrays of the GPU: in, out and add in the layout of gpu.h; weights [stride]
 * [kernel_y][kernel_x][in_stride] and bias [stride] of the same type.         */
typedef struct gpu_conv_arrays {
    const void *in, *weights, *bias, *add;
    void *out;
} gpu_conv_arrays;

typedef struct gpu_conv gpu_conv;

/* Chooses; tries run on the arrays given, which must not be in use.
 * GO_EUNSUPPORTED: no engine can.  *out is NULL on error.                     */
go_status gpu_conv_create(gpu_conv **out, gpu_math *m, const gpu_conv_shape *shape,
                          const gpu_conv_arrays *tries, go_error *err);

/* Whether running it does the tail, too: bias, add and activation, no mask. */
bool gpu_conv_fused(const gpu_conv *c);

go_status gpu_conv_run(const gpu_conv *c, const gpu_conv_arrays *a, go_error *err);
void gpu_conv_destroy(gpu_conv *c); /* accepts NULL */

#endif
