/* tactics.h -- the level groups of features.h: what a move does to the chains around it.
 *
 * Everything is computed from the board; ladders and small regions are read once for
 * each chain or region and kept until the next tactics_begin.                 */
#ifndef KATACHI_PATTERNS_TACTICS_H
#define KATACHI_PATTERNS_TACTICS_H

#include "board/board.h"
#include "patterns/features.h"

typedef struct tactics {
    const feature_set *set; /* borrowed */
    const board *b;         /* borrowed, unchanged until the next begin */
    colour own;             /* the side to move */
    uint32_t now;           /* number of this position; entries of others are stale */
    uint32_t chain_at[BOARD_MAX_CHAINS];
    bool chain_caught[BOARD_MAX_CHAINS];
    uint32_t region_at[BOARD_MAX_POINTS];
    uint8_t region_size[BOARD_MAX_POINTS]; /* 0: not a small closed region */
    uint8_t region_owner[BOARD_MAX_POINTS];
    board scratch;
} tactics;

void tactics_init(tactics *t, const feature_set *set);

/* Starts on a position with `own` to move. */
void tactics_begin(tactics *t, const board *b, colour own);

/* Writes, for the legal move p (not a pass), the level of each level group into
 * level[id - F_FIRST_LEVEL], -1 where the group has none.                    */
enum { TACTICS_LEVELS = F_N_STORED - F_FIRST_LEVEL };
void tactics_levels(tactics *t, point p, int16_t level[TACTICS_LEVELS]);

/* What `own` saves by capturing the hostile chain `taken`, by the most urgent own chain
 * next to it: 0 none, 1 one with 2 liberties, 2 a stone in atari, 3 stones in atari. */
int tactics_saved(const board *b, colour own, int taken);

#endif
