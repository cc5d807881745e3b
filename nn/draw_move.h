/* draw_move.h -- a move drawn from the policy of a network, without a search.            */
#ifndef KATACHI_NN_DRAW_MOVE_H
#define KATACHI_NN_DRAW_MOVE_H

#include "base/rng.h"
#include "board/game/game.h"
#include "nn/outputs.h"

/* A legal move for the side to move that fills no eye of its own, drawn by probability to the
 * power 1 / temperature.  A pass is drawn like any other move if `passes`; PASS is also the
 * answer where there is no such move.                                         */
point nn_draw_move(const nn_result *answer, const game *g, double temperature, bool passes,
                   rng *random);

#endif
