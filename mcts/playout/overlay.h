/* overlay.h -- answers to the last move: weights that replace those of a few points
 * (weights.h) for one draw, and the draw itself.                              */
#ifndef KATACHI_MCTS_PLAYOUT_OVERLAY_H
#define KATACHI_MCTS_PLAYOUT_OVERLAY_H

#include "base/rng.h"
#include "mcts/playout/weights.h"

/* All zero at first. */
typedef struct playout_overlay {
    uint32_t now; /* stamps of other draws are stale */
    uint32_t replaced_at[BOARD_MAX_POINTS], again_at[BOARD_MAX_POINTS];
    int n;
    double sum;   /* of weight[] */
    point at[BOARD_MAX_AREA + ANSWERS];
    float weight[BOARD_MAX_AREA + ANSWERS];
} playout_overlay;

/* Fills the overlay for the side to move. */
void playout_overlay_fill(playout_overlay *o, playout_weights *w, const board *b, colour c);

/* Then draws a move by the weights; PASS when there is none to play. */
point playout_overlay_draw(const playout_overlay *o, const playout_weights *w, const board *b,
                           colour c, rng *random);

/* The weight of a point in that draw. */
float playout_overlay_at(const playout_overlay *o, const playout_weights *w, colour c, point p);

#endif
