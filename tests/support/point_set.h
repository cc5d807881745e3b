/* point_set.h -- sets of points as bits, such as those of nn_ladders (nn/inputs/chase.h). */
#ifndef KATACHI_TESTS_POINT_SET_H
#define KATACHI_TESTS_POINT_SET_H

#include "board/board.h"

static inline bool point_set_has(const uint64_t *set, point p)
{
    return set[p >> 6] >> (p & 63) & 1;
}

#endif
