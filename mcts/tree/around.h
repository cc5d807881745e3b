/* around.h -- the points that a playout leaves to each side around a point of the board.
 *
 * On a large board the result of a playout depends mostly on places that a move has nothing to do
 * with.  The points within `reach` lines and columns of the move scatter much less, and they are
 * what most moves are about.  A table of sums over all rectangles that begin in the corner gives
 * them for any move by four look-ups (F. Crow, Summed-area tables for texture mapping, 1984). */
#ifndef KATACHI_MCTS_TREE_AROUND_H
#define KATACHI_MCTS_TREE_AROUND_H

#include "board/board.h"

enum { AROUND_MAX_REACH = 5, AROUND_WIDTH = BOARD_MAX_SIZE + 1 };

typedef struct around {
    int size, reach;
    int16_t sum[AROUND_WIDTH * AROUND_WIDTH]; /* [y * AROUND_WIDTH + x] of the points above and
                                               * left of (x, y): black's less white's */
} around;

/* From the last position of a playout. */
void around_set(around *a, const board *end, int reach);

/* Black's points less white's around (x, y), itself included. */
static inline int around_get(const around *a, int x, int y)
{
    const int left = x > a->reach ? x - a->reach : 0, above = y > a->reach ? y - a->reach : 0;
    const int right = x + a->reach < a->size ? x + a->reach + 1 : a->size;
    const int below = y + a->reach < a->size ? y + a->reach + 1 : a->size;
    const int16_t *high = &a->sum[above * AROUND_WIDTH], *low = &a->sum[below * AROUND_WIDTH];
    return low[right] - low[left] - high[right] + high[left];
}

#endif
