/* batches.h -- which rows the n-th batch of a training holds when games of several board
 * sizes are mixed.
 *
 * A batch holds positions of one size, so that small boards cost no more than they would
 * alone.  Each size has its own sample; in an epoch it fills as many batches as its
 * positions need, and the batches of all sizes come in a shuffled order.  Like a row, a
 * batch follows from its number alone.
 *
 *     nn_batches plan;
 *     nn_batches_plan(&plan, &store, 256, &how);
 *     batch_place batch = nn_batches_at(&plan, number);
 *     rows->size = batch.size;
 *     row_maker_fill(maker, nn_sample_at(batch.sample, batch.first_row + i), rows, i, &err);   */
#ifndef KATACHI_NN_TRAIN_DATA_BATCHES_H
#define KATACHI_NN_TRAIN_DATA_BATCHES_H

#include "nn_train/data/sample.h"
#include "nn_train/data/store.h"

/* A plain value, valid as long as the store does not change. */
typedef struct nn_batches {
    int rows;          /* of a batch */
    int n_sizes;
    int64_t per_epoch; /* batches */
    uint64_t seed;
    struct {
        int size;
        int64_t batches; /* in an epoch */
        nn_sample sample;
    } of[BOARD_MAX_SIZE];
} nn_batches;

typedef struct batch_place {
    int size;
    int64_t epoch;
    const nn_sample *sample; /* in the plan */
    int64_t first_row;       /* number of its first row in the sample */
} batch_place;

/* A plan for all positions of a sorted store (nn_store_sort).
 *   how  in  seed, forget, other_rules and other_komi of all samples           */
void nn_batches_plan(nn_batches *plan, const nn_store *store, int rows, const nn_sample *how);

batch_place nn_batches_at(const nn_batches *plan, int64_t number);

#endif
