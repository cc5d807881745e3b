/* map.h -- the part of a board that a solver searches.
 *
 * A board that fits into a set of cells is taken whole.  On a larger one the points that are
 * decided are left out: those of benson_area (benson.h), except regions with dead stones, which
 * have yet to be taken.  What remains are the cells; cells next to a stone left out know its
 * colour, for such a stone never loses its last liberty.                       */
#ifndef KATACHI_MCTS_SOLVE_MAP_H
#define KATACHI_MCTS_SOLVE_MAP_H

#include "board/game/game.h"

enum { MAP_NARROW = 64, MAP_WIDE = 128 /* cells */ };

/* A position of the game before the root that could come back. */
typedef struct map_past {
    uint8_t stone[MAP_WIDE]; /* colours by cell */
    uint8_t to_move;
} map_past;

typedef struct solve_map {
    int size;
    int n;                /* cells are numbered 0 .. n-1; with gaps on whole boards */
    int stride;           /* whole board: from a cell to the next row; else 0 */
    point at[MAP_WIDE];   /* [n] the point of a cell; PASS: a gap */
    int16_t next[MAP_WIDE][4]; /* neighbouring cells; -1: none */
    uint8_t stone[MAP_WIDE];
    bool touches[MAP_WIDE][3]; /* [cell][colour]: is next to a stone left out */
    int decided;          /* black's points less white's among the points left out */
    int n_open;           /* empty cells */
    colour to_move;
    int passes;           /* in a row before the root: 0 or 1 */
    int ko;               /* the cell forbidden by simple ko; -1: none */
    ko_rule rule;
    bool suicide;
    int n_past;
    map_past *past;       /* [n_past], owned */
} solve_map;

/* GO_EINVAL: the rules are not those of area scoring without tax and button, or
 * more cells than MAP_WIDE remain; GO_ENOMEM.                                 */
go_status solve_map_make(solve_map *map, const game *g, colour to_move, go_error *err);
void solve_map_free(solve_map *map);

#endif
