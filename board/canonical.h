/* canonical.h -- positions that differ only in the orientation of the board, as one. */
#ifndef KATACHI_BOARD_CANONICAL_H
#define KATACHI_BOARD_CANONICAL_H

#include "board/symmetry.h"

/* The orientation in which the stones' hash is least. */
typedef struct canonical {
    uint64_t key;    /* of stones, size and the side to move; no ko, no history */
    uint8_t size;
    uint8_t turns;   /* bit s: symmetry s leads to that orientation; some does */
} canonical;

canonical canonical_of(const board *b, colour to_move);

/* A move of the position in that orientation; of moves that are equal by a symmetry of the position
 * itself it is the same one.                                                  */
point canonical_move(const canonical *c, point p);

/* Such a move on the board that the position was taken from. */
point canonical_back(const canonical *c, point p);

#endif
