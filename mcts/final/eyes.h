/* eyes.h -- chains that cannot live by eyes of their own.
 *
 * A group is what can be connected: chains of one colour around the same eye space or the
 * same few points shared with the opponent.  It is needy if it has no two eyes: its eye
 * space is at most one region of two points, and nowhere does it touch an open space.
 * Needy groups of both colours that meet live or die together: a capturing race, or, if
 * neither can attack, a seki.                                                  */
#ifndef KATACHI_MCTS_FINAL_EYES_H
#define KATACHI_MCTS_FINAL_EYES_H

#include "board/board.h"

/* Finds the chains of needy groups that meet needy groups of the other colour.
 *   dead     in   [b->n_chain_ids] chains to be taken for empty points; NULL: none
 *   settled  in   [b->n_chain_ids] chains that live for certain
 *   facing   out  [b->n_chain_ids] by chain id                                 */
void final_eyes_facing(const board *b, const bool *dead, const bool *settled, bool *facing);

#endif
