/* benson.h -- chains that live even if their owner always passes.
 *
 * D. B. Benson, "Life in the Game of Go", Information Sciences 10 (1976).  For
 * a colour X, a region is a maximal connected set of points without stones of
 * X: empty points and stones of the other colour.  A region is vital to a
 * chain when every empty point of it is a liberty of that chain.  Chains with
 * fewer than two vital regions are struck out, then regions that touch a chain
 * struck out, and so on; the chains that remain are unconditionally alive.
 *
 * If suicide of several stones is allowed, the opponent can also sacrifice stones
 * inside a region; then every point of a vital region, not only the empty ones,
 * must be next to the chain.
 *
 * Life by ko, seki, threats or alternatives is not found: a chain missing here
 * is not proven alive, never proven dead.                                     */
#ifndef KATACHI_BOARD_GAME_BENSON_H
#define KATACHI_BOARD_GAME_BENSON_H

#include "board/board.h"

typedef struct benson {
    int n_chains, n_regions;       /* alive, and vital to chains alive */
    bool alive[BOARD_MAX_POINTS];  /* a stone of such a chain */
    bool vital[BOARD_MAX_POINTS];  /* a point of such a region, opponents' stones included */
} benson;

/* The regions of one colour, numbered from 1. */
typedef struct benson_regions {
    int n;
    uint16_t of[BOARD_MAX_POINTS];   /* the region of a point; 0: none; n_points of them */
    point first[BOARD_MAX_AREA + 2]; /* region i is points[first[i] .. first[i + 1] - 1] */
    point points[BOARD_MAX_AREA];
    uint16_t apart[BOARD_MAX_AREA + 1];      /* of a region: its points that touch no stone */
    uint16_t apart_empty[BOARD_MAX_AREA + 1];/* of the colour; the empty ones of these */
    bool empty[BOARD_MAX_AREA + 1];          /* it has no stones */
} benson_regions;

void benson_find_regions(const board *b, colour c, benson_regions *r);

/* Finds the unconditionally alive chains of colour c and their vital regions.
 * A board without stones of c gives none.                                    */
void benson_find(const board *b, colour c, benson *out);

/* The same where the regions of c are known; `suicide` stands for b->suicide_allowed. */
void benson_find_in(const board *b, colour c, const benson_regions *r, bool suicide, benson *out);

/* Marks in out [BOARD_MAX_POINTS] what c owns at the end of the game, whoever moves, as long as c
 * still may: these chains, and the regions they enclose in which at most one point touches
 * none of them, for there nobody can make two eyes.  Returns the number of points. */
int benson_area(const board *b, colour c, bool *out);

#endif
