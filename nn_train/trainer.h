/* trainer.h -- a training in memory: rows are chosen and filled, lanes run, and what ranks know
 * is shared.  When to step, to report and to end is decided by nn_train/train.c.  */
#ifndef KATACHI_NN_TRAIN_TRAINER_H
#define KATACHI_NN_TRAIN_TRAINER_H

#include <stdatomic.h>

#include "nn_train/checkpoint.h"
#include "nn_train/data/batches.h"
#include "nn_train/data/drawn.h"
#include "nn_train/data/rows.h"
#include "nn_train/data/store.h"
#include "nn_train/options.h"
#include "nn_train/pool.h"

/* What one lane has of its own. */
typedef struct training_lane {
    float *out[NN_N_OUTPUTS], *back[NN_N_OUTPUTS];
    float *sum; /* gradient of the parameters */
    nn_loss_sums losses;
    atomic_int filled; /* parts of its rows */
} training_lane;

typedef struct trainer {
    const nn_train_options *options;
    const nn_store *store; /* NULL: rows are imported */
    int largest;           /* board size */
    int64_t positions;
    int first_lane, n_lanes; /* of this rank */
    int n_threads;           /* those of the options, and more where lanes wait for a GPU */
    nn_parameters p;
    void *state[NN_MAX_SIZE + 1]; /* of the gradient, by size of board */
    nn_rows *rows;
    float *meta;        /* [rows of a lane][meta of the model]: who plays, in all rows alike */
    row_maker **makers; /* [n_threads] */
    pool_row *chosen;   /* [lanes * rows]: the rows of a batch */
    sample_row *again;  /* [lanes * rows]: those that come out of the pool */
    float *each;        /* [lanes * rows]: the loss of each */
    int counted;        /* rows of the batch, the first ones, that count in the losses */
    nn_pool pool[NN_MAX_SIZE + 1]; /* by size of board */
    training_lane *lanes;
    nn_batches plan;
    nn_drawn drawn, shared; /* by this rank; by all, at a report */
    nn_model *m;             /* that learns; its numbers are those of the start */
    const optimiser *opt;
    bool shown;              /* m has been given out as it would be written */
} trainer;

/* For the rows of the store, or those that the options name if it is NULL.  Model, store and
 * options are borrowed.  After an error trainer_destroy is still needed.     */
go_status trainer_create(trainer *t, const nn_model *m, const nn_store *store,
                         const nn_train_options *o, go_error *err);
void trainer_destroy(trainer *t);

/* This rank's lanes of batch `number`, by the numbers theta.  Their losses are added to `sums`;
 * if it learns, the gradient is left in that of the first lane, else the batch is one of the first
 * epoch, and t->counted of its rows are measured.                            */
go_status trainer_run_batch(trainer *t, int64_t number, const float *theta, bool learns,
                            nn_loss_sums *sums, go_error *err);

/* The same batch on all ranks, to learn from: the sum of their gradients becomes that of rank 0's
 * first lane, and `losses`, that of this rank, becomes the sum of all.       */
go_status trainer_run_shared(trainer *t, int64_t number, const float *theta, nn_loss_sums *losses,
                             go_error *err);

/* ---- what ranks tell each other; all call these together ---- */

/* Sends numbers of rank 0 to all. */
go_status trainer_from_rank_0(const trainer *t, float *numbers, size_t n, go_error *err);

/* Into t->shared: what all ranks have drawn. */
go_status trainer_share_drawn(trainer *t, go_error *err);

/* The time of rank 0 is that of all, and an interrupt of one is one of all. */
go_status trainer_share_time(const trainer *t, double *seconds, bool *interrupted, go_error *err);

/* The state of rank 0, after it has read a checkpoint. */
go_status trainer_share_start(trainer *t, optimiser *opt, training_place *place, go_error *err);

#endif
