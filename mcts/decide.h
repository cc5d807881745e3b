/* decide.h -- from what was found to the move that is played. */
#ifndef KATACHI_MCTS_DECIDE_H
#define KATACHI_MCTS_DECIDE_H

#include "base/rng.h"
#include "mcts/playout/playout.h"
#include "mcts/results.h"
#include "mcts/root.h"

/* What is kept from move to move. */
typedef struct decider {
    playout *ending; /* estimates the end of the game; NULL: it cannot be told */
    int hopeless[3]; /* [colour]: own decisions in a row below the threshold */
} decider;

/* See search_decide.
 *   random   in  to draw by temperature
 *   planned  in  seconds that the move was given; 0: no limit of time         */
void decide_move(decider *d, const search_root *root, rng *random, double planned,
                 search_decision *out);

#endif
