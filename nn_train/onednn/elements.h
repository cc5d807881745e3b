/* elements.h -- what a layer does besides its products, forward and backward, over tensors
 * [rows][points][channels] of float (names with _32) or bfloat16 (_16).
 *
 * Channels are read sixteen at a time, also where fewer are left: all arrays, those of
 * channels too, may be read ELEMENTS_SLACK bytes beyond their end.              */
#ifndef KATACHI_NN_TRAIN_ONEDNN_ELEMENTS_H
#define KATACHI_NN_TRAIN_ONEDNN_ELEMENTS_H

#include "nn/model/model.h"

enum { ELEMENTS_MAX = 4096 /* channels */, ELEMENTS_SLACK = 64 };

/* What is added to x before the activation; NULL: nothing. */
typedef struct elements_tail {
    const float *bias;        /* [channels] */
    const float *per_channel; /* [rows][channels] */
    const void *add;          /* of the form of x */
    const float *mask;        /* [rows][points]; NULL: all 1 */
    nn_activation activation;
} elements_tail;

/* The slope of the activation can be told from what came out of it. */
static inline bool elements_slope_from_result(nn_activation a)
{
    return a == NN_IDENTITY || a == NN_RELU;
}

/* What a convolution reads, [rows][points][channels]: a tensor or, if there is a scale, the norm of
 * one, which is then computed some boards at a time and needs no memory of its own. */
typedef struct elements_source {
    const void *in;
    const float *scale;
    elements_tail tail; /* of the norm */
} elements_source;

/* Factors of a sum over the board in the parts of NN_POOL. */
typedef struct elements_pool {
    float mean, linear, quadratic;
} elements_pool;

elements_pool elements_pool_of(float area);

/* Forward.
 *   finish     x, a product, becomes what the activation is taken of, and `out` its result; they
 *              may be one if elements_slope_from_result
 *   moments    adds the sums of x and of x^2 over the board to sums [2][channels]
 *   norm       out = mask * activation(scale * x + bias)
 *   read       n boards of a source, from this row on; norms are computed in `board`, an array of
 *              their size
 *   rms_norm   the same with NN_RMS_NORM of x; bias may be NULL; factors [rows][points] or, over
 *              the whole board, [rows]: what x was multiplied by
 * Backward, g is the gradient of `out`.
 *   back_finish    g becomes that of x, as finish left it (or of `out` where they may be one)
 *   norm_sums      adds to the gradients of scale and bias
 *   back_norm      writes the gradient of x, and of each channel a x + b, to `to`, or adds it if
 *                  `adds`; `to` may be g; a and b may be NULL
 *   back_rms_norm  the same with the sums, without a line; g changes
 * take and give are between a part of the channels of a tensor, `step` from point to point, and
 * float[points][channels rounded up to sixteen], 0 in the gaps.
 * Gradients of weights and vectors are added to, and in back_finish may be NULL. */
#define ELEMENTS(type, bits)                                                                     \
    void elements_finish_##bits(type *x, type *out, int rows, size_t points, size_t channels,    \
                                const elements_tail *t);                                         \
    void elements_back_finish_##bits(type *g, const type *x, int rows, size_t points,            \
                                     size_t channels, const elements_tail *t, float *bias,       \
                                     float *per_channel);                                        \
    void elements_norm_##bits(type *out, const type *x, int rows, size_t points,                 \
                              size_t channels, const float *scale, const elements_tail *t);      \
    void elements_norm_sums_##bits(const type *g, const type *x, int rows, size_t points,        \
                                   size_t channels, const float *scale, const elements_tail *t,  \
                                   float *scale_gradient, float *bias_gradient);                 \
    void elements_back_norm_##bits(const type *g, const type *x, type *to, bool adds, int rows,  \
                                   size_t points, size_t channels, const float *scale,           \
                                   const elements_tail *t, const float *a, const float *b);      \
    void elements_moments_##bits(const type *x, int rows, size_t points, size_t channels,        \
                                 const float *mask, double *sums);                               \
    const type *elements_read_##bits(const elements_source *from, int row, int n, size_t points, \
                                     size_t channels, type *board);                              \
    void elements_rms_norm_##bits(type *out, const type *x, int rows, size_t points,             \
                                  size_t channels, const nn_layer *l, const float *scale,        \
                                  const elements_tail *t, float *factors);                       \
    void elements_back_rms_norm_##bits(type *g, const type *x, type *to, bool adds, int rows,    \
                                       size_t points, size_t channels, const nn_layer *l,        \
                                       const float *scale, const elements_tail *t,               \
                                       const float *factors, float *scale_gradient,              \
                                       float *bias_gradient);                                    \
    void elements_add_##bits(type *to, const type *from, size_t n);                              \
    void elements_product_##bits(const type *a, const type *b, type *to, bool adds, size_t n);   \
    void elements_take_##bits(const type *from, size_t points, size_t step, size_t channels,     \
                              float *to);                                                        \
    void elements_give_##bits(const float *from, size_t points, size_t step, size_t channels,    \
                              type *to, bool adds);                                              \
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
