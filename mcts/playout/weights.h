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
 * Only those are recomputed.  What answers the last move comes on top of it
 * (overlay.h).                                                               */
#ifndef KATACHI_MCTS_PLAYOUT_WEIGHTS_H
#define KATACHI_MCTS_PLAYOUT_WEIGHTS_H

#include "mcts/playout/playout_gammas_tables.h"

/* As playout_pair. */
typedef double playout_sums __attribute__((vector_size(16)));

enum { ANSWERS = 12 }; /* points within reach of the last move */

typedef struct playout_weights {
    const playout_gammas *t; /* borrowed */
    int stage;                 /* of the game */
    const playout_pair *place; /* t->place of the stage */
    playout_pair base[BOARD_MAX_POINTS];
    playout_pair weight[BOARD_MAX_POINTS]; /* base x place */
    playout_sums row_sum[BOARD_MAX_SIZE];  /* of weight */
    playout_sums sum;
    uint32_t code[BOARD_MAX_POINTS];       /* of empty points */
    uint8_t kind[BOARD_MAX_CHAINS];        /* of a chain's stones; [0] is 0 */
    int n_in_atari[3];                     /* chains, by colour */

    /* scratch */
    uint32_t now;                          /* stamps of other moves are stale */
    uint32_t marked_at[BOARD_MAX_POINTS];
    uint32_t touched_at[BOARD_MAX_CHAINS];
    int n_marked, n_touched, n_tactical;
    uint16_t tactical[2 * BOARD_MAX_AREA + 2]; /* 2 * point + colour */
    point marked[BOARD_MAX_POINTS + 1];
    uint32_t entry[BOARD_MAX_POINTS + 1]; /* shape_place of the marked */
    struct {
        point stone;    /* of the chain */
        uint16_t libs;  /* before the move */
    } touched[BOARD_MAX_CHAINS];
    uint8_t prepared;                      /* the answers are looked up for this colour */
    point answer_at[ANSWERS];
    const uint16_t *answer[ANSWERS];       /* number of the response gamma */
} playout_weights;

void playout_weights_init(playout_weights *w, const playout_gammas *t);

/* Starts on a position. */
void playout_weights_start(playout_weights *w, const board *b);

/* Plays a legal move or a pass on the board and follows it. */
void playout_weights_play(playout_weights *w, board *b, colour c, point p);

/* Looks up the responses of c to the last move; what playout_weights_play does
 * for the other side, while it waits for memory.                             */
void playout_weights_prepare(playout_weights *w, const board *b, colour c);

#endif
