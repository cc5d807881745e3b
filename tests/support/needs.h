/* needs.h -- tests that only run where something is: the others are skipped and
 * say what they want, which run-tests shows.                                  */
#ifndef KATACHI_TESTS_SUPPORT_NEEDS_H
#define KATACHI_TESTS_SUPPORT_NEEDS_H

#include <stdbool.h>

/* A file or folder that does not come with Katachi ("../shared/..."). */
void need_file(const char *path);

/* KATACHI_SLOW=1: the whole suite runs with it; by default slow tests skip. */
bool slow_tests(void);
void need_slow(void);

#endif
