#define ZLIB_CONST /* zlib reads its input through a pointer to const */

#include "base/io/compress_stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

/* ---- the descriptor ---- */

typedef struct target {
    int fd;
    int *error; /* keeps the first failure */
} target;

static bool failed_with(const target *to, int reason)
{
    if (*to->error == 0)
        *to->error = reason;
    return false;
}

static bool write_all(const target *to, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t n = write(to->fd, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failed_with(to, errno);
        data += n;
        size -= (size_t)n;
    }
    return true;
}

/* ---- plain ---- */

static ssize_t plain_write(void *cookie, const char *data, size_t size)
{
    return write_all(cookie, data, size) ? (ssize_t)size : 0;
}

static int plain_close(void *cookie)
{
    free(cookie);
    return 0;
}

static FILE *plain_stream(target to)
{
    target *sink = calloc(1, sizeof *sink);
    if (!sink)
        return NULL;
    *sink = to;
    cookie_io_functions_t io = {.write = plain_write, .close = plain_close};
    FILE *file = fopencookie(sink, "w", io);
    if (!file)
        free(sink);
    return file;
}

/* ---- gzip ---- */

typedef struct gzip_sink {
    target to;
    z_stream z;
    char out[1 << 16];
} gzip_sink;

static bool gzip_feed(gzip_sink *sink, const char *data, size_t size, int flush)
{
    sink->z.next_in = (const Bytef *)data;
    sink->z.avail_in = (uInt)size; /* stdio hands over a buffer at a time */
    do {
        sink->z.next_out = (Bytef *)sink->out;
        sink->z.avail_out = sizeof sink->out;
        deflate(&sink->z, flush);
        if (!write_all(&sink->to, sink->out, sizeof sink->out - sink->z.avail_out))
            return false;
    } while (sink->z.avail_out == 0);
    return true;
}

static ssize_t gzip_write(void *cookie, const char *data, size_t size)
{
    return gzip_feed(cookie, data, size, Z_NO_FLUSH) ? (ssize_t)size : 0;
}

static int gzip_close(void *cookie)
{
    gzip_sink *sink = cookie;
    bool ok = gzip_feed(sink, "", 0, Z_FINISH);
    deflateEnd(&sink->z);
    free(sink);
    return ok ? 0 : -1;
}

static FILE *gzip_stream(target to)
{
    enum { GZIP_WRAPPER = 16 };
    gzip_sink *sink = calloc(1, sizeof *sink);
    if (!sink)
        return NULL;
    sink->to = to;
    if (deflateInit2(&sink->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WRAPPER + MAX_WBITS, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        free(sink);
        errno = ENOMEM;
        return NULL;
    }
    cookie_io_functions_t io = {.write = gzip_write, .close = gzip_close};
    FILE *file = fopencookie(sink, "w", io);
    if (!file) {
        deflateEnd(&sink->z);
        free(sink);
    }
    return file;
}

/* ---- zstd ---- */

typedef struct zstd_sink {
    target to;
    ZSTD_CCtx *context;
    char out[1 << 16];
} zstd_sink;

static bool zstd_feed(zstd_sink *sink, const char *data, size_t size, ZSTD_EndDirective end)
{
    ZSTD_inBuffer in = {data, size, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {sink->out, sizeof sink->out, 0};
        left = ZSTD_compressStream2(sink->context, &out, &in, end);
        if (ZSTD_isError(left))
            return failed_with(&sink->to, EIO);
        if (!write_all(&sink->to, sink->out, out.pos))
            return false;
    } while (in.pos < in.size || (end == ZSTD_e_end && left > 0));
    return true;
}

static ssize_t zstd_write(void *cookie, const char *data, size_t size)
{
    return zstd_feed(cookie, data, size, ZSTD_e_continue) ? (ssize_t)size : 0;
}

static int zstd_close(void *cookie)
{
    zstd_sink *sink = cookie;
    bool ok = zstd_feed(sink, "", 0, ZSTD_e_end);
    ZSTD_freeCCtx(sink->context);
    free(sink);
    return ok ? 0 : -1;
}

static FILE *zstd_stream(target to)
{
    enum { LEVEL = 9 }; /* collections shrink well from here on at 50 MB/s and more */
    zstd_sink *sink = calloc(1, sizeof *sink);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    cookie_io_functions_t io = {.write = zstd_write, .close = zstd_close};
    FILE *file = NULL;
    if (sink && context) {
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
        sink->to = to;
        sink->context = context;
        file = fopencookie(sink, "w", io);
    }
    if (!file) {
        ZSTD_freeCCtx(context);
        free(sink);
        errno = ENOMEM;
    }
    return file;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

FILE *compress_stream(int fd, const char *name, int *error)
{
    target to = {fd, error};
    *error = 0;
    if (ends_with(name, ".gz"))
        return gzip_stream(to);
    if (ends_with(name, ".zst"))
        return zstd_stream(to);
    return plain_stream(to);
}
