/* played.h -- played games (selfplay/record) drawn at random, for tests. */
#ifndef KATACHI_TESTS_SUPPORT_PLAYED_H
#define KATACHI_TESTS_SUPPORT_PLAYED_H

#include "selfplay/record/played_game.h"

/* Replaces *g by a game of about `moves` random legal moves, with setup stones, values and
 * targets of all kinds; the same for the same seed.                           */
void played_draw(played_game *g, int size, int moves, uint64_t seed);

/* Fails the test unless all that files keep is equal. */
void played_assert_equal(const played_game *a, const played_game *b);

#endif
