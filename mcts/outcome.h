/* outcome.h -- what a position is worth if the game ended now: final_status.h with the ownership
 * of a search's network, if it has one.                                       */
#ifndef KATACHI_MCTS_OUTCOME_H
#define KATACHI_MCTS_OUTCOME_H

#include "mcts/evaluate/knowledge.h"
#include "mcts/final/final_status.h"

/* Evaluations by a network that tell the ownership well: with either side to move, in 8
 * symmetries on 9x9, fewer on larger boards.                                  */
int outcome_evaluations(int size);

/* As final_status_find.
 *   net      in   NULL: by playouts alone; so it is with networks that tell no ownership
 *   most     in   evaluations to be spent on it; less than 2: none
 *   options  in   `ownership` is not used
 * GO_ENOMEM, and the errors of a network.                                     */
go_status outcome_find(final_status *out, const game *g, playout *p, network *net, int most,
                       const final_status_options *options, go_error *err);

#endif
