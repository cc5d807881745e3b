/* baseline.h -- what the playouts from a position will probably say, in the middle of one.
 *
 * A move of a playout is to be credited with what came out beyond what was expected before
 * it. The better that is known, the less noise is in a policy gradient (sampler.h), and once
 * all is settled there is nothing left to credit.
 *
 * Here it is learnt from other playouts of the same position: who owns a point in the end
 * when now it is empty, black's or white's; and how often black wins when that makes the
 * expected area so large.                                                     */
#ifndef KATACHI_MM_TRAIN_BALANCE_BASELINE_H
#define KATACHI_MM_TRAIN_BALANCE_BASELINE_H

#include "board/board.h"

enum { BASELINE_BINS = 64 };

typedef struct baseline {
    int size;
    float owner[3][BOARD_MAX_AREA]; /* by what is there: 1 black's, 0 white's */
    float win[BASELINE_BINS];       /* by the expected area */
    /* sums */
    float owner_n[3][BOARD_MAX_AREA], win_n[BASELINE_BINS];
} baseline;

/* A playout: moves from a position, and what came out. */
typedef struct baseline_playout {
    const board_move *moves;
    int n_moves;
    double win;
    const uint8_t *owner; /* [area]: 2 black's, 1 nobody's, 0 white's */
} baseline_playout;

/* Learns from n playouts of the position. */
void baseline_learn(baseline *e, const board *from, const baseline_playout *playouts, int n);

/* What is expected from this board on: the value returned is how often black wins, and
 * *owned the sum of worth[i] over the points that he owns; `worth` may be NULL. */
double baseline_expect(const baseline *e, const board *b, const float *worth, double *owned);

#endif
