/* texts.c -- the games of a file as the page reads them: texts in UTF-8, with all variations. */
#include "base/text_json.h"
#include "board/coord.h"
#include "board/game/handicap.h"
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/record_game.h"
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
    json_t *games, *problems;
    json_t *komi, *rules, *handicap; /* of each game, or null */
    charset_converter converter;
    sgf_reader *reader;
    byte_buffer plain; /* the member at work */
    size_t n_bytes;    /* of all members so far */
} game_list;

/* ---- games ---- */

/* The rules that the commands take for the game, which are Chinese where it names none; *named: it
 * does.                                                                       */
static rules rules_of_game(const game_record *record, bool *named)
{
    rules r, usual;
    rules_by_name("chinese", &usual);
    r = usual;
    record_game_rules(record, &r);
    *named = !rules_equal(&r, &usual) || rules_meant_by(record->text[GAME_RU], &usual);
    return r;
}

/* The vertices of the fixed handicap if that is the whole setup of the game, as when the reader has
 * added it for HA without stones; else null.                                  */
static json_t *fixed_handicap_of(const game_record *record)
{
    point stones[BOARD_MAX_AREA];
    char name[COORD_MAX];
    const int n = record->handicap;
    if (record->first != WHITE || record->n_setup != n || !handicap_fixed(record->size, n, stones))
        return json_null();
    for (int i = 0; i < n; i++)
        if (record->setup[i].at != stones[i] || record->setup[i].colour != BLACK)
            return json_null();
    json_t *list = json_array();
    for (int i = 0; list && i < n; i++)
        json_array_append_new(list, json_string(coord_to_gtp(record->size, stones[i], name)));
    return list;
}

/* The length of the first node of `text`, which is in UTF-8: up to what begins the next. */
static size_t first_node(const byte_buffer *text)
{
    bool in_value = false, begun = text->length && text->data[0] == ';';
    for (size_t i = 1; i < text->length; i++) {
        const char c = text->data[i];
        if (in_value) {
            i += c == '\\';
            in_value = c != ']';
        } else if (c == '(' || c == ')' || (c == ';' && begun)) {
            return i;
        } else {
            begun |= c == ';' || c == '[';
            in_value = c == '[';
        }
    }
    return text->length;
}

/* As sgf_read; of a game with a fault after its first node, `utf8` again, that node.  *whole: all was
 * read, so that the record has the first move.                                */
static go_status read_head(game_list *l, const game_text *text, const byte_buffer *utf8,
                           game_record **out, bool *whole)
{
    go_error ignored;
    *whole = sgf_read(l->reader, text, out, &ignored) == GO_OK;
    if (*whole)
        return GO_OK;
    game_text node = *text;
    node.bytes = utf8->data;
    node.length = first_node(utf8);
    node.charset = (charset_info){0};
    return sgf_read(l->reader, &node, out, &ignored);
}

/* Appends what sgf_read understands of the head: komi and rules, of which files have many forms
 * (game_values.h, record_game.h), and handicap.  False: out of memory.        */
static bool add_head(game_list *l, const game_text *text, const byte_buffer *utf8)
{
    game_record *record = NULL;
    bool whole, named;
    json_t *komi = json_null(), *ruleset = json_null(), *handicap = json_null();
    if (read_head(l, text, utf8, &record, &whole) == GO_OK) {
        char words[RULES_TEXT_MAX];
        const rules r = rules_of_game(record, &named);
        komi = json_real(record_game_komi(record, &r));
        ruleset = named ? json_string(rules_text(&r, words)) : json_null();
        handicap = whole ? fixed_handicap_of(record) : json_null();
        game_record_destroy(record);
    }
    bool fine = json_array_append_new(l->komi, komi) == 0;
    fine &= json_array_append_new(l->rules, ruleset) == 0;
    fine &= json_array_append_new(l->handicap, handicap) == 0;
    return fine;
}

/* Appends one game, or what is wrong with it.  False: out of memory. */
static bool add_text(game_list *l, const game_text *text)
{
    byte_buffer out = {0};
    bool fine;
    if (text->broken)
        return json_array_append_new(l->problems, text_json(text->broken)) == 0;
    fine = charset_to_utf8(&l->converter, &text->charset, text->bytes, text->length, &out);
    json_t *string = fine ? json_stringn(out.data, out.length) : NULL;
    fine = string && json_array_append_new(l->games, string) == 0 && add_head(l, text, &out);
    byte_buffer_free(&out);
    return fine;
}

/* ---- files and archives, member by member ---- */

/* The games of the member in l->plain.  GO_EFORMAT: there are too many. */
static go_status add_member(game_list *l, const char *name, go_error *err)
{
    const text_in_memory memory = {name, l->plain.data, l->plain.length};
    text_stream *s;
    game_text text;
    go_status status;
    GO_TRY(text_stream_open(&s, NULL, 0, &memory, NULL, err));
    while ((status = text_stream_next(s, &text, err)) == GO_OK) {
        if (json_array_size(l->games) == MOST_GAMES)
            status = go_fail(err, GO_EFORMAT, "the file has more than %d games; only the first %d "
                             "can be opened", MOST_GAMES, MOST_GAMES);
        else if (!add_text(l, &text))
            status = go_fail(err, GO_ENOMEM, "out of memory for a game");
        if (status != GO_OK)
            break;
    }
    text_stream_close(s);
    return status == GO_END ? GO_OK : status;
}

static go_status read_member(game_list *l, byte_source *from, go_error *err)
{
    byte_buffer *to = &l->plain;
    size_t got;
    to->length = 0;
    do {
        if (l->n_bytes > MOST_BYTES)
            return go_fail(err, GO_EFORMAT, "the file holds more than %d MB", MOST_BYTES >> 20);
        if (!byte_buffer_reserve(to, 1 << 16))
            return go_fail(err, GO_ENOMEM, "out of memory for the file");
        GO_TRY(byte_source_read(from, to->data + to->length, 1 << 16, &got, err));
        to->length += got;
        l->n_bytes += got;
    } while (got > 0);
    return GO_OK;
}

/* The games of a file that may be compressed or an archive. */
static go_status add_file(game_list *l, const char *bytes, size_t n, go_error *err)
{
    byte_source *s;
    const char *name;
    int members = 0;
    GO_TRY(byte_source_packed(&s, "the file", bytes, n, err));
    go_status status;
    while ((status = byte_source_next(s, &name, err)) == GO_OK) {
        members++;
        status = read_member(l, s, err);
        if (status == GO_OK)
            status = add_member(l, name, err);
        if (status != GO_OK)
            break;
    }
    byte_source_close(s);
    if (status == GO_END && members == 0)
        return go_fail(err, GO_EFORMAT, "the file: the archive holds no file that ends in .sgf");
    return status == GO_END ? GO_OK : status;
}

/* What is wrong with the rest of a file leaves the games before it.  False: out of memory. */
static bool add_problem(game_list *l, const go_error *err)
{
    return json_array_append_new(l->problems, text_json(err->message)) == 0;
}

void answer_texts(const char *bytes, size_t n, http_answer *a)
{
    game_list l = {.games = json_array(), .problems = json_array(), .komi = json_array(),
                   .rules = json_array(), .handicap = json_array(),
                   .reader = sgf_reader_create(false)};
    go_error err;
    go_status status = l.reader ? add_file(&l, bytes, n, &err)
                                : go_fail(&err, GO_ENOMEM, "out of memory for the games");
    if (status != GO_OK && status != GO_ENOMEM && json_array_size(l.games) > 0)
        status = add_problem(&l, &err) ? GO_OK
                                       : go_fail(&err, GO_ENOMEM, "out of memory for the games");
    if (status == GO_OK)
        answer_json(a, json_pack("{s:O, s:O, s:O, s:O, s:O}", "games", l.games, "komi", l.komi,
                                 "rules", l.rules, "handicap", l.handicap, "problems", l.problems));
    else
        answer_error(a, status == GO_ENOMEM ? status : GO_EFORMAT, &err);
    json_decref(l.games);
    json_decref(l.problems);
    json_decref(l.komi);
    json_decref(l.rules);
    json_decref(l.handicap);
    charset_converter_close(&l.converter);
    sgf_reader_destroy(l.reader);
    byte_buffer_free(&l.plain);
}
