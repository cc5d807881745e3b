/* ladder_memo.h -- the ladders of boards read before.
 *
 * A network is shown the ladders of the present board and of the two before it, which have
 * mostly been present boards a short while ago: reading each of them once takes a third of the
 * time.  A table of fixed size, in which a new board takes the place of another; it serves one
 * thread at a time.                                                           */
#ifndef KATACHI_NN_INPUTS_LADDER_MEMO_H
#define KATACHI_NN_INPUTS_LADDER_MEMO_H

#include "base/status.h"
#include "nn/inputs/chase.h"

typedef struct nn_ladder_memo nn_ladder_memo;

/* The caller ends it with nn_ladder_memo_destroy, which accepts NULL.  GO_ENOMEM. */
go_status nn_ladder_memo_create(nn_ladder_memo **out, go_error *err);
void nn_ladder_memo_destroy(nn_ladder_memo *memo);

/* As nn_ladders_find; from the memo, if it has the board, unless the attacks are wanted. */
void nn_ladder_memo_find(nn_ladder_memo *memo, const board *b, colour prey, bool attacks,
                         nn_ladders *out);

#endif
