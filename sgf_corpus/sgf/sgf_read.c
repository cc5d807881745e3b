#include "sgf_corpus/sgf/sgf_read.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board/game/handicap.h"
#include "sgf_corpus/sgf/plain_text.h"
#include "sgf_corpus/sgf/sgf_header.h"
#include "sgf_corpus/sgf/sgf_points.h"
#include "sgf_corpus/sgf/sgf_reading.h"

sgf_reader *sgf_reader_create(bool comments)
{
    sgf_reader *r = calloc(1, sizeof *r);
    if (r)
        r->wants_comments = comments;
    return r;
}

void sgf_reader_destroy(sgf_reader *r)
{
    if (!r)
        return;
    charset_converter_close(&r->converter);
    byte_buffer_free(&r->texts);
    byte_buffer_free(&r->value);
    byte_buffer_free(&r->comments);
    byte_buffer_free(&r->placed);
    byte_buffer_free(&r->values);
    free(r->moves.at);
    free(r->setup.at);
    free(r->placed_late.at);
    free(r->board);
    free(r);
}

/* ---- values ---- */

/* Reads the value whose '[' is at r->at and goes past its ']'. */
static go_status take_value(sgf_reading *r, sgf_value *v)
{
    const unsigned char *p = r->at + 1;
    v->bytes = (const char *)p;
    r->walk.shifted = false;
    if (r->end - p >= 3 && p[2] == ']' && isalpha(p[0]) && isalpha(p[1])) { /* "pd" */
        v->length = 2;
        r->at = p + 3;
        return GO_OK;
    }
    while (p < r->end) {
        size_t step = charset_step(&r->walk, p, (size_t)(r->end - p));
        if (step == 1 && *p == ']') {
            v->length = (size_t)((const char *)p - v->bytes);
            r->at = p + 1;
            return GO_OK;
        }
        if (step == 1 && *p == '\\' && p + 1 < r->end)
            step += charset_step(&r->walk, p + 1, (size_t)(r->end - p - 1));
        p += step ? step : 1;
    }
    r->at = r->end;
    v->length = (size_t)((const char *)r->end - v->bytes);
    return sgf_fail_at(r, v->bytes, "the value \"%s\" has no ']'", sgf_value_show(*v).text);
}

/* ---- properties ---- */

#define ID(a, b) ((unsigned)(a) << 8 | (unsigned)(b))
#define ID4(a, b, c, d) (ID(a, b) << 16 | ID(c, d))

/* One value of a property; `first` of its list. */
static go_status take_property(sgf_reading *r, unsigned id, sgf_value v, bool first)
{
    if (r->only_size)
        return first && id == ID('S', 'Z') ? sgf_take_size(r, v) : GO_OK;
    switch (id) {
    case ID('A', 'B'): return sgf_take_setup(r, BLACK, v);
    case ID('A', 'W'): return sgf_take_setup(r, WHITE, v);
    case ID('A', 'E'): return sgf_take_setup(r, EMPTY, v);
    default: break;
    }
    if (!first)
        return GO_OK;
    if (r->scratch->moves.n > 0 && r->nodes > 1 &&
        ((id == ID('S', 'Z') && r->has_size) || (id == ID('G', 'M') && r->has_game) ||
         (id == ID('F', 'F') && r->has_format)))
        return sgf_fail_at(r, v.bytes,
                           "a second root inside the game: a ']' or ')' is missing "
                           "before it");
    switch (id) {
    case 'B': return sgf_take_move(r, BLACK, v);
    case 'W': return sgf_take_move(r, WHITE, v);
    case 'C': return sgf_take_comment(r, v);
    case ID4('S', 'B', 'K', 'V'): return sgf_take_black_wins(r, v);
    case ID('S', 'Z'): return sgf_take_size(r, v);
    case ID('G', 'M'): return sgf_take_game(r, v);
    case ID('F', 'F'): r->has_format = true; return GO_OK;
    case ID('K', 'M'): return sgf_take_komi(r, v);
    case ID('H', 'A'): sgf_take_handicap(r, v); return GO_OK;
    case ID('P', 'L'): sgf_take_player(r, v); return GO_OK;
    case ID('A', 'P'): sgf_take_program(r, v); break;
    default: break;
    }
    for (int i = 0; i < GAME_N_TEXTS; i++) {
        const char *name = game_text_name((game_text_id)i);
        if (ID((unsigned char)name[0], (unsigned char)name[1]) == id)
            return sgf_take_text(r, (game_text_id)i, v);
    }
    return GO_OK;
}

static void skip_blanks(sgf_reading *r)
{
    while (r->at < r->end && (isspace(*r->at) || *r->at == 0))
        r->at++;
}

/* The capital letters of the name at r->at; 0 when there are none or more than
 * four, which no property of interest has.                                   */
static unsigned take_name(sgf_reading *r)
{
    unsigned id = 0;
    int capitals = 0;
    for (; r->at < r->end && isalnum(*r->at); r->at++) {
        if (isupper(*r->at)) {
            id = id << 8 | *r->at;
            capitals++;
        }
    }
    return capitals <= 4 ? id : 0;
}

static go_status read_property(sgf_reading *r)
{
    unsigned id = take_name(r);
    r->nodes += r->nodes == 0; /* a root without its ';' */
    skip_blanks(r);
    for (bool first = true; r->at < r->end && *r->at == '['; first = false) {
        sgf_value v = {NULL, 0};
        GO_TRY(take_value(r, &v));
        GO_TRY(id ? take_property(r, id, v, first) : GO_OK);
        skip_blanks(r);
    }
    return GO_OK;
}

/* ---- nodes ---- */

/* The comments and the value of a node are about its move, wherever in the node they stand. */
static void end_remarks(const sgf_reading *r)
{
    const int moves = r->scratch->moves.n;
    size_t n;
    comment_place *comment = sgf_comments_of(r->scratch, &n);
    while (n-- > 0 && comment[n].node == r->nodes)
        comment[n].move = moves;
    game_value *value = sgf_values_of(r->scratch, &n);
    if (n > 0 && r->value_node == r->nodes)
        value[n - 1].move = moves;
}

static go_status end_node(sgf_reading *r)
{
    end_remarks(r);
    return sgf_settle_setup(r);
}

/* Up to the first ')': there the main line ends. */
static go_status read_main_line(sgf_reading *r)
{
    while (!r->done && !r->restart && !(r->only_size && r->has_size) && r->at < r->end &&
           *r->at != ')') {
        if (isalnum(*r->at) || *r->at == '[')
            GO_TRY(read_property(r));
        else if (*r->at++ == ';') {
            GO_TRY(end_node(r));
            r->nodes++;
        }
    }
    return r->restart ? GO_OK : end_node(r); /* the points are those of another board */
}

/* ---- the whole ---- */

static void begin(sgf_reading *r, int size)
{
    go_error *err = r->err;
    sgf_reader *s = r->scratch;
    const game_text *t = r->text;
    *r = (sgf_reading){.scratch = s, .text = t, .err = err, .replayed = -1, .handicap = -1};
    r->at = (const unsigned char *)t->bytes;
    r->end = r->at + t->length;
    r->walk.layout = t->charset.layout;
    r->game.size = size;
    s->moves.n = s->setup.n = s->placed_late.n = 0;
    s->texts.length = s->comments.length = s->placed.length = s->values.length = 0;
}

/* Komi and result as the Fox server means them.  Its komi is in hundredths also below 100: KM[50].
 * With HA[0] it writes KM[0] for 6.5: of the games in go-dataset's Pro collections that say so 289
 * were counted in half points, none in whole ones; games without komi have HA[1].  Its draws are
 * "draw"; "W+0.0" is a win that was not counted.                                      */
static void settle_fox(sgf_reading *r)
{
    const double komi = r->game.komi, points = komi / 100;
    if (komi == 0 && r->even)
        r->game.has_komi = false;
    if (r->game.has_komi && fabs(komi) >= 25 && fabs(komi) < 100 && komi == floor(komi))
        r->game.komi = plain_is_quarter(fabs(points)) ? 2 * points : points;
    char *result = r->text_at[GAME_RE] ? r->scratch->texts.data + r->text_at[GAME_RE] - 1 : NULL;
    if (result && (strcmp(result, "B+0.0") == 0 || strcmp(result, "W+0.0") == 0))
        result[2] = 0;
}

/* Can all moves be played from the setup so far? */
static bool plays_through(sgf_reading *r)
{
    r->replayed = -1;
    return sgf_replay(r);
}

/* Settles handicap and first player; HA without stones gives a fixed handicap if there
 * is such a placement, unless only that makes a move illegal: then the stones were elsewhere.  HA
 * of more stones than the board has room for says nothing.  False: out of memory. */
static bool settle_handicap(sgf_reading *r)
{
    sgf_reader *s = r->scratch;
    int black = s->setup.n ? game_setup_handicap(s->setup.at, s->setup.n) : 0;
    const bool possible = r->handicap > 0 && r->handicap < r->game.size * r->game.size;
    r->game.handicap = possible ? r->handicap : 0;
    if (s->moves.n > 0)
        r->game.first = s->moves.at[0].colour;
    else if (r->to_play != EMPTY)
        r->game.first = r->to_play;
    else
        r->game.first = r->game.handicap ? WHITE : BLACK;
    bool white_first = r->game.first == WHITE;
    if (r->game.handicap == 0 && white_first)
        r->game.handicap = black;
    point stones[9];
    int n = white_first && s->setup.n == 0 ? r->game.handicap : 0;
    if (!handicap_fixed(r->game.size, n, stones))
        return true;
    for (int i = 0; i < n; i++)
        if (!sgf_append_move(&s->setup, stones[i], BLACK))
            return false;
    if (!plays_through(r)) {
        s->setup.n = 0;
        s->setup.n = plays_through(r) ? 0 : n;
    }
    return true;
}

static game_record *pack(sgf_reading *r)
{
    sgf_reader *s = r->scratch;
    sgf_set_arrays(r);
    size_t n;
    const comment_place *c = sgf_comments_of(s, &n);
    for (size_t i = 0; i < n; i++) {
        game_comment comment = {c[i].move, s->texts.data + c[i].text};
        if (!byte_buffer_append(&s->placed, &comment, sizeof comment))
            return NULL;
    }
    r->game.n_comments = (int)n;
    r->game.comment = (game_comment *)(void *)s->placed.data;
    r->game.value = sgf_values_of(s, &n);
    r->game.n_values = (int)n;
    r->game.source = (char *)(uintptr_t)r->text->source;
    r->game.offset = r->text->offset;
    r->game.index = r->text->index;
    return game_record_pack(&r->game);
}

/* Is there an SZ of a larger board than 19x19 behind the point that is not on one? */
static bool find_larger_size(sgf_reading *r)
{
    go_error *err = r->err;
    begin(r, 19);
    r->only_size = true;
    r->err = NULL; /* what is wrong has been said */
    bool found = read_main_line(r) == GO_OK && r->game.size > 19;
    r->err = err;
    return found;
}

go_status sgf_read(sgf_reader *reader, const game_text *text, game_record **out, go_error *err)
{
    sgf_reading r = {.scratch = reader, .text = text, .err = err};
    begin(&r, 19);
    go_status status = read_main_line(&r);
    if (status == GO_EFORMAT && !r.has_size && find_larger_size(&r))
        r.restart = true;
    else if (status != GO_OK)
        return status;
    if (r.restart) { /* SZ came after points: read again with the size */
        begin(&r, r.game.size);
        GO_TRY(read_main_line(&r));
    }
    sgf_settle_stones(reader);
    if (r.fox)
        settle_fox(&r);
    *out = settle_handicap(&r) ? pack(&r) : NULL;
    return *out ? GO_OK : sgf_no_memory(&r);
}
