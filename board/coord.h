/* coord.h -- the names of points in GTP ("Q16") and in SGF ("pd").
 *
 * GTP (version 2, section 2.11): a letter for the column, from A at the left
 * and without I, and a number for the row, from 1 at the bottom; "pass".
 * SGF (FF[4], "Go specific properties"): a letter for the column and one for
 * the row, from "aa" at the top left; the empty string is a pass, and so is
 * "tt" on boards up to 19x19.  Points are those of board.h for a board of
 * `size` (2 .. 25).                                                          */
#ifndef KATACHI_BOARD_COORD_H
#define KATACHI_BOARD_COORD_H

#include "board/board.h"

enum { COORD_MAX = 8 }; /* bytes that any name needs, its end included */

/* Reads a GTP vertex, upper or lower case; the whole string must be one.
 * False, with *p unchanged, when it names no point of this board and no pass. */
bool coord_from_gtp(int size, const char *text, point *p);

/* Writes "Q16", or "pass" for PASS. Returns `out`. */
const char *coord_to_gtp(int size, point p, char out[COORD_MAX]);

/* Reads the value of an SGF move or point of `length` bytes (it need not end
 * in a zero).  False, with *p unchanged, as above.                           */
bool coord_from_sgf(int size, const char *text, size_t length, point *p);

/* Writes "pd", or "" for PASS. Returns `out`. */
const char *coord_to_sgf(int size, point p, char out[COORD_MAX]);

#endif
