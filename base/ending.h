/* ending.h -- how the name of a file ends. */
#ifndef KATACHI_BASE_ENDING_H
#define KATACHI_BASE_ENDING_H

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Bytes of the name before the ending, whatever the case of its letters: 5 for "games.SGF" and
 * ".sgf".  0: the name does not end like that, or is nothing else.             */
static inline size_t ending_at(const char *name, const char *ending)
{
    const size_t length = strlen(name), n = strlen(ending);
    return length > n && strcasecmp(name + length - n, ending) == 0 ? length - n : 0;
}

#endif
