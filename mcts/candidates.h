/* candidates.h -- a player who does not see every move: some moves of the root are drawn by
 * chance, and only these are searched and played.
 *
 * Each is drawn with probability proportional to its prior to the power 1 / temperature, without
 * replacement (the n largest of log prior / temperature + Gumbel noise).  A pass is a candidate
 * only if nothing else is left to play.  Few candidates and a high temperature make a weak player
 * whose moves still look like a person's; what is overlooked is overlooked altogether. */
#ifndef KATACHI_MCTS_CANDIDATES_H
#define KATACHI_MCTS_CANDIDATES_H

#include "base/rng.h"
#include "mcts/tree/tree.h"

typedef struct candidate_settings {
    double n;           /* candidates in the mean, at least 1: 3.4 are 3 or, in two of five searches,
                         * 4; 0: all moves                                     */
    double temperature; /* > 0 */
} candidate_settings;

/* Draws among the moves of an expanded root that are neither refused nor idle
 * [BOARD_MAX_POINTS] (final_find_idle), and refuses all others.                */
void candidates_draw(const candidate_settings *settings, const tree *t, const tree_node *root,
                     const bool *idle, bool *refused, rng *random);

#endif
