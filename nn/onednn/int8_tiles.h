/* int8_tiles.h -- the products of int8.h by tiles (AMX), matrices of 16 rows of 64 bytes: one
 * instruction adds the products of 16 points and 16 output channels over 64 bytes of inputs.
 *
 * Rows of a tile are points that follow each other, and the neighbours in a line follow each
 * other, too: their channels are multiplied as one row of 3 x in bytes.  That needs a board with
 * a border: zeros before the first line and after the last, and one point after each line, which
 * is beside the last of it and before the first of the next.
 *
 * Source: Intel's Architecture Instruction Set Extensions Programming Reference (TDPBUSD).   */
#ifndef KATACHI_NN_ONEDNN_INT8_TILES_H
#define KATACHI_NN_ONEDNN_INT8_TILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Has this processor tiles, as far as ONEDNN_MAX_CPU_ISA allows?  Never where int8_available is
 * false.                                                                      */
bool int8_tiles_available(void);

/* Bytes of a board with its border, whose points are `in` bytes apart, and of what tiles read
 * after it.                                                                   */
size_t int8_tiles_board(int size, size_t in);

/* Where line y of such a board begins; the border is made 0 by the first of them. */
size_t int8_tiles_line(int size, size_t in, int y);
void int8_tiles_border(uint8_t *board, int size, size_t in);

/* Bytes that the weights of a panel for one line take, [n / 4][16][4] of n bytes of inputs: what
 * the last tile has more is 0, whatever it is multiplied by.                  */
size_t int8_tiles_weights(size_t n);

/* The products of a board with its border: `side` lines of as many points around every point (3, or
 * 1: itself), `panels` panels of 16 output channels in `bytes`, `panel` bytes apart.
 *   sums  [size][size], `out` numbers apart                                    */
typedef struct int8_tiles_shape {
    int size, side, panels;
    size_t in, panel, out;
} int8_tiles_shape;

void int8_tiles_convolve(const uint8_t *board, const int8_tiles_shape *s, const int8_t *bytes,
                         int32_t *sums);

#endif
