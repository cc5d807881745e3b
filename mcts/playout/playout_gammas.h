/* playout_gammas.h -- the fast gammas as tables of one board size, for playouts:
 * read only, shared by all threads.                                          */
#ifndef KATACHI_MCTS_PLAYOUT_PLAYOUT_GAMMAS_H
#define KATACHI_MCTS_PLAYOUT_PLAYOUT_GAMMAS_H

#include "base/status.h"
#include "patterns/gammas/gammas.h"

typedef struct playout_gammas playout_gammas;

/* The tables for boards of `size`.  `fast` is not needed afterwards; it must be of the
 * feature set "fast" (GO_EINVAL), or NULL for uniformly random moves.         */
go_status playout_gammas_create(playout_gammas **out, const gammas *fast, int size,
                                go_error *err);
void playout_gammas_destroy(playout_gammas *g); /* accepts NULL */

#endif
