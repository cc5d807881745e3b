/* winograd_back.h -- the way back through the transforms of nn/onednn/winograd.h: each is linear,
 * and a gradient goes through its transpose.
 *
 * If y = A' m A, m the products of u = G w G' and v = B' x B, then from dy
 *
 *     dm = A dy A'       dv = dm u, dx = B dv B'       du = v dm, dw = G' du G
 *
 * so that dm serves both gradients, which take as few products as the way forward. */
#ifndef KATACHI_NN_TRAIN_ONEDNN_WINOGRAD_BACK_H
#define KATACHI_NN_TRAIN_ONEDNN_WINOGRAD_BACK_H

#include "nn/onednn/winograd.h"

/* g [points][channels]; zero: `stride` zeros; to [products][tiles][stride]. */
void winograd_back_output(winograd_board b, const float *g, const float *zero, float *to);

/* from [products][tiles][stride] to [points][channels]. */
void winograd_back_input(winograd_board b, const float *from, float *to);

/* from [products][in stride][out stride] is added to `to` [out][in][3][3]. */
void winograd_back_weights(const float *from, int channels_in, int channels_out, int size,
                           float *to);

#endif
