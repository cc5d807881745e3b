/* weights.h -- the strength of every move of both sides, kept step by
 * step along a playout (playout.h).
 *
 * `base` holds what depends on the position alone (playout_gammas_tables.h); a move
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
 * than branches that nobody can predict.  What answers the last move comes on
 * top of it (overlay.h).                                                      */
#ifndef KATACHI_MCTS_PLAYOUT_WEIGHTS_H
#define KATACHI_MCTS_PLAYOUT_WEIGHTS_H

#include "mcts/playout/playout_gammas_tables.h"

/* As playout_pair. */
typedef double playout_sums __attribute__((vector_size(16)));

typedef struct playout_weights {
    const playout_gammas *t; /* borrowed */
    int stage;                 /* of the game */
    const playout_pair *place; /* t->place of the stage */
    playout_pair base[BOARD_MAX_POINTS];
    playout_pair weight[BOARD_MAX_POINTS]; /* base x place */
    playout_sums row_sum[BOARD_MAX_SIZE];  /* of weight */
    playout_sums sum;
    uint32_t code[BOARD_MAX_POINTS];       /* of empty points */
    int n_in_atari[3];                     /* chains, by colour */
    uint64_t in_atari[BOARD_MAX_CHAINS / 64 + 1]; /* set of these chains, of both colours */
    uint64_t empty[BOARD_MAX_WORDS];       /* set of the empty points */
    _Alignas(8) uint8_t kind[BOARD_MAX_CHAINS + 8]; /* of a chain's stones; 0: no chain */

    /* scratch */
    uint64_t marked[BOARD_MAX_WORDS + 1]; /* set of points to recompute */
    int n_tactical, n_taken;
    point at[BOARD_MAX_AREA];             /* the marked points, all empty */
    const uint16_t *entry[BOARD_MAX_AREA];/* of their shapes */
    uint16_t tactical[2 * BOARD_MAX_AREA + 2]; /* 2 * point + colour */
    point taken[BOARD_MAX_AREA];          /* by the move */
} playout_weights;

void playout_weights_init(playout_weights *w, const playout_gammas *t);

/* Starts on a position. */
void playout_weights_start(playout_weights *w, const board *b);

/* Plays a legal move or a pass on the board and follows it. */
void playout_weights_play(playout_weights *w, board *b, colour c, point p);

#endif
