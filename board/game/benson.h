/* benson.h -- chains that live even if their owner passes for ever.
 *
 * D. B. Benson, "Life in the Game of Go", Information Sciences 10 (1976).  For
 * a colour X, a region is a maximal connected set of points without stones of
 * X: empty points and stones of the other colour.  A region is vital to a
 * chain when every empty point of it is a liberty of that chain.  Chains with
 * fewer than two vital regions are struck out, then regions that touch a chain
 * struck out, and so on; the chains that remain are unconditionally alive.
 *
 * Where the board allows suicide of several stones, the opponent can also give
 * up the stones he has inside a region.  Then every point of a vital region,
 * not just the empty ones, must be next to the chain.
 *
 * Alive by ko, by seki, by a threat or by two choices is more than Benson
 * knows: no answer here means "not shown", never "dead".                     */
#ifndef KATACHI_BOARD_GAME_BENSON_H
#define KATACHI_BOARD_GAME_BENSON_H

#include "board/board.h"

typedef struct benson {
    int n_chains, n_regions;       /* alive, and vital to chains alive */
    bool alive[BOARD_MAX_POINTS];  /* a stone of such a chain */
    bool vital[BOARD_MAX_POINTS];  /* a point of such a region, opponents' stones included */
} benson;

/* Finds the unconditionally alive chains of colour c and their vital regions.
 * A board without stones of c gives none.                                    */
void benson_find(const board *b, colour c, benson *out);

#endif
