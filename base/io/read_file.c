#include "base/io/read_file.h"

#include <stdlib.h>

#include "base/io/read_stream.h"

enum { BLOCK = 1 << 20 };

static go_status read_all(read_stream *s, const char *path, size_t max, char **text, size_t *n,
                          go_error *err)
{
    size_t room = 0, got;
    for (;;) {
        if (*n + BLOCK + 1 > room) {
            room = 2 * room + BLOCK + 1;
            char *bigger = realloc(*text, room);
            if (!bigger)
                return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", path);
            *text = bigger;
        }
        GO_TRY(read_stream_next(s, *text + *n, BLOCK, &got, err));
        *n += got;
        (*text)[*n] = '\0';
        if (got == 0)
            return GO_OK;
        if (*n > max)
            return go_fail(err, GO_EFORMAT, "'%s' holds more than %zu MB, which it should not",
                           path, max >> 20);
    }
}

go_status read_file(const char *path, size_t max, char **text, size_t *n, go_error *err)
{
    read_stream *s;
    *text = NULL;
    *n = 0;
    go_status status = read_stream_open(&s, path, err);
    if (status == GO_OK)
        status = read_all(s, path, max, text, n, err);
    read_stream_close(s);
    if (status != GO_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}
