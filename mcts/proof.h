/* proof.h -- proven results in the tree: MCTS-Solver.
 *
 * A position is proven when two passes have ended the game and the board counts as it
 * stands, or when pass-alive areas (benson.h) leave the other side too little to win.  A player
 * with a move to a position proven for him wins; one whose moves are all proven for the other
 * side loses.  Proven moves are not searched again.
 * Source: M. Winands, Y. Bjoernsson, J.-T. Saito, Monte-Carlo Tree Search Solver, CG 2008.
 *
 * Careful where the tree is not the game: nothing is proven from two passes where dead
 * stones are removed by agreement, nor with a handicap's dynamic komi, nor under territory
 * scoring; a draw is not proven; and a loss is proven only if the tree has every move, except
 * those in pass-alive areas while no ko and no superko is about.                */
#ifndef KATACHI_MCTS_PROOF_H
#define KATACHI_MCTS_PROOF_H

#include "mcts/root.h"

/* Who wins for certain at the end of the line; EMPTY: open. */
colour proof_find(const line *l);

/* Marks the node that was given `n` moves: were some left out that could matter?  settled, as
 * for edges_make.                                                              */
void proof_mark_gaps(tree_node *node, const line *l, const bool *settled, int n);

/* Proves what follows for the nodes above; path [l->depth + 1], the root first. */
void proof_back_up(const search_root *root, tree_node *const *path, const line *l);

/* Begins a search: what is certain at the root follows from its moves alone, so that there is
 * one to choose.                                                               */
void proof_begin(search_root *root);

/* Has the search proven the root?  A root that was decided before is searched on, for points. */
bool proof_ends_search(const search_root *root);

#endif
