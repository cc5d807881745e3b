/* edges.h -- from the probabilities of a position's moves to the edges of its node; and
 * the priors of the root, made flatter or sharper and mixed with noise.       */
#ifndef KATACHI_MCTS_TREE_EDGES_H
#define KATACHI_MCTS_TREE_EDGES_H

#include "base/rng.h"
#include "mcts/tree/tree.h"

/* Is the empty point of no use to c: an own eye, or settled? */
static inline bool edge_is_useless(const board *b, colour c, const bool *settled, point p)
{
    return settled[p] || board_is_sound_eye(b, p, c);
}

/* What edges are made from. */
typedef struct edge_source {
    const float *prior;  /* [size * size + 1] of the moves, the pass last */
    bool knows_pass;     /* the prior of the pass can be trusted; else it is corrected */
    const bool *settled; /* [BOARD_MAX_POINTS] points of no use to the side to move */
    const point *some;   /* [n_some] the only moves that have a prior, besides the pass; NULL:
                          * all have one                                       */
    int n_some;
    bool useless;        /* moves of no use, too */
} edge_source;

/* Writes the moves of c that have a prior and are of use (they fill no sound eye and are not
 * settled; or s->useless), and the pass, likeliest first.  Returns how many.  */
int edges_make(const board *b, colour c, const edge_source *s, tree_edge edge[BOARD_MAX_AREA + 1]);

/* Raises the priors to the power 1 / temperature, so that they add up to 1. */
void edges_heat(tree_edge *edge, int n, double temperature);

typedef struct noise_settings {
    double share; /* of Dirichlet noise in the priors (AlphaGo Zero, 2017); 0: off */
    double alpha; /* concentration; 0: 10.83 over the number of moves */
} noise_settings;

/* Changes the priors of the root if it is READY and none of its nodes is open.  No other
 * thread may use the tree meanwhile.                                          */
void edges_add_noise(tree *t, const noise_settings *settings, rng *random);

#endif
