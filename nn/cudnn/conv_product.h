/* conv_product.h -- a 1x1 convolution, with its tail, as a product of cuBLASLt. */
#ifndef KATACHI_NN_CUDNN_CONV_PRODUCT_H
#define KATACHI_NN_CUDNN_CONV_PRODUCT_H

#include "nn/cudnn/conv_base.h"

typedef struct conv_product {
    const gpu_math *math;
    gpu_conv_shape shape;
    cublasLtMatmulDesc_t operation;
    cublasLtMatrixLayout_t weights, in, out;
    cublasLtMatmulAlgo_t algorithm;
} conv_product;

/* As in conv_graph.h; the activation is NN_IDENTITY or NN_RELU. */
go_status conv_product_create(conv_product *p, const gpu_math *m, const gpu_conv_shape *shape,
                              const gpu_conv_arrays *tries, go_error *err);
gpu_conv_runner conv_product_run;
void conv_product_destroy(conv_product *p);

#endif
