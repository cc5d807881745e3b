/* noise.h -- the priors of the root made flatter or sharper, and Dirichlet noise on
 * them (AlphaGo Zero, 2017).                                                  */
#ifndef KATACHI_MCTS_TREE_NOISE_H
#define KATACHI_MCTS_TREE_NOISE_H

#include "base/rng.h"
#include "mcts/tree/tree.h"

typedef struct noise_settings {
    double share;       /* of the noise in the priors; 0: off */
    double alpha;       /* concentration; 0: 10.83 over the number of moves */
    double temperature; /* priors are taken to the power 1 / temperature */
} noise_settings;

/* Changes the priors of a READY root of which no node is open yet; else nothing.
 * No other thread may use the tree.                                           */
void noise_add(tree *t, const noise_settings *settings, rng *random);

#endif
