/* sheet.h -- one position's inputs and outputs as plain numbers.
 *
 * Where one thread computes the positions of many, each of these encodes its position on a
 * sheet of its own and reads the answer from it, so that the one has only to copy
 * (nn_evaluate_sheets in nn/evaluator.h).                                     */
#ifndef KATACHI_NN_SHEET_H
#define KATACHI_NN_SHEET_H

#include "nn/inputs/ladder_memo.h"
#include "nn/outputs.h"

/* A question about a position. */
typedef struct nn_query {
    const nn_position *position; /* borrowed */
    nn_view view;
    nn_reading reading;
    nn_ladder_memo *memo; /* of whoever asks, to save reading; NULL: none */
} nn_query;

/* Numbers of one position, as in nn_batch (nn/model/backend.h). */
typedef struct nn_sheet {
    float *planes, *globals, *meta, *mask;
    float *out[NN_N_OUTPUTS]; /* NULL: the model has none */
} nn_sheet;

/* Sheets for a model and buffers of size * size points.  The caller ends them with
 * nn_sheet_destroy, which accepts NULL.  GO_ENOMEM.                           */
go_status nn_sheet_create(nn_sheet **out, const nn_model *m, int size, go_error *err);
void nn_sheet_destroy(nn_sheet *s);

/* Writes the inputs.  GO_EINVAL: as nn_encode_check; view.size is not `size`. */
go_status nn_sheet_encode(nn_sheet *s, const nn_model *m, int size, const nn_query *q,
                          go_error *err);

/* Reads the outputs. */
void nn_sheet_read(const nn_sheet *s, const nn_model *m, const nn_query *q, nn_result *out);

#endif
