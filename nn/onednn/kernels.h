/* kernels.h -- the loops of the oneDNN backend that are no matrix product.
 *
 * Its tensors lie channels last: a spatial one is float[points][stride], a
 * vector float[stride], where stride is the number of channels rounded up to
 * ONEDNN_LANES.  The lanes between channels and stride are 0, always, so that
 * no loop has a remainder.  All arrays begin at a multiple of 64 bytes.       */
#ifndef KATACHI_NN_ONEDNN_KERNELS_H
#define KATACHI_NN_ONEDNN_KERNELS_H

#include "nn/model/model.h"

enum { ONEDNN_LANES = 16 };

static inline size_t onednn_stride(int channels)
{
    return ((size_t)channels + ONEDNN_LANES - 1) / ONEDNN_LANES * ONEDNN_LANES;
}

/* What ends a layer: out = mask * activation(x + shift + add). */
typedef struct onednn_tail {
    const float *shift; /* [stride]: bias and per-channel vector together */
    const float *add;   /* a tensor like out, or NULL */
    const float *mask;  /* [points], or NULL: all 1, or a vector */
    nn_activation activation;
} onednn_tail;

/* The tail upon `out`, in place; points is 1 for vectors. */
void onednn_finish(const onednn_tail *t, size_t points, size_t stride, float *out);

/* to[i] = a[i] + b[i], each NULL: 0. */
void onednn_add_vectors(const float *a, const float *b, size_t stride, float *to);

/* scale[c] * in, with its tail. */
void onednn_norm(const onednn_tail *t, const float *in, const float *scale, size_t points,
                 size_t stride, float *out);

/* NN_RMS_NORM, with its tail; `channels` are real, `area` is the sum of the mask. */
void onednn_rms_norm(const onednn_tail *t, const nn_layer *l, const float *in, const float *scale,
                     int channels, double area, size_t points, float *out);

/* NN_POOL without its tail; mask may be NULL. */
void onednn_pool(const nn_layer *l, const float *in, const float *mask, int channels, double area,
                 size_t points, float *out);

/* in * in2, with its tail. */
void onednn_product(const onednn_tail *t, const float *in, const float *in2, size_t points,
                    size_t stride, float *out);

/* Vector times matrix: out[o] = sum of in[i * step] * weights[i][o], i < n; added
 * to out.  weights [n][stride].                                              */
void onednn_dense(const float *in, size_t step, const float *weights, size_t n, size_t stride,
                  float *out);

/* ---- between the caller's [channel][point] and [point][stride] ---- */

void onednn_from_planes(const float *planes, int channels, size_t points, float *out);
void onednn_to_planes(const float *in, int channels, size_t points, float *planes);

/* ---- attention ---- */

/* A row of a head's scores to 2^(score + bias - shift), not yet divided by their
 * sum, which is returned.  n is a multiple of ONEDNN_LANES; no exponent may be
 * above 127.                                                                  */
float onednn_exponents(float *row, const float *bias, float shift, size_t n);

/* The largest score + bias of a row, n as before. */
float onednn_largest(const float *row, const float *bias, size_t n);

/* Rotary positions.  Rows come and go with a stride of `dim` rounded up, only
 * what is read is `step` apart; up to ONEDNN_LANES - 1 numbers behind a row are
 * read, too, and do not count.
 *   turn  [points][2][stride]: what each number and its neighbour count
 *   out   [points][stride], every number times `scale`
 * Returns the length of the longest row: no score is above that of the queries
 * times that of the keys.                                                     */
float onednn_turn(const float *in, size_t step, const float *turn, int dim, float scale,
                  size_t points, float *out);

/* The table for a key head whose frequencies [dim / 2][2] are given (NULL: no
 * turning).                                                                   */
void onednn_turn_table(const float *frequency, int dim, int size, float *turn);

/* [points][stride of dim] to [dim][wide], the rest of each row 0. */
void onednn_transpose(const float *in, int dim, size_t points, size_t wide, float *out);

/* ---- Winograd convolution: Lavin and Gray 2015 ----
 *
 * F(4x4, 3x3): four by four results from six by six inputs with 36 products in
 * place of 144; F(3x3, 3x3): three by three from five by five with 25 in place of
 * 81.  The form that costs less for the whole board is taken: the first on 19x19, the
 * second on 9x9 and 13x13, which four does not divide.  The transformed arrays are
 * [products][tiles][channels], so that in between stand as many matrix products. */

/* Of a board of size x size: pieces it is cut into, and products of a piece. */
size_t winograd_tiles(int size);
size_t winograd_products(int size);

/* weights [out][in][3][3] to [products][in stride][out stride]. */
void winograd_weights(const float *weights, int channels_in, int channels_out, int size,
                      float *to);

/* in [points][stride]; zero: `stride` zeros; to [products][tiles][stride]. */
void winograd_input(const float *in, int size, size_t stride, const float *zero, float *to);

/* from [products][tiles][stride] to out [points][stride], with the tail. */
void winograd_output(const onednn_tail *t, const float *from, int size, size_t stride, float *out);

#endif
