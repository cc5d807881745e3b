/* byte_buffer.h -- a growing run of bytes; all zero is a good empty one. */
#ifndef KATACHI_SGF_CORPUS_STREAMS_BYTE_BUFFER_H
#define KATACHI_SGF_CORPUS_STREAMS_BYTE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct byte_buffer {
    char *data;
    size_t length, capacity;
} byte_buffer;

/* Makes room for `more` bytes after the length; false: out of memory, and
 * the buffer is as it was.                                                   */
static inline bool byte_buffer_reserve(byte_buffer *b, size_t more)
{
    if (b->capacity - b->length >= more)
        return true;
    size_t capacity = b->capacity ? b->capacity : 256;
    while (capacity - b->length < more)
        capacity *= 2;
    char *data = realloc(b->data, capacity);
    if (!data)
        return false;
    b->data = data;
    b->capacity = capacity;
    return true;
}

static inline bool byte_buffer_append(byte_buffer *b, const void *bytes, size_t n)
{
    if (!byte_buffer_reserve(b, n))
        return false;
    if (n)
        memcpy(b->data + b->length, bytes, n);
    b->length += n;
    return true;
}

static inline void byte_buffer_free(byte_buffer *b)
{
    free(b->data);
    *b = (byte_buffer){0};
}

#endif
