#include "base/io/gz_stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { BLOCK = 1 << 17, GZIP_ONLY = 16 + MAX_WBITS };

struct gz_stream {
    int file;
    z_stream z;
    bool read_all; /* of the file */
    bool between;  /* two members, or behind the last one */
    bool ended;
    int fault;
    const char *why;
    int64_t n_read;
    unsigned char block[BLOCK];
};

gz_stream *gz_stream_open(int file)
{
    gz_stream *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    if (inflateInit2(&s->z, GZIP_ONLY) != Z_OK) {
        free(s);
        return NULL;
    }
    s->file = file;
    s->between = true;
    s->z.next_in = s->block;
    return s;
}

static void fail(gz_stream *s, int reason, const char *why)
{
    s->fault = reason;
    s->why = why;
}

/* Adds to what is left of the block. */
static void fill(gz_stream *s)
{
    memmove(s->block, s->z.next_in, s->z.avail_in);
    s->z.next_in = s->block;
    ssize_t n;
    do
        n = read(s->file, s->block + s->z.avail_in, BLOCK - s->z.avail_in);
    while (n < 0 && errno == EINTR);
    if (n < 0) {
        fail(s, errno, strerror(errno));
        return;
    }
    s->read_all = n == 0;
    s->n_read += n;
    s->z.avail_in += (uInt)n;
}

static void begin_member(gz_stream *s)
{
    while (s->z.avail_in < 2 && !s->read_all && !s->fault)
        fill(s);
    if (s->fault)
        return;
    s->ended = s->z.avail_in < 2 || s->z.next_in[0] != 0x1f || s->z.next_in[1] != 0x8b;
    s->between = false;
    inflateReset(&s->z);
}

static void inflate_more(gz_stream *s)
{
    if (s->z.avail_in == 0 && !s->read_all)
        fill(s);
    if (s->fault)
        return;
    const int code = inflate(&s->z, Z_NO_FLUSH);
    if (code == Z_STREAM_END)
        s->between = true;
    else if (code == Z_MEM_ERROR)
        fail(s, ENOMEM, strerror(ENOMEM));
    else if (code == Z_BUF_ERROR) /* no progress: nothing is left to read */
        fail(s, EILSEQ, "unexpected end of file");
    else if (code != Z_OK)
        fail(s, EILSEQ, s->z.msg ? s->z.msg : "compressed data error");
}

ssize_t gz_stream_read(gz_stream *s, void *to, size_t room)
{
    const uInt most = room < UINT32_MAX / 2 ? (uInt)room : UINT32_MAX / 2;
    s->z.next_out = to;
    s->z.avail_out = most;
    while (s->z.avail_out > 0 && !s->ended && !s->fault) {
        if (s->between)
            begin_member(s);
        else
            inflate_more(s);
    }
    const uInt n = most - s->z.avail_out;
    return n == 0 && s->fault ? -1 : (ssize_t)n;
}

int gz_stream_fault(const gz_stream *s, const char **why)
{
    *why = s->why;
    return s->fault;
}

int64_t gz_stream_offset(const gz_stream *s)
{
    return s->n_read - (int64_t)s->z.avail_in;
}

void gz_stream_close(gz_stream *s)
{
    if (!s)
        return;
    inflateEnd(&s->z);
    close(s->file);
    free(s);
}
