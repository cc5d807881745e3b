/* draw_move.h -- a move drawn from the probabilities that a policy gives, without a search. */
#ifndef KATACHI_BOARD_GAME_DRAW_MOVE_H
#define KATACHI_BOARD_GAME_DRAW_MOVE_H

#include "base/rng.h"
#include "board/game/game.h"

/* A legal move for the side to move that fills no eye of its own, drawn by probability
 * [size * size + 1] to the power `power`.  A pass, which comes last, is drawn like any other move
 * if `passes`; PASS is also the answer where there is no such move.           */
point game_draw_move(const game *g, const float *probability, double power, bool passes,
                     rng *random);

#endif
