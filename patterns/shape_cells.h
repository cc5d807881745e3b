/* shape_cells.h -- a shape laid out on the square of cells that is drawn. */
#ifndef KATACHI_PATTERNS_SHAPE_CELLS_H
#define KATACHI_PATTERNS_SHAPE_CELLS_H

#include "draw/svg_shape.h"
#include "patterns/vocabulary.h"

void shape_cells_fill(shape_cells *c, const vocabulary *v, feature_id group, const shape *s);

/* The row y as text of 2 * (2 * reach + 1) letters: X own, O opponent, . empty,
 * # off the board, * the move; the former move in brackets, liberties as the
 * letter after the stone.  `text` holds 2 * SHAPE_SIDE + 2 bytes.            */
void shape_cells_row(const shape_cells *c, int y, char *text);

#endif
