#include "web/api/reports.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 64 << 20, NAME_MAX_BYTES = 255 };

go_status report_check(const char *const *folders, int n, go_error *err)
{
    for (int i = 0; i < n; i++) {
        int fd = open(folders[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd < 0)
            return go_fail(err, GO_EIO, "%s: cannot show: %s", folders[i], strerror(errno));
        close(fd);
    }
    return GO_OK;
}

/* The last part of a path, without slashes at its end; in `name`. */
static const char *name_of(const char *path, char name[NAME_MAX_BYTES + 1])
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    size_t from = n;
    while (from > 0 && path[from - 1] != '/')
        from--;
    snprintf(name, NAME_MAX_BYTES + 1, "%.*s", (int)(n - from), path + from);
    return name;
}

json_t *report_list(const char *const *folders, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        char name[NAME_MAX_BYTES + 1], url[32];
        snprintf(url, sizeof url, "/work/%d/", i);
        json_t *string = json_string(name_of(folders[i], name));
        json_array_append_new(list, json_pack("{s:o, s:s}", "name",
                                              string ? string : json_string("?"), "url", url));
    }
    return list;
}

static const char *type_of(const char *name)
{
    static const struct { const char *ending, *type; } types[] = {
        {".html", "text/html; charset=utf-8"}, {".svg", "image/svg+xml"},
        {".json", "application/json"},         {".tsv", "text/plain; charset=utf-8"},
        {".txt", "text/plain; charset=utf-8"}, {".jsonl", "text/plain; charset=utf-8"},
        {".sgf", "application/x-go-sgf"},      {".sgf.gz", "application/gzip"}};
    const size_t n = strlen(name);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const size_t m = strlen(types[i].ending);
        if (n > m && strcmp(name + n - m, types[i].ending) == 0)
            return types[i].type;
    }
    return NULL;
}

/* Letters, digits and .-_ in parts that do not begin with a dot: no way out of the folder. */
static bool is_plain(const char *path)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/";
    return path[strspn(path, letters)] == '\0' && path[0] != '.' && path[0] != '/' &&
           !strstr(path, "/.") && !strstr(path, "//");
}

/* Opens a file below a folder, part by part: no link leads out of it.  -1: it cannot. */
static int open_below(const char *folder, const char *path)
{
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (at >= 0) {
        char part[NAME_MAX_BYTES + 1];
        const size_t n = strcspn(path, "/");
        const bool last = path[n] == '\0';
        snprintf(part, sizeof part, "%.*s", (int)n, path);
        int next = n > NAME_MAX_BYTES ? -1
                   : openat(at, part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC |
                           (last ? O_NONBLOCK : O_DIRECTORY)); /* a named pipe would wait */
        close(at);
        if (last)
            return next;
        at = next;
        path += n + 1;
    }
    return -1;
}

static bool read_report(const char *folder, const char *path, char **text, size_t *n)
{
    int fd = open_below(folder, path);
    struct stat s;
    bool fine = fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size <= FILE_MAX;
    *text = fine ? malloc((size_t)s.st_size + 1) : NULL;
    *n = 0;
    while (*text && *n < (size_t)s.st_size) {
        ssize_t got = read(fd, *text + *n, (size_t)s.st_size - *n);
        if (got <= 0)
            break;
        *n += (size_t)got;
    }
    if (fd >= 0)
        close(fd);
    return *text != NULL;
}

void report_answer(const char *const *folders, int n, const char *path, http_answer *a)
{
    char *rest;
    char *text;
    const long i = strtol(path, &rest, 10);
    const char *file = *rest == '/' ? rest + 1 : "";
    if (*rest == '/' && !*file)
        file = "index.html";
    const char *type = type_of(file);
    if (i < 0 || i >= n || *rest != '/' || !type || !is_plain(file) ||
        !read_report(folders[i], file, &text, &a->n_text)) {
        http_refuse(a, 404, "no page /work/%s", path);
        return;
    }
    a->type = type;
    a->text = text;
    a->owned = true;
    a->trust = HTTP_REPORT;
}
