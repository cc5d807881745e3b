#include "match/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/compress_stream.h"
#include "base/io/file_fault.h"
#include "base/io/file_lock.h"
#include "base/io/make_folder.h"
#include "base/io/read_file.h"
#include "base/io/work_folder.h"
#include "match/store/settings.h"

enum { MAX_RESULTS = 1 << 30, MAX_GAMES = 10000000, PATH_SIZE = 4096 };

static const char records_name[] = "games.sgf.gz";

/* A file to which each game is appended. */
typedef struct growing {
    const char *name;
    int fd;       /* -1: not open */
    off_t length; /* of its complete part */
} growing;

struct match_store {
    char *folder;
    const player *players; /* borrowed */
    int n_players;
    growing results;       /* locked when open */
    growing records;
    char mended[200];
    match_game *games;     /* [n] */
    int64_t n, capacity;
    int64_t *place;        /* [n_places] by number: 1 + its index in games, or 0 */
    int64_t n_places;
};

static const char *path_in(const match_store *s, const growing *file, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%s", s->folder, file->name);
    return path;
}

const char *match_store_folder(const match_store *s)
{
    return s->folder;
}

const char *match_store_mended(const match_store *s)
{
    return s->mended;
}

const char *match_store_record(const match_game *m, char out[40])
{
    if (m->record_end)
        return records_name;
    snprintf(out, 40, "games/%04lld.sgf", (long long)m->number + 1);
    return out;
}

/* ---- games in memory ---- */

int64_t match_store_count(const match_store *s)
{
    return s->n;
}

const match_game *match_store_game(const match_store *s, int64_t i)
{
    return &s->games[i];
}

const match_game *match_store_find(const match_store *s, int64_t number)
{
    bool played = number >= 0 && number < s->n_places && s->place[number];
    return played ? &s->games[s->place[number] - 1] : NULL;
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
    if (m->number >= s->n_places) {
        int64_t n = 2 * m->number + 64;
        int64_t *place = realloc(s->place, (size_t)n * sizeof *place);
        if (!place)
            return go_fail(err, GO_ENOMEM, "out of memory for the results");
        memset(place + s->n_places, 0, (size_t)(n - s->n_places) * sizeof *place);
        s->place = place;
        s->n_places = n;
    }
    s->games[s->n] = *m;
    s->games[s->n++].sgf = NULL;
    s->place[m->number] = s->n;
    return GO_OK;
}

/* ---- reading ---- */

static go_status read_line(match_store *s, const char *line, size_t n, int number, go_error *err)
{
    match_game m;
    json_error_t why;
    go_error reason = {GO_OK, ""};
    json_t *object = json_loadb(line, n, 0, &why);
    go_status status = object ? match_game_from_json(&m, object, s->n_players, &reason)
                              : go_fail(&reason, GO_EFORMAT, "%s", why.text);
    json_decref(object);
    if (status == GO_OK && m.number >= MAX_GAMES)
        status = go_fail(&reason, GO_EFORMAT, "the game number %lld is above the limit of %d",
                         (long long)m.number + 1, MAX_GAMES);
    if (status == GO_OK && match_store_find(s, m.number))
        status = go_fail(&reason, GO_EFORMAT, "game %lld appears twice", (long long)m.number + 1);
    if (status != GO_OK)
        return go_fail(err, GO_EFORMAT, "%s/results.jsonl, line %d is damaged: %s; remove it, or "
                       "use another folder", s->folder, number, reason.message);
    if (m.record_end)
        s->records.length = m.record_end;
    return remember(s, &m, err);
}

static go_status read_lines(match_store *s, go_error *err)
{
    char path[PATH_SIZE], *text;
    size_t n;
    go_status status = read_file(path_in(s, &s->results, path), MAX_RESULTS, &text, &n, err);
    if (status != GO_OK)
        return status;
    size_t at = 0;
    for (int number = 1; status == GO_OK; number++) {
        const char *end = memchr(text + at, '\n', n - at);
        if (!end)
            break; /* what follows is incomplete */
        size_t length = (size_t)(end - (text + at));
        if (length > 0)
            status = read_line(s, text + at, length, number, err);
        at += length + 1;
    }
    free(text);
    s->results.length = (off_t)at;
    return status;
}

/* ---- writing ---- */

static go_status open_growing(const match_store *s, growing *file, go_error *err)
{
    char path[PATH_SIZE];
    if (file->fd >= 0)
        return GO_OK;
    file->fd = open(path_in(s, file, path), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    return file->fd >= 0 ? GO_OK : file_cannot_write(path, errno, err);
}

/* Cuts off what is incomplete. */
static go_status mend(match_store *s, growing *file, go_error *err)
{
    char path[PATH_SIZE];
    struct stat st;
    if (stat(path_in(s, file, path), &st) != 0 || st.st_size == 0)
        file->length = 0; /* no record yet, or the user removed them */
    else if (st.st_size < file->length)
        return go_fail(err, GO_EFORMAT, "%s is damaged: it has %lld bytes, but results.jsonl "
                       "expects %lld; restore the whole file, or remove it", path,
                       (long long)st.st_size, (long long)file->length);
    else if (st.st_size > file->length) {
        if (truncate(path, file->length) != 0)
            return file_cannot_write(path, errno, err);
        snprintf(s->mended, sizeof s->mended, "%s ended in the middle of a game, where the last "
                 "run broke off; that game was cut off and is played again", file->name);
    }
    return GO_OK;
}

static go_status check_linked(const match_store *s, const growing *file, go_error *err)
{
    char path[PATH_SIZE];
    if (file_was_deleted(file->fd))
        return go_fail(err, GO_EIO, "%s was deleted during the match, and its games are lost",
                       path_in(s, file, path));
    return GO_OK;
}

/* Appends a text; one that does not fit on the disk leaves no trace. */
static go_status append(const match_store *s, growing *file, const char *text, go_error *err)
{
    char path[PATH_SIZE];
    int reason = 0;
    FILE *out = NULL;
    GO_TRY(open_growing(s, file, err));
    if (lseek(file->fd, file->length, SEEK_SET) >= 0)
        out = compress_stream(file->fd, file->name, &reason);
    bool written = out && fputs(text, out) >= 0;
    if ((out && fclose(out) != 0) || !written)
        reason = reason ? reason : errno;
    else
        reason = file_to_disk(file->fd);
    if (!reason) {
        file->length = lseek(file->fd, 0, SEEK_CUR);
        return check_linked(s, file, err);
    }
    (void)!ftruncate(file->fd, file->length);
    return file_cannot_write(path_in(s, file, path), reason, err);
}

go_status match_store_add(match_store *s, const match_game *m, go_error *err)
{
    match_game saved = *m;
    off_t before = s->records.length;
    if (m->sgf) {
        go_status status = append(s, &s->records, m->sgf, err);
        if (status != GO_OK)
            return status;
        saved.record_end = s->records.length;
    }
    json_t *object = match_game_to_json(&saved, s->players);
    char *line = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(8)) : NULL;
    char *whole = NULL;
    go_status status = line && asprintf(&whole, "%s\n", line) > 0
                           ? append(s, &s->results, whole, err)
                           : go_fail(err, GO_ENOMEM, "out of memory for a line of results");
    json_decref(object);
    free(line);
    free(whole);
    if (status == GO_OK)
        return remember(s, &saved, err);
    if (m->sgf)
        (void)!ftruncate(s->records.fd, before);
    s->records.length = before;
    return status;
}

/* ---- opening and closing ---- */

static go_status new_store(match_store **out, const char *folder, go_error *err)
{
    match_store *s = *out = calloc(1, sizeof *s);
    if (s) {
        s->results = (growing){.name = "results.jsonl", .fd = -1};
        s->records = (growing){.name = records_name, .fd = -1};
        s->folder = strdup(folder);
    }
    if (!s || !s->folder)
        return go_fail(err, GO_ENOMEM, "out of memory for a match");
    if (strlen(folder) + 40 > PATH_SIZE)
        return go_fail(err, GO_EINVAL, "the name of the folder %.100s... is too long", folder);
    return GO_OK;
}

/* The lock ends with the process. */
static go_status open_folder(match_store *s, const json_t *settings, go_error *err)
{
    GO_TRY(work_folder_check(s->folder, WORK_MATCH, err));
    GO_TRY(make_folder(s->folder, err));
    GO_TRY(open_growing(s, &s->results, err));
    bool taken;
    GO_TRY(file_lock(s->results.fd, s->folder, &taken, err));
    if (taken)
        return go_fail(err, GO_EINVAL, "another match is running in %s; wait for it or use another "
                       "folder", s->folder);
    bool empty = lseek(s->results.fd, 0, SEEK_END) == 0;
    GO_TRY(match_settings_settle(s->folder, settings, empty, err));
    GO_TRY(read_lines(s, err));
    GO_TRY(mend(s, &s->records, err));
    return mend(s, &s->results, err);
}

go_status match_store_open(match_store **out, const char *folder, const json_t *settings,
                           const player *players, int n_players, go_error *err)
{
    go_status status = new_store(out, folder, err);
    if (status == GO_OK) {
        (*out)->players = players;
        (*out)->n_players = n_players;
        status = open_folder(*out, settings, err);
    }
    if (status == GO_OK)
        return GO_OK;
    match_store_close(*out);
    *out = NULL;
    return status;
}

/* Checks and counts the players in the settings of a match that is only read. */
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
                : go_fail(err, GO_EFORMAT, "%s/match.json has no players with a name and a spec",
                          s->folder);
}

go_status match_store_look(match_store **out, const char *folder, json_t **settings, go_error *err)
{
    go_error why = {0};
    *settings = NULL;
    go_status status = new_store(out, folder, err);
    if (status == GO_OK) {
        status = match_settings_read(folder, settings, &why);
        if (status != GO_OK)
            go_fail(err, status, "%s%s%s", status == GO_EIO ? folder : "",
                    status == GO_EIO ? " is not the folder of a match: " : "", why.message);
    }
    if (status == GO_OK)
        status = count_players(*out, *settings, err);
    if (status == GO_OK)
        status = read_lines(*out, err);
    if (status == GO_OK)
        return GO_OK;
    match_store_close(*out);
    json_decref(*settings);
    *out = NULL;
    *settings = NULL;
    return status;
}

void match_store_close(match_store *s)
{
    if (!s)
        return;
    if (s->results.fd >= 0)
        close(s->results.fd);
    if (s->records.fd >= 0)
        close(s->records.fd);
    free(s->games);
    free(s->place);
    free(s->folder);
    free(s);
}
