/* options.h -- what a training is asked to do. */
#ifndef KATACHI_NN_TRAIN_OPTIONS_H
#define KATACHI_NN_TRAIN_OPTIONS_H

#include "base/comm.h"
#include "nn_train/choices.h"
#include "nn_train/gradient/gradient.h"
#include "nn_train/npz/import.h"

typedef struct nn_train_options {
    const nn_gradient *gradient;
    int lanes, rows;        /* of a batch: lanes x rows */
    nn_import *import;      /* rows to learn from instead of the store's, which is NULL then; it
                             * is made for batches of lanes x rows; NULL: none */
    comm *ranks;            /* that share the lanes of each batch; NULL: this process alone */
    int threads;            /* of each rank */
    int64_t warm_up;        /* rows until the highest rate is reached */
    int64_t budget;         /* rows in all; 0: as many as `seconds` allow */
    double seconds;
    uint64_t seed;
    bool goes_on;           /* the model has learned before */
    nn_train_choices choices;
    const char *checkpoint; /* file; NULL: none is kept */
    double checkpoint_seconds; /* between two */
    bool resume;            /* from the checkpoint, which must exist */
} nn_train_options;

/* Cuts a batch of so many rows into lanes: as many as it has rows for as the gradient, which has
 * been chosen, likes them on boards of this size, up to 16; so what is learned does not depend on
 * the machine.  But each of options->ranks gets a lane.                       */
void nn_train_cut(nn_train_options *options, int batch, int size);

#endif
