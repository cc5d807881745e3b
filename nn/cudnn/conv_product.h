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

/* As conv_graph.h says; of activations, NN_IDENTITY and NN_RELU. */
go_status conv_product_create(conv_product *p, const gpu_math *m, const gpu_conv_shape *shape,
                              const gpu_conv_arrays *tries, go_error *err);
go_status conv_product_run(const conv_product *p, const gpu_conv_arrays *a, go_error *err);
void conv_product_destroy(conv_product *p);

#endif
