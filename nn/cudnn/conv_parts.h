/* conv_parts.h -- the two ways of conv.h, private to it. */
#ifndef KATACHI_NN_CUDNN_CONV_PARTS_H
#define KATACHI_NN_CUDNN_CONV_PARTS_H

#include <cublasLt.h>
#include <cudnn.h>

#include "nn/cudnn/conv.h"

/* Graphs may have to be compiled to be tried; but in float32 many are not exact enough. */
enum { HALF_TRIES = 4, GRAPH_TRIES = 8, PRODUCT_TRIES = 8 };
enum { CONV_DESCRIPTORS = 96 };

struct gpu_math {
    cudnnHandle_t cudnn;
    cublasLtHandle_t cublas;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    void *workspace; /* [GPU_WORKSPACE] bytes */
};

#define GPU_WORKSPACE ((size_t)64 << 20)

/* A graph of cuDNN: its descriptors, in the order of making.  They are kept as
 * long as the plan, which is one of them.                                    */
typedef struct conv_graph {
    cudnnBackendDescriptor_t made[CONV_DESCRIPTORS], plan;
    int n_made;
    cudnnStatus_t status; /* of the first call that failed */
} conv_graph;

typedef struct conv_product {
    cublasLtMatmulDesc_t operation;
    cublasLtMatrixLayout_t weights, in, out;
    cublasLtMatmulAlgo_t algorithm;
} conv_product;

struct gpu_conv {
    gpu_math *math;
    gpu_conv_shape shape;
    bool fused;
    bool product; /* which of the two below */
    conv_graph graph;
    conv_product matmul;
};

/* GO_EUNSUPPORTED where no engine can; c->shape and c->fused say what is wanted. */
go_status conv_graph_create(gpu_conv *c, const gpu_conv_arrays *tries, go_error *err);
go_status conv_graph_run(const gpu_conv *c, const gpu_conv_arrays *a, go_error *err);
void conv_graph_destroy(gpu_conv *c);

go_status conv_product_create(gpu_conv *c, const gpu_conv_arrays *tries, go_error *err);
go_status conv_product_run(const gpu_conv *c, const gpu_conv_arrays *a, go_error *err);
void conv_product_destroy(gpu_conv *c);

/* Milliseconds that one run takes; INFINITY when it fails. */
float conv_time(const gpu_conv *c, const gpu_conv_arrays *a);

#endif
