/* shared.h -- the same games on all ranks of a training (base/comm.h): rank 0 reads them, the
 * others receive them.  So inputs need to be on one machine only, and may be standard input;
 * at two bytes a move the games are a small message.                          */
#ifndef KATACHI_NN_TRAIN_DATA_SHARED_H
#define KATACHI_NN_TRAIN_DATA_SHARED_H

#include "base/comm.h"
#include "nn_train/data/store.h"

/* All ranks call this together.  On rank 0 the store is full, or all 0 for no games, and stays
 * as it is; on the others it is all 0 and becomes a copy, in `folder` (see nn_store_create), freed
 * with nn_store_free.  GO_EIO, GO_ENOMEM, on all ranks alike.                */
go_status nn_store_share(nn_store *s, const char *folder, comm *c, go_error *err);

#endif
