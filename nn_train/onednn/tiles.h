/* tiles.h -- the gradient of a convolution's weights from bfloat16 by AMX, whose tiles are
 * matrices that a processor multiplies in one instruction.
 *
 *     d w[o][i][ky][kx] = sum over rows and points p of g[p][o] x[p + shift(ky, kx)][i]
 *
 * is for each shift a product of two matrices over the points.  A position is written once with
 * its channels as rows of points, with zeros between and around the lines of the board; a
 * shift is then only another place to read from.  oneDNN 2.6 takes four to five times as long.
 *
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, TDPBF16PS.  */
#ifndef KATACHI_NN_TRAIN_ONEDNN_TILES_H
#define KATACHI_NN_TRAIN_ONEDNN_TILES_H

#include "nn/model/model.h"

/* Bytes of scratch memory for a layer, aligned to 64. */
size_t tiles_scratch(const nn_layer *l, int size, size_t in, size_t out);

/* Adds the gradient of the weights of an NN_CONV to sum [out][in][kernel_y][kernel_x].  The
 * processor has AMX and oneDNN has asked the system for it.
 *   x   in  [rows][points][in] in bfloat16; 64 bytes beyond the end may be read
 *   g   in  [rows][points][out]; likewise                                       */
void tiles_weights_gradient(const nn_layer *l, int size, int rows, size_t in, size_t out,
                            const uint16_t *x, const uint16_t *g, void *scratch, float *sum);

#endif
