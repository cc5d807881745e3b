#include "tests/memory/failing.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t n);
void *__real_aligned_alloc(size_t alignment, size_t n);
void __real_free(void *block);

void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t n);
void *__wrap_aligned_alloc(size_t alignment, size_t n);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);
void __wrap_free(void *block);

/* ---- the blocks of this test: a hash set with linear probing ---- */

enum { PLACES = 1 << 18 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *blocks[PLACES]; /* NULL: empty */
static size_t n_blocks;
static bool counting;
static long count, failing_at;
static bool failing_once;

static size_t home(const void *block)
{
    return (size_t)((uintptr_t)block * 0x9e3779b97f4a7c15u >> 46);
}

static void insert(void *block)
{
    size_t i = home(block);
    while (blocks[i])
        i = (i + 1) % PLACES;
    blocks[i] = block;
    if (++n_blocks > PLACES / 2)
        abort();
}

/* What follows the gap moves up, so that it is still found (Knuth 6.4, algorithm R). */
static void take_out(const void *block)
{
    size_t gap = home(block), i;
    while (blocks[gap] && blocks[gap] != block)
        gap = (gap + 1) % PLACES;
    if (!blocks[gap])
        return; /* from before the start, or from a library */
    n_blocks--;
    for (i = (gap + 1) % PLACES; blocks[i]; i = (i + 1) % PLACES) {
        size_t way = (i + PLACES - home(blocks[i])) % PLACES;
        if (way < (i + PLACES - gap) % PLACES)
            continue;
        blocks[gap] = blocks[i];
        gap = i;
    }
    blocks[gap] = NULL;
}

/* ---- allocating ---- */

static bool must_fail(void)
{
    pthread_mutex_lock(&lock);
    count += counting;
    bool fail = counting && (failing_once ? count == failing_at : count >= failing_at);
    pthread_mutex_unlock(&lock);
    if (fail)
        errno = ENOMEM;
    return fail;
}

static void *kept(void *block)
{
    pthread_mutex_lock(&lock);
    if (counting && block)
        insert(block);
    pthread_mutex_unlock(&lock);
    return block;
}

void *__wrap_malloc(size_t n)
{
    return must_fail() ? NULL : kept(__real_malloc(n));
}

void *__wrap_calloc(size_t n, size_t size)
{
    return must_fail() ? NULL : kept(__real_calloc(n, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t n)
{
    return must_fail() ? NULL : kept(__real_aligned_alloc(alignment, n));
}

/* Under the lock throughout: another thread may get the old place at once. */
void *__wrap_realloc(void *old, size_t n)
{
    if (must_fail())
        return NULL;
    pthread_mutex_lock(&lock);
    size_t before = n_blocks;
    if (old)
        take_out(old);
    bool known = !old || n_blocks < before;
    void *block = __real_realloc(old, n);
    if (known && (counting || old) && (block || n))
        insert(block ? block : old);
    pthread_mutex_unlock(&lock);
    return block;
}

char *__wrap_strndup(const char *text, size_t most)
{
    size_t n = strnlen(text, most);
    char *copy = __wrap_malloc(n + 1);
    if (copy) {
        memcpy(copy, text, n);
        copy[n] = '\0';
    }
    return copy;
}

char *__wrap_strdup(const char *text)
{
    return __wrap_strndup(text, strlen(text));
}

void __wrap_free(void *block)
{
    if (!block)
        return;
    pthread_mutex_lock(&lock);
    take_out(block);
    pthread_mutex_unlock(&lock);
    __real_free(block);
}

/* ---- for the test ---- */

void failing_start(long n, bool once)
{
    pthread_mutex_lock(&lock);
    memset(blocks, 0, sizeof blocks);
    n_blocks = 0;
    count = 0;
    failing_at = n;
    failing_once = once;
    counting = true;
    pthread_mutex_unlock(&lock);
}

long failing_stop(void)
{
    pthread_mutex_lock(&lock);
    counting = false;
    long n = count;
    pthread_mutex_unlock(&lock);
    return n;
}

size_t failing_left(void)
{
    pthread_mutex_lock(&lock);
    size_t n = n_blocks;
    pthread_mutex_unlock(&lock);
    return n;
}
