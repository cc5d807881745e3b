#define ZLIB_CONST /* inputs are not changed */
#include "tests/fuzz/fuzz.h"

#include <ftw.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "gtp/engine.h"
#include "nn/model/random_net.h"

int fuzz_parts(const uint8_t *data, size_t size, fuzz_part *parts, int most)
{
    static const char mark[] = "\n%%\n";
    const uint8_t *end = data + size;
    int n = 0;
    for (bool more = true; more; n++) {
        const uint8_t *stop = n < most - 1 ? memmem(data, (size_t)(end - data), mark, 4) : NULL;
        more = stop;
        stop = stop ? stop + 1 : end;
        parts[n] = (fuzz_part){data, (size_t)(stop - data)};
        data = more ? stop + 3 : end;
    }
    return n;
}

/* ---- files ---- */

static char folder[200];

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    (void)info;
    (void)kind;
    (void)at;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_one, 10, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_folder(void)
{
    if (folder[0])
        return folder;
    snprintf(folder, sizeof folder, "%s/katachi-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(folder))
        abort();
    atexit(remove_folder);
    return folder;
}

const char *fuzz_write(const char *name, const void *bytes, size_t n, char path[400])
{
    snprintf(path, 400, "%s/%s", fuzz_folder(), name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        abort();
    return path;
}

char *fuzz_net(size_t *n)
{
    nn_random_shape shape = {.blocks = 1, .channels = 4, .seed = 1};
    char *bytes;
    FILE *out = open_memstream(&bytes, n);
    if (!out)
        abort();
    nn_random_write(out, &shape);
    fclose(out);
    return bytes;
}

uint8_t *fuzz_gzip(const void *bytes, size_t n, size_t *packed)
{
    z_stream z = {0};
    enum { GZIP = 16 + 15 };
    if (deflateInit2(&z, 1, Z_DEFLATED, GZIP, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        abort();
    size_t room = deflateBound(&z, n);
    uint8_t *out = malloc(room);
    z.next_in = bytes;
    z.avail_in = (uInt)n;
    z.next_out = out;
    z.avail_out = (uInt)room;
    if (!out || deflate(&z, Z_FINISH) != Z_STREAM_END)
        abort();
    *packed = room - z.avail_out;
    deflateEnd(&z);
    return out;
}

/* ---- GTP ---- */

static void check_replies(const char *text, int expected)
{
    int n = 0;
    while (*text) {
        const char *end = strstr(text, "\n\n");
        if ((*text != '=' && *text != '?') || !end)
            abort();
        n++;
        text = end + 2;
    }
    if (n != expected)
        abort();
}

void fuzz_gtp(const gtp_settings *settings, char *lines, size_t n, int expected)
{
    gtp_engine *e;
    char *reply = NULL;
    size_t length = 0;
    FILE *in = n ? fmemopen(lines, n, "r") : NULL;
    FILE *out = open_memstream(&reply, &length);
    if (in && out) {
        if (gtp_engine_create(&e, settings, NULL) != GO_OK ||
            gtp_run(e, in, out, NULL, NULL) != GO_OK)
            abort();
        gtp_engine_destroy(e);
        fflush(out);
        check_replies(reply, expected);
    }
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    free(reply);
}
