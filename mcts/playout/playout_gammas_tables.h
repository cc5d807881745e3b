/* playout_gammas_tables.h -- what is in the tables of playout_gammas.h.
 *
 * The strength of a move in a playout is
 *
 *     shape x tactics x place  x  response x what answers the last move
 *
 * The first three depend on the position alone and are kept step by step
 * (weights.h).
 *
 * shape.  The 3x3 square with the liberties of the four neighbours is a number
 * of 20 bits, its code: the diagonals NE SE SW NW in bits 0-7, two bits each as
 * in board.around, then N E S W, three bits each, of a KIND below.  The table
 * has two gammas a code, for black and for white to move: 0 for moves never played (own
 * eyes, suicide).
 *
 * tactics.  The last two bits of a gamma, which change it by less than a millionth, mark
 * shapes that capture and *loose* ones, next to other chains short of liberties.  The gamma
 * of a loose shape is multiplied by the largest factor that tactics.h could give it: few are
 * drawn before they change, and only for these the factor is found (weights.h).
 *
 * response.  The mark of the last move is on one of 12 cells; a turn of the
 * board brings it to one of three.  One table for each of these and each
 * liberty class of the last move's chain, seen by black.
 *
 * Both tables are read at random about ten times a move, so they are kept small:
 * three values for the diagonals, which are border where their neighbours are, one row for
 * all the shapes whose neighbours become the same when the board is turned or reflected,
 * and 16-bit numbers instead of gammas for the responses.                    */
#ifndef KATACHI_MCTS_PLAYOUT_PLAYOUT_GAMMAS_TABLES_H
#define KATACHI_MCTS_PLAYOUT_PLAYOUT_GAMMAS_TABLES_H

#include "board/board.h"
#include "mcts/playout/playout_gammas.h"
#include "patterns/levels.h"

/* What a neighbour is. */
enum {
    KIND_EMPTY,
    KIND_OFF,
    KIND_BLACK, /* of 1 liberty; + 1: of 2; + 2: of 3 or more */
    KIND_WHITE = KIND_BLACK + 3,
    SHAPE_CODES = 1 << 20,
    DIAGONALS = 81, /* 3^4 */
    SYMMETRIES = 8,
    SHAPE_ROWS = 406 + 196 + 28, /* ways to have four neighbours but for symmetry: within the
                                  * board, on a side, in a corner */
    SHAPES = SHAPE_ROWS * DIAGONALS,
    NEIGHBOURS = 225,        /* 3^4, 3^3 on the sides, 3^2 in the corners */
    RESPONSE_CELLS = 3,      /* N, NE, and two to the north */
    RESPONSE_TABLES = RESPONSE_CELLS * 4,
    RESPONSES = NEIGHBOURS * DIAGONALS /* of one table */
};

/* Weights of points, by mailbox, as vectors of lanes; drawn in groups of vectors (draw.h). */
enum {
    PLAYOUT_LANES = 8,
    PLAYOUT_GROUP = 4 * PLAYOUT_LANES,
    PLAYOUT_PLACES = (BOARD_MAX_POINTS + PLAYOUT_GROUP - 1) / PLAYOUT_GROUP * PLAYOUT_GROUP
};
typedef float playout_lanes __attribute__((vector_size(4 * PLAYOUT_LANES), aligned(4), may_alias));

/* The marks of a shape, in the last bits of its gamma. */
enum { SHAPE_LOOSE = 1, SHAPE_CAPTURE = 2, SHAPE_MARKS = 3 };

static inline unsigned shape_marks(float gamma)
{
    uint32_t bits;
    memcpy(&bits, &gamma, sizeof bits);
    return bits & SHAPE_MARKS;
}

static inline float shape_marked(float gamma, unsigned marks)
{
    uint32_t bits;
    memcpy(&bits, &gamma, sizeof bits);
    bits = (bits & ~(uint32_t)SHAPE_MARKS) | marks;
    memcpy(&gamma, &bits, sizeof gamma);
    return gamma;
}

/* What tactics can say of a loose shape: bits. */
enum {
    LOOSE_ATARI = 1, /* it threatens a chain */
    LOOSE_MORE = 2,  /* perhaps more than one */
    LOOSE_RESCUE = 4,
    LOOSE_LIBERTIES = 8, /* it may be a self-atari */
    LOOSE_CASES = 16
};

/* A player's contacts with the four neighbours: four bits each, one per direction. */
enum {
    CONTACT_EMPTY = 0, /* first bit */
    CONTACT_OWN = 4,   /* chains of 1 liberty; + 4: of 2; + 8: of 3 or more */
    CONTACT_OPP = 16,  /* the same */
    CONTACT_CHAINS = 0xfff /* of one side */
};

struct playout_gammas {
    int size;
    bool uniform;        /* no gammas: nothing below is used */

    struct {
        uint16_t row;            /* its first place among the shapes */
        uint16_t turn;           /* 256 * the symmetry that leads to it */
    } shape_row[SHAPE_CODES >> 8]; /* by bits 8-19 of a code */
    uint8_t diagonal[SYMMETRIES * 256]; /* bits 0-7 of a code after a symmetry, with three
                                         * values each */
    float (*shape)[2];           /* [SHAPES]; [0] black, [1] white */
    float bound[LOOSE_CASES];    /* of tactics */
    uint32_t contact[SHAPE_CODES >> 8]; /* black's CONTACT_... by bits 8-19 of a code */

    /* for black and white, and by how many quarters to turn the board: the bytes
     * of board.around as numbers; near + far is the place of a response */
    uint16_t near[2][4][256]; /* times DIAGONALS */
    uint8_t far[2][4][256];
    uint16_t *response;          /* [RESPONSE_TABLES][RESPONSES], table cell * 4 + class */
    float *response_gamma;       /* by number */

    /* gammas of the level groups by level; 1 where the set has no such group */
    float capture[CAPTURE_LEVELS], extend[EXTEND_LEVELS], self_atari[SELF_ATARI_LEVELS],
        atari[ATARI_LEVELS];

    int stage_end[PLACE_STAGES];               /* first n_moves beyond the stage */
    float place[PLACE_STAGES][PLAYOUT_PLACES];
    float place_change[PLACE_STAGES][PLAYOUT_PLACES]; /* from the stage before; [0] is unused */
    uint32_t border[BOARD_MAX_POINTS];         /* the border's part of a code */
};

/* Place of a code in the table of shapes. */
static inline unsigned shape_place(const playout_gammas *t, uint32_t code)
{
    const unsigned near = code >> 8;
    return t->shape_row[near].row + t->diagonal[t->shape_row[near].turn + (code & 255)];
}

/* The contacts of a side (0 black, 1 white) at a point with this code. */
static inline uint32_t contact_of(const playout_gammas *t, int side, uint32_t code)
{
    const uint32_t black = t->contact[code >> 8];
    const unsigned own = CONTACT_OWN + 12 * (unsigned)side, opp = CONTACT_OPP - 12 * (unsigned)side;
    return (black & 15) | (black >> own & CONTACT_CHAINS) << CONTACT_OWN |
           (black >> opp & CONTACT_CHAINS) << CONTACT_OPP;
}

/* The LOOSE_... of a loose shape, by the player's contacts. */
static inline unsigned loose_case(uint32_t contact)
{
    const unsigned empty = contact & 15, ataris = contact >> (CONTACT_OPP + 4) & 15;
    const bool rescues = contact >> CONTACT_OWN & 15;
    const bool safe = contact >> (CONTACT_OWN + 8) & 15 || empty & (empty - 1);
    return (ataris ? LOOSE_ATARI : 0u) | (ataris & (ataris - 1) ? LOOSE_MORE : 0u) |
           (rescues ? LOOSE_RESCUE : 0u) | (rescues || !safe ? LOOSE_LIBERTIES : 0u);
}

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
    return KIND_BLACK + (KIND_WHITE - KIND_BLACK) * ((unsigned)c - BLACK) + (unsigned)libs - 1;
}

/* board.around with the colours exchanged. */
static inline unsigned swapped(unsigned around)
{
    return (around & 0x5555u) << 1 | (around >> 1 & 0x5555u);
}

#endif
