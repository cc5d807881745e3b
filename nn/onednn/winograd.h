/* winograd.h -- convolutions in Winograd's form: Lavin and Gray 2015.
 *
 * F(4x4, 3x3): four by four results from six by six inputs with 36 products in
 * place of 144; F(3x3, 3x3): three by three from five by five with 25 in place of
 * 81.  The form that costs less for the whole board is used: the first on 19x19, the
 * second on 9x9 and 13x13, which four does not divide.  The transformed arrays are
 * [products][tiles][channels], with as many matrix products between them.     */
#ifndef KATACHI_NN_ONEDNN_WINOGRAD_H
#define KATACHI_NN_ONEDNN_WINOGRAD_H

#include "nn/onednn/lanes.h"

/* The tiles that a board of size x size is cut into, and the products of a tile. */
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
