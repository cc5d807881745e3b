/* bench_positions.h -- positions out of real games, for measurements.
 *
 * From the middle of games of GNU Go against itself (scripts/make-sample).    */
#ifndef KATACHI_CLI_BENCH_BENCH_POSITIONS_H
#define KATACHI_CLI_BENCH_BENCH_POSITIONS_H

#include "board/board.h"

enum { BENCH_POSITIONS_MAX = 8 };

/* How many there are for boards of `size`: 0 but for 9, 13 and 19. */
int bench_positions(int size);

/* The i-th of them; returns whose turn it is. */
colour bench_position(int size, int i, board *b);

#endif
