/* nest.h -- the nests of shapes around a candidate, member by member: a plain extractor of
 * a game (extract.h) and the strengths of single moves (gammas/strength.h) find the same.
 *
 * A member is known by its key: the lanes of the stones in the diamond of its size, with
 * the marks of its group.                                                     */
#ifndef KATACHI_PATTERNS_NEST_H
#define KATACHI_PATTERNS_NEST_H

#include "patterns/levels.h"
#include "patterns/vocabulary.h"

/* The marks of the liberties around a point, for the members of the nest of F_SHAPE3. */
typedef struct shape3_marks {
    diamond_lanes atari, neighbours, all;
} shape3_marks;

static inline shape3_marks mark_liberties(const vocabulary *v, const board *b, point p)
{
    shape3_marks m = {{0}, {0}, {0}};
    const int n = v->set.shape_max > 3 ? SHAPE_LIBS : 4;
    for (int i = 0; i < n; i++) {
        const diamond_cell *cell = &v->geometry->cell[i];
        int chain = b->chain[p + cell->dy * b->stride + cell->dx];
        int libs = b->n_libs[chain];
        if (!chain)
            continue;
        diamond_lanes mark = diamond_mark(v->geometry, i, (unsigned)liberty_class(libs));
        m.all ^= mark;
        if (i < 4)
            m.neighbours ^= mark;
        if (i < 4 && libs == 1)
            m.atari ^= mark;
    }
    return m;
}

/* The mark of a former move on a cell of the candidate's diamond. */
static inline diamond_lanes mark_former(const vocabulary *v, const board *b, int cell, point move)
{
    const unsigned class = (unsigned)liberty_class(b->n_libs[b->chain[move]]);
    return diamond_mark(v->geometry, cell, MARK_FORMER + class);
}

/* The cell of candidate p on which `move` lies, within reach; -1: none. */
static inline int former_cell(const vocabulary *v, const board *b, point p, point move)
{
    const diamond_geometry *g = v->geometry;
    if (move == PASS)
        return -1;
    int dx = board_x(b, move) - board_x(b, p) + DIAMOND_REACH;
    int dy = board_y(b, move) - board_y(b, p) + DIAMOND_REACH;
    if (dx < 0 || dy < 0 || dx > 2 * DIAMOND_REACH || dy > 2 * DIAMOND_REACH)
        return -1;
    int cell = g->index[dy][dx];
    return cell < g->end[v->set.response_reach] ? cell : -1;
}

/* The key of a member of F_SHAPE3 from the stones of its diamond. */
static inline uint64_t shape3_key(diamond_lanes stones, const shape3_marks *m, int member)
{
    if (member != NEST_PLAIN)
        stones ^= member == NEST_ATARI        ? m->atari
                  : member == NEST_NEIGHBOURS ? m->neighbours
                                              : m->all;
    return shape_key(stones, F_SHAPE3, member);
}

#endif
