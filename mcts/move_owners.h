/* move_owners.h -- who owns the points of the board when a certain move of the root
 * is played: sums of what playouts and network say behind it, kept for each move
 * when the limits of a search ask for that.
 *
 * Each thread has its own and is the only one to add; any may look meanwhile.  */
#ifndef KATACHI_MCTS_MOVE_OWNERS_H
#define KATACHI_MCTS_MOVE_OWNERS_H

#include "board/board.h"

typedef struct move_owners move_owners;

/* All zero; memory is taken from the system for moves that are visited.  NULL: out
 * of memory.                                                                  */
move_owners *move_owners_create(int size);
void move_owners_destroy(move_owners *o); /* accepts NULL */

/* The last position of a playout behind the move with index `move` (board_index). */
void move_owners_add_end(move_owners *o, int move, const board *end);

/* A network's word: own[size * size], 1 to -1, of which the sign makes black's. */
void move_owners_add_net(move_owners *o, int move, const float *own, double sign);

/* Sums over threads. */
typedef struct owner_totals {
    double ends, answers; /* playouts; answers of the network */
    double played[BOARD_MAX_AREA], judged[BOARD_MAX_AREA]; /* black's less white's */
} owner_totals;

/* Adds those of `o`, which may be NULL. */
void move_owners_gather(const move_owners *o, int move, owner_totals *to);

/* Writes the mean, of which the share lambda is that of the playouts where there
 * are both: -1 white .. 1 black.  False, with nothing written: nothing was added. */
bool owner_totals_mean(const owner_totals *t, int area, double lambda, float *out);

#endif
