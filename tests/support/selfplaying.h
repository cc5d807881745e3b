/* selfplaying.h -- settings of small networks that play against themselves, for tests. */
#ifndef KATACHI_TESTS_SUPPORT_SELFPLAYING_H
#define KATACHI_TESTS_SUPPORT_SELFPLAYING_H

#include "selfplay/settings.h"

/* Fast games of `net` (borrowed) on 5x5 by the reference backend, and then `words` such as
 * "komi=7 visits=20", which set no texts; others fail the test.               */
selfplay_settings selfplay_of(const char *net, const char *words);

#endif
