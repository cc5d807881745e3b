#include "mcts/playout/nakade.h"

#include <stddef.h>

#include "board/board_play.h"

/* Every shape lies within two columns and rows of any of its points.  The open points
 * within three of the first are the bits of a window, rows of 8 of which 7 are used: if
 * what is connected reaches the rim, it is no shape.                          */
enum { REACH = 3, FIRST_BIT = 8 * REACH + REACH, OUTSIDE_LIBERTIES = 2 };
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

/* The first bits of 8 bytes as 8 bits. */
static inline uint64_t gather_bits(uint64_t bytes)
{
    return (bytes & 0x0101010101010101ull) * 0x0102040810204080ull >> 56;
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

static inline uint64_t open_window(const board *b, point start, colour wall)
{
    uint64_t closed = 0;
    BOARD_UNROLL
    for (int y = 0; y <= 2 * REACH; y++)
        closed |= gather_bits(bytes_at(b, start + (y - REACH) * b->stride - REACH) >>
                              (wall == WHITE))
                  << 8 * y;
    return ~closed & rows_of_7;
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
    const uint64_t open = open_window(b, start, wall);
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

point playout_nakade(const board *b, colour c)
{
    const point last = b->last;
    if (last == PASS)
        return PASS;
    const colour other = (colour)b->at[last];
    point found = other == opponent(c) ? playout_vital_point(b, last, c) : PASS;
    for (unsigned m = board_neighbours(b, last, EMPTY); m && found == PASS; m &= m - 1)
        found = playout_vital_point(b, (point)(last + b->offset[__builtin_ctz(m) / 2]), other);
    return found;
}
