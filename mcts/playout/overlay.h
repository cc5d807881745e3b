/* overlay.h -- answers to the last move: factors for the weights of a few points
 * (weights.h) that hold for one draw, and the draw itself.
 *
 * The factors are laid over the weights, a point is drawn (draw.h), and the weights that
 * were there before are put back.                                             */
#ifndef KATACHI_MCTS_PLAYOUT_OVERLAY_H
#define KATACHI_MCTS_PLAYOUT_OVERLAY_H

#include "base/rng.h"
#include "mcts/playout/weights.h"

enum { ANSWERS = 12 }; /* points within reach of the last move */

typedef struct playout_overlay {
    int side;                     /* of the weights it lies over */
    bool keeps;                   /* moves that give a chain away (waste.h) are not drawn */
    int n_answers;                /* 0 after a pass */
    int answer[ANSWERS];          /* points, some of them off the board */
    float answer_before[ANSWERS]; /* their weights */

    /* points seen again at this moment of the game */
    int n_seen;
    point seen[BOARD_MAX_AREA + 8];
    bool loose[BOARD_MAX_AREA + 8]; /* before */
    float before[BOARD_MAX_AREA + 8];
} playout_overlay;

/* Lays the factors over the weights of the side to move; the weights of that side may only
 * be read until the overlay is lifted.                                        */
void playout_overlay_lay(playout_overlay *o, playout_weights *w, const board *b, colour c);
void playout_overlay_lift(const playout_overlay *o, playout_weights *w);

/* The exact weight of a point under the overlay. */
float playout_overlay_at(const playout_weights *w, const board *b, colour c, point p);

/* Draws a move by these weights, with an overlay of its own; PASS when there is none to play.
 * Loose weights that it looks at become exact.                                */
point playout_overlay_draw(playout_overlay *o, playout_weights *w, const board *b, colour c,
                           rng *random);

#endif
