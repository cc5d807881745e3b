/* conv.h -- a convolution that learns, by oneDNN: in Winograd's form where that pays, in float32,
 * else by its three products.
 *
 * Tensors lie in memory as [rows][points][channels].  oneDNN arranges weights as it likes,
 * differently forward and backward.                                           */
#ifndef KATACHI_NN_TRAIN_ONEDNN_CONV_H
#define KATACHI_NN_TRAIN_ONEDNN_CONV_H

#include "nn_train/onednn/winograd_conv.h"

/* The products, by what they make. */
typedef enum conv_product {
    CONV_OUT, CONV_IN_GRADIENT, CONV_WEIGHTS_GRADIENT, CONV_PRODUCTS
} conv_product;

/* Read-only after its creation but for the weights. */
typedef struct conv_ops {
    dnnl_primitive_t product[CONV_PRODUCTS];
    onednn_desc in, out;                     /* of tensors, the same for all products */
    onednn_desc weights[CONV_PRODUCTS], scratch[CONV_PRODUCTS];
    onednn_desc plain, turned;               /* weights as the model has them; for the way back */
    dnnl_primitive_t arrange[CONV_PRODUCTS]; /* from those; for the gradient, to plain; NULL:
                                              * onednn_place does it */
    int rows;                                /* that a product takes at a time */
    size_t points, channels_in, channels_out; /* of a board */
    size_t window;                           /* points of a kernel */
    size_t element;                          /* bytes of a number */
    float *turning;                          /* weights on their way */
    dnnl_memory_t loaded[2];                 /* weights for CONV_OUT and CONV_IN_GRADIENT */
    winograd_conv *winograd;                 /* instead of all of these; NULL: does not pay */
} conv_ops;

/* One lane's memories of one convolution. */
typedef struct conv_memory {
    dnnl_memory_t in, out, weights_gradient, plain, scratch[CONV_PRODUCTS];
    void *norm; /* of a source, as many boards as a product takes */
    winograd_memory winograd;
} conv_memory;

/* For up to `rows` boards of this size.  In bfloat16 products take as many at a time as stay in the
 * processor's second cache.                                                   */
go_status conv_ops_create(conv_ops *c, dnnl_engine_t engine, const nn_layer *l, int rows, int size,
                          int in, int out, dnnl_data_type_t type, go_error *err);
void conv_ops_destroy(conv_ops *c);

/* Takes new weights. */
go_status conv_ops_load(conv_ops *c, dnnl_engine_t engine, dnnl_stream_t stream,
                        const float *weights, go_error *err);

go_status conv_memory_create(conv_memory *m, const conv_ops *c, dnnl_engine_t engine, void *scratch,
                             go_error *err);
void conv_memory_destroy(conv_memory *m);
size_t conv_ops_scratch(const conv_ops *c); /* bytes */

/* A convolution on a lane. */
typedef struct conv_work {
    const conv_ops *ops;
    const conv_memory *memory;
    dnnl_stream_t stream;
    int rows;
    float *plain; /* scratch memory for weights */
    elements_source source;
} conv_work;

/* How many boards are best computed at a time; a multiple of it begins a part. */
int conv_part(const conv_work *w);

/* Boards row to row + n - 1, of which `out` has them all. */
go_status conv_forward(const conv_work *w, int row, int n, void *out, go_error *err);

/* g, the gradient of the result, becomes that of what was read, unless `to` is NULL, and that of the
 * weights [out][in][y][x], which is added to `sum` unless that is NULL.        */
go_status conv_backward(const conv_work *w, void *g, void *to, float *sum, go_error *err);

#endif
