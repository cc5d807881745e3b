/* policy.h -- the priors of a search as a policy: probabilities of the legal moves.
 *
 * A search has no priors for moves that it never makes, such as filling an eye, and changes that
 * of the pass, so its priors need not add up to 1.                            */
#ifndef KATACHI_GTP_TEXT_POLICY_H
#define KATACHI_GTP_TEXT_POLICY_H

#include "board/game/game.h"
#include "mcts/results.h"

/* Drops the priors of moves that are illegal in the position g, and multiplies the others by one
 * factor, so that they add up to 1, with that of the pass; unless all are 0.  */
void policy_normalise(search_analysis *a, const game *g);

#endif
