/* huge.h -- memory for tables that are read at random.
 *
 * Pages of 2 MB where the system has them: with pages of 4 KB nearly each random access to
 * a table of some MB misses the processor's cache of page addresses, too.     */
#ifndef KATACHI_BASE_HUGE_H
#define KATACHI_BASE_HUGE_H

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* n elements of `size` bytes, all zero; end them with free.  NULL: out of memory. */
static inline void *huge_calloc(size_t n, size_t size)
{
    const size_t page = (size_t)2 << 20, bytes = (n * size + page - 1) / page * page;
    void *memory = aligned_alloc(page, bytes);
    if (!memory)
        return NULL;
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memset(memory, 0, n * size);
}

#endif
