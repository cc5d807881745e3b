/* fill.h -- points of one's own territory that must be filled before it
 * is counted.
 *
 * Internal to mcts/final_*.c.                                                */
#ifndef KATACHI_MCTS_FINAL_FILL_H
#define KATACHI_MCTS_FINAL_FILL_H

#include "mcts/final/final_status.h"

/* Takes points out of s->owner (EMPTY then) that their owner has to fill: the
 * last liberty of a living chain that is in atari once the dead stones are off
 * and the opponent has filled a dame beside it.  By territory rules such a point
 * is no territory (Japanese rules 1989, commentary on article 8); by area rules
 * the filling costs nothing.  A chain with two dame beside it answers the one by
 * the other.                                                                  */
void final_fill(const board *b, final_status *s);

#endif
