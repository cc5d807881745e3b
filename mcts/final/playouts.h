/* playouts.h -- who owns each point at the end of many playouts.
 *
 * Internal to mcts/final_*.c.                                                */
#ifndef KATACHI_MCTS_FINAL_PLAYOUTS_H
#define KATACHI_MCTS_FINAL_PLAYOUTS_H

#include "mcts/final/final_status.h"

typedef struct final_playouts {
    int n[3]; /* playouts in which BLACK, WHITE moved first; n[0] in all */
    /* how often the point was black's, white's at their ends, by who moved first */
    int32_t owned[3][3][BOARD_MAX_POINTS]; /* [first][owner][point] */
} final_playouts;

/* Plays them, black and white first in turn. */
void final_playouts_run(final_playouts *f, const board *b, playout *p,
                        const final_status_options *options);

/* The share of playouts that ended with p owned by c: where `first` moved first,
 * or EMPTY for all.  1/2 when none was made.                                  */
double final_playouts_share(const final_playouts *f, colour first, colour c, point p);

/* The same, the mean over the stones of a chain, c its colour. */
double final_playouts_survival(const final_playouts *f, const board *b, colour first, int chain);

#endif
