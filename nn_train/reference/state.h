/* state.h -- a network that learns in plain C, shared by the files of the folder. */
#ifndef KATACHI_NN_TRAIN_REFERENCE_STATE_H
#define KATACHI_NN_TRAIN_REFERENCE_STATE_H

#include "nn_train/gradient/batch_norm.h"
#include "nn_train/gradient/gradient.h"
#include "nn_train/reference/transformer.h"

typedef struct row row; /* of a lane */

/* A tensor of one row, [channels][points] or [channels], and its gradient. */
typedef struct variable {
    double *value, *before, *gradient; /* before: the activation */
} variable;

typedef struct lane {
    row *rows;         /* [rows] */
    variable *of;      /* [rows][n_tensors] */
    batch_norm **norm; /* [n_layers]: the channels of a norm that learns by statistics */
    double *scratch;   /* of attention */
} lane;

typedef struct reference_gradient {
    const nn_parameters *p;
    const nn_model *m;
    nn_gradient_settings settings;
    size_t points;
    double *theta;
    lane *lanes;
} reference_gradient;

struct row {
    const reference_gradient *s;
    variable *of;
    batch_norm **norm;
    double *scratch;
    reference_board board;
};

static inline size_t points_of(const reference_gradient *s, int tensor)
{
    return s->m->tensors[tensor].spatial ? s->points : 1;
}

static inline size_t numbers_of(const reference_gradient *s, int tensor)
{
    return points_of(s, tensor) * (size_t)s->m->tensors[tensor].channels;
}

static inline bool inside(const row *r, size_t p)
{
    return !r->board.mask || r->board.mask[p] > 0;
}

/* Layer `number` of a row; its gradients are added to those of what it reads and to sum. */
void row_forward(const row *r, int number);
void row_backward(const row *r, int number, float *sum);

/* NN_NORM in that. */
void row_norm(const row *r, int number);
void row_back_norm(const row *r, int number, float *sum);

/* Where rows[0 .. n_rows - 1] of a lane share statistics: before the norm goes forward, and after
 * it has gone backward in all rows, which adds what each row changes for the others. */
void rows_find_statistics(const row *rows, int n_rows, int number);
void rows_back_statistics(const row *rows, int n_rows, int number, float *sum);

#endif
