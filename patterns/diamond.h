/* diamond.h -- the shape of stones around a point, in nested diamonds.
 *
 * The cells around a point are ordered by the distance of Stern, Herbrich and
 * Graepel ("Bayesian pattern ranking for move prediction in the game of Go",
 * ICML 2006), d = |dx| + |dy| + max(|dx|, |dy|).  The shape of size k holds all
 * cells with d <= k: size 2 the four neighbours, size 3 the 3x3 square, size 14
 * about 140 cells.  Cells beyond the border count as border.
 *
 * A shape has a 64-bit key.  Each cell has a random number for each of the 8
 * symmetries; a ring's hash is the XOR over its stones, one lane per symmetry, separate
 * for black, white and border.  The key is the smallest lane of own ^ rotate(opponent)
 * ^ border over the rings up to k: the same for shapes equal under a symmetry, and
 * relative to the side to move.  Everything else in a pattern (liberties of the
 * neighbours, place of the last move) is a cell mark XORed in, which turns with it.
 *
 * The ring hashes of all points are updated incrementally: a stone that appears or
 * disappears costs one XOR for each point within reach.                       */
#ifndef KATACHI_PATTERNS_DIAMOND_H
#define KATACHI_PATTERNS_DIAMOND_H

#include <stdint.h>

#include "base/status.h"
#include "board/board.h"

enum {
    DIAMOND_MIN = 2,  /* the smallest size */
    DIAMOND_MAX = 14, /* the largest */
    DIAMOND_RINGS = DIAMOND_MAX - DIAMOND_MIN + 1,
    DIAMOND_MAX_CELLS = 144,
    DIAMOND_MARKS = 12, /* kinds of marks */
    DIAMOND_REACH = 7 /* no cell is farther in x or in y */
};

/* One lane for each of the 8 symmetries. */
typedef uint64_t diamond_lanes __attribute__((vector_size(64)));

typedef struct diamond_cell {
    int8_t dx, dy;
    uint8_t d; /* its distance, 2 .. DIAMOND_MAX */
} diamond_cell;

/* The geometry, the same for all boards: cells in order of distance. */
typedef struct diamond_geometry {
    int n_cells;
    int end[DIAMOND_MAX + 1]; /* cells 0 .. end[k]-1 form the shape of size k */
    diamond_cell cell[DIAMOND_MAX_CELLS];
    uint8_t turned[8][DIAMOND_MAX_CELLS]; /* cell that symmetry t moves cell i to */
    uint8_t index[2 * DIAMOND_REACH + 1][2 * DIAMOND_REACH + 1]; /* [dy+R][dx+R], 255: none */
    diamond_lanes stone[DIAMOND_MAX_CELLS];
    diamond_lanes border[DIAMOND_MAX_CELLS];
    diamond_lanes mark[DIAMOND_MAX_CELLS][DIAMOND_MARKS];
    diamond_lanes two[DIAMOND_MAX_CELLS / 2][16]; /* of two cells given by 4 bits */
} diamond_geometry;

/* Built once, shared by everyone; NULL when memory runs out. */
diamond_geometry *diamond_geometry_create(void);
void diamond_geometry_destroy(diamond_geometry *g);

/* A mark of this kind (0 .. DIAMOND_MARKS - 1) on a cell, to XOR into a shape. */
static inline diamond_lanes diamond_mark(const diamond_geometry *g, int cell, unsigned kind)
{
    return g->mark[cell][kind];
}

/* ---- the incremental state of one board ---- */

typedef struct diamond_state {
    const diamond_geometry *geometry; /* borrowed */
    int size;
    diamond_lanes *ring;   /* [area][DIAMOND_RINGS][2]: black, white */
    diamond_lanes *border; /* [area][DIAMOND_RINGS] */
} diamond_state;

go_status diamond_state_init(diamond_state *s, const diamond_geometry *g, int size,
                             go_error *err);
void diamond_state_free(diamond_state *s);

/* Forgets all stones, then adds those of `b`. */
void diamond_state_reset(diamond_state *s, const board *b);

/* A stone of colour c appears or disappears at column x, row y.  `touched` [area], if
 * not NULL, becomes 255 for the points whose shape changes.                   */
void diamond_state_toggle(diamond_state *s, colour c, int x, int y, uint8_t *touched);

/* The lanes of ring d (2 .. DIAMOND_MAX) around the point with index
 * y * size + x, seen by `own`.                                               */
static inline diamond_lanes diamond_ring(const diamond_state *s, int index, int d, colour own)
{
    size_t at = (size_t)index * DIAMOND_RINGS + (size_t)(d - DIAMOND_MIN);
    diamond_lanes mine = s->ring[2 * at + (own == WHITE)];
    diamond_lanes his = s->ring[2 * at + (own == BLACK)];
    return mine ^ (his << 17 | his >> 47) ^ s->border[at];
}

/* The key of a shape: its smallest lane, never 0. */
static inline uint64_t diamond_key(diamond_lanes lanes)
{
    uint64_t least = lanes[0];
    for (int t = 1; t < 8; t++)
        least = lanes[t] < least ? lanes[t] : least;
    return least + !least;
}

/* ---- shapes as cells ---- */

/* What a cell holds, as seen by the side to move. */
enum { CELL_EMPTY = 0, CELL_OWN = 1, CELL_OPP = 2, CELL_BORDER = 3 };

/* Reads the cells of the shape of `size` around p into cells[end[size]]. */
void diamond_read(const diamond_geometry *g, const board *b, point p, colour own, int size,
                  uint8_t *cells);

/* The lanes of a shape given by its cells (two bits each, cell 0 lowest in the first
 * byte, 0 beyond the shape): the XOR of diamond_ring over the rings 2 .. size. */
diamond_lanes diamond_of_cells(const diamond_geometry *g, const uint8_t *packed, int size);

#endif
