/* improving.h -- runs of `katachi net improve` that are over soon, for tests. */
#ifndef KATACHI_TESTS_SUPPORT_IMPROVING_H
#define KATACHI_TESTS_SUPPORT_IMPROVING_H

#include "selfplay/improve/improve.h"

/* Settings of a run of so many generations on 5x5 from random weights. */
improve_settings improve_on_5x5(int generations);

/* Runs; an error fails the test. */
void improve_well(const char *folder, const improve_settings *s);

#endif
