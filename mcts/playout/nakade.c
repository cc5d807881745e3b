#include "mcts/playout/nakade.h"

#include <stddef.h>

#include "board/board_play.h"

/* Every shape lies within two columns and rows of any of its points.  The open points
 * within three of the first are the bits of a window, rows of 8 of which 7 are used: if
 * what is connected reaches the rim, it is no shape.                          */
enum { REACH = 3, /* rows of a vicinity */
       FIRST_BIT = 8 * REACH + REACH, OUTSIDE_LIBERTIES = 2 };
static const uint64_t rows_of_7 = 0x7f7f7f7f7f7f7full, within_rim = 0x003e3e3e3e3e00ull;

/* Around p: where no stone of `wall` and no border is, as in board.around; a
 * colour's own bit is set for the border, too.                               */
static inline unsigned open_around(const board *b, point p, colour wall)
{
    return ~((unsigned)b->around[p] >> (wall == WHITE)) & 0x5555u;
}

/* How many squares of four open points p is a corner of. */
static inline int open_squares(unsigned open)
{
    unsigned next = (open >> 2 & 0x15u) | (open << 6 & 0x40u);
    return __builtin_popcount(open & next & open >> 8);
}

/* The bytes of board.at from this index on, which may lie outside of it by some rows: what
 * is there does not matter, since the border is in between.                   */
static inline uint64_t bytes_at(const board *b, int index)
{
    static_assert(offsetof(board, at) > 2 * BOARD_MAX_SIZE + 4 &&
                      sizeof(board) > offsetof(board, link),
                  "nothing outside the board is read");
    uint64_t bytes;
    memcpy(&bytes, (const char *)b + (int)offsetof(board, at) + index, sizeof bytes);
    return bytes;
}

/* Four rows, or four windows. */
typedef uint64_t rows4 __attribute__((vector_size(32)));

/* The first bits of their 32 bytes. */
static inline uint64_t bits_of(rows4 rows)
{
#ifdef __AVX2__
    typedef char bytes32 __attribute__((vector_size(32)));
    return (uint32_t)__builtin_ia32_pmovmskb256((bytes32)(rows << 7));
#else
    rows4 bits = (rows & 0x0101010101010101ull) * 0x0102040810204080ull >> 56;
    return bits[0] | bits[1] << 8 | bits[2] << 16 | bits[3] << 24;
#endif
}

/* What is around a point, a byte each as in board.at. */
typedef struct vicinity {
    rows4 above, below;
} vicinity;

static inline vicinity vicinity_of(const board *b, point p)
{
    const int first = p - REACH, down = b->stride;
    return (vicinity){{bytes_at(b, first - 3 * down), bytes_at(b, first - 2 * down),
                       bytes_at(b, first - down), bytes_at(b, first)},
                      {bytes_at(b, first + down), bytes_at(b, first + 2 * down),
                       bytes_at(b, first + 3 * down), 0}};
}

/* Points that are neither `wall` nor border, whose own bit is set for both. */
static inline uint64_t open_window(vicinity v, colour wall)
{
    const int bit = wall == WHITE;
    return ~(bits_of(v.above >> bit) | bits_of(v.below >> bit) << 32) & rows_of_7;
}

static inline uint64_t grown(uint64_t points, uint64_t open)
{
    return (points | points << 1 | points >> 1 | points << 8 | points >> 8) & open;
}

/* The centre of the space if it is three, pyramid four, bulky five, crossed five or rabbity
 * six, else 0: the point with most neighbours within the space.               */
static inline uint64_t nakade_centre(uint64_t space)
{
    const uint64_t east = space >> 1 & space, south = space >> 8 & space;
    const uint64_t west = space << 1 & space, north = space << 8 & space;
    const uint64_t across = east & west, down = north & south;
    const uint64_t four = across & down;
    const uint64_t three = (across & (north | south)) | (down & (east | west));
    const int pairs = __builtin_popcountll(east) + __builtin_popcountll(south);
    switch (__builtin_popcountll(space)) {
    case 3: return across | down | ((east | west) & (north | south));
    case 4: return three;
    case 5: return four ? four : pairs == 5 ? three : 0;
    case 6: return pairs == 6 ? four : 0;
    default: return 0;
    }
}

static inline point point_of_bit(const board *b, point start, int bit)
{
    return (point)(start + (bit / 8 - REACH) * b->stride + bit % 8 - REACH);
}

/* Liberties of a chain outside the space. */
static int outside(uint64_t space, point start, const board *b, int chain)
{
    int n = b->n_libs[chain];
    for (; space; space &= space - 1)
        n -= board_is_lib(b, chain, point_of_bit(b, start, __builtin_ctzll(space)));
    return n;
}

/* Has every chain of the wall few liberties elsewhere?  Only then is there
 * nothing but this space to live in.                                         */
static bool is_besieged(uint64_t space, point start, const board *b, colour wall)
{
    for (uint64_t left = space; left; left &= left - 1) {
        const point p = point_of_bit(b, start, __builtin_ctzll(left));
        for (unsigned m = board_neighbours(b, p, wall); m; m &= m - 1)
            if (outside(space, start, b, b->chain[p + b->offset[__builtin_ctz(m) / 2]]) >
                OUTSIDE_LIBERTIES)
                return false;
    }
    return true;
}

point playout_vital_point(const board *b, point start, colour wall)
{
    if (open_squares(open_around(b, start, wall)) > 1) /* no shape has two squares in it */
        return PASS;
    const uint64_t open = open_window(vicinity_of(b, start), wall);
    uint64_t space = (uint64_t)1 << FIRST_BIT, more = grown(space, open);
    for (more = grown(more, open); more != space; more = grown(space, open)) {
        space = more;
        if (__builtin_popcountll(space) > NAKADE_MAX || space & ~within_rim)
            return PASS;
    }
    const uint64_t centre = nakade_centre(space);
    if (!centre)
        return PASS;
    const point p = point_of_bit(b, start, __builtin_ctzll(centre));
    return b->at[p] == EMPTY && is_besieged(space, start, b, wall) ? p : (point)PASS;
}

/* ---- where to look ---- */

/* A shape is complete after three steps from any of its points: then it has no more open
 * neighbours, and there are three to six of them.                             */
static inline unsigned may_be_shape(uint64_t space, uint64_t grown_space)
{
    const unsigned points = (unsigned)__builtin_popcountll(space);
    return (points - 3 <= NAKADE_MAX - 3) & (space == grown_space);
}

/* For each neighbour of the last move, a bit for offset[k], if the space there may be a
 * shape walled in by the player who moved.                                    */
static inline unsigned likely_neighbours(uint64_t open)
{
    const uint64_t at = (uint64_t)1 << FIRST_BIT;
    rows4 space[5] = {{at >> 8, at << 1, at << 8, at >> 1}};
    unsigned likely = 0;
    space[0] &= open;
    BOARD_UNROLL
    for (int i = 0; i < 4; i++)
        space[i + 1] = (space[i] | space[i] << 1 | space[i] >> 1 | space[i] << 8 | space[i] >> 8) &
                       open;
    BOARD_UNROLL
    for (int k = 0; k < 4; k++)
        likely |= may_be_shape(space[3][k], space[4][k]) << k;
    return likely;
}

static inline unsigned likely_around(uint64_t open)
{
    uint64_t space = (uint64_t)1 << FIRST_BIT;
    BOARD_UNROLL
    for (int i = 0; i < 3; i++)
        space = grown(space, open);
    return may_be_shape(space, grown(space, open));
}

point playout_nakade(const board *b, colour c)
{
    const point last = b->last;
    if (last == PASS)
        return PASS;
    /* suicide leaves its point empty, in a space of the other side */
    const colour other = b->at[last] != EMPTY ? (colour)b->at[last] : opponent(c);
    const vicinity v = vicinity_of(b, last);
    const bool answers = other == opponent(c);
    const unsigned around = likely_around(open_window(v, c)) & (unsigned)answers;
    const unsigned empty = board_neighbours(b, last, EMPTY); /* a bit for each, spread by two */
    const unsigned among = (empty & 1) | (empty >> 1 & 2) | (empty >> 2 & 4) | (empty >> 3 & 8);
    const unsigned likely = likely_neighbours(open_window(v, other)) & among;
    if (!(around | likely)) /* nearly always */
        return PASS;
    point found = around ? playout_vital_point(b, last, c) : PASS;
    for (int k = 0; k < 4 && found == PASS; k++) {
        const point p = (point)(last + b->offset[k]);
        if (likely >> k & 1)
            found = playout_vital_point(b, p, other);
    }
    return found;
}
