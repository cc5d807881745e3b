/* idle_move.h -- moves that only cost points at the end of a game under territory scoring.
 *
 * A search whose game is won hardly tells them from a pass: the margin counts little beside the
 * result, and the gammas, like a network that has learned from other rules, hardly try a pass while
 * moves are left.                                                             */
#ifndef KATACHI_MCTS_IDLE_MOVE_H
#define KATACHI_MCTS_IDLE_MOVE_H

#include "mcts/playout/playout.h"
#include "mcts/root.h"

/* Do playouts leave every empty point to the same side, whoever begins (final_find_idle), and is
 * nothing lost by not playing `best`, which is order[i] for some i?  The latter shows in another
 * move, or a pass, that the search has tried and found as good.
 *   ending  in  a workspace for the board's size; NULL: false
 *   order   in  [n] of order_of_choice                                        */
bool idle_move_costs(const search_root *root, playout *ending, tree_node *const *order, int n,
                     const tree_node *best);

#endif
