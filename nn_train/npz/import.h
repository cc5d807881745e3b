/* import.h -- training on rows of KataGo's format (kata_rows.h) from any number of files, which
 * together may be larger than memory.
 *
 * In an epoch the files come in another random order.  As many of them as fit into the buffer are
 * read whole and their rows shuffled together, perfectly; then come the next ones.  So rows of
 * files that were written one after the other are mixed as well as the buffer is large.  Of the
 * rows of a file one of `keep` is taken in an epoch, another one in the next, so that `keep`
 * epochs see all.  Positions that follow each other in a game are then seldom in one buffer.
 *
 * Which rows the n-th batch holds follows from its number, the seed and the files alone: an
 * interrupted training reads only the files of one buffer again.
 *
 *     nn_import *rows;
 *     nn_import_open(&rows, inputs, n_inputs, &options, &err);
 *     nn_import_batch(rows, number, &place, &err);            one thread
 *     nn_import_fill(rows, nn_sample_at(place.sample, place.first_row + i), batch, i);
 *
 * Boards of several sizes may be mixed; a batch is of one.  What the rows say of their own weight,
 * KATA_ROW_WEIGHT, is a factor of all of the row's weights; the average of all later searches
 * and the stones to come are not used, and history is hidden as for games, not as KATA_SHOWN
 * has it.  Rows with targets that are impossible, such as a chance above 1, end the training: their
 * losses would have no lower bound.                                           */
#ifndef KATACHI_NN_TRAIN_NPZ_IMPORT_H
#define KATACHI_NN_TRAIN_NPZ_IMPORT_H

#include "nn_train/data/batches.h"
#include "nn_train/data/rows.h"

typedef struct nn_import_options {
    int64_t buffer; /* rows; at least one file is read */
    int keep;       /* one row of so many; 1: all */
    int rows;       /* of a batch */
    int threads;    /* that read files */
    uint64_t seed;
    double forget;  /* see nn_sample */
} nn_import_options;

typedef struct nn_import nn_import;

/* Is a file of that name read where a folder is an input? */
bool nn_import_is_file(const char *name);

/* Looks into all files; folders stand for all .npz files in them and their folders.  GO_EEMPTY:
 * there are no rows.  GO_EFORMAT, with file and array: damaged, of another type or shape, or of
 * another version of inputs.  GO_EIO, GO_ENOMEM.  Ended with nn_import_close, which accepts
 * NULL.                                                                      */
go_status nn_import_open(nn_import **out, const char *const *inputs, int n_inputs,
                         const nn_import_options *o, go_error *err);
void nn_import_close(nn_import *im);

/* What there is: files, all of their rows, those of an epoch, and the largest side of a board. */
typedef struct nn_import_size {
    int files, largest;
    int64_t rows, per_epoch;
} nn_import_size;

nn_import_size nn_import_count(const nn_import *im);

/* Differs for other files, rows or options. */
uint64_t nn_import_fingerprint(const nn_import *im);

/* Where batch `number` is, which may take reading files.  place->sample is valid until the next
 * call.  GO_EFORMAT, GO_EIO, GO_ENOMEM: nothing can be filled.                */
go_status nn_import_batch(nn_import *im, int64_t number, batch_place *place, go_error *err);

/* Writes row i of a batch of place->size, by any thread.  The row's rules are not used; the
 * position of its origin is its number in all files.                         */
void nn_import_fill(const nn_import *im, sample_row row, nn_rows *rows, int i);

#endif
