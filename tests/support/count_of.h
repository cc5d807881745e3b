/* count_of.h -- how often a text holds another. */
#ifndef KATACHI_TESTS_SUPPORT_COUNT_OF_H
#define KATACHI_TESTS_SUPPORT_COUNT_OF_H

int count_of(const char *text, const char *part);

#endif
