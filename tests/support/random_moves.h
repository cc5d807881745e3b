/* random_moves.h -- moves and positions by lot, the same for the same seed. */
#ifndef KATACHI_TESTS_RANDOM_MOVES_H
#define KATACHI_TESTS_RANDOM_MOVES_H

#include "base/rng.h"
#include "board/board.h"

/* A legal move of `c` that fills no own eye; now and then, and when there is no
 * other, a pass.                                                             */
point random_move(const board *b, colour c, rng *random);

/* The position after `n_moves` such moves on an empty board of `size`. */
board random_position(int size, int n_moves, rng *random);

#endif
