/* shape_cells.h -- a shape laid out on a square of cells, for whoever draws it. */
#ifndef KATACHI_PATTERNS_SHAPE_CELLS_H
#define KATACHI_PATTERNS_SHAPE_CELLS_H

#include <stdbool.h>
#include <stdio.h>

#include "patterns/vocabulary.h"

enum { SHAPE_SIDE = 2 * DIAMOND_REACH + 1 };

typedef enum shape_content {
    SHAPE_UNKNOWN = 0, /* not part of the shape */
    SHAPE_EMPTY,
    SHAPE_OWN,         /* of the side to move */
    SHAPE_OPP,
    SHAPE_BORDER       /* off the board */
} shape_content;

typedef struct shape_cells {
    int reach;  /* the square is 2 * reach + 1 wide; the move is in the middle */
    uint8_t content[SHAPE_SIDE][SHAPE_SIDE]; /* [y][x] from the top left */
    uint8_t libs[SHAPE_SIDE][SHAPE_SIDE];    /* liberties told of a stone, 3 for more; 0 */
    int mark_x, mark_y;                      /* the former move; -1: none */
    bool apart;                              /* it lies outside the shape */
} shape_cells;

void shape_cells_fill(shape_cells *c, const vocabulary *v, feature_id group, const shape *s);

/* The row y as text of 2 * (2 * reach + 1) letters: X own, O opponent, . empty,
 * # off the board, * the move; the former move in brackets, liberties as the
 * letter after the stone.  `text` holds 2 * SHAPE_SIDE + 2 bytes.            */
void shape_cells_row(const shape_cells *c, int y, char *text);

/* The shape as a small SVG picture, `side` units wide, for a page whose style
 * has the classes of svg_shape_style.                                        */
void svg_shape_write(FILE *out, const shape_cells *c, int side);
void svg_shape_style(FILE *out);

#endif
