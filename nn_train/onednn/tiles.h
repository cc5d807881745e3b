/* tiles.h -- the gradient of a convolution's weights from bfloat16 by AMX, whose tiles are
 * matrices that a processor multiplies in one instruction.
 *
 *     d w[o][i][ky][kx] = sum over rows and points p of g[p][o] x[p + shift(ky, kx)][i]
 *
 * is for each shift a product of two matrices over the points.  x is written once with its
 * channels as rows of points, g as rows of pairs of points, with zeros between and around the
 * lines of the board; a shift is then only another row of g to read from, and for an odd one
 * there are pairs that begin with the odd points.  So a tile's rows are whole cache lines.
 * oneDNN 2.6 takes five times as long.
 *
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, TDPBF16PS.  */
#ifndef KATACHI_NN_TRAIN_ONEDNN_TILES_H
#define KATACHI_NN_TRAIN_ONEDNN_TILES_H

#include "nn_train/onednn/elements.h"

/* Bytes of scratch memory for a layer, aligned to 64. */
size_t tiles_scratch(const nn_layer *l, int size, size_t in, size_t out);

/* Adds the gradient of the weights of an NN_CONV to sum [out][in][kernel_y][kernel_x].  The
 * processor has AMX and oneDNN has asked the system for it.
 *   x   in  of bfloat16
 *   g   in  [rows][points][out]; 64 bytes beyond its end may be read            */
void tiles_weights_gradient(const nn_layer *l, int size, int rows, size_t in, size_t out,
                            const elements_source *x, const uint16_t *g, void *scratch, float *sum);

#endif
