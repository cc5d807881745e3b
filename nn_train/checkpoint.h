/* checkpoint.h -- the state of a training as a file, from which it goes on as if it had never
 * stopped (layout: doc/formats.md).                                           */
#ifndef KATACHI_NN_TRAIN_CHECKPOINT_H
#define KATACHI_NN_TRAIN_CHECKPOINT_H

#include "nn_train/optimise/optimiser.h"

/* How far a training has come. */
typedef struct training_place {
    int64_t rows;
    double seconds;
} training_place;

/* Writes atomically.  `fingerprint` says of which games and options it is.  GO_EIO. */
go_status training_save(const char *path, uint64_t fingerprint, const optimiser *o,
                        const training_place *place, go_error *err);

/* Puts the optimiser, which has been created, and *place into the state in the file.  GO_EIO: it
 * cannot be opened.  GO_EFORMAT: it is damaged, or of other games or options; what was there
 * before may be overwritten.                                                  */
go_status training_load(const char *path, uint64_t fingerprint, optimiser *o,
                        training_place *place, go_error *err);

#endif
