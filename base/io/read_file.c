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

#include "base/io/file_fault.h"
#include "base/io/gz_stream.h"

enum { BLOCK = 1 << 20 };

/* Of .gz zlib verifies the checksum, which libarchive does not: one wrong bit could give a network
 * that plays badly.                                                           */
struct read_stream {
    const char *path;
    int file;
    gz_stream *gz; /* this or `archive` */
    struct archive *archive;
    bool ended;
};

/* An errno, and words.  libarchive hands on the words of zstd without a code of its own. */
static int fault_of(const read_stream *s, const char **why)
{
    if (s->gz)
        return gz_stream_fault(s->gz, why);
    *why = archive_error_string(s->archive);
    return *why && strstr(*why, "not enough memory") ? ENOMEM : archive_errno(s->archive);
}

static go_status cannot_go_on(const read_stream *s, go_error *err)
{
    const char *why;
    const int code = fault_of(s, &why);
    if (code == ENOMEM)
        return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", s->path);
    /* libarchive has codes of its own for damage, among them EINVAL */
    if (s->gz ? code != EILSEQ : code == EIO || code == ESTALE)
        return go_fail(err, GO_EIO, "cannot read '%s' to the end: %s", s->path, strerror(code));
    return go_fail(err, GO_EFORMAT, "'%s' is damaged or cut short (%s); download it again", s->path,
                   why);
}

bool read_file_is_gz(int file)
{
    unsigned char magic[2];
    ssize_t n;
    do
        n = pread(file, magic, 2, 0);
    while (n < 0 && errno == EINTR);
    return n == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

static go_status open_gz(read_stream *s, go_error *err)
{
    s->gz = gz_stream_open(s->file);
    if (!s->gz)
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
        return cannot_go_on(s, err);
    int header = archive_read_next_header(s->archive, &entry);
    s->ended = header == ARCHIVE_EOF; /* an empty file */
    return header < ARCHIVE_WARN ? cannot_go_on(s, err) : GO_OK;
}

static go_status open_file(read_stream *s, go_error *err)
{
    s->file = open(s->path, O_RDONLY | O_CLOEXEC);
    if (s->file >= 0)
        return GO_OK;
    const char *advice = errno == ENOENT || errno == ENOTDIR ? "; check its name and its folder"
                         : errno == EACCES                   ? "; make it readable for you"
                                                             : file_advice(errno);
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
    const la_ssize_t n =
        s->gz ? gz_stream_read(s->gz, to, most) : archive_read_data(s->archive, to, most);
    if (n < 0)
        return cannot_go_on(s, err);
    *got = (size_t)n;
    s->ended = n == 0;
    return GO_OK;
}

void read_stream_close(read_stream *s)
{
    if (!s)
        return;
    gz_stream_close(s->gz);
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
