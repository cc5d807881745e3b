/* encode_kata.h -- the V7 inputs of encode.h; for encode.c only. */
#ifndef KATACHI_NN_INPUTS_ENCODE_KATA_H
#define KATACHI_NN_INPUTS_ENCODE_KATA_H

#include "nn/inputs/view.h"

/* Fills planes and globals, all zero before. */
void nn_encode_kata(const nn_model *m, const nn_position *p, const nn_view *v,
                    const nn_cells *cells, float *planes, float *globals);

/* Global 18 for an own komi on a board of `points` points. */
double nn_komi_wave(double own_komi, int points);

#endif
