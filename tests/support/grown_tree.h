/* grown_tree.h -- nodes of the search tree with moves, for tests. */
#ifndef KATACHI_TESTS_SUPPORT_GROWN_TREE_H
#define KATACHI_TESTS_SUPPORT_GROWN_TREE_H

#include "mcts/tree/tree.h"

/* The points 1 .. n, likeliest first; returns n. */
int some_edges(int n, tree_edge *edge);

/* Gives a node those moves and at least `open` of them nodes; false: the tree is full. */
bool grow(tree *t, tree_node *node, int n, int open);

#endif
