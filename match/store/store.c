#include "match/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/atomic_file.h"
#include "base/io/read_file.h"
#include "match/store/settings.h"

enum { MAX_RESULTS = 1 << 30, PATH_SIZE = 4096 };

struct match_store {
    char *folder;
    const player *players; /* borrowed */
    int n_players;
    int lines;             /* results.jsonl, locked and open for appending */
    off_t length;          /* of what is complete in it */
    match_game *games;     /* [n] */
    int64_t n, capacity;
    uint8_t *played;       /* [n_played] by number: it is there */
    int64_t n_played;
};

static go_status path_in(const match_store *s, const char *name, char path[PATH_SIZE],
                         go_error *err)
{
    if (snprintf(path, PATH_SIZE, "%s/%s", s->folder, name) >= PATH_SIZE)
        return go_fail(err, GO_EINVAL, "the name of the folder %.100s... is too long", s->folder);
    return GO_OK;
}

const char *match_store_folder(const match_store *s)
{
    return s->folder;
}

const char *match_store_record(int64_t number, char out[40])
{
    snprintf(out, 40, "games/%04lld.sgf", (long long)number + 1);
    return out;
}

/* ---- the folder ---- */

static go_status make_folder(const char *path, go_error *err)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return GO_OK;
    return go_fail(err, GO_EIO, "cannot make the folder %s: %s", path, strerror(errno));
}

static go_status make_folders(match_store *s, go_error *err)
{
    char path[PATH_SIZE];
    go_status status = make_folder(s->folder, err);
    if (status == GO_OK)
        status = path_in(s, "games", path, err);
    return status == GO_OK ? make_folder(path, err) : status;
}

/* Opens results.jsonl and locks it: the lock ends with the process. */
static go_status open_lines(match_store *s, go_error *err)
{
    char path[PATH_SIZE];
    go_status status = path_in(s, "results.jsonl", path, err);
    if (status != GO_OK)
        return status;
    s->lines = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (s->lines < 0)
        return go_fail(err, GO_EIO, "cannot write %s: %s", path, strerror(errno));
    if (flock(s->lines, LOCK_EX | LOCK_NB) != 0)
        return go_fail(err, GO_EINVAL, "another match is running in %s; wait for it or use another "
                       "folder", s->folder);
    return GO_OK;
}

/* ---- games in memory ---- */

static go_status mark_played(match_store *s, int64_t number, go_error *err)
{
    if (number >= s->n_played) {
        int64_t n = 2 * number + 64;
        uint8_t *played = realloc(s->played, (size_t)n);
        if (!played)
            return go_fail(err, GO_ENOMEM, "out of memory for the results");
        memset(played + s->n_played, 0, (size_t)(n - s->n_played));
        s->played = played;
        s->n_played = n;
    }
    s->played[number] = 1;
    return GO_OK;
}

bool match_store_has(const match_store *s, int64_t number)
{
    return number < s->n_played && s->played[number];
}

static go_status remember(match_store *s, const match_game *m, go_error *err)
{
    if (s->n == s->capacity) {
        int64_t capacity = 2 * s->capacity + 64;
        match_game *games = realloc(s->games, (size_t)capacity * sizeof *games);
        if (!games)
            return go_fail(err, GO_ENOMEM, "out of memory for the results");
        s->games = games;
        s->capacity = capacity;
    }
    go_status status = mark_played(s, m->number, err);
    if (status != GO_OK)
        return status;
    s->games[s->n] = *m;
    s->games[s->n++].sgf = NULL;
    return GO_OK;
}

int64_t match_store_count(const match_store *s)
{
    return s->n;
}

const match_game *match_store_game(const match_store *s, int64_t i)
{
    return &s->games[i];
}

/* ---- lines ---- */

static go_status read_line(match_store *s, const char *line, size_t n, int number, go_error *err)
{
    match_game m;
    json_error_t why;
    go_error reason = {GO_OK, ""};
    json_t *object = json_loadb(line, n, 0, &why);
    go_status status = object ? match_game_from_json(&m, object, s->n_players, &reason)
                              : go_fail(&reason, GO_EFORMAT, "%s", why.text);
    json_decref(object);
    if (status == GO_OK && (m.number > 100000000 || match_store_has(s, m.number)))
        status = go_fail(&reason, GO_EFORMAT, "game %lld is there twice", (long long)m.number + 1);
    if (status != GO_OK)
        return go_fail(err, GO_EFORMAT, "%s/results.jsonl, line %d is damaged: %s; take it out, or "
                       "use another folder", s->folder, number, reason.message);
    return remember(s, &m, err);
}

static go_status read_lines(match_store *s, go_error *err)
{
    char path[PATH_SIZE], *text;
    size_t n;
    go_status status = path_in(s, "results.jsonl", path, err);
    if (status == GO_OK)
        status = read_file(path, MAX_RESULTS, &text, &n, err);
    if (status != GO_OK)
        return status;
    size_t at = 0;
    for (int number = 1; status == GO_OK; number++) {
        const char *end = memchr(text + at, '\n', n - at);
        if (!end)
            break;
        size_t length = (size_t)(end - (text + at));
        if (length > 0)
            status = read_line(s, text + at, length, number, err);
        at += length + 1;
    }
    free(text);
    s->length = (off_t)at; /* what follows has no end: it was cut off */
    if (status == GO_OK && at < n && s->lines >= 0 && ftruncate(s->lines, s->length) != 0)
        status = go_fail(err, GO_EIO, "cannot write %s: %s", path, strerror(errno));
    return status;
}

/* Appends a line; one that does not fit on the disk leaves no trace. */
static go_status append_line(match_store *s, const char *line, go_error *err)
{
    size_t n = strlen(line), written = 0;
    while (written < n) {
        ssize_t got = pwrite(s->lines, line + written, n - written, s->length + (off_t)written);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        written += (size_t)got;
    }
    if (written == n && fsync(s->lines) == 0) {
        s->length += (off_t)n;
        return GO_OK;
    }
    int reason = errno;
    (void)!ftruncate(s->lines, s->length);
    return go_fail(err, GO_EIO, "cannot write %s/results.jsonl: %s", s->folder, strerror(reason));
}

static go_status write_record(const match_store *s, const match_game *m, go_error *err)
{
    char path[PATH_SIZE], name[40];
    atomic_file *file;
    go_status status = path_in(s, match_store_record(m->number, name), path, err);
    if (status == GO_OK)
        status = atomic_file_open(&file, path, err);
    if (status != GO_OK)
        return status;
    fputs(m->sgf, atomic_file_stream(file));
    return atomic_file_commit(file, err);
}

go_status match_store_read_record(const match_store *s, int64_t number, size_t max, char **text,
                                  size_t *n, go_error *err)
{
    char path[PATH_SIZE], name[40];
    go_status status = path_in(s, match_store_record(number, name), path, err);
    return status == GO_OK ? read_file(path, max, text, n, err) : status;
}

go_status match_store_add(match_store *s, const match_game *m, go_error *err)
{
    go_status status = m->sgf ? write_record(s, m, err) : GO_OK;
    if (status != GO_OK)
        return status;
    json_t *object = match_game_to_json(m, s->players);
    char *line = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(8)) : NULL;
    char *whole = NULL;
    json_decref(object);
    if (!line || asprintf(&whole, "%s\n", line) < 0)
        status = go_fail(err, GO_ENOMEM, "out of memory for a line of results");
    else
        status = append_line(s, whole, err);
    free(line);
    free(whole);
    return status == GO_OK ? remember(s, m, err) : status;
}

/* ---- opening and closing ---- */

go_status match_store_open(match_store **out, const char *folder, const json_t *settings,
                           const player *players, int n_players, go_error *err)
{
    *out = NULL;
    match_store *s = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for a match");
    s->lines = -1;
    s->players = players;
    s->n_players = n_players;
    s->folder = strdup(folder);
    go_status status = s->folder ? make_folders(s, err) : go_fail(err, GO_ENOMEM, "out of memory");
    if (status == GO_OK)
        status = open_lines(s, err);
    if (status == GO_OK)
        status = match_settings_settle(s->folder, settings, lseek(s->lines, 0, SEEK_END) == 0,
                                       err);
    if (status == GO_OK)
        status = read_lines(s, err);
    if (status == GO_OK)
        *out = s;
    else
        match_store_close(s);
    return status;
}

/* The players of a match that is only read: names and specs in its settings. */
static go_status count_players(match_store *s, const json_t *settings, go_error *err)
{
    const json_t *players = json_object_get(settings, "players"), *one;
    size_t i;
    bool good = json_array_size(players) >= 2;
    json_array_foreach(players, i, one)
        good &= json_is_string(json_object_get(one, "name")) &&
                json_is_string(json_object_get(one, "spec"));
    s->n_players = (int)json_array_size(players);
    return good ? GO_OK
                : go_fail(err, GO_EFORMAT, "%s/match.json names no players with name and spec",
                          s->folder);
}

go_status match_store_look(match_store **out, const char *folder, json_t **settings, go_error *err)
{
    *out = NULL;
    *settings = NULL;
    match_store *s = calloc(1, sizeof *s);
    if (!s || !(s->folder = strdup(folder))) {
        free(s);
        return go_fail(err, GO_ENOMEM, "out of memory for a match");
    }
    s->lines = -1;
    go_error why = {0};
    go_status status = match_settings_read(folder, settings, &why);
    if (status != GO_OK)
        go_fail(err, status, "%s%s%s", status == GO_EIO ? folder : "",
                status == GO_EIO ? " is not the folder of a match: " : "", why.message);
    if (status == GO_OK)
        status = count_players(s, *settings, err);
    if (status == GO_OK)
        status = read_lines(s, err);
    if (status == GO_OK) {
        *out = s;
        return GO_OK;
    }
    match_store_close(s);
    json_decref(*settings);
    *settings = NULL;
    return status;
}

void match_store_close(match_store *s)
{
    if (!s)
        return;
    if (s->lines >= 0)
        close(s->lines);
    free(s->games);
    free(s->played);
    free(s->folder);
    free(s);
}
