/* winograd.h -- convolutions in Winograd's form: Lavin and Gray 2015.
 *
 * F(4x4, 3x3): four by four results from six by six inputs with 36 products in
 * place of 144; F(3x3, 3x3): three by three from five by five with 25 in place of
 * 81.  The form that costs less for the whole board is used: the first on 19x19, the
 * second on 9x9 and 13x13, which four does not divide.  The transformed arrays are
 * [products][tiles][stride], with as many matrix products between them; those of several
 * boards may lie side by side.                                                 */
#ifndef KATACHI_NN_ONEDNN_WINOGRAD_H
#define KATACHI_NN_ONEDNN_WINOGRAD_H

#include "nn/onednn/lanes.h"

/* Convolutions of which the form needs fewer products than one point after the other. */
bool winograd_pays(const nn_layer *l, int size);

/* The side of a tile, the tiles that a board of size x size is cut into, and the products of a
 * tile.                                                                        */
int winograd_side(int size);
size_t winograd_tiles(int size);
size_t winograd_products(int size);

/* weights [out][in][3][3] to [products][in stride][out stride]. */
void winograd_weights(const float *weights, int channels_in, int channels_out, int size,
                      float *to);

/* A board of size x size in a tensor, and its tiles in the transformed array. */
typedef struct winograd_board {
    int size;
    size_t channels; /* numbers from point to point; 64 bytes beyond the last may be read */
    size_t stride;   /* numbers from tile to tile; those beyond `channels` mean nothing */
    size_t apart;    /* numbers from product to product */
} winograd_board;

/* in [points][channels]; zero: `stride` zeros; to [products][tiles][stride]. */
void winograd_input(winograd_board b, const float *in, const float *zero, float *to);

/* from [products][tiles][stride] to out [points][channels], with the tail. */
void winograd_output(winograd_board b, const onednn_tail *t, const float *from, float *out);

#endif
