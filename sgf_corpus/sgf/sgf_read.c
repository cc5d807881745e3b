#include "sgf_corpus/sgf/sgf_read.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "board/coord.h"
#include "board/game/handicap.h"
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/plain_text.h"
#include "sgf_corpus/sgf/sgf_value.h"

/* A growing list of moves. */
typedef struct move_list {
    board_move *at;
    int n, capacity;
} move_list;

/* A comment while its game is being read: its text may still move. */
typedef struct comment_place {
    int node, move; /* it is in; made up to the end of that node (end_remarks) */
    size_t text;    /* offset into sgf_reader.texts */
} comment_place;

struct sgf_reader {
    move_list moves, setup;
    move_list placed_late;            /* setup points of the node at work, unless it is the root */
    byte_buffer texts;                /* of header and comments, each with its final zero */
    bool wants_comments;
    byte_buffer comments;             /* of comment_place */
    byte_buffer placed;               /* of game_comment: the same at the end */
    byte_buffer values;               /* of game_value */
    byte_buffer value;                /* the one at work */
    charset_converter converter;
    board *board;                     /* for setup in mid-game; NULL until needed */
};

/* One game being read. */
typedef struct reading {
    sgf_reader *scratch;
    const game_text *text;
    const unsigned char *at, *end;
    char_walk walk;
    game_record game;                 /* its arrays are filled in at the end */
    size_t text_at[GAME_N_TEXTS];     /* 1 + offset into scratch->texts; 0: absent */
    int nodes;                        /* ';' so far */
    int moves_before;                 /* this node */
    int value_node;                   /* the last one with a value */
    int replayed;                     /* moves played on scratch->board, -1: none yet */
    int setup_seen;                   /* setup points met, those without effect too */
    bool has_size, has_game, has_format, done, restart;
    bool fox;                         /* AP names the Fox server */
    bool even;                        /* HA is 0, not 1 */
    bool only_size;                   /* look for SZ and for nothing else */
    int handicap;
    uint8_t to_play;
    go_error *err;
} reading;

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

/* The comments so far, *n of them. */
static comment_place *comments_of(const sgf_reader *r, size_t *n)
{
    *n = r->comments.length / sizeof(comment_place);
    return (comment_place *)(void *)r->comments.data;
}

static game_value *values_of(const sgf_reader *r, size_t *n)
{
    *n = r->values.length / sizeof(game_value);
    return (game_value *)(void *)r->values.data;
}

/* ---- errors ---- */

static go_status fail_at(reading *r, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static go_status fail_at(reading *r, const char *where, const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const game_text *t = r->text;
    return go_fail(r->err, GO_EFORMAT, "%s: game %d, byte %lld: %s", t->source, t->index,
                   (long long)game_text_offset(t, (size_t)(where - t->bytes)), what);
}

static go_status no_memory(reading *r)
{
    return go_fail(r->err, GO_ENOMEM, "%s: game %d: out of memory", r->text->source,
                   r->text->index);
}

/* ---- values ---- */

/* Reads the value whose '[' is at r->at and goes past its ']'. */
static go_status take_value(reading *r, sgf_value *v)
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
    return fail_at(r, v->bytes, "the value \"%s\" has no ']'", sgf_value_show(*v).text);
}

/* ---- texts ---- */

static bool as_utf8(reading *r, sgf_value v)
{
    sgf_reader *s = r->scratch;
    s->value.length = 0;
    return charset_to_utf8(&s->converter, &r->text->charset, v.bytes, v.length, &s->value);
}

static go_status take_text(reading *r, game_text_id id, sgf_value v)
{
    sgf_reader *s = r->scratch;
    if (r->text_at[id] || v.length == 0)
        return GO_OK;
    size_t at = s->texts.length;
    if (!as_utf8(r, v) || !sgf_value_text(&s->value, false, &s->texts))
        return no_memory(r);
    if (s->texts.data[at])
        r->text_at[id] = at + 1;
    else
        s->texts.length = at; /* only blanks: absent */
    return GO_OK;
}

static go_status take_comment(reading *r, sgf_value v)
{
    sgf_reader *s = r->scratch;
    size_t at = s->texts.length;
    if (!s->wants_comments)
        return GO_OK;
    if (!as_utf8(r, v) || !sgf_value_text(&s->value, true, &s->texts))
        return no_memory(r);
    if (!s->texts.data[at]) {
        s->texts.length = at; /* only blanks: none */
        return GO_OK;
    }
    comment_place place = {r->nodes, 0, at};
    return byte_buffer_append(&s->comments, &place, sizeof place) ? GO_OK : no_memory(r);
}

/* Black's chance to win in percent, one for a node; what is no such number is left out. */
static go_status take_black_wins(reading *r, sgf_value v)
{
    char text[32];
    double percent;
    if (sgf_value_plain(v, text) == 0 || !decimal_read(text, &percent) || percent < 0 ||
        percent > 100 || r->value_node == r->nodes)
        return GO_OK;
    r->value_node = r->nodes;
    const game_value value = {0, (float)(percent / 100)};
    return byte_buffer_append(&r->scratch->values, &value, sizeof value) ? GO_OK : no_memory(r);
}

/* ---- header numbers ---- */

static go_status take_size(reading *r, sgf_value v)
{
    char text[32], *rest;
    if (r->has_size || sgf_value_plain(v, text) == 0)
        return GO_OK;
    long width = strtol(text, &rest, 10), height = width;
    if (rest != text && (*rest == ':' || *rest == 'x'))
        height = strtol(rest + 1, &rest, 10);
    if (rest == text || *rest)
        return fail_at(r, v.bytes, "the board size \"%s\" is not a number", sgf_value_show(v).text);
    if (width != height)
        return fail_at(r, v.bytes, "a board of %ldx%ld is not square; only square boards "
                       "are supported", width, height);
    if (width < BOARD_MIN_SIZE || width > BOARD_MAX_SIZE)
        return fail_at(r, v.bytes, "the board size %ld is out of range: %d to %d", width,
                       BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    r->has_size = true;
    if (r->game.size != (int)width) {
        const sgf_reader *s = r->scratch;
        r->restart = s->moves.n + s->setup.n + s->placed_late.n > 0; /* points read as 19x19 */
        r->game.size = (int)width;
    }
    return GO_OK;
}

static go_status take_game(reading *r, sgf_value v)
{
    char text[32], *rest;
    sgf_value_plain(v, text);
    long game = strtol(text, &rest, 10);
    r->has_game = true;
    if (rest != text && *rest == 0 && game != 1)
        return fail_at(r, v.bytes, "GM[%ld] is a game other than Go", game);
    return GO_OK;
}

static go_status take_komi(reading *r, sgf_value v)
{
    byte_buffer *utf8 = &r->scratch->value;
    if (r->game.has_komi)
        return GO_OK;
    if (!as_utf8(r, v) || !byte_buffer_append(utf8, "", 1))
        return no_memory(r);
    r->game.has_komi = komi_of(utf8->data, &r->game.komi);
    return GO_OK;
}

/* The Fox server writes AP twice, the second time with its own name. */
static void take_program(reading *r, sgf_value v)
{
    static const char name[] = "foxwq";
    r->fox |= memmem(v.bytes, v.length, name, strlen(name)) != NULL;
}

static void take_handicap(reading *r, sgf_value v)
{
    char text[32];
    sgf_value_plain(v, text);
    long n = strtol(text, NULL, 10);
    if (r->handicap >= 0 || n < 0 || n > BOARD_MAX_AREA)
        return;
    r->even = text[0] == '0' && n == 0;
    r->handicap = n == 1 ? 0 : (int)n;
}

static void take_player(reading *r, sgf_value v)
{
    char text[32];
    sgf_value_plain(v, text);
    int c = tolower((unsigned char)text[0]);
    if (r->to_play == EMPTY && (c == 'b' || c == '1'))
        r->to_play = BLACK;
    else if (r->to_play == EMPTY && (c == 'w' || c == '2'))
        r->to_play = WHITE;
}

/* ---- points ---- */

static bool append_move(move_list *list, point at, int colour_of)
{
    if (list->n == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 512;
        board_move *grown = realloc(list->at, (size_t)capacity * sizeof *grown);
        if (!grown)
            return false;
        list->at = grown;
        list->capacity = capacity;
    }
    list->at[list->n++] = (board_move){at, (uint8_t)colour_of};
    return true;
}

/* Both ways to write a point; blanks within are ignored. */
static bool read_point(int size, sgf_value v, point *p)
{
    if (v.length == 2 && coord_from_sgf(size, v.bytes, 2, p))
        return true;
    char text[32];
    size_t n = sgf_value_plain(v, text);
    return coord_from_sgf(size, text, n, p) || coord_from_gtp(size, text, p);
}

static go_status take_move(reading *r, int colour_of, sgf_value v)
{
    point p;
    move_list *moves = &r->scratch->moves;
    if (!read_point(r->game.size, v, &p))
        return fail_at(r, v.bytes, "move %d, \"%s\", is not a point of a %dx%d board", moves->n + 1,
                       sgf_value_show(v).text, r->game.size, r->game.size);
    if (moves->n == SGF_MAX_MOVES)
        return fail_at(r, v.bytes, "the game has more than %d moves", SGF_MAX_MOVES);
    return append_move(moves, p, colour_of) ? GO_OK : no_memory(r);
}

/* ---- setup ---- */

/* Setup is a position, not an order of play: what is set up again and again comes to one, so that no
 * stone is captured on the way to a position in which all have liberties.     */
static void settle_stones(sgf_reader *s)
{
    board_move stones[BOARD_MAX_AREA];
    if (!s->setup.n)
        return;
    s->setup.n = game_setup_stones(s->setup.at, s->setup.n, stones);
    memcpy(s->setup.at, stones, (size_t)s->setup.n * sizeof *stones);
}

/* Fills in what the game has so far; valid until more is read. */
static void set_arrays(reading *r)
{
    const sgf_reader *s = r->scratch;
    r->game.moves = s->moves.at;
    r->game.n_moves = s->moves.n;
    r->game.setup = s->setup.at;
    r->game.n_setup = s->setup.n;
    for (int i = 0; i < GAME_N_TEXTS; i++)
        r->game.text[i] = r->text_at[i] ? s->texts.data + r->text_at[i] - 1 : NULL;
}

/* Plays the moves so far on the scratch board; false: one is illegal, or there
 * is no memory.                                                              */
static bool replay(reading *r)
{
    sgf_reader *s = r->scratch;
    if (!s->board && !(s->board = malloc(sizeof *s->board)))
        return false;
    if (r->replayed < 0) {
        settle_stones(s);
        set_arrays(r);
        (void)game_record_start(&r->game, s->board, NULL);
        r->replayed = 0;
    }
    for (; r->replayed < s->moves.n; r->replayed++) {
        board_move m = s->moves.at[r->replayed];
        if (board_play(s->board, (colour)m.colour, m.at) != MOVE_OK)
            return false;
    }
    return true;
}

static go_status take_setup_point(reading *r, int colour_of, point p, const char *where)
{
    if (++r->setup_seen > SGF_MAX_SETUP)
        return fail_at(r, where, "the game has more than %d setup points", SGF_MAX_SETUP);
    move_list *list = r->nodes <= 1 ? &r->scratch->setup : &r->scratch->placed_late;
    return append_move(list, p, colour_of) ? GO_OK : no_memory(r);
}

/* Is on the board after the moves so far what the node at work sets up? */
static bool is_there_anyway(reading *r)
{
    const move_list *late = &r->scratch->placed_late;
    bool there = replay(r);
    for (int i = 0; there && i < late->n; i++)
        there = r->scratch->board->at[late->at[i].at] == late->at[i].colour;
    return there;
}

/* The setup of a node that ends: where moves were made before, only such is taken that changes
 * nothing, whatever the order of the node's properties.                       */
static go_status settle_setup(reading *r)
{
    sgf_reader *s = r->scratch;
    const bool early = r->moves_before == 0;
    const bool changes = s->placed_late.n > 0 && (s->moves.n == 0 || !is_there_anyway(r));
    r->moves_before = s->moves.n;
    if (changes && !early)
        r->done = r->game.cut = true;
    if (changes && early) {
        for (int i = 0; i < s->placed_late.n; i++)
            if (!append_move(&s->setup, s->placed_late.at[i].at, s->placed_late.at[i].colour))
                return no_memory(r);
        r->replayed = -1; /* the start has changed */
    }
    s->placed_late.n = 0;
    return GO_OK;
}

static go_status take_setup(reading *r, int colour_of, sgf_value v)
{
    char text[32];
    size_t n = sgf_value_plain(v, text);
    if (n == 0)
        return GO_OK;
    if (n == 2 || (n == 5 && text[2] == ':')) { /* a point, or two opposite corners */
        const char *last = n == 5 ? text + 3 : text;
        const int size = r->game.size;
        const int xa = text[0] - 'a', ya = text[1] - 'a', xb = last[0] - 'a', yb = last[1] - 'a';
        const int x0 = xa < xb ? xa : xb, x1 = xa + xb - x0;
        const int y0 = ya < yb ? ya : yb, y1 = ya + yb - y0;
        const bool inside = x0 >= 0 && x1 < size && y0 >= 0 && y1 < size;
        for (int y = y0; inside && y <= y1; y++)
            for (int x = x0; x <= x1; x++)
                GO_TRY(take_setup_point(r, colour_of, board_point_on(size, x, y), v.bytes));
        if (inside)
            return GO_OK;
    }
    point p;
    if (coord_from_gtp(r->game.size, text, &p) && p != PASS)
        return take_setup_point(r, colour_of, p, v.bytes);
    return fail_at(r, v.bytes, "the setup point \"%s\" is not on a %dx%d board",
                   sgf_value_show(v).text, r->game.size, r->game.size);
}

/* ---- properties ---- */

#define ID(a, b) ((unsigned)(a) << 8 | (unsigned)(b))
#define ID4(a, b, c, d) (ID(a, b) << 16 | ID(c, d))

/* One value of a property; `first` of its list. */
static go_status take_property(reading *r, unsigned id, sgf_value v, bool first)
{
    if (r->only_size)
        return first && id == ID('S', 'Z') ? take_size(r, v) : GO_OK;
    switch (id) {
    case ID('A', 'B'): return take_setup(r, BLACK, v);
    case ID('A', 'W'): return take_setup(r, WHITE, v);
    case ID('A', 'E'): return take_setup(r, EMPTY, v);
    default: break;
    }
    if (!first)
        return GO_OK;
    if (r->scratch->moves.n > 0 && r->nodes > 1 &&
        ((id == ID('S', 'Z') && r->has_size) || (id == ID('G', 'M') && r->has_game) ||
         (id == ID('F', 'F') && r->has_format)))
        return fail_at(r, v.bytes, "a second root inside the game: a ']' or ')' is missing "
                       "before it");
    switch (id) {
    case 'B': return take_move(r, BLACK, v);
    case 'W': return take_move(r, WHITE, v);
    case 'C': return take_comment(r, v);
    case ID4('S', 'B', 'K', 'V'): return take_black_wins(r, v);
    case ID('S', 'Z'): return take_size(r, v);
    case ID('G', 'M'): return take_game(r, v);
    case ID('F', 'F'): r->has_format = true; return GO_OK;
    case ID('K', 'M'): return take_komi(r, v);
    case ID('H', 'A'): take_handicap(r, v); return GO_OK;
    case ID('P', 'L'): take_player(r, v); return GO_OK;
    case ID('A', 'P'): take_program(r, v); break;
    default: break;
    }
    for (int i = 0; i < GAME_N_TEXTS; i++) {
        const char *name = game_text_name((game_text_id)i);
        if (ID((unsigned char)name[0], (unsigned char)name[1]) == id)
            return take_text(r, (game_text_id)i, v);
    }
    return GO_OK;
}

static void skip_blanks(reading *r)
{
    while (r->at < r->end && (isspace(*r->at) || *r->at == 0))
        r->at++;
}

/* The capital letters of the name at r->at; 0 when there are none or more than
 * four, which no property of interest has.                                   */
static unsigned take_name(reading *r)
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

static go_status read_property(reading *r)
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
static void end_remarks(const reading *r)
{
    const int moves = r->scratch->moves.n;
    size_t n;
    comment_place *comment = comments_of(r->scratch, &n);
    while (n-- > 0 && comment[n].node == r->nodes)
        comment[n].move = moves;
    game_value *value = values_of(r->scratch, &n);
    if (n > 0 && r->value_node == r->nodes)
        value[n - 1].move = moves;
}

static go_status end_node(reading *r)
{
    end_remarks(r);
    return settle_setup(r);
}

/* Up to the first ')': there the main line ends. */
static go_status read_main_line(reading *r)
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

static void begin(reading *r, int size)
{
    go_error *err = r->err;
    sgf_reader *s = r->scratch;
    const game_text *t = r->text;
    *r = (reading){.scratch = s, .text = t, .err = err, .replayed = -1, .handicap = -1};
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
static void settle_fox(reading *r)
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
static bool plays_through(reading *r)
{
    r->replayed = -1;
    return replay(r);
}

/* Settles handicap and first player; HA without stones gives a fixed handicap if there
 * is such a placement, unless only that makes a move illegal: then the stones were elsewhere.  HA
 * of more stones than the board has room for says nothing.  False: out of memory. */
static bool settle_handicap(reading *r)
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
        if (!append_move(&s->setup, stones[i], BLACK))
            return false;
    if (!plays_through(r)) {
        s->setup.n = 0;
        s->setup.n = plays_through(r) ? 0 : n;
    }
    return true;
}

static game_record *pack(reading *r)
{
    sgf_reader *s = r->scratch;
    set_arrays(r);
    size_t n;
    const comment_place *c = comments_of(s, &n);
    for (size_t i = 0; i < n; i++) {
        game_comment comment = {c[i].move, s->texts.data + c[i].text};
        if (!byte_buffer_append(&s->placed, &comment, sizeof comment))
            return NULL;
    }
    r->game.n_comments = (int)n;
    r->game.comment = (game_comment *)(void *)s->placed.data;
    r->game.value = values_of(s, &n);
    r->game.n_values = (int)n;
    r->game.source = (char *)(uintptr_t)r->text->source;
    r->game.offset = r->text->offset;
    r->game.index = r->text->index;
    return game_record_pack(&r->game);
}

/* Is there an SZ of a larger board than 19x19 behind the point that is not on one? */
static bool find_larger_size(reading *r)
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
    reading r = {.scratch = reader, .text = text, .err = err};
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
    settle_stones(reader);
    if (r.fox)
        settle_fox(&r);
    *out = settle_handicap(&r) ? pack(&r) : NULL;
    return *out ? GO_OK : no_memory(&r);
}
