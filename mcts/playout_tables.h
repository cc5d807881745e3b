/* playout_tables.h -- the gammas of the `fast` set as tables of one board size,
 * for playouts (playout.h); nobody else needs this header.
 *
 * The strength of a move in a playout is
 *
 *     shape x tactics x place  x  response x what answers the last move
 *
 * The first three depend on the position alone and are kept step by step
 * (playout_weights.h).
 *
 * shape.  The 3x3 square with the liberties of the four neighbours is a number
 * of 20 bits, its code: the diagonals NE SE SW NW in bits 0-7, two bits each as
 * in board.around, then N E S W, three bits each, of a KIND below.  The table
 * has two entries a code, for black and for white to move:
 *
 *      0    not to be played: an eye of the player's, or suicide
 *     > 0   the gamma, and no level group says anything of the move
 *     < 0   minus the gamma; a chain in contact is short of liberties: see
 *           playout_tactics.h
 *
 * response.  The mark of the last move is on one of 12 cells; a turn of the
 * board brings it to one of three.  One table for each of these and each
 * liberty class of the last move's chain, indexed by board.around after the
 * turn, seen by black.                                                         */
#ifndef KATACHI_MCTS_PLAYOUT_TABLES_H
#define KATACHI_MCTS_PLAYOUT_TABLES_H

#include "mcts/playout.h"

/* What a neighbour is. */
enum {
    KIND_EMPTY,
    KIND_OFF,
    KIND_BLACK, /* of 1 liberty; + 1: of 2; + 2: of 3 or more */
    KIND_WHITE = KIND_BLACK + 3,
    SHAPE_CODES = 1 << 20,
    RESPONSE_CELLS = 3, /* N, NE, and two to the north */
    RESPONSE_TABLES = RESPONSE_CELLS * 4
};

struct playout_gammas {
    int size;
    bool uniform;      /* no gammas: nothing below is used but row */
    bool responses;    /* the set has them */
    float (*shape)[2]; /* [SHAPE_CODES]; [0] black, [1] white to move */
    float *response;   /* [RESPONSE_TABLES][65536], table cell * 4 + class */

    /* gammas of the level groups by level; 1 where the set has no such group */
    float capture[80], extend[32], self_atari[18], atari[32];

    int stage_end[PLACE_STAGES];               /* first n_moves beyond the stage */
    float place[PLACE_STAGES][BOARD_MAX_POINTS];
    uint8_t row[BOARD_MAX_POINTS];             /* board_y of a point */
};

/* The directions (bit 3 * k for offset[k]) in which a code's neighbours are of
 * this kind.                                                                 */
static inline unsigned code_directions(uint32_t code, unsigned kind)
{
    unsigned differs = code >> 8 ^ 01111u * kind;
    return ~(differs | differs >> 1 | differs >> 2) & 01111u;
}

/* The kind of the stones of c whose chains have `libs` liberties, 3 for more. */
static inline unsigned stone_kind(colour c, int libs)
{
    return (unsigned)(c == BLACK ? KIND_BLACK : KIND_WHITE) + (unsigned)libs - 1;
}

/* board.around with the colours exchanged. */
static inline unsigned swapped(unsigned around)
{
    return (around & 0x5555u) << 1 | (around >> 1 & 0x5555u);
}

#endif
