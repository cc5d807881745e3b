/* export.h -- the positions of games as training rows in KataGo's format (kata_rows.h), shuffled,
 * so that KataGo's trainer can learn from them.
 *
 *     FOLDER/train/rows-00000.npz, ...
 *     FOLDER/val/...       of games that are held out
 *     FOLDER/train.json    how many rows there are, as the trainer wants it
 *
 * What a game does not tell has weight 0.  Not told is:
 *   - the score where the owners of the points are unknown: both have one weight in the format
 *   - what a search thought, the lead, the time until the result is clear, points in seki
 *   - what counts at the end (KATA_AREA) under territory scoring or a tax
 * A few moves of the history are marked as hidden, by the probability of KataGo's own rows, 0.02. */
#ifndef KATACHI_NN_TRAIN_NPZ_EXPORT_H
#define KATACHI_NN_TRAIN_NPZ_EXPORT_H

#include "nn_train/data/store.h"

typedef struct nn_export_options {
    int rows;      /* of a file; the last one may have fewer */
    int side;      /* of the arrays' boards; 0: the largest of the store */
    uint64_t seed; /* of the order */
    int threads;
    /* called after each file; false stops with GO_EINTR */
    bool (*progress)(void *user, int64_t done, int64_t total);
    void *user;
} nn_export_options;

/* Writes all positions of the store to `folder`, which is made if it does not exist and there are
 * any; *files is how many were written.  Files of an earlier export are removed first, so that the
 * folder never has rows of two.  GO_EIO, GO_ENOMEM; GO_EINVAL: a board is larger than `side`. */
go_status nn_export(const nn_store *s, const char *folder, const nn_export_options *o, int *files,
                    go_error *err);

/* Removes an earlier export from FOLDER, in all its parts, before the first part of a new one is
 * written.  GO_EIO.                                                           */
go_status nn_export_remove(const char *folder, go_error *err);

/* Writes train.json for a training of so many rows. */
go_status nn_export_range(const char *folder, int64_t rows, go_error *err);

#endif
