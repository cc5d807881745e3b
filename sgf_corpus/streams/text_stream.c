#include "sgf_corpus/streams/text_stream.h"

#include <stdio.h>
#include <sys/stat.h>

#include "sgf_corpus/streams/byte_source.h"
#include "sgf_corpus/streams/file_walk.h"
#include "sgf_corpus/streams/game_scan.h"
#include "sgf_corpus/streams/utf16.h"

enum { BLOCK = 1 << 16, MAX_FILL = 4 << 20, HEADER_BYTES = 4096 };

struct text_stream {
    file_walk *walk;     /* NULL: memory */
    byte_source *source; /* the open file; NULL: none */
    char charset[CHARSET_NAME];
    const char *path; /* of the open file */
    const char *name; /* of the open member; NULL: none */
    int members;      /* of the open file */
    int games;        /* of the open member */
    int items;        /* of the open member, broken ones too */

    byte_buffer buffer; /* text of the member; buffer.data[start] is the next byte */
    size_t start;
    int64_t offset; /* in the member, of buffer.data[start] */
    bool first;     /* nothing of the member was read yet */
    bool last;      /* all of the member was read */
    bool wide;
    bool binary; /* it is no text, so no game is looked for */
    bool skip_damaged;
    utf16_decoder decoder;
    byte_buffer raw; /* UTF-16 before it is decoded */

    start_scan scan; /* positions from `start` */
    int64_t stray;   /* offset in the member of scan.stray */
    int64_t stored;  /* bytes of the files read to their end */
    text_stream_counts counts;
    char message[1024];
};

static go_status no_memory(go_error *err)
{
    return go_fail(err, GO_ENOMEM, "out of memory for the text of a game");
}

/* ---- opening ---- */

go_status text_stream_open(text_stream **out, const char *const *inputs, int n,
                           const text_in_memory *memory, const char *charset, go_error *err)
{
    if (charset && !charset_known(charset))
        return go_fail(err, GO_EINVAL, "\"%s\" is not a character set that iconv knows", charset);
    text_stream *s = calloc(1, sizeof *s);
    if (!s || !byte_buffer_reserve(&s->buffer, BLOCK)) {
        free(s);
        return no_memory(err);
    }
    snprintf(s->charset, sizeof s->charset, "%s", charset ? charset : "");
    go_status status = memory ? byte_source_memory(&s->source, memory->name, memory->bytes,
                                                   memory->length, err)
                              : file_walk_create(&s->walk, inputs, n, err);
    if (status == GO_OK)
        *out = s;
    else
        text_stream_close(s);
    return status;
}

void text_stream_close(text_stream *s)
{
    if (!s)
        return;
    byte_source_close(s->source);
    file_walk_destroy(s->walk);
    byte_buffer_free(&s->buffer);
    byte_buffer_free(&s->raw);
    free(s);
}

void text_stream_skip_damaged(text_stream *s)
{
    s->skip_damaged = true;
}

text_stream_counts text_stream_counted(const text_stream *s)
{
    text_stream_counts c = s->counts;
    c.stored = s->stored + (s->source ? byte_source_stored(s->source) : 0);
    c.ignored += s->source ? byte_source_ignored(s->source) : 0;
    c.ignored += s->walk ? file_walk_ignored(s->walk) : 0;
    return c;
}

/* ---- from file to file, from member to member ---- */

/* All of it, what needs no reading too, such as the directory of a zip archive. */
static int64_t stored_whole(const text_stream *s)
{
    struct stat st;
    const bool known = s->path && stat(s->path, &st) == 0 && S_ISREG(st.st_mode);
    return known ? (int64_t)st.st_size : byte_source_stored(s->source);
}

static void close_file(text_stream *s)
{
    s->name = NULL;
    s->stored += stored_whole(s);
    s->counts.ignored += byte_source_ignored(s->source);
    byte_source_close(s->source);
    s->source = NULL;
    s->members = 0;
}

static go_status open_file(text_stream *s, go_error *err)
{
    s->path = NULL;
    if (!s->walk)
        return GO_END;
    GO_TRY(file_walk_next(s->walk, &s->path, err));
    return byte_source_open(&s->source, s->path, err);
}

static void begin_member(text_stream *s)
{
    s->members++;
    s->counts.files++;
    s->games = s->items = 0;
    s->buffer.length = s->start = 0;
    s->offset = 0;
    s->first = true;
    s->last = s->wide = s->binary = false;
    s->decoder = (utf16_decoder){0};
    s->scan = (start_scan){.file_begins = true};
}

/* Opens the next member of this file or the next.  GO_END: no more files.  A file
 * without any gives a broken text in *out; no member is open then.            */
static go_status next_member(text_stream *s, game_text *out, go_error *err)
{
    for (;;) {
        GO_TRY(s->source ? GO_OK : open_file(s, err));
        go_status status = byte_source_next(s->source, &s->name, err);
        if (status == GO_OK)
            begin_member(s);
        if (status != GO_END)
            return status;
        bool none = s->members == 0;
        close_file(s);
        if (none) {
            snprintf(s->message, sizeof s->message,
                     file_is_record(s->path)
                         ? "%s: byte 0: there is no game"
                         : "%s: byte 0: the archive holds no file that ends in .sgf",
                     strcmp(s->path, "-") == 0 ? "standard input" : s->path);
            *out = (game_text){.source = s->path, .broken = s->message};
            s->items = 1;
            return GO_OK;
        }
    }
}

/* ---- bytes ---- */

static bool take_block(text_stream *s, const char *bytes, size_t n)
{
    if (s->first && n > 0) {
        utf16_guess guess = utf16_guess_of(bytes, n);
        s->wide = guess != UTF16_NO;
        s->decoder.big_endian = guess == UTF16_BIG;
        s->first = false;
    }
    return s->wide ? utf16_decode(&s->decoder, bytes, n, &s->buffer)
                   : byte_buffer_append(&s->buffer, bytes, n);
}

/* Is it no text in any character set?  The weights of a network, say, hold "(;" by chance.  Such
 * bytes are one in 15 of random or compressed data and of floats; a record, in which zeros, escapes
 * and shifts have a meaning, may hold a few by accident.                      */
static bool is_binary(const char *bytes, size_t n)
{
    size_t control = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        control += (c >= 0x01 && c <= 0x08) || (c >= 0x10 && c < ' ' && c != 0x1b);
    }
    return control >= 16 && 50 * control > n;
}

/* Reads as much again as is waiting, within bounds. */
static go_status fill(text_stream *s, go_error *err)
{
    const bool first = s->first;
    size_t waiting = s->buffer.length - s->start, want = waiting < BLOCK ? BLOCK : waiting;
    want = want < MAX_FILL ? want : MAX_FILL;
    if (waiting && s->start)
        memmove(s->buffer.data, s->buffer.data + s->start, waiting);
    s->buffer.length = waiting;
    s->start = 0;
    s->raw.length = 0;
    if (!byte_buffer_reserve(&s->raw, BLOCK))
        return no_memory(err);
    for (size_t done = 0, got; done < want; done += got) {
        size_t room = s->first ? 4 : BLOCK; /* the first four show what it is */
        size_t have = 0;
        do {
            GO_TRY(byte_source_read(s->source, s->raw.data + have, room - have, &got, err));
            have += got;
        } while (s->first && got > 0 && have < room);
        if (!take_block(s, s->raw.data, have))
            return no_memory(err);
        if (got == 0) {
            s->last = true;
            break;
        }
    }
    s->binary = s->binary || (first && is_binary(s->buffer.data, s->buffer.length));
    return GO_OK;
}

static int64_t stored_length(const text_stream *s, const char *bytes, size_t n)
{
    return s->wide ? utf16_bytes(bytes, n) : (int64_t)n;
}

/* Skips the next n bytes. */
static void consume(text_stream *s, size_t n)
{
    s->offset += stored_length(s, s->buffer.data + s->start, n);
    s->start += n;
}

/* ---- games ---- */

static void give_broken(text_stream *s, game_text *out, int64_t offset, const char *what)
{
    s->items++;
    out->offset = offset;
    out->index = s->games;
    if (s->games)
        snprintf(s->message, sizeof s->message, "%s: game %d, byte %lld: %s", s->name, s->games,
                 (long long)offset, what);
    else
        snprintf(s->message, sizeof s->message, "%s: byte %lld: %s", s->name, (long long)offset,
                 what);
    out->broken = s->message;
}

/* The value of a CA property near the beginning; NULL: none. */
static const char *find_ca(const char *bytes, size_t n, size_t *length)
{
    if (n > HEADER_BYTES)
        n = HEADER_BYTES;
    const char *at = memmem(bytes, n, "CA[", 3);
    if (!at)
        return NULL;
    const char *end = memchr(at, ']', (size_t)(bytes + n - at));
    if (!end)
        return NULL;
    *length = (size_t)(end - at) - 3;
    return at + 3;
}

/* Reads up to the end of the game that starts at `start`; `scan` keeps its place.
 * SCAN_MORE: the game is too long.                                            */
static go_status read_game(text_stream *s, end_scan *scan, scan_step *step, go_error *err)
{
    for (;;) {
        *step = scan_game_end(scan, s->buffer.data + s->start, s->buffer.length - s->start,
                              s->last);
        if (*step != SCAN_MORE || scan->pos > SGF_MAX_GAME_BYTES)
            return GO_OK;
        GO_TRY(fill(s, err));
    }
}

/* Finds the end of a game without keeping it. */
static go_status skip_game(text_stream *s, end_scan *scan, go_error *err)
{
    scan_step step;
    do {
        consume(s, scan->pos);
        scan->pos = 0;
        GO_TRY(fill(s, err));
        step = scan_game_end(scan, s->buffer.data + s->start, s->buffer.length - s->start,
                             s->last);
    } while (step == SCAN_MORE);
    consume(s, scan->pos);
    return GO_OK;
}

static end_scan new_scan(charset_layout layout, bool bare)
{
    return (end_scan){.depth = bare, .walk = {.layout = layout}};
}

/* Finds the character set, and the end again if brackets depend on it. */
static go_status find_charset(text_stream *s, game_text *out, end_scan *scan, scan_step *step,
                              go_error *err)
{
    size_t n_ca = 0;
    const char *bytes = s->buffer.data + s->start;
    const char *ca = find_ca(bytes, scan->pos, &n_ca);
    out->charset = charset_of(bytes, scan->pos, ca, n_ca, s->charset[0] ? s->charset : NULL);
    if (out->charset.layout == LAYOUT_ASCII)
        return GO_OK;
    *scan = new_scan(out->charset.layout, out->bare);
    return read_game(s, scan, step, err);
}

/* The game that starts at `start`. */
static go_status take_game(text_stream *s, game_text *out, go_error *err)
{
    scan_step step;
    end_scan scan = new_scan(LAYOUT_ASCII, out->bare);
    go_status status = read_game(s, &scan, &step, err);
    if (status == GO_OK && step != SCAN_MORE && scan.eight_bit)
        status = find_charset(s, out, &scan, &step, err);
    if (status != GO_OK)
        return status;
    s->games++;
    s->items++;
    out->bytes = s->buffer.data + s->start;
    out->length = scan.pos;
    out->offset = s->offset;
    out->index = s->games;
    out->wide = s->wide;
    if (scan.pos > SGF_MAX_GAME_BYTES) {
        give_broken(s, out, s->offset, "the game is longer than 64 MiB");
        if (step == SCAN_MORE)
            return skip_game(s, &scan, err);
        consume(s, scan.pos);
        return GO_OK;
    }
    if (step == SCAN_NEW_ROOT)
        give_broken(s, out, s->offset, "a ')' is missing: another game begins inside this one");
    else if (step == SCAN_NONE && scan.in_value)
        give_broken(s, out, s->offset, "the file ends inside a value: a ']' is missing");
    else if (step == SCAN_NONE && !out->bare)
        give_broken(s, out, s->offset, "the file ends inside the game: a ')' is missing");
    consume(s, scan.pos);
    return GO_OK;
}

static bool at_utf8_mark(const text_stream *s)
{
    return s->offset == 0 && s->buffer.length - s->start >= 3 &&
           memcmp(s->buffer.data + s->start, "\xef\xbb\xbf", 3) == 0;
}

/* Goes to the next start, past text outside games.  SCAN_NONE: the member ends
 * without one, or is no text.                                                 */
static go_status seek_game(text_stream *s, scan_step *step, go_error *err)
{
    for (;;) {
        if (s->binary) {
            *step = SCAN_NONE;
            return GO_OK;
        }
        if (at_utf8_mark(s))
            consume(s, 3);
        const char *bytes = s->buffer.data + s->start;
        bool had_stray = s->scan.has_stray;
        *step = scan_game_start(&s->scan, bytes, s->buffer.length - s->start, s->last);
        if (s->scan.has_stray && !had_stray)
            s->stray = s->offset + stored_length(s, bytes, s->scan.stray);
        consume(s, s->scan.pos);
        s->scan.pos = 0;
        if (*step != SCAN_MORE)
            return GO_OK;
        if (s->buffer.length - s->start > SGF_MAX_GAME_BYTES)
            s->scan.pos = 1; /* endless blanks after a '(' */
        GO_TRY(fill(s, err));
    }
}

/* The next game or broken text of the open member; GO_END at its end. */
static go_status next_of_member(text_stream *s, game_text *out, go_error *err)
{
    scan_step step;
    GO_TRY(seek_game(s, &step, err));
    *out = (game_text){.source = s->name};
    if (s->scan.has_stray) {
        s->scan.has_stray = false;
        give_broken(s, out, s->stray,
                    "properties outside any game: a '(' is missing, or there is one ')' too "
                    "many");
        return GO_OK;
    }
    if (step == SCAN_FOUND) {
        out->bare = s->scan.bare;
        s->scan = (start_scan){0};
        return take_game(s, out, err);
    }
    if (s->items > 0)
        return GO_END;
    give_broken(s, out, 0,
                s->offset || s->binary ? "no game found: this is not an SGF file"
                                       : "the file is empty");
    return GO_OK;
}

/* The rest of a file that cannot be read, as a broken text. */
static go_status give_damaged(text_stream *s, game_text *out, const go_error *why)
{
    if (s->source)
        close_file(s);
    snprintf(s->message, sizeof s->message, "%s", why->message);
    *out = (game_text){.source = s->path, .broken = s->message};
    return GO_OK;
}

go_status text_stream_next(text_stream *s, game_text *out, go_error *err)
{
    for (;;) {
        go_error why = {GO_OK, ""};
        go_status status = s->name ? next_of_member(s, out, &why) : next_member(s, out, &why);
        if (s->skip_damaged && s->path && (status == GO_EIO || status == GO_EFORMAT))
            return give_damaged(s, out, &why);
        if (why.status != GO_OK && err)
            *err = why;
        if (status == GO_END && s->name)
            s->name = NULL;
        else if (status != GO_OK || s->items > 0)
            return status;
    }
}

int64_t game_text_offset(const game_text *text, size_t at)
{
    return text->offset + (text->wide ? utf16_bytes(text->bytes, at) : (int64_t)at);
}
