#include "base/read_file.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 20 };

static go_status read_all(struct archive *a, const char *path, size_t max, char **text, size_t *n,
                          go_error *err)
{
    size_t room = 0;
    for (;;) {
        if (*n + BLOCK + 1 > room) {
            room = 2 * room + BLOCK + 1;
            char *bigger = realloc(*text, room);
            if (!bigger)
                return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", path);
            *text = bigger;
        }
        la_ssize_t got = archive_read_data(a, *text + *n, BLOCK);
        if (got < 0)
            return go_fail(err, GO_EFORMAT, "'%s' is damaged or cut short: %s", path,
                           archive_error_string(a));
        *n += (size_t)got;
        (*text)[*n] = '\0';
        if (got == 0)
            return GO_OK;
        if (*n > max)
            return go_fail(err, GO_EFORMAT, "'%s' holds more than %zu MB, which it should not",
                           path, max >> 20);
    }
}

static go_status read_open(int file, const char *path, size_t max, char **text, size_t *n,
                           go_error *err)
{
    struct archive *a = archive_read_new();
    struct archive_entry *entry;
    go_status status = GO_OK;
    if (!a)
        return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", path);
    archive_read_support_filter_all(a);
    archive_read_support_format_raw(a);
    archive_read_support_format_empty(a);
    if (archive_read_open_fd(a, file, BLOCK) != ARCHIVE_OK)
        status = go_fail(err, GO_EFORMAT, "cannot read '%s': %s", path, archive_error_string(a));
    int header = status == GO_OK ? archive_read_next_header(a, &entry) : ARCHIVE_EOF;
    if (header < ARCHIVE_WARN)
        status = go_fail(err, GO_EFORMAT, "'%s' is damaged or cut short: %s", path,
                         archive_error_string(a));
    if (status == GO_OK && header == ARCHIVE_EOF) {
        *text = calloc(1, 1);
        status = *text ? GO_OK : GO_ENOMEM;
    } else if (status == GO_OK) {
        status = read_all(a, path, max, text, n, err);
    }
    archive_read_free(a);
    return status;
}

go_status read_file(const char *path, size_t max, char **text, size_t *n, go_error *err)
{
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    *text = NULL;
    *n = 0;
    if (file < 0)
        return go_fail(err, GO_EIO, "cannot open '%s': %s", path, strerror(errno));
    if (fstat(file, &info) == 0 && S_ISDIR(info.st_mode)) {
        close(file);
        return go_fail(err, GO_EIO, "'%s' is a folder, not a file", path);
    }
    go_status status = read_open(file, path, max, text, n, err);
    close(file);
    if (status != GO_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}
