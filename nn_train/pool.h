/* pool.h -- positions that a network finds hard are learned again, easy ones are not.
 *
 * The pool keeps rows sorted by their loss when they were last learned from.  In a training
 * with a pool, half of each batch is new and the other half is drawn from the upper half of
 * the pool; afterwards all rows of the batch enter it with their new losses, and the
 * rows of the least loss leave it.  Each time a row comes again it is shown in another
 * symmetry.
 *
 * A pool starts empty, and gives no rows before it is full.  What it gives follows
 * from what it was given, so it is a part of a checkpoint.  After an epoch a hard position may
 * be there twice.
 *
 * Here a high loss may also mean that the move was a mistake, which no network should learn:
 * the idea comes from games against oneself, where targets are better. */
#ifndef KATACHI_NN_TRAIN_POOL_H
#define KATACHI_NN_TRAIN_POOL_H

#include <stdbool.h>

#include "base/status.h"
#include "nn_train/data/sample.h"

typedef struct pool_row {
    sample_row row;
    float loss;
    uint32_t taken; /* scratch */
} pool_row;

typedef struct nn_pool {
    int n, room;
    pool_row *rows;  /* [room]: by loss, the least first; equal ones by position */
    pool_row *spare; /* [room]: scratch */
} nn_pool;

/* For `room` rows; 0 is a pool that stays empty.  GO_ENOMEM. */
go_status nn_pool_create(nn_pool *p, int room, go_error *err);
void nn_pool_destroy(nn_pool *p); /* accepts one that is all 0 */

/* Takes n different rows out of the upper half, chosen by `key`; false: the pool is not full, or
 * too small, and gives nothing.                                               */
bool nn_pool_draw(nn_pool *p, uint64_t key, int n, sample_row *out);

/* Puts n rows in; those of the least loss leave when there is no room.
 *   rows  scratch too: their order changes                                    */
void nn_pool_put(nn_pool *p, pool_row *rows, int n);

#endif
