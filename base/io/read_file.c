#include "base/io/read_file.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { BLOCK = 1 << 20 };

/* Of .gz zlib verifies the checksum, which libarchive does not: one wrong bit could give a network
 * that plays badly.                                                           */
struct read_stream {
    const char *path;
    int file;
    gzFile gz; /* this or `archive` */
    struct archive *archive;
    bool ended;
};

/* zlib puts its own name of the file before. */
static const char *gz_trouble(gzFile gz)
{
    int code;
    const char *why = gzerror(gz, &code), *words = strstr(why, ": ");
    return words ? words + 2 : why;
}

/* libarchive hands on the words of zstd without a code of its own. */
static bool lacks_memory(const read_stream *s)
{
    int code = Z_OK;
    if (s->gz)
        return gzerror(s->gz, &code) && code == Z_MEM_ERROR;
    const char *why = archive_error_string(s->archive);
    return archive_errno(s->archive) == ENOMEM || (why && strstr(why, "not enough memory"));
}

static go_status damaged(const read_stream *s, go_error *err)
{
    if (lacks_memory(s))
        return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", s->path);
    return go_fail(err, GO_EFORMAT, "'%s' is damaged or cut short (%s); download it again", s->path,
                   s->gz ? gz_trouble(s->gz) : archive_error_string(s->archive));
}

bool read_file_is_gz(int file)
{
    unsigned char magic[2];
    return pread(file, magic, 2, 0) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

static go_status open_gz(read_stream *s, go_error *err)
{
    s->gz = gzdopen(s->file, "rb");
    if (!s->gz || gzbuffer(s->gz, 1 << 17) != 0)
        return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", s->path);
    s->file = -1; /* closed with it */
    return GO_OK;
}

void read_file_filters(struct archive *archive)
{
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_lzma(archive);
    archive_read_support_filter_zstd(archive);
    archive_read_support_filter_lz4(archive);
    archive_read_support_filter_compress(archive);
}

static go_status open_archive(read_stream *s, go_error *err)
{
    struct archive_entry *entry;
    s->archive = archive_read_new();
    if (!s->archive)
        return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", s->path);
    read_file_filters(s->archive);
    archive_read_support_format_raw(s->archive);
    archive_read_support_format_empty(s->archive);
    if (archive_read_open_fd(s->archive, s->file, BLOCK) != ARCHIVE_OK)
        return damaged(s, err);
    int header = archive_read_next_header(s->archive, &entry);
    s->ended = header == ARCHIVE_EOF; /* an empty file */
    return header < ARCHIVE_WARN ? damaged(s, err) : GO_OK;
}

static go_status open_file(read_stream *s, go_error *err)
{
    s->file = open(s->path, O_RDONLY | O_CLOEXEC);
    if (s->file >= 0)
        return GO_OK;
    const char *advice = errno == ENOENT || errno == ENOTDIR ? "; check its name and its folder"
                         : errno == EACCES                   ? "; make it readable for you"
                                                             : "";
    return go_fail(err, GO_EIO, "cannot open '%s': %s%s", s->path, strerror(errno), advice);
}

static go_status open_standard_input(read_stream *s, go_error *err)
{
    s->file = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    return s->file >= 0 ? GO_OK
                        : go_fail(err, GO_EIO, "cannot read %s: %s", s->path, strerror(errno));
}

/* By what the open file holds. */
static go_status open_format(read_stream *s, go_error *err)
{
    struct stat info;
    if (fstat(s->file, &info) == 0 && S_ISDIR(info.st_mode))
        return go_fail(err, GO_EIO, "'%s' is a folder, not a file", s->path);
    return read_file_is_gz(s->file) ? open_gz(s, err) : open_archive(s, err);
}

static go_status open_stream(read_stream **out, const char *name,
                             go_status (*open_it)(read_stream *s, go_error *err), go_error *err)
{
    read_stream *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", name);
    s->path = name;
    go_status status = open_it(s, err);
    if (status == GO_OK)
        status = open_format(s, err);
    if (status == GO_OK)
        *out = s;
    else
        read_stream_close(s);
    return status;
}

go_status read_stream_open(read_stream **out, const char *path, go_error *err)
{
    return open_stream(out, path, open_file, err);
}

go_status read_stream_standard_input(read_stream **out, const char *name, go_error *err)
{
    return open_stream(out, name, open_standard_input, err);
}

go_status read_stream_next(read_stream *s, char *to, size_t room, size_t *got, go_error *err)
{
    *got = 0;
    if (s->ended)
        return GO_OK;
    const size_t most = room < BLOCK ? room : BLOCK;
    la_ssize_t n = s->gz ? gzread(s->gz, to, (unsigned)most)
                         : archive_read_data(s->archive, to, most);
    int code = Z_OK;
    if (s->gz)
        gzerror(s->gz, &code);
    if (n < 0 || (n == 0 && code != Z_OK))
        return damaged(s, err);
    *got = (size_t)n;
    s->ended = n == 0;
    return GO_OK;
}

void read_stream_close(read_stream *s)
{
    if (!s)
        return;
    if (s->gz)
        gzclose(s->gz);
    archive_read_free(s->archive); /* accepts NULL */
    if (s->file >= 0)
        close(s->file);
    free(s);
}

/* ---- whole files ---- */

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
            return go_fail(err, GO_EFORMAT, "'%s' is larger than the limit of %zu MB", path,
                           max >> 20);
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
