#include "sgf_corpus/streams/byte_source.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/file_fault.h"
#include "base/io/gz_stream.h"
#include "base/io/read_file.h"
#include "sgf_corpus/streams/file_walk.h"

enum { BLOCK = 1 << 16 };

struct byte_source {
    struct archive *archive; /* NULL: memory */
    gz_stream *gz;           /* what it reads from; NULL: itself from the file */
    char *block;             /* [BLOCK] of gz */
    char *path;              /* for messages */
    char *name;              /* of the member */
    const char *bytes; /* memory that is left */
    size_t n_bytes;
    int members; /* seen so far */
    locale_t utf8; /* in which libarchive can express all names; 0: there is none */
    bool empty;  /* a file of no bytes: its member has no data to read */
    int64_t ignored;
};

/* Is it the machine, not the file?  libarchive gives damaged files EILSEQ, EINVAL or ENOMEM, too.
 */
static bool is_of_the_machine(int code)
{
    static const int codes[] = {EIO, EISDIR, EMFILE, ENFILE, EACCES, EPERM, ENOENT, ENXIO, ESTALE};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (code == codes[i])
            return true;
    return false;
}

static go_status damaged(byte_source *s, go_error *err)
{
    const char *error = archive_error_string(s->archive), *what = error ? error : "unknown reason";
    const int code = archive_errno(s->archive);
    if (is_of_the_machine(code))
        return go_fail(err, GO_EIO, "%s: cannot read to the end: %s%s", s->path, strerror(code),
                       file_advice(code));
    if (archive_read_has_encrypted_entries(s->archive) > 0)
        return go_fail(err, GO_EFORMAT,
                       "%s: the archive is encrypted; unpack it and give the files in it", s->path);
    return go_fail(err, GO_EFORMAT,
                   "%s: cannot read to the end (%.*s): the file is damaged or cut short; download "
                   "it again or leave it out",
                   s->path, (int)strcspn(what, "\n"), what);
}

static void support(struct archive *a)
{
    read_file_filters(a);
    archive_read_support_format_zip(a);
    archive_read_support_format_tar(a);
    archive_read_support_format_gnutar(a);
    archive_read_support_format_cpio(a);
    archive_read_support_format_7zip(a);
    archive_read_support_format_rar(a);
    archive_read_support_format_rar5(a);
    archive_read_support_format_raw(a);
    archive_read_support_format_empty(a);
}

/* A source with an archive that is not yet open. */
static go_status create(byte_source **out, const char *name, go_error *err)
{
    byte_source *s = calloc(1, sizeof *s);
    if (!s || !(s->path = strdup(name)) || !(s->archive = archive_read_new())) {
        byte_source_close(s);
        return go_fail(err, GO_ENOMEM, "%s: out of memory", name);
    }
    support(s->archive);
    s->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    *out = s;
    return GO_OK;
}

/* Hands the source out if opening its archive had the result ARCHIVE_OK.  libarchive takes a file
 * for empty if it can read the beginning only once, and not again.                */
static go_status opened(byte_source **out, byte_source *s, int result, go_error *err)
{
    if (result == ARCHIVE_OK && !is_of_the_machine(archive_errno(s->archive))) {
        *out = s;
        return GO_OK;
    }
    go_status status = damaged(s, err);
    byte_source_close(s);
    return status;
}

/* ---- .gz: zlib verifies the checksum, libarchive does not ---- */

/* Opens it if it is one; otherwise -1.  A pipe is not opened for this: its writer would take that
 * for its reader.                                                             */
static int open_if_gz(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return -1;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || read_file_is_gz(file))
        return file;
    close(file);
    return -1;
}

static la_ssize_t read_gz(struct archive *archive, void *source, const void **block)
{
    byte_source *s = source;
    const ssize_t n = gz_stream_read(s->gz, s->block, BLOCK);
    *block = s->block;
    if (n < 0) {
        const char *why;
        const int code = gz_stream_fault(s->gz, &why);
        archive_set_error(archive, code, "%s", why);
    }
    return n;
}

/* An archive may end before its file does, which has the checksum at its end. */
static go_status read_rest_of_gz(byte_source *s, go_error *err)
{
    const void *block;
    la_ssize_t n;
    do
        n = read_gz(s->archive, s, &block);
    while (n > 0);
    return n < 0 ? damaged(s, err) : GO_OK;
}

static go_status open_gz(byte_source **out, byte_source *s, int file, go_error *err)
{
    s->gz = gz_stream_open(file);
    s->block = malloc(BLOCK);
    if (!s->gz)
        close(file);
    if (s->gz && s->block)
        return opened(out, s, archive_read_open(s->archive, s, NULL, read_gz, NULL), err);
    go_status status = go_fail(err, GO_ENOMEM, "%s: out of memory", s->path);
    byte_source_close(s);
    return status;
}

go_status byte_source_open(byte_source **out, const char *path, go_error *err)
{
    const bool standard = strcmp(path, "-") == 0;
    byte_source *s;
    GO_TRY(create(&s, standard ? "standard input" : path, err));
    const int gz = standard ? -1 : open_if_gz(path);
    if (gz >= 0)
        return open_gz(out, s, gz, err);
    return opened(out, s, standard ? archive_read_open_fd(s->archive, STDIN_FILENO, BLOCK)
                                   : archive_read_open_filename(s->archive, path, BLOCK), err);
}

go_status byte_source_packed(byte_source **out, const char *name, const void *bytes, size_t n,
                             go_error *err)
{
    byte_source *s;
    GO_TRY(create(&s, name, err));
    return opened(out, s, archive_read_open_memory(s->archive, bytes, n), err);
}

go_status byte_source_memory(byte_source **out, const char *name, const void *bytes, size_t n,
                             go_error *err)
{
    byte_source *s = calloc(1, sizeof *s);
    if (!s || !(s->path = strdup(name))) {
        byte_source_close(s);
        return go_fail(err, GO_ENOMEM, "%s: out of memory", name);
    }
    s->bytes = n ? bytes : "";
    s->n_bytes = n;
    *out = s;
    return GO_OK;
}

void byte_source_close(byte_source *s)
{
    if (!s)
        return;
    if (s->archive)
        archive_read_free(s->archive);
    gz_stream_close(s->gz);
    if (s->utf8)
        freelocale(s->utf8);
    free(s->block);
    free(s->name);
    free(s->path);
    free(s);
}

/* Sets the name; `member` NULL: the file is its only member. */
static go_status set_name(byte_source *s, const char *member, const char **name, go_error *err)
{
    free(s->name);
    if (asprintf(&s->name, member ? "%s!%s" : "%s", s->path, member) < 0) {
        s->name = NULL;
        return go_fail(err, GO_ENOMEM, "%s: out of memory", s->path);
    }
    *name = s->name;
    return GO_OK;
}

/* A name that the locale cannot express is replaced by the member's number. */
static const char *member_name(byte_source *s, struct archive_entry *entry, char number[32])
{
    const char *name = archive_entry_pathname_utf8(entry);
    if (!name)
        name = archive_entry_pathname(entry);
    if (name)
        return name;
    snprintf(number, 32, "member %d.sgf", s->members);
    return number;
}

/* As in folders (file_walk.h): neither hidden files, such as the "._game.sgf" that macOS puts
 * beside "game.sgf", nor what hidden folders hold.                              */
static bool is_hidden(const char *member)
{
    for (size_t n; *member; member += n + (member[n] == '/')) {
        n = strcspn(member, "/");
        const bool here_or_above = n <= 2 && strspn(member, ".") >= n; /* "./game.sgf" */
        if (*member == '.' && !here_or_above)
            return true;
    }
    return false;
}

static go_status next_entry(byte_source *s, struct archive_entry **entry, go_error *err)
{
    int result = archive_read_next_header(s->archive, entry);
    while (result == ARCHIVE_RETRY)
        result = archive_read_next_header(s->archive, entry);
    if (result == ARCHIVE_EOF && s->gz)
        GO_TRY(read_rest_of_gz(s, err));
    if (result == ARCHIVE_EOF)
        return GO_END;
    return result == ARCHIVE_OK || result == ARCHIVE_WARN ? GO_OK : damaged(s, err);
}

static bool is_plain(byte_source *s)
{
    int format = archive_format(s->archive);
    return format == ARCHIVE_FORMAT_RAW || format == ARCHIVE_FORMAT_EMPTY;
}

static go_status next_member(byte_source *s, const char **name, go_error *err)
{
    for (;;) {
        struct archive_entry *entry;
        char number[32];
        if (s->empty)
            return GO_END;
        go_status status = s->archive ? next_entry(s, &entry, err) : GO_OK;
        if (status == GO_END && s->members == 0 && is_plain(s)) {
            s->members++; /* an empty file is a file */
            s->empty = true;
            return set_name(s, NULL, name, err);
        }
        if (!s->archive && s->members > 0)
            return GO_END;
        if (status != GO_OK)
            return status;
        s->members++;
        if (!s->archive || is_plain(s))
            return set_name(s, NULL, name, err);
        const char *member = member_name(s, entry, number);
        if (archive_entry_filetype(entry) == AE_IFREG && file_is_record(member) &&
            !is_hidden(member))
            return set_name(s, member, name, err);
        s->ignored += archive_entry_filetype(entry) == AE_IFREG;
    }
}

go_status byte_source_next(byte_source *s, const char **name, go_error *err)
{
    locale_t before = s->utf8 ? uselocale(s->utf8) : (locale_t)0;
    go_status status = next_member(s, name, err);
    if (before)
        uselocale(before);
    return status;
}

go_status byte_source_read(byte_source *s, void *to, size_t n, size_t *got, go_error *err)
{
    if (!s->archive) {
        *got = n < s->n_bytes ? n : s->n_bytes;
        if (*got)
            memcpy(to, s->bytes, *got);
        s->bytes += *got;
        s->n_bytes -= *got;
        return GO_OK;
    }
    la_ssize_t result = s->empty ? 0 : ARCHIVE_RETRY;
    while (result == ARCHIVE_RETRY)
        result = archive_read_data(s->archive, to, n);
    *got = result > 0 ? (size_t)result : 0;
    return result >= 0 ? GO_OK : damaged(s, err);
}

int64_t byte_source_stored(const byte_source *s)
{
    if (s->gz)
        return gz_stream_offset(s->gz);
    return s->archive ? archive_filter_bytes(s->archive, -1) : 0;
}

int64_t byte_source_ignored(const byte_source *s)
{
    return s->ignored;
}
