/* symmetry.h -- the eight symmetries of the square.
 *
 * A symmetry is a number from 0 (nothing changes) to 7.  Bit 0 mirrors the
 * columns, bit 1 mirrors the rows, and bit 2 then exchanges columns and rows. */
#ifndef KATACHI_BOARD_SYMMETRY_H
#define KATACHI_BOARD_SYMMETRY_H

#include "board/board.h"

enum { N_SYMMETRIES = 8 };

/* Moves column *x and row *y of a board of `size` to their image. */
static inline void symmetry_xy(int symmetry, int size, int *x, int *y)
{
    int u = symmetry & 1 ? size - 1 - *x : *x;
    int v = symmetry & 2 ? size - 1 - *y : *y;
    *x = symmetry & 4 ? v : u;
    *y = symmetry & 4 ? u : v;
}

/* The image of point p of a board of `size`; PASS stays PASS. */
static inline point symmetry_point(int symmetry, int size, point p)
{
    if (p == PASS)
        return PASS;
    int x = board_x_on(size, p), y = board_y_on(size, p);
    symmetry_xy(symmetry, size, &x, &y);
    return board_point_on(size, x, y);
}

/* Swaps the two mirrors, as exchanging columns and rows does. */
static inline int symmetry_swap_mirrors(int symmetry)
{
    return (symmetry & 4) | (symmetry & 1) << 1 | (symmetry & 2) >> 1;
}

/* The symmetry that undoes this one.  Mirrors undo themselves, but an exchange of columns and rows
 * in between swaps them.                                                       */
static inline int symmetry_inverse(int symmetry)
{
    return symmetry & 4 ? symmetry_swap_mirrors(symmetry) : symmetry;
}

#endif
