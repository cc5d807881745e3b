/* conv.h -- the convolutions of the plug-in.
 *
 * Larger kernels are a graph of cuDNN: convolution, sum, bias and activation in one
 * kernel where an engine can; 1x1 convolutions are a matrix product of cuBLASLt.  Of
 * what the libraries propose the fastest is chosen by measuring.              */
#ifndef KATACHI_NN_CUDNN_CONV_H
#define KATACHI_NN_CUDNN_CONV_H

#include "nn/cudnn/conv_base.h"

bool gpu_conv_same(const gpu_conv_shape *a, const gpu_conv_shape *b);

typedef struct gpu_conv gpu_conv;

/* Chooses by running on the arrays of `tries`, which must not be in use.
 * GO_EUNSUPPORTED: no engine can.  *out is NULL on error.                     */
go_status gpu_conv_create(gpu_conv **out, gpu_math *m, const gpu_conv_shape *shape,
                          const gpu_conv_arrays *tries, go_error *err);

/* Does running it include the tail: bias, add and activation, not the mask? */
bool gpu_conv_fused(const gpu_conv *c);

go_status gpu_conv_run(const gpu_conv *c, const gpu_conv_arrays *a, go_error *err);
void gpu_conv_destroy(gpu_conv *c); /* accepts NULL */

#endif
