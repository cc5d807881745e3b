/* weights.h -- the strength of every move of both sides, kept step by
 * step along a playout (playout.h).
 *
 * A weight is what depends on the position alone (playout_gammas_tables.h); a move
 * changes it for the points
 *
 *   - next to it, diagonals included, and next to stones it captures;
 *   - that are liberties of a chain whose liberties went from or to 1 or 2, or
 *     whose stones became more while it has so few;
 *   - that rescue a chain in atari by joining one of 3 liberties, when those
 *     change;
 *   - that capture a chain next to one of the chains above.
 *
 * Only those are recomputed.  They are gathered as a set of points, to which the
 * liberties of a chain are added word by word: a few points too many cost less
 * than branches that nobody can predict.
 *
 * Most points next to chains short of liberties change again before they are drawn, so
 * their weights are loose at first: an upper bound, of which weights_share tells the exact
 * part.  A loose point that is drawn is accepted with that probability; if it is not, its
 * weight is exact from then on, and another point is drawn (overlay.h).  This is the draw by
 * exact weights e: with bounds b the first point drawn is accepted as p with probability
 * e_p / sum b, and whatever is drawn after a rejection is p with e_p / sum e (by induction
 * on the number of loose points), which adds up to e_p / sum e.               */
#ifndef KATACHI_MCTS_PLAYOUT_WEIGHTS_H
#define KATACHI_MCTS_PLAYOUT_WEIGHTS_H

#include "mcts/playout/playout_gammas_tables.h"

typedef struct playout_weights {
    const playout_gammas *t; /* borrowed */
    int stage;                 /* of the game */
    const float *place;        /* t->place of the stage */
    float weight[2][PLAYOUT_PLACES]; /* of black, of white: 0 where there is no move */
    uint64_t loose[2][BOARD_MAX_WORDS]; /* sets of points with loose weights, and others of
                                         * weight 0 */
    uint32_t code[BOARD_MAX_POINTS];       /* of empty points */
    int n_in_atari[3];                     /* chains, by colour */
    uint64_t in_atari[3][BOARD_MAX_CHAINS / 64 + 1]; /* sets of these chains */
    uint64_t empty[BOARD_MAX_WORDS];       /* set of the empty points */
    _Alignas(8) uint8_t kind[BOARD_MAX_CHAINS + 8]; /* of a chain's stones; 0: no chain */

    /* scratch */
    uint64_t marked[BOARD_MAX_WORDS + 1]; /* set of points to recompute */
    int n_captures, n_taken;
    uint16_t captures[2 * BOARD_MAX_AREA + 2]; /* moves that capture: 2 * point + side */
    point taken[BOARD_MAX_AREA];          /* by the move */
} playout_weights;

void playout_weights_init(playout_weights *w, const playout_gammas *t);

/* Starts on a position. */
void playout_weights_start(playout_weights *w, const board *b);

/* Plays a legal move or a pass on the board and follows it. */
void playout_weights_play(playout_weights *w, board *b, colour c, point p);

#endif
