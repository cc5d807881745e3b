/* failing.h -- an allocator that fails when a test says so, and knows what was not freed.
 *
 * The linker puts it in place of malloc, calloc, realloc, aligned_alloc, strdup, strndup
 * and free of all objects of the program (--wrap, see the Makefile); libraries keep the
 * system's.  Any thread may allocate.                                         */
#ifndef KATACHI_TESTS_MEMORY_FAILING_H
#define KATACHI_TESTS_MEMORY_FAILING_H

#include <stdbool.h>
#include <stddef.h>

/* From now on the n-th allocation fails, n >= 1, and all after it unless `once`.  Counts
 * begin again.                                                                */
void failing_start(long n, bool once);

/* No allocation fails any more.  Returns how many there were since the start. */
long failing_stop(void);

/* The blocks allocated since the start that have not been freed. */
size_t failing_left(void);

#endif
