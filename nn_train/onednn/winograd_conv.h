/* winograd_conv.h -- a convolution that learns in Winograd's form, in float32: forward and both
 * gradients are products of matrices by oneDNN between the transforms of nn/onednn/winograd.h and
 * winograd_back.h.
 *
 * Some boards are transformed at a time, enough for the matrices to be large, few enough for
 * them to stay in the processor's caches.                                      */
#ifndef KATACHI_NN_TRAIN_ONEDNN_WINOGRAD_CONV_H
#define KATACHI_NN_TRAIN_ONEDNN_WINOGRAD_CONV_H

#include "nn/onednn/dnnl.h"
#include "nn_train/onednn/elements.h"

/* The products, by what they make; their matrices in the order left, right, result, scratch. */
enum { WINOGRAD_OUT, WINOGRAD_IN_GRADIENT, WINOGRAD_WEIGHTS_GRADIENT, WINOGRAD_PRODUCTS };
enum { WINOGRAD_MATRICES = 4 };

/* Read-only after its creation but for the weights. */
typedef struct winograd_conv {
    int size, boards;         /* transformed at a time */
    int in, out;              /* channels */
    float *weights, *zero;    /* transformed; zeros for a point */
    dnnl_primitive_t product[WINOGRAD_PRODUCTS];
    onednn_desc matrix[WINOGRAD_PRODUCTS][WINOGRAD_MATRICES];
} winograd_conv;

/* One lane's memories, in its scratch memory. */
typedef struct winograd_memory {
    float *in, *out, *weights; /* transformed; of the weights the gradient */
    float *board;              /* of a norm */
    dnnl_memory_t matrix[WINOGRAD_PRODUCTS][WINOGRAD_MATRICES];
} winograd_memory;

/* For a layer that winograd_pays for and `rows` positions.  On error it is to be destroyed, too. */
dnnl_status_t winograd_conv_create(winograd_conv *c, dnnl_engine_t engine, int rows, int size,
                                   int in, int out);
void winograd_conv_destroy(winograd_conv *c); /* also one that is all 0 */
size_t winograd_conv_scratch(const winograd_conv *c); /* bytes, from an address aligned to 64 */

/* weights [out][in][3][3] */
void winograd_conv_load(winograd_conv *c, const float *weights);

dnnl_status_t winograd_memory_create(winograd_memory *m, const winograd_conv *c,
                                     dnnl_engine_t engine, void *scratch);
void winograd_memory_destroy(winograd_memory *m);

/* Boards row to row + n - 1 of out [rows][points][out].  64 bytes beyond all ends may be read. */
dnnl_status_t winograd_conv_forward(const winograd_conv *c, const winograd_memory *m,
                                    dnnl_stream_t stream, int row, int n,
                                    const elements_source *from, float *out);

/* g, the gradient of `out`, becomes that of what was read, unless `to` is NULL, and that of the
 * weights, which is added to `sum`.                                           */
dnnl_status_t winograd_conv_backward(const winograd_conv *c, const winograd_memory *m,
                                     dnnl_stream_t stream, int rows, const elements_source *from,
                                     const float *g, float *to, float *sum);

#endif
