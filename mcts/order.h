/* order.h -- the moves of the root, the best choice first. */
#ifndef KATACHI_MCTS_ORDER_H
#define KATACHI_MCTS_ORDER_H

#include "mcts/results.h"
#include "mcts/root.h"

/* Writes the root's children, best first: up to SEARCH_MAX_MOVES visited ones that are
 * not refused.  Returns how many.                                             */
int order_of_choice(const search_root *root, tree_node **out);

/* Lower confidence bound of a child's value for the side to move. */
double order_lcb(const search_root *root, const tree_node *child);

/* Is the choice also the most visited move, which none can overtake in so many playouts? */
bool order_is_decided(const search_root *root, double left);

/* Has another move about as many visits as the choice, or more? */
bool order_is_unclear(const search_root *root);

#endif
