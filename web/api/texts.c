/* texts.c -- the games of a file as the page reads them: texts in UTF-8, with all variations. */
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/sgf_read.h"
#include "sgf_corpus/streams/byte_source.h"
#include "sgf_corpus/streams/text_stream.h"
#include "web/api/answers.h"

enum {
    MOST_GAMES = 10000,
    MOST_BYTES = 64 << 20 /* of them, uncompressed: the request may have an eighth of it */
};

/* What the games of a file become. */
typedef struct game_list {
    json_t *games, *komi, *rules, *problems; /* komi and rules: of each game, or null */
    charset_converter converter;
    sgf_reader *reader;
} game_list;

static json_t *rules_as_recorded(const game_record *record)
{
    rules r;
    char text[RULES_TEXT_MAX];
    return rules_meant_by(record->text[GAME_RU], &r) ? json_string(rules_text(&r, text))
                                                     : json_null();
}

/* Appends recorded komi and rules, of which files have many forms (game_values.h).  False: out of
 * memory.                                                                     */
static bool add_head(game_list *l, const game_text *text)
{
    game_record *record = NULL;
    go_error ignored;
    json_t *komi = NULL, *ruleset = NULL;
    if (sgf_read(l->reader, text, &record, &ignored) == GO_OK) {
        komi = record->has_komi ? json_real(record->komi) : NULL;
        ruleset = rules_as_recorded(record);
        game_record_destroy(record);
    }
    return json_array_append_new(l->komi, komi ? komi : json_null()) == 0 &&
           json_array_append_new(l->rules, ruleset ? ruleset : json_null()) == 0;
}

/* Appends one game, or what is wrong with it.  False: out of memory. */
static bool add_text(game_list *l, const game_text *text)
{
    byte_buffer out = {0};
    bool fine;
    if (text->broken)
        return json_array_append_new(l->problems, json_string(text->broken)) == 0;
    fine = charset_to_utf8(&l->converter, &text->charset, text->bytes, text->length, &out);
    json_t *string = fine ? json_stringn(out.data, out.length) : NULL;
    fine = string && json_array_append_new(l->games, string) == 0 && add_head(l, text);
    byte_buffer_free(&out);
    return fine;
}

static go_status add_texts(game_list *l, const char *bytes, size_t n, go_error *err)
{
    const text_in_memory memory = {"the file", bytes, n};
    text_stream *s = NULL;
    game_text text;
    go_status status = text_stream_open(&s, NULL, 0, &memory, NULL, err);
    while (status == GO_OK && json_array_size(l->games) < MOST_GAMES) {
        status = text_stream_next(s, &text, err);
        if (status == GO_OK && !add_text(l, &text))
            status = go_fail(err, GO_ENOMEM, "out of memory for a game");
    }
    if (status == GO_OK && text_stream_next(s, &text, err) == GO_OK &&
        json_array_append_new(l->problems,
                              json_sprintf("the file has more than %d games; only the first %d can "
                                           "be opened", MOST_GAMES, MOST_GAMES)) != 0)
        status = go_fail(err, GO_ENOMEM, "out of memory for the games");
    text_stream_close(s);
    return status == GO_END ? GO_OK : status;
}

static void answer_plain(const char *bytes, size_t n, http_answer *a)
{
    game_list l = {.games = json_array(), .komi = json_array(), .rules = json_array(),
                   .problems = json_array(), .reader = sgf_reader_create(false)};
    go_error err;
    go_status status = l.reader ? add_texts(&l, bytes, n, &err)
                                : go_fail(&err, GO_ENOMEM, "out of memory for the games");
    if (status == GO_OK)
        answer_json(a, json_pack("{s:O, s:O, s:O, s:O}", "games", l.games, "komi", l.komi, "rules",
                                 l.rules, "problems", l.problems));
    else
        answer_error(a, status == GO_ENOMEM ? status : GO_EFORMAT, &err);
    json_decref(l.games);
    json_decref(l.komi);
    json_decref(l.rules);
    json_decref(l.problems);
    charset_converter_close(&l.converter);
    sgf_reader_destroy(l.reader);
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
