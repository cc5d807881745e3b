/* life.h -- chains whose life the playouts leave open, read out.
 *
 * Internal to mcts/final_*.c.                                                */
#ifndef KATACHI_MCTS_FINAL_LIFE_H
#define KATACHI_MCTS_FINAL_LIFE_H

#include "mcts/final/estimate.h"

/* Decides the doubtful chains of j by reading where they are in a small enough
 * part of the board, and finds the sekis.  Needs survival, settled and fate of
 * all chains by the playouts.  GO_ENOMEM.                                     */
go_status final_life_read(final_judge *j, go_error *err);

#endif
