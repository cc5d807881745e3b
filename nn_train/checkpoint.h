/* checkpoint.h -- the state of a training as a file, from which it goes on as if it had never
 * stopped (layout: doc/formats.md).                                           */
#ifndef KATACHI_NN_TRAIN_CHECKPOINT_H
#define KATACHI_NN_TRAIN_CHECKPOINT_H

#include "nn_train/loss.h"
#include "nn_train/optimise/optimiser.h"
#include "nn_train/pool.h"

/* How far a training has come. */
typedef struct training_place {
    int64_t rows;
    double seconds;
    nn_loss_sums sums; /* of the last report, or since then */
} training_place;

/* What changes while it learns: all borrowed. */
typedef struct training_state {
    optimiser *optimiser;
    nn_pool *pools;
    int n_pools;
    int64_t positions; /* that there are: a pool holds no other */
} training_state;

/* Writes atomically.  `fingerprint` says of which games and options it is.  GO_EIO. */
go_status training_save(const char *path, uint64_t fingerprint, const training_state *s,
                        const training_place *place, go_error *err);

/* Puts the state, whose parts have been created, and *place into what the file says.  GO_EIO: it
 * cannot be opened.  GO_EFORMAT: it is damaged, or of other games or options; what was there
 * before may be overwritten.                                                  */
go_status training_load(const char *path, uint64_t fingerprint, const training_state *s,
                        training_place *place, go_error *err);

#endif
