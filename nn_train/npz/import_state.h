/* import_state.h -- what an import holds, and what its files do for one another:
 *
 *   import_files.c  finds the files and checks them
 *   import_group.c  reads the rows of a group of files into the buffer
 *   import_fill.c   writes a row of the buffer into a batch
 *   import.c        the rest: epochs, their groups and batches                */
#ifndef KATACHI_NN_TRAIN_NPZ_IMPORT_STATE_H
#define KATACHI_NN_TRAIN_NPZ_IMPORT_STATE_H

#include "nn_train/npz/import.h"
#include "nn_train/npz/kata_rows.h"

typedef struct import_file {
    char *path;
    int64_t bytes;
    int64_t first, n; /* rows: number of the first among all files' */
    int side, targets; /* columns of globalTargetsNC */
    int input;         /* that it is of: a folder has many files */
} import_file;

/* One row in memory.  After it: planes [22][kata_plane_bytes], visits int16 [2][area + 1],
 * owners int8 [area].                                                        */
typedef struct kept_row {
    int64_t number; /* of all files' */
    int32_t input;
    uint8_t side, width, height, size;
    float globals[NN_KATA_GLOBALS], targets[KATA_LEAST_TARGETS];
} kept_row;

/* The files that are in the buffer together: order[first .. first + n - 1] of an epoch. */
typedef struct import_group {
    int first, n;
    int64_t rows, first_batch, batches; /* in the epoch */
} import_group;

struct nn_import {
    nn_import_options o;
    import_file *files;
    int n_files, most_files, largest;
    int64_t n_rows, per_epoch;

    int64_t epoch; /* that order and groups are of; -1: none */
    int *order;
    import_group *groups;
    int n_groups;

    int64_t loaded; /* epoch * n_files + group; -1: none */
    uint8_t *buffer;
    size_t row_bytes, buffer_rows;
    int32_t *by_size; /* rows of the buffer, the smallest boards first */
    nn_sample samples[BOARD_MAX_SIZE + 1];
};

/* How many of a file's rows are kept in an epoch. */
static inline int64_t kept_of(const nn_import *im, int64_t rows)
{
    return (rows + im->o.keep - 1) / im->o.keep;
}

static inline kept_row *row_at(const nn_import *im, int64_t i)
{
    return (kept_row *)(void *)(im->buffer + (size_t)i * im->row_bytes);
}

static inline uint8_t *planes_of(const kept_row *r)
{
    return (uint8_t *)(uintptr_t)(r + 1);
}

static inline uint8_t *visits_of(const kept_row *r)
{
    return planes_of(r) + NN_KATA_PLANES * kata_plane_bytes(r->side);
}

static inline int8_t *owners_of(const kept_row *r)
{
    return (int8_t *)visits_of(r) + 4 * (size_t)(r->side * r->side + 1);
}

/* Finds the files of the inputs, looks into all and counts their rows. */
go_status import_find_files(nn_import *im, const char *const *inputs, int n_inputs, go_error *err);

/* Has an array of the file the wanted type and shape?  Sets f->targets from the one of targets. */
go_status import_check_array(import_file *f, kata_array which, const npz_array *a, go_error *err);

/* Reads a group of the epoch, unless the buffer holds it, and sorts its rows by size. */
go_status import_load_group(nn_import *im, const import_group *g, go_error *err);

#endif
