/* kernels.h -- the loops of the oneDNN backend other than matrix products; layouts as
 * in lanes.h.                                                                 */
#ifndef KATACHI_NN_ONEDNN_KERNELS_H
#define KATACHI_NN_ONEDNN_KERNELS_H

#include "nn/onednn/lanes.h"

/* Applies the tail to `out`, in place; points is 1 for vectors. */
void onednn_finish(const onednn_tail *t, size_t points, size_t stride, float *out);

/* to[i] = a[i] + b[i], each NULL: 0. */
void onednn_add_vectors(const float *a, const float *b, size_t stride, float *to);

/* in * in2, with its tail; rows of in2 are `step` apart: stride for NN_PRODUCT, 0 for the
 * scale of NN_NORM.                                                           */
void onednn_multiply(const onednn_tail *t, const float *in, const float *in2, size_t step,
                     size_t points, size_t stride, float *out);

/* NN_RMS_NORM, with its tail; `channels` are real, `area` is the sum of the mask. */
void onednn_rms_norm(const onednn_tail *t, const nn_layer *l, const float *in, const float *scale,
                     int channels, double area, size_t points, float *out);

/* NN_POOL without its tail; mask may be NULL. */
void onednn_pool(const nn_layer *l, const float *in, const float *mask, int channels, double area,
                 size_t points, float *out);

/* Vector times matrix: out[o] = sum of in[i * step] * weights[i][o], i < n; added
 * to out.  weights [n][stride].                                              */
void onednn_dense(const float *in, size_t step, const float *weights, size_t n, size_t stride,
                  float *out);

/* Numbers rounded to bfloat16; n is a multiple of ONEDNN_LANES. */
void onednn_halve(const float *in, size_t n, bfloat16 *to);

/* ---- attention, apart from its two matrix products ---- */

/* Turns a row of a head's scores into 2^(score + bias - shift) and returns their sum,
 * by which they are still to be divided.  n is a multiple of ONEDNN_LANES; no
 * exponent may be above 127.                                                  */
float onednn_exponents(float *row, const float *bias, float shift, size_t n);

/* The same, with the row unchanged and the results, rounded to bfloat16, in `to`; the sum
 * is that of the rounded ones, so that weights of a row add up to 1.          */
float onednn_half_exponents(const float *row, const float *bias, float shift, size_t n,
                            bfloat16 *to);

/* The largest score + bias of a row, n as before. */
float onednn_largest(const float *row, const float *bias, size_t n);

/* Applies the rotary positions.  stride is `dim` rounded up.
 *   in    [points] rows of dim numbers, `step` apart; up to ONEDNN_LANES - 1
 *         numbers after a row are read too, without effect
 *   turn  [points][2][stride]: the factors of each number and of its neighbour
 *   out   [points][stride], every number times `scale`
 * Returns the length of the longest row: no score exceeds that of the queries
 * times that of the keys.                                                     */
float onednn_turn(const float *in, size_t step, const float *turn, int dim, float scale,
                  size_t points, float *out);

/* The table for a key head whose frequencies [dim / 2][2] are given (NULL: no
 * turning).                                                                   */
void onednn_turn_table(const float *frequency, int dim, int size, float *turn);

/* [points][stride of dim] to [dim][wide], the rest of each row 0. */
void onednn_transpose(const float *in, int dim, size_t points, size_t wide, float *out);

/* ---- between the caller's [channel][point] and [point][stride] ---- */

void onednn_from_planes(const float *planes, int channels, size_t points, float *out);
void onednn_to_planes(const float *in, int channels, size_t points, float *planes);

#endif
