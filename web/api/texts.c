/* texts.c -- the games of a file as the page reads them: texts in UTF-8, with all variations. */
#include "sgf_corpus/streams/byte_source.h"
#include "sgf_corpus/streams/text_stream.h"
#include "web/api/answers.h"

enum {
    MOST_GAMES = 10000,
    MOST_BYTES = 64 << 20 /* of them, uncompressed: the request may have an eighth of it */
};

/* Appends one game, or what is wrong with it. */
static bool add_text(const game_text *text, charset_converter *c, json_t *games, json_t *problems)
{
    byte_buffer out = {0};
    bool fine = true;
    if (text->broken) {
        fine = json_array_append_new(problems, json_string(text->broken)) == 0;
    } else if (charset_to_utf8(c, &text->charset, text->bytes, text->length, &out)) {
        json_t *string = json_stringn(out.data, out.length);
        fine = string && json_array_append_new(games, string) == 0;
    } else
        fine = false;
    byte_buffer_free(&out);
    return fine;
}

static void answer_plain(const char *bytes, size_t n, http_answer *a)
{
    const text_in_memory memory = {"the file", bytes, n};
    text_stream *s = NULL;
    charset_converter converter = {0};
    json_t *games = json_array(), *problems = json_array();
    game_text text;
    go_error err;
    go_status status = text_stream_open(&s, NULL, 0, &memory, NULL, &err);
    while (status == GO_OK && json_array_size(games) < MOST_GAMES) {
        status = text_stream_next(s, &text, &err);
        if (status == GO_OK && !add_text(&text, &converter, games, problems))
            status = go_fail(&err, GO_ENOMEM, "out of memory for a game");
    }
    if (status == GO_OK || status == GO_END)
        answer_json(a, json_pack("{s:O, s:O}", "games", games, "problems", problems));
    else
        answer_error(a, status == GO_ENOMEM ? status : GO_EFORMAT, &err);
    json_decref(games);
    json_decref(problems);
    charset_converter_close(&converter);
    text_stream_close(s);
}

static go_status read_member(byte_source *from, byte_buffer *to, go_error *err)
{
    size_t got;
    do {
        if (to->length > MOST_BYTES)
            return go_fail(err, GO_EFORMAT, "the file holds more than %d MB", MOST_BYTES >> 20);
        if (!byte_buffer_reserve(to, 1 << 16))
            return go_fail(err, GO_ENOMEM, "out of memory for the file");
        GO_TRY(byte_source_read(from, to->data + to->length, 1 << 16, &got, err));
        to->length += got;
    } while (got > 0);
    return GO_OK;
}

/* The bytes of a file that may be compressed or an archive. */
static go_status unpack(byte_buffer *to, const char *bytes, size_t n, go_error *err)
{
    byte_source *s;
    const char *name;
    GO_TRY(byte_source_packed(&s, "the file", bytes, n, err));
    go_status status;
    while ((status = byte_source_next(s, &name, err)) == GO_OK) {
        status = read_member(s, to, err);
        if (status != GO_OK)
            break;
    }
    byte_source_close(s);
    return status == GO_END ? GO_OK : status;
}

void answer_texts(const char *bytes, size_t n, http_answer *a)
{
    byte_buffer plain = {0};
    go_error err;
    go_status status = unpack(&plain, bytes, n, &err);
    if (status == GO_OK)
        answer_plain(plain.data ? plain.data : "", plain.length, a);
    else
        answer_error(a, status == GO_ENOMEM ? status : GO_EFORMAT, &err);
    byte_buffer_free(&plain);
}
