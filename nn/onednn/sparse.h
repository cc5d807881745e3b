/* sparse.h -- the first convolution of a network, whose inputs are hardly ever anything but 0 and
 * repeat themselves: most points of a position are empty, or of a stone with many liberties.
 *
 * Points with the same inputs add the same to their neighbours, so what each kind of point adds
 * is computed once, from the few planes that are not 0 there.  Then each result is the sum of as
 * many rows as the kernel has places.  In float32, and a third of the time of Winograd's form. */
#ifndef KATACHI_NN_ONEDNN_SPARSE_H
#define KATACHI_NN_ONEDNN_SPARSE_H

#include "nn/onednn/lanes.h"

/* Convolutions of the planes of a network. */
bool sparse_suits(const nn_layer *l, int channels_in);

/* weights [out][in][y][x] to [in][y][x][out stride]. */
void sparse_weights(const nn_layer *l, int channels_in, int channels_out, float *to);

/* Numbers that a convolution needs as `scratch`. */
size_t sparse_scratch(const nn_layer *l, int channels_out);

/* in [points][in stride] to out [points][out stride], with the tail. */
void sparse_convolve(const nn_layer *l, int size, int channels_in, int channels_out,
                     const float *in, const float *weights, float *scratch, const onednn_tail *t,
                     float *out);

#endif
