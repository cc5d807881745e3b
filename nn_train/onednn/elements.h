/* elements.h -- what a layer does besides its products, forward and backward, over tensors
 * [rows][points][channels] of float (names with _32) or bfloat16 (_16).        */
#ifndef KATACHI_NN_TRAIN_ONEDNN_ELEMENTS_H
#define KATACHI_NN_TRAIN_ONEDNN_ELEMENTS_H

#include "nn/model/model.h"

enum { ELEMENTS_MAX = 1024 }; /* channels */

/* What is added to x before the activation; NULL: nothing. */
typedef struct elements_tail {
    const float *bias;        /* [channels] */
    const float *per_channel; /* [rows][channels] */
    const void *add;          /* of the form of x */
    const float *mask;        /* [rows][points]; NULL: all 1 */
    nn_activation activation; /* NN_IDENTITY or NN_RELU */
} elements_tail;

/* Factors of a sum over the board in the parts of NN_POOL. */
typedef struct elements_pool {
    float mean, linear, quadratic;
} elements_pool;

elements_pool elements_pool_of(float area);

/* finish completes a product; norm is mask * activation(scale * x + bias).  Backward, g is the
 * gradient of what came out and becomes that of the product or of x; other gradients are added
 * to, and may be NULL in back_finish.                                         */
#define ELEMENTS(type, bits)                                                                     \
    void elements_finish_##bits(type *x, int rows, size_t points, size_t channels,               \
                                const elements_tail *t);                                         \
    void elements_norm_##bits(type *out, const type *x, int rows, size_t points,                 \
                              size_t channels, const float *scale, const elements_tail *t);      \
    void elements_back_finish_##bits(type *g, const type *out, int rows, size_t points,          \
                                     size_t channels, const elements_tail *t, float *bias,       \
                                     float *per_channel);                                        \
    void elements_back_norm_##bits(type *g, const type *out, const type *x, int rows,            \
                                   size_t points, size_t channels, const float *scale,           \
                                   const elements_tail *t, float *scale_gradient,                \
                                   float *bias_gradient);                                        \
    void elements_add_##bits(type *to, const type *from, size_t n);                              \
    void elements_pool_##bits(const type *x, int rows, size_t points, size_t channels,           \
                              const float *mask, nn_pool_kind kind, float *out,                  \
                              uint16_t *largest_at);                                             \
    void elements_back_pool_##bits(const float *g, int rows, size_t points, size_t channels,     \
                                   const float *mask, nn_pool_kind kind,                         \
                                   const uint16_t *largest_at, type *to);                        \
    void elements_from_planes_##bits(const float *from, int rows, size_t points,                 \
                                     size_t channels, type *to);                                 \
    void elements_to_planes_##bits(const type *from, int rows, size_t points, size_t channels,   \
                                   float *to);

ELEMENTS(float, 32)
ELEMENTS(uint16_t, 16)
#undef ELEMENTS

#endif
