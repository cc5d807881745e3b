#define ZLIB_CONST /* zlib reads its input through a pointer to const */

#include "base/io/compress_stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/ending.h"

/* Where a stream writes, by which compression. */
typedef struct sink sink;
struct sink {
    bool (*feed)(sink *s, const char *data, size_t size, bool end);
    int fd;
    int *error; /* keeps the first failure */
    z_stream z;
    ZSTD_CCtx *zstd;
    char out[1 << 16];
};

static bool failed_with(const sink *s, int reason)
{
    if (*s->error == 0)
        *s->error = reason;
    return false;
}

static bool write_all(const sink *s, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t n = write(s->fd, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failed_with(s, errno);
        data += n;
        size -= (size_t)n;
    }
    return true;
}

static bool feed_plain(sink *s, const char *data, size_t size, bool end)
{
    (void)end;
    return write_all(s, data, size);
}

static bool feed_gzip(sink *s, const char *data, size_t size, bool end)
{
    s->z.next_in = (const Bytef *)data;
    s->z.avail_in = (uInt)size; /* stdio hands over a buffer at a time */
    do {
        s->z.next_out = (Bytef *)s->out;
        s->z.avail_out = sizeof s->out;
        deflate(&s->z, end ? Z_FINISH : Z_NO_FLUSH);
        if (!write_all(s, s->out, sizeof s->out - s->z.avail_out))
            return false;
    } while (s->z.avail_out == 0);
    return true;
}

static bool feed_zstd(sink *s, const char *data, size_t size, bool end)
{
    ZSTD_inBuffer in = {data, size, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {s->out, sizeof s->out, 0};
        left = ZSTD_compressStream2(s->zstd, &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            return failed_with(s, EIO);
        if (!write_all(s, s->out, out.pos))
            return false;
    } while (in.pos < in.size || (end && left > 0));
    return true;
}

static ssize_t sink_write(void *cookie, const char *data, size_t size)
{
    sink *s = cookie;
    return s->feed(s, data, size, false) ? (ssize_t)size : 0;
}

static void destroy(sink *s)
{
    if (s->feed == feed_gzip)
        deflateEnd(&s->z);
    ZSTD_freeCCtx(s->zstd); /* accepts NULL */
    free(s);
}

static int sink_close(void *cookie)
{
    sink *s = cookie;
    bool good = s->feed(s, "", 0, true);
    destroy(s);
    return good ? 0 : -1;
}

FILE *compress_stream(int fd, const char *name, int *error)
{
    enum { GZIP_WRAPPER = 16 };
    enum { ZSTD_LEVEL = 9 }; /* collections shrink well from here on at 50 MB/s and more */
    sink *s = calloc(1, sizeof *s);
    bool ready = true;
    *error = 0;
    if (!s)
        return NULL;
    s->fd = fd;
    s->error = error;
    if (ending_at(name, ".gz")) {
        s->feed = feed_gzip;
        ready = deflateInit2(&s->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WRAPPER + MAX_WBITS,
                             8, Z_DEFAULT_STRATEGY) == Z_OK;
    } else if (ending_at(name, ".zst")) {
        s->feed = feed_zstd;
        s->zstd = ZSTD_createCCtx();
        ready = s->zstd && !ZSTD_isError(ZSTD_CCtx_setParameter(
                               s->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL)) &&
                !ZSTD_isError(ZSTD_CCtx_setParameter(s->zstd, ZSTD_c_checksumFlag, 1));
    } else {
        s->feed = feed_plain;
    }
    FILE *file = NULL;
    if (ready)
        file = fopencookie(s, "w",
                           (cookie_io_functions_t){.write = sink_write, .close = sink_close});
    if (!file) {
        destroy(s);
        errno = ENOMEM;
    }
    return file;
}
