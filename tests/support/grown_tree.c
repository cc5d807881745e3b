#include "tests/support/grown_tree.h"

int some_edges(int n, tree_edge *edge)
{
    for (int i = 0; i < n; i++)
        edge[i] = tree_edge_of((point)(i + 1), 1.0f / (float)(i + 1));
    return n;
}

bool grow(tree *t, tree_node *node, int n, int open)
{
    tree_edge edge[BOARD_MAX_AREA + 1];
    node->state = NODE_BUSY;
    return tree_expand(t, node, edge, some_edges(n, edge)) && tree_open(t, node, open) >= open;
}
