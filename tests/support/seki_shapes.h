/* seki_shapes.h -- textbook sekis and what only looks like one: in the corner, at the side and in
 * the centre.  Letters as in fates.h.                                          */
#ifndef KATACHI_TESTS_SUPPORT_SEKI_SHAPES_H
#define KATACHI_TESTS_SUPPORT_SEKI_SHAPES_H

#include "board/board.h"

typedef struct seki_shape {
    const char *name;
    int size, territory, area; /* black's points by Japanese and by Chinese rules */
    const char *drawing;
} seki_shape;

enum { N_SEKI_SHAPES = 16 };
extern const seki_shape seki_shapes[N_SEKI_SHAPES];

/* The drawing in a symmetry, 0 .. 7, with the colours exchanged if `swap`. */
void seki_shape_turned(const seki_shape *s, int symmetry, bool swap,
                       char out[2 * BOARD_MAX_AREA + 1]);

#endif
