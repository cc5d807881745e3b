/* target.h -- what a search teaches: shares of moves, as a record keeps them. */
#ifndef KATACHI_SELFPLAY_TARGET_H
#define KATACHI_SELFPLAY_TARGET_H

#include "mcts/search.h"
#include "selfplay/record/played_game.h"

/* The shares of the visits of the searched moves, [size * size + 1], by index. */
void target_of_visits(const search_analysis *a, int size, double *share);

/* Divergence sum t log(t / p) in nats of a target from the network's policy, both [n]. */
double target_surprise(const double *share, const float *policy, int n);

/* Adds a target, shares [n] that add up to 1, to the last move of the game, in whole parts of
 * PLAYED_WHOLE.  Rounds the sums of the first shares and not each share: so the parts add up, and
 * each is less than 1 from its share.  Moves without a part are left out.  False: out of memory. */
bool target_add(played_game *g, const double *share, int n);

#endif
