/* encode_kata.h -- the V7 inputs of encode.h; for encode.c only. */
#ifndef KATACHI_NN_INPUTS_ENCODE_KATA_H
#define KATACHI_NN_INPUTS_ENCODE_KATA_H

#include "nn/inputs/encode.h"

/* The points of the board and where each is in a plane. */
typedef struct nn_cells {
    int n;
    point at[BOARD_MAX_AREA];
    uint16_t index[BOARD_MAX_POINTS];
} nn_cells;

void nn_cells_find(nn_cells *c, const nn_model *m, const nn_position *p, const nn_view *v);

/* Fills planes and globals, all zero before. */
void nn_encode_kata(const nn_model *m, const nn_position *p, const nn_view *v,
                    const nn_cells *cells, float *planes, float *globals);

#endif
