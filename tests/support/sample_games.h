/* sample_games.h -- games to train on, for tests of mm_train. */
#ifndef KATACHI_TESTS_SAMPLE_GAMES_H
#define KATACHI_TESTS_SAMPLE_GAMES_H

#include "mm_train/data/games.h"
#include "patterns/vocabulary.h"

/* The first n games of data/sample-9x9.sgf.gz (300 games of GNU Go), from the
 * first or in the opposite order.  Fails the test on error; end with games_free. */
void sample_games(games *g, int n, bool backwards);

/* n games of random moves on `size`, some with setup stones, passes among the
 * moves.                                                                     */
void random_games(games *g, int size, int n, uint64_t seed);

/* The shapes of `g` that were played min_count times, as one rank finds them. */
vocabulary *harvested(const games *g, const char *set, int min_count, int n_threads);

#endif
