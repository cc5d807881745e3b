/* draw.h -- a draw by weights, over the whole board.
 *
 * The weights of all points are read as vectors and added up, lane by lane, in groups of
 * four vectors.  The draw chooses a lane, then a group in it, then one of its four points,
 * each by counting how many partial sums it has passed: no branch depends on the outcome,
 * and no sums need to be kept from move to move.  24 random bits and sums of floats: each
 * probability is right to some 2^-24.                                         */
#ifndef KATACHI_MCTS_PLAYOUT_DRAW_H
#define KATACHI_MCTS_PLAYOUT_DRAW_H

#include "base/rng.h"
#include "mcts/playout/weights_on.h"

/* A point with probability proportional to its weight; PASS if all are 0. */
BOARD_INLINE point playout_draw(const float weight[PLAYOUT_PLACES], rng *random, board_grid g)
{
    const int first = weights_first(g), groups = weights_groups(g);
    float upto[PLAYOUT_PLACES / PLAYOUT_GROUP][PLAYOUT_LANES]; /* sums before each group */
    float before[PLAYOUT_LANES], total = 0;                    /* of the lanes before */
    playout_lanes sum = {0};
    for (int i = 0; i < groups; i++) {
        const playout_lanes *v = (const void *)(weight + first + PLAYOUT_GROUP * i);
        *(playout_lanes *)(void *)upto[i] = sum;
        sum += (v[0] + v[1]) + (v[2] + v[3]);
    }
    BOARD_UNROLL
    for (int k = 0; k < PLAYOUT_LANES; k++) {
        before[k] = total;
        total += sum[k];
    }
    while (total > 0) { /* until rounding does not lead beyond the end of a group */
        const float at = (float)(rng_next(random) >> 40) * 0x1.0p-24f * total;
        int lane = 0, group = 0, place = 0;
        BOARD_UNROLL
        for (int k = 1; k < PLAYOUT_LANES; k++)
            lane += before[k] <= at;
        float left = at - before[lane];
        for (int i = 1; i < groups; i++)
            group += upto[i][lane] <= left;
        left -= upto[group][lane];
        const float *w = weight + first + PLAYOUT_GROUP * group + lane;
        float end = 0;
        BOARD_UNROLL
        for (int k = 0; k < 4; k++) {
            end += w[PLAYOUT_LANES * k];
            place += end <= left;
        }
        if (place < 4)
            return (point)(w - weight + PLAYOUT_LANES * place);
    }
    return PASS;
}

#endif
