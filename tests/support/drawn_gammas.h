/* drawn_gammas.h -- gammas by lot, for tests of whatever uses gammas. */
#ifndef KATACHI_TESTS_DRAWN_GAMMAS_H
#define KATACHI_TESTS_DRAWN_GAMMAS_H

#include "patterns/gammas/gammas.h"

/* A set ("large", "fast") for boards of `size` that knows the shapes of a few
 * random games, with log gammas between -2 and 2.  Fails the test on error.  */
gammas *drawn_gammas(const char *set, int size, uint64_t seed);

/* The vocabulary alone. */
vocabulary *drawn_vocabulary(const char *set, int size, uint64_t seed);

#endif
