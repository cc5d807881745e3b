/* svg_shape.h -- a shape on a square of cells, and its picture. */
#ifndef KATACHI_DRAW_SVG_SHAPE_H
#define KATACHI_DRAW_SVG_SHAPE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SHAPE_REACH = 7, SHAPE_SIDE = 2 * SHAPE_REACH + 1 }; /* at most */

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
    uint8_t libs[SHAPE_SIDE][SHAPE_SIDE];    /* liberties of a stone, 3: or more, 0: unknown */
    int mark_x, mark_y;                      /* the previous move; -1: none */
    bool apart;                              /* the previous move is outside the shape */
} shape_cells;

/* Writes the shape as an SVG picture `side` units wide, for a page with the classes of
 * svg_shape_style.                                                            */
void svg_shape_write(FILE *out, const shape_cells *c, int side);
void svg_shape_style(FILE *out);

#endif
