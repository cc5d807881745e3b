/* overlay.h -- answers to the last move: factors for the weights of a few points
 * (weights.h) that hold for one draw, and the draw itself.
 *
 * A point of weight w and factor f is drawn with w f.  What f adds, w (f - 1), lies
 * beside the weights of all points, which stay as they are; a point that is drawn
 * from those and has f < 1 is accepted with probability f.                    */
#ifndef KATACHI_MCTS_PLAYOUT_OVERLAY_H
#define KATACHI_MCTS_PLAYOUT_OVERLAY_H

#include "base/rng.h"
#include "mcts/playout/weights.h"

enum { ANSWERS = 12 }; /* points within reach of the last move */

/* All zero at first. */
typedef struct playout_overlay {
    point last; /* the last move, PASS: none */
    int n;      /* the answers, then other points */
    float sum;  /* of more[] */
    point at[ANSWERS + BOARD_MAX_AREA];
    float more[ANSWERS + BOARD_MAX_AREA]; /* what the factor adds to the weight */

    /* points with factors besides that of the response */
    int n_special;
    point special_at[BOARD_MAX_AREA + 1];
    float special[BOARD_MAX_AREA + 1];
} playout_overlay;

/* Fills the overlay for the side to move. */
void playout_overlay_fill(playout_overlay *o, const playout_weights *w, const board *b, colour c);

/* Then draws a move by the weights; PASS when there is none to play. */
point playout_overlay_draw(const playout_overlay *o, const playout_weights *w, const board *b,
                           colour c, rng *random);

/* The weight of a point in that draw. */
float playout_overlay_at(const playout_overlay *o, const playout_weights *w, const board *b,
                         colour c, point p);

#endif
