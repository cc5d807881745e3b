#include "nn_train/npz/npz.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ending.h"
#include "base/io/atomic_file.h"

enum { BLOCK = 1 << 20, MOST_HEADER = 1 << 16 };

static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

size_t npz_number_bytes(const npz_array *a)
{
    const char *digit = a->type + 2;
    if (!a->type[0] || !a->type[1] || !strchr("|<", a->type[0]) || !strchr("uifb", a->type[1]))
        return 0;
    return digit[0] && !digit[1] && strchr("1248", digit[0]) ? (size_t)(digit[0] - '0') : 0;
}

/* ---- reading ---- */

struct npz_reader {
    char *path;
    int file;
    int64_t file_size;
    struct archive *archive;
    char name[64]; /* of the array that is read now */
    int64_t size;  /* bytes of it with its header; -1: the archive does not tell */
};

void npz_close(npz_reader *in)
{
    if (!in)
        return;
    archive_read_free(in->archive); /* accepts NULL */
    if (in->file >= 0)
        close(in->file);
    free(in->path);
    free(in);
}

static go_status open_archive(npz_reader *in, go_error *err)
{
    in->archive = archive_read_new();
    if (!in->archive)
        return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", in->path);
    /* seekable: the list of members at the end of the file must be there */
    archive_read_support_format_zip_seekable(in->archive);
    if (archive_read_open_fd(in->archive, in->file, BLOCK) != ARCHIVE_OK)
        return go_fail(err, GO_EFORMAT,
                       "'%s' is not an .npz file (a zip archive of arrays), or it is cut short: %s",
                       in->path, archive_error_string(in->archive));
    return GO_OK;
}

go_status npz_open(npz_reader **out, const char *path, go_error *err)
{
    npz_reader *in = calloc(1, sizeof *in);
    *out = NULL;
    if (!in || !(in->path = strdup(path))) {
        free(in);
        return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", path);
    }
    in->file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    go_status status = GO_OK;
    if (in->file < 0 || fstat(in->file, &info) != 0)
        status = go_fail(err, GO_EIO, "cannot open '%s': %s", path, strerror(errno));
    else
        in->file_size = info.st_size;
    if (status == GO_OK)
        status = open_archive(in, err);
    if (status == GO_OK)
        *out = in;
    else
        npz_close(in);
    return status;
}

static go_status damaged(const npz_reader *in, const char *what, go_error *err)
{
    return go_fail(err, GO_EFORMAT, "'%s', array '%s': %s", in->path, in->name, what);
}

go_status npz_read(npz_reader *in, void *to, size_t n, go_error *err)
{
    for (size_t done = 0; done < n;) {
        la_ssize_t got = archive_read_data(in->archive, (char *)to + done, n - done);
        if (got <= 0)
            return damaged(in, got < 0 ? archive_error_string(in->archive)
                                       : "it ends before the rows that its shape names", err);
        done += (size_t)got;
    }
    return GO_OK;
}

/* What follows "'key':" in the header, which is a dictionary of Python; NULL: not there. */
static const char *value_of(const char *header, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s'", key);
    const char *found = strstr(header, quoted);
    if (!found)
        return NULL;
    found += strlen(quoted);
    found += strspn(found, " ");
    return *found == ':' ? found + 1 + strspn(found + 1, " ") : NULL;
}

static bool read_shape(const char *text, npz_array *a)
{
    a->n_dimensions = 0;
    if (*text++ != '(')
        return false;
    while (text += strspn(text, " ,"), *text != ')') {
        char *end;
        errno = 0;
        long long n = strtoll(text, &end, 10);
        if (end == text || errno || n < 0 || a->n_dimensions == NPZ_DIMENSIONS)
            return false;
        a->shape[a->n_dimensions++] = n;
        text = end;
    }
    return true;
}

static go_status read_dictionary(const npz_reader *in, const char *header, npz_array *a,
                                 go_error *err)
{
    const char *type = value_of(header, "descr"), *order = value_of(header, "fortran_order");
    const char *shape = value_of(header, "shape");
    if (!type || !order || !shape || type[0] != '\'')
        return damaged(in, "its header cannot be read", err);
    snprintf(a->type, sizeof a->type, "%.*s", (int)strcspn(type + 1, "'"), type + 1);
    if (strncmp(order, "False", 5) != 0)
        return damaged(in, "it is in the order of Fortran; write it with numpy.ascontiguousarray",
                       err);
    return read_shape(shape, a) ? GO_OK : damaged(in, "its shape cannot be read", err);
}

/* Does the member hold as many numbers as its header of n bytes names, and can the file?  A byte
 * of deflate's, which numpy writes, makes at most 1032.                       */
static go_status check_size(const npz_reader *in, size_t n, const npz_array *a, go_error *err)
{
    int64_t wanted = (int64_t)npz_number_bytes(a);
    bool fits = true;
    for (int i = 0; i < a->n_dimensions; i++)
        fits = !__builtin_mul_overflow(wanted, a->shape[i], &wanted) && fits;
    fits = fits && wanted / 1032 <= in->file_size;
    if (fits && (in->size < 0 || in->size == wanted + (int64_t)n))
        return GO_OK;
    return damaged(in, "it does not hold as many numbers as its shape names", err);
}

static go_status read_header(npz_reader *in, npz_array *a, go_error *err)
{
    unsigned char start[8], length[4] = {0};
    GO_TRY(npz_read(in, start, sizeof start, err));
    if (memcmp(start, magic, sizeof magic) != 0 || start[6] < 1 || start[6] > 3)
        return damaged(in, "it is not an array of numpy", err);
    GO_TRY(npz_read(in, length, start[6] == 1 ? 2 : 4, err));
    size_t n = length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 |
               (size_t)length[3] << 24;
    if (n > MOST_HEADER)
        return damaged(in, "its header is too long", err);
    char *header = calloc(n + 1, 1);
    if (!header)
        return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", in->path);
    go_status status = npz_read(in, header, n, err);
    if (status == GO_OK)
        status = read_dictionary(in, header, a, err);
    free(header);
    const size_t before = start[6] == 1 ? 10 : 12;
    return status == GO_OK ? check_size(in, before + n, a, err) : status;
}

go_status npz_next(npz_reader *in, npz_array *a, go_error *err)
{
    struct archive_entry *entry;
    int found = archive_read_next_header(in->archive, &entry);
    *a = (npz_array){0};
    if (found == ARCHIVE_EOF)
        return GO_END;
    if (found < ARCHIVE_WARN)
        return go_fail(err, GO_EFORMAT, "'%s' is not an .npz file (a zip archive of arrays), or it "
                       "is cut short: %s", in->path, archive_error_string(in->archive));
    const char *path = archive_entry_pathname(entry), *name = path ? path : "";
    const size_t stem = ending_at(name, ".npy");
    in->size = archive_entry_size_is_set(entry) ? archive_entry_size(entry) : -1;
    snprintf(in->name, sizeof in->name, "%.*s", (int)(stem ? stem : strlen(name)), name);
    memcpy(a->name, in->name, sizeof a->name);
    return stem ? read_header(in, a, err) : damaged(in, "it is not an array of numpy", err);
}

/* ---- writing ---- */

struct npz_writer {
    atomic_file *file;
    struct archive *archive;
};

static la_ssize_t write_part(struct archive *archive, void *data, const void *bytes, size_t n)
{
    (void)archive;
    fwrite(bytes, 1, n, atomic_file_stream(data)); /* errors come out at the commit */
    return (la_ssize_t)n;
}

void npz_discard(npz_writer *out)
{
    if (!out)
        return;
    archive_write_free(out->archive); /* accepts NULL; writes to the file */
    atomic_file_discard(out->file);
    free(out);
}

static go_status write_failed(const npz_writer *out, go_error *err)
{
    return go_fail(err, GO_EIO, "cannot write arrays: %s", archive_error_string(out->archive));
}

go_status npz_create(npz_writer **out, const char *path, go_error *err)
{
    npz_writer *w = calloc(1, sizeof *w);
    *out = NULL;
    if (!w)
        return go_fail(err, GO_ENOMEM, "out of memory for '%s'", path);
    go_status status = atomic_file_open(&w->file, path, err);
    if (status == GO_OK && !(w->archive = archive_write_new()))
        status = go_fail(err, GO_ENOMEM, "out of memory for '%s'", path);
    if (status == GO_OK &&
        (archive_write_set_format_zip(w->archive) != ARCHIVE_OK ||
         archive_write_set_format_option(w->archive, "zip", "compression", "deflate") !=
             ARCHIVE_OK ||
         archive_write_set_bytes_in_last_block(w->archive, 1) != ARCHIVE_OK ||
         archive_write_open(w->archive, w->file, NULL, write_part, NULL) != ARCHIVE_OK))
        status = write_failed(w, err);
    if (status == GO_OK)
        *out = w;
    else
        npz_discard(w);
    return status;
}

/* Header with its padding: data begins at a multiple of 64 bytes. */
static size_t make_header(const npz_array *a, char header[512])
{
    char shape[128] = "";
    int used = 0;
    for (int i = 0; i < a->n_dimensions; i++)
        used += snprintf(shape + used, sizeof shape - (size_t)used, "%lld, ",
                         (long long)a->shape[i]);
    memcpy(header, magic, sizeof magic);
    header[6] = 1;
    header[7] = 0;
    size_t n = 10 + (size_t)snprintf(header + 10, 400, "{'descr': '%s', 'fortran_order': False, "
                                     "'shape': (%s), }", a->type, shape);
    while ((n + 1) % 64)
        header[n++] = ' ';
    header[n++] = '\n';
    header[8] = (char)((n - 10) & 0xff);
    header[9] = (char)((n - 10) >> 8);
    return n;
}

go_status npz_add(npz_writer *out, const npz_array *a, const void *numbers, go_error *err)
{
    char header[512], name[80];
    size_t length = make_header(a, header), bytes = npz_number_bytes(a);
    for (int i = 0; i < a->n_dimensions; i++)
        bytes *= (size_t)a->shape[i];
    struct archive_entry *entry = archive_entry_new();
    if (!entry)
        return go_fail(err, GO_ENOMEM, "out of memory for the array '%s'", a->name);
    snprintf(name, sizeof name, "%s.npy", a->name);
    archive_entry_set_pathname(entry, name);
    archive_entry_set_size(entry, (la_int64_t)(length + bytes));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    const bool done = archive_write_header(out->archive, entry) == ARCHIVE_OK &&
                      archive_write_data(out->archive, header, length) == (la_ssize_t)length &&
                      (!bytes || archive_write_data(out->archive, numbers, bytes) ==
                                     (la_ssize_t)bytes);
    archive_entry_free(entry);
    return done ? GO_OK : write_failed(out, err);
}

go_status npz_commit(npz_writer *out, go_error *err)
{
    go_status status = GO_OK;
    if (archive_write_close(out->archive) != ARCHIVE_OK)
        status = write_failed(out, err);
    if (status != GO_OK) {
        npz_discard(out);
        return status;
    }
    archive_write_free(out->archive);
    status = atomic_file_commit(out->file, err);
    free(out);
    return status;
}
