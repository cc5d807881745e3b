/* conv_graph.h -- a convolution, with its tail, as a graph of cuDNN. */
#ifndef KATACHI_NN_CUDNN_CONV_GRAPH_H
#define KATACHI_NN_CUDNN_CONV_GRAPH_H

#include "nn/cudnn/conv_base.h"

enum { CONV_DESCRIPTORS = 96 };

/* Its descriptors in the order of making; they live as long as the plan, one of them. */
typedef struct conv_graph {
    const gpu_math *math;
    gpu_conv_shape shape;
    cudnnBackendDescriptor_t made[CONV_DESCRIPTORS], plan;
    int n_made;
    cudnnStatus_t status; /* of the first call that failed */
} conv_graph;

/* Chooses the fastest engine on the arrays of `tries`.  The tail is the shape's bias,
 * add and activation.  GO_EUNSUPPORTED, with *g empty: no engine can.         */
go_status conv_graph_create(conv_graph *g, const gpu_math *m, const gpu_conv_shape *shape,
                            const gpu_conv_arrays *tries, go_error *err);
gpu_conv_runner conv_graph_run;
void conv_graph_destroy(conv_graph *g);

#endif
