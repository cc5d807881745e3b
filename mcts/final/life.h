/* life.h -- chains whose life the playouts leave open, read out. */
#ifndef KATACHI_MCTS_FINAL_LIFE_H
#define KATACHI_MCTS_FINAL_LIFE_H

#include "mcts/final/estimate.h"

/* Decides the doubtful chains of e by reading where they are in a small enough
 * part of the board, and finds the sekis.  Needs survival, settled and fate of
 * all chains by the playouts.  GO_ENOMEM.                                     */
go_status final_life_read(final_estimate *e, go_error *err);

#endif
