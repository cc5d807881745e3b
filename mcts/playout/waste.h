/* waste.h -- moves that give a chain away, as every move in a seki does.
 *
 * A stone that takes nothing and leaves its chain one liberty loses it.  Few stones may be
 * meant to be lost: one or two are thrown in, three to six can be a nakade.  Any other chain
 * of four stones or more is only lost, so playouts never play such a move: where nothing else
 * is left, both sides pass, and a seki stays.                                  */
#ifndef KATACHI_MCTS_PLAYOUT_WASTE_H
#define KATACHI_MCTS_PLAYOUT_WASTE_H

#include "board/board.h"

/* Does c's legal move at p give a chain away? */
bool playout_wastes(const board *b, colour c, point p);

#endif
