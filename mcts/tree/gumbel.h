/* gumbel.h -- sequential halving among a few moves of the root.
 *
 * I. Danihelka, A. Guez, J. Schrittwieser, D. Silver: Policy improvement by
 * planning with Gumbel (2022).  The m moves with the largest
 *
 *     g(a) + log prior(a)          g: Gumbel noise, times the setting noise
 *
 * share the playouts: each gets the same number, then the half with the smaller
 *
 *     g(a) + log prior(a) + (50 + most visits) * Q(a)
 *
 * drops out, and so on until the playouts are used up.  The best of the most
 * visited moves is chosen.  Below the root the rule of selection applies.     */
#ifndef KATACHI_MCTS_TREE_GUMBEL_H
#define KATACHI_MCTS_TREE_GUMBEL_H

#include "base/rng.h"
#include "mcts/tree/select.h"

typedef struct gumbel_settings {
    int moves;    /* m, at most */
    double noise; /* factor of g; 0: the likeliest moves, 1: drawn by their priors */
} gumbel_settings;

typedef struct gumbel {
    int64_t n;             /* playouts to share; 0: not in use */
    int m;                 /* moves that share them, >= 1 */
    _Atomic int64_t next;  /* playouts begun */
    bool takes_part[BOARD_MAX_POINTS];
    double base[BOARD_MAX_POINTS]; /* g + log prior, by move */
} gumbel;

/* How many visits the move to try at playout i (from 0) already has if m moves share n
 * playouts.                                                                   */
int64_t gumbel_visits(int m, int64_t n, int64_t i);

/* Chooses the moves of a READY root without visited children, except `refused`
 * ones [BOARD_MAX_POINTS], and opens their nodes.                             */
void gumbel_begin(gumbel *g, tree *t, tree_node *root, int64_t n, const gumbel_settings *settings,
                  const bool *refused, rng *random);

/* The child of the root to visit next; NULL: none can be played. */
tree_node *gumbel_select(gumbel *g, const select_view *v);

/* The score that ranks children with equal visits; `most`: the visits of the most visited
 * child.                                                                      */
double gumbel_score(const gumbel *g, const tree_node *root, const tree_node *child,
                    colour to_move, uint32_t most);

/* The policy that the search improved the priors to, by which a network learns: the softmax of
 *
 *     log prior(a) + (50 + most visits) * Q(a)
 *
 * over the moves of an expanded root.  A move without visits has the mean of `own`, which is
 * the value of the root by itself, and of the visited moves' Q, weighed by their priors:
 *
 *     (own + visits * sum prior Q / sum prior) / (1 + visits)
 *
 * A proven move has 1 or 0; `refused` ones [BOARD_MAX_POINTS] and those banned by superko have
 * no share.  Values are for the side to move, 0 .. 1.
 *   share  out  [tree_known of the root], in the order of its edges; they add up to 1, or are all
 *               0 if no move is left                                          */
void gumbel_improve(const tree *t, const tree_node *root, colour to_move, double own,
                    const bool *refused, double *share);

#endif
