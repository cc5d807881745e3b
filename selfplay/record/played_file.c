#include "selfplay/record/played_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/io/append_file.h"
#include "base/io/read_file.h"
#include "base/rng.h"
#include "selfplay/record/played_bytes.h"

enum { FIRST_LINE = PLAYED_FILE_START, FRAME = 12 };

static const char first_line[FIRST_LINE + 1] = "katachi games 1\n";
static const char any_version[] = "katachi games ";

static uint64_t checksum(const uint8_t *bytes, size_t n)
{
    return rng_mix64(hash_bytes(HASH_START, bytes, n));
}

static void number_to_bytes(uint64_t value, uint8_t *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t number_of_bytes(const uint8_t *at, int n)
{
    uint64_t value = 0;
    for (int i = 0; i < n; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

/* ---- reading ---- */

struct played_reader {
    read_stream *stream;
    char *path;
    int64_t at;    /* end of the last whole game */
    int64_t games; /* before it */
    uint8_t *body; /* [room] */
    size_t room;
};

/* As many bytes as there are, at most n. */
static go_status read_some(played_reader *r, uint8_t *to, size_t n, size_t *got, go_error *err)
{
    size_t more;
    *got = 0;
    do {
        GO_TRY(read_stream_next(r->stream, (char *)to + *got, n - *got, &more, err));
        *got += more;
    } while (more && *got < n);
    return GO_OK;
}

static go_status read_first_line(played_reader *r, go_error *err)
{
    uint8_t line[FIRST_LINE];
    size_t got;
    GO_TRY(read_some(r, line, sizeof line, &got, err));
    if (memcmp(line, first_line, got) == 0) {
        r->at = got == FIRST_LINE ? FIRST_LINE : 0;
        return GO_OK;
    }
    if (got >= sizeof any_version && memcmp(line, any_version, sizeof any_version - 1) == 0)
        return go_fail(err, GO_EFORMAT,
                       "%s was written by a newer version of Katachi; use that version to read it",
                       r->path);
    return go_fail(err, GO_EFORMAT, "%s is not a file of games written by 'katachi selfplay'",
                   r->path);
}

go_status played_reader_open(played_reader **out, const char *path, go_error *err)
{
    played_reader *r = calloc(1, sizeof *r);
    *out = NULL;
    if (!r || !(r->path = strdup(path))) {
        free(r);
        return go_fail(err, GO_ENOMEM, "%s: out of memory", path);
    }
    go_status status = read_stream_open(&r->stream, r->path, err);
    if (status == GO_OK)
        status = read_first_line(r, err);
    if (status == GO_OK)
        *out = r;
    else
        played_reader_close(r);
    return status;
}

void played_reader_close(played_reader *r)
{
    if (!r)
        return;
    read_stream_close(r->stream);
    free(r->path);
    free(r->body);
    free(r);
}

int64_t played_reader_at(const played_reader *r) { return r->at; }

static go_status damaged(const played_reader *r, const char *why, go_error *err)
{
    long long at = (long long)r->at, games = (long long)r->games;
    return go_fail(err, GO_EFORMAT, "%s is damaged: game %lld, at byte %lld, cannot be read (%s); "
                   "'head -c %lld' keeps the %lld games before it", r->path, games + 1, at, why,
                   at, games);
}

static bool all_zero(const uint8_t *bytes, size_t n)
{
    while (n && !*bytes) {
        bytes++;
        n--;
    }
    return !n;
}

/* Is nothing left, or nothing but zeros, as a power failure may leave them? */
static go_status rest_is_empty(played_reader *r, bool *empty, go_error *err)
{
    uint8_t bytes[4096];
    size_t got;
    *empty = true;
    do {
        GO_TRY(read_some(r, bytes, sizeof bytes, &got, err));
        *empty = all_zero(bytes, got);
    } while (got && *empty);
    return GO_OK;
}

/* A game that is wrong is the last one, which was not written to its end, if nothing follows. */
static go_status end_or_damage(played_reader *r, const char *why, go_error *err)
{
    bool empty;
    GO_TRY(rest_is_empty(r, &empty, err));
    return empty ? GO_END : damaged(r, why, err);
}

/* Is a whole game among the bytes, as there is none in the first part of one?  Looks at what begins
 * like a game, whose number is below 2^32.                                    */
static bool holds_a_game(const uint8_t *bytes, size_t n)
{
    enum { MOST_LOOKS = 1000 }; /* each reads a game */
    int looks = 0;
    for (; n > FRAME + 8 && looks < MOST_LOOKS; bytes++, n--) {
        const size_t length = (size_t)number_of_bytes(bytes, 4);
        if (length < 8 || length > n - FRAME || number_of_bytes(bytes + FRAME + 4, 4) != 0)
            continue;
        if (checksum(bytes + FRAME, length) == number_of_bytes(bytes + 4, 8))
            return true;
        looks++;
    }
    return false;
}

static go_status make_room(played_reader *r, size_t n, go_error *err)
{
    if (n <= r->room)
        return GO_OK;
    uint8_t *body = realloc(r->body, n);
    if (!body)
        return go_fail(err, GO_ENOMEM, "%s: out of memory for a game", r->path);
    r->body = body;
    r->room = n;
    return GO_OK;
}

go_status played_reader_next(played_reader *r, played_game *g, go_error *err)
{
    uint8_t frame[FRAME];
    size_t got;
    go_error why;
    if (!r->at)
        return GO_END;
    GO_TRY(read_some(r, frame, sizeof frame, &got, err));
    if (got < sizeof frame)
        return GO_END;
    size_t n = (size_t)number_of_bytes(frame, 4);
    if (!n || n > PLAYED_MAX_BYTES)
        return n ? damaged(r, "its length is impossible", err)
                 : end_or_damage(r, "its length is 0", err);
    GO_TRY(make_room(r, n, err));
    GO_TRY(read_some(r, r->body, n, &got, err));
    if (got < n) /* the last game, unless others follow it: they must not be taken for its rest */
        return holds_a_game(r->body, got) ? damaged(r, "its length is wrong", err) : GO_END;
    if (checksum(r->body, n) != number_of_bytes(frame + 4, 8))
        return end_or_damage(r, "its checksum is wrong", err);
    go_status status = played_bytes_read(r->body, n, g, &why);
    if (status != GO_OK)
        return status == GO_EFORMAT ? damaged(r, why.message, err)
                                    : go_fail(err, status, "%s: %s", r->path, why.message);
    r->at += (int64_t)(FRAME + n);
    r->games++;
    return GO_OK;
}

go_status played_file_game(const uint8_t *bytes, size_t n, played_game *g, size_t *used,
                           go_error *err)
{
    const uint64_t length = n < FRAME ? 0 : number_of_bytes(bytes, 4);
    if (n < FRAME || length > n - FRAME)
        return GO_END;
    const uint8_t *end = bytes + FRAME + length;
    if (!length || checksum(bytes + FRAME, (size_t)length) != number_of_bytes(bytes + 4, 8))
        return all_zero(end, (size_t)(bytes + n - end))
                   ? GO_END
                   : go_fail(err, GO_EFORMAT, "wrong checksum of a played game");
    *used = FRAME + (size_t)length;
    return played_bytes_read(bytes + FRAME, (size_t)length, g, err);
}

/* ---- writing ---- */

struct played_writer {
    append_file *file;
    int64_t count, cut;
};

/* Reads what there is; *end: where the last whole game ends. */
static go_status go_through(played_writer *w, const char *path,
                            void (*each)(void *user, const played_game *g), void *user,
                            int64_t *end, go_error *err)
{
    played_reader *r;
    played_game g = {0};
    GO_TRY(played_reader_open(&r, path, err));
    go_status status;
    while ((status = played_reader_next(r, &g, err)) == GO_OK) {
        w->count++;
        if (each)
            each(user, &g);
    }
    *end = played_reader_at(r);
    played_game_free(&g);
    played_reader_close(r);
    return status == GO_END ? GO_OK : status;
}

go_status played_writer_open(played_writer **out, const char *path,
                             void (*each)(void *user, const played_game *g), void *user,
                             go_error *err)
{
    int64_t end = 0;
    played_writer *w = calloc(1, sizeof *w);
    *out = NULL;
    if (!w)
        return go_fail(err, GO_ENOMEM, "%s: out of memory", path);
    go_status status = append_file_open(&w->file, path, err);
    if (status == GO_OK && append_file_length(w->file))
        status = go_through(w, path, each, user, &end, err);
    if (status == GO_OK) {
        w->cut = append_file_length(w->file) - end;
        status = append_file_cut(w->file, end, err);
    }
    if (status == GO_OK && !end)
        status = append_file_add(w->file, first_line, FIRST_LINE, err);
    if (status == GO_OK)
        *out = w;
    else
        played_writer_close(w);
    return status;
}

go_status played_writer_add(played_writer *w, const played_game *g, go_error *err)
{
    uint8_t *body = NULL, *whole;
    size_t n = 0;
    GO_TRY(played_bytes_write(g, &body, &n, err));
    whole = malloc(FRAME + n);
    if (!whole) {
        free(body);
        return go_fail(err, GO_ENOMEM, "out of memory for the record of a game");
    }
    number_to_bytes(n, whole, 4);
    number_to_bytes(checksum(body, n), whole + 4, 8);
    memcpy(whole + FRAME, body, n);
    go_status status = append_file_add(w->file, whole, FRAME + n, err);
    w->count += status == GO_OK;
    free(whole);
    free(body);
    return status;
}

int64_t played_writer_count(const played_writer *w) { return w->count; }
int64_t played_writer_cut(const played_writer *w) { return w->cut; }

go_status played_writer_sync(played_writer *w, go_error *err)
{
    return append_file_sync(w->file, err);
}

void played_writer_close(played_writer *w)
{
    if (!w)
        return;
    append_file_close(w->file);
    free(w);
}
