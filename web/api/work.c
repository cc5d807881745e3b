#include "web/api/work.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ending.h"
#include "base/io/last_part.h"
#include "base/io/make_folder.h"
#include "base/text_json.h"
#include "sgf_corpus/streams/text_stream.h"

enum {
    REPORT_MAX = 64 << 20, GAMES_MAX = 8 << 20, /* bytes; the second is what the page opens */
    NAME_MAX_BYTES = 255
};

/* The first game of a file decides. */
static go_status check_games(const char *path, go_error *err)
{
    struct stat s;
    text_stream *stream = NULL;
    game_text text;
    if (stat(path, &s) != 0 || !S_ISREG(s.st_mode))
        return go_fail(err, GO_EIO, "%s is neither a folder nor a file", path);
    if (s.st_size > GAMES_MAX)
        return go_fail(err, GO_EIO, "%s is larger than 8 MB, too large for the page; 'katachi "
                       "corpus convert' can write a part of its games", path);
    go_status status = text_stream_open(&stream, &path, 1, NULL, NULL, err);
    if (status == GO_OK)
        status = text_stream_next(stream, &text, err);
    if (status == GO_OK && text.broken)
        status = go_fail(err, GO_EFORMAT, "%s", text.broken);
    text_stream_close(stream);
    return status == GO_END ? go_fail(err, GO_EFORMAT, "%s contains no game", path) : status;
}

go_status work_check(const char *const *inputs, int n, go_error *err)
{
    for (int i = 0; i < n; i++) {
        int fd = open(inputs[i], O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (fd < 0)
            return go_fail(err, GO_EIO, "%s: cannot show: %s", inputs[i], strerror(errno));
        close(fd);
        if (!is_folder(inputs[i]))
            GO_TRY(check_games(inputs[i], err));
    }
    return GO_OK;
}

/* The last part of a path, in `name`. */
static const char *name_of(const char *path, char name[NAME_MAX_BYTES + 1])
{
    int length;
    const char *part = last_part(path, &length);
    snprintf(name, NAME_MAX_BYTES + 1, "%.*s", length, part);
    return name;
}

json_t *work_list(const char *const *inputs, int n, bool folders)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        if (is_folder(inputs[i]) != folders)
            continue;
        char name[NAME_MAX_BYTES + 1], url[32];
        snprintf(url, sizeof url, "/work/%d%s", i, folders ? "/" : "");
        json_array_append_new(list, json_pack("{s:o, s:s}", "name",
                                              text_json(name_of(inputs[i], name)), "url", url));
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
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ending_at(name, types[i].ending))
            return types[i].type;
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

/* Reads all of a regular file, and closes it.  False: it cannot be read, or `fd` is none. */
static bool read_all(int fd, off_t most, char **text, size_t *n)
{
    struct stat s;
    bool fine = fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size <= most;
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

/* The number that a path begins with, written as in work_list; -1: none. */
static long number_of(const char *path, char **rest)
{
    const size_t digits = strspn(path, "0123456789");
    const bool fine = digits == 1 || (digits > 1 && path[0] != '0');
    const long i = strtol(path, rest, 10);
    return fine ? i : -1;
}

void work_answer(const char *const *inputs, int n, const char *path, http_answer *a)
{
    static const char games[] = "games.sgf";
    char *rest, *text = NULL;
    const long i = number_of(path, &rest);
    const bool there = i >= 0 && i < n, within = *rest == '/';
    const char *file = !within ? games : rest[1] ? rest + 1 : "index.html", *type = type_of(file);
    bool fine = there && type && (within || !*rest) && within == is_folder(inputs[i]);
    if (fine && within)
        fine = is_plain(file) && read_all(open_below(inputs[i], file), REPORT_MAX, &text, &a->n_text);
    else if (fine)
        fine = read_all(open(inputs[i], O_RDONLY | O_CLOEXEC | O_NONBLOCK), GAMES_MAX, &text,
                        &a->n_text);
    if (!fine) {
        if (within)
            http_refuse_page(a, 404,
                             "There is no such page; the first report may not be written yet.\n");
        else
            http_refuse(a, 404, "no page /work/%s", path);
        return;
    }
    a->type = type;
    a->text = text;
    a->owned = true;
    a->trust = HTTP_REPORT;
}
