#include "mcts/playout/nakade.h"

/* Every shape lies within two columns and rows of any of its points, so a window
 * of that reach around the first holds it: a bit for each point, rows of 8.  */
enum { FIRST_BIT = 2 * 8 + 2, OUTSIDE_LIBERTIES = 2 };
static const uint64_t window = 0x1f1f1f1f1full;

typedef struct eyespace {
    int n;
    int most, sum; /* neighbours within: of the centre, of all points */
    point centre;  /* the first point that has the most */
    point at[NAKADE_MAX];
    uint8_t bit[NAKADE_MAX];
} eyespace;

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

/* Follows the space from its i-th point.  False: it cannot be a shape, of which
 * none has two squares in it.                                                */
static inline bool follow(eyespace *e, int i, const board *b, unsigned open, uint64_t *seen)
{
    static const int8_t step[4] = {-8, 1, 8, -1};
    const int ways = __builtin_popcount(open & 0x55u);
    if (open_squares(open) > 1)
        return false;
    e->sum += ways;
    e->centre = ways > e->most ? e->at[i] : e->centre;
    e->most = ways > e->most ? ways : e->most;
    for (unsigned m = open & 0x55u; m; m &= m - 1) {
        const int k = __builtin_ctz(m) / 2, bit = e->bit[i] + step[k];
        if (bit < 0 || !(window >> bit & 1) || (e->n == NAKADE_MAX && !(*seen >> bit & 1)))
            return false;
        if (*seen >> bit & 1)
            continue;
        *seen |= 1ull << bit;
        e->bit[e->n] = (uint8_t)bit;
        e->at[e->n++] = (point)(e->at[i] + b->offset[k]);
    }
    return true;
}

/* A space of n points whose centre has `most` neighbours in it, and all together
 * `sum`: three, pyramid four, bulky five, crossed five, rabbity six.         */
static bool is_nakade(const eyespace *e)
{
    switch (e->n) {
    case 3: return e->most == 2;
    case 4: return e->most == 3;
    case 5: return e->most == 4 || (e->most == 3 && e->sum == 10);
    case 6: return e->most == 4 && e->sum == 12;
    default: return false;
    }
}

/* Liberties of a chain outside the space. */
static int outside(const eyespace *e, const board *b, int chain)
{
    int n = b->n_libs[chain];
    for (int i = 0; i < e->n; i++)
        n -= board_is_lib(b, chain, e->at[i]);
    return n;
}

/* Has every chain of the wall few liberties elsewhere?  Only then is there
 * nothing but this space to live in.                                         */
static bool is_besieged(const eyespace *e, const board *b, colour wall)
{
    for (int i = 0; i < e->n; i++)
        for (unsigned m = board_neighbours(b, e->at[i], wall); m; m &= m - 1)
            if (outside(e, b, b->chain[e->at[i] + b->offset[__builtin_ctz(m) / 2]]) >
                OUTSIDE_LIBERTIES)
                return false;
    return true;
}

point playout_vital_point(const board *b, point start, colour wall)
{
    eyespace e = {.n = 1, .at = {start}, .bit = {FIRST_BIT}};
    uint64_t seen = 1ull << FIRST_BIT;
    for (int i = 0; i < e.n; i++)
        if (!follow(&e, i, b, open_around(b, e.at[i], wall), &seen))
            return PASS;
    if (!is_nakade(&e) || b->at[e.centre] != EMPTY || !is_besieged(&e, b, wall))
        return PASS;
    return e.centre;
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
