/* attention.h -- the parts of attention apart from its two matrix products. */
#ifndef KATACHI_NN_ONEDNN_ATTENTION_H
#define KATACHI_NN_ONEDNN_ATTENTION_H

#include <stddef.h>

/* Turns a row of a head's scores into 2^(score + bias - shift) and returns their sum,
 * by which they are still to be divided.  n is a multiple of ONEDNN_LANES; no
 * exponent may be above 127.                                                  */
float onednn_exponents(float *row, const float *bias, float shift, size_t n);

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

#endif
