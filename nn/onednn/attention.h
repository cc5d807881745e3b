/* attention.h -- the parts of attention beside its two matrix products. */
#ifndef KATACHI_NN_ONEDNN_ATTENTION_H
#define KATACHI_NN_ONEDNN_ATTENTION_H

#include <stddef.h>

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

#endif
