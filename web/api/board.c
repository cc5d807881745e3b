/* board.c -- a position for the page, which knows no rules. */
#include <stdlib.h>
#include <string.h>

#include "board/coord.h"
#include "gtp/json/read_query.h"
#include "mcts/final/final_status.h"
#include "web/api/answers.h"

enum { MOVES_MAX = 10000 }; /* games in which both sides only pass take quadratic time */

void answer_json(http_answer *a, json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    json_decref(object);
    if (!text) {
        http_refuse(a, 500, "out of memory for an answer");
        return;
    }
    a->text = text;
    a->n_text = strlen(text);
    a->owned = true;
}

void answer_error(http_answer *a, go_status status, const go_error *err)
{
    const bool theirs = status == GO_EINVAL || status == GO_EILLEGAL || status == GO_EFORMAT;
    http_refuse(a, theirs ? 422 : 500, "%s", err->message);
}

go_status answer_game(game **out, const json_t *object, go_error *err)
{
    json_t *query = json_is_object(object) ? json_copy((json_t *)object) : NULL;
    if (!query || json_object_set_new(query, "id", json_string("page")) != 0) {
        json_decref(query);
        return go_fail(err, GO_EINVAL, "\"game\" must be an object with boardXSize, rules, moves ...");
    }
    json_defaults defaults = {0};
    json_reader r = {.object = query};
    json_query *q = NULL;
    search_settings_default(&defaults.settings);
    go_status status = GO_OK;
    if (json_array_size(json_object_get(query, "moves")) > MOVES_MAX)
        status = go_fail(err, GO_EINVAL, "The game is longer than %d moves.", MOVES_MAX);
    if (status == GO_OK)
        status = json_query_read(&q, &r, &defaults, err);
    if (status == GO_OK)
        status = json_query_game(q, (size_t)q->record.n_moves, out, NULL, err);
    json_query_destroy(q);
    json_decref(query);
    return status;
}

/* ---- parts of the answer ---- */

/* One letter for each point, row by row from the top left. */
typedef char letter_of(const void *user, point p);

static json_t *letters(const board *b, letter_of *of, const void *user)
{
    char text[BOARD_MAX_AREA + 1];
    const int n = b->size * b->size;
    for (int i = 0; i < n; i++)
        text[i] = of(user, board_point_at(b->size, i));
    return json_stringn(text, (size_t)n);
}

static char colour_letter(int c)
{
    return c == BLACK ? 'X' : c == WHITE ? 'O' : '.';
}

static char stone_letter(const void *user, point p)
{
    const board *b = user;
    return colour_letter(b->at[p]);
}

static char legal_letter(const void *user, point p)
{
    const game *g = user;
    return game_legal(g, g->to_move, p) == MOVE_OK ? '1' : '0';
}

static char owner_letter(const void *user, point p)
{
    const uint8_t *owner = user;
    return colour_letter(owner[p]);
}

static json_t *ko_of(const game *g)
{
    char name[COORD_MAX];
    return g->board.ko == PASS ? json_null()
                               : json_string(coord_to_gtp(g->board.size, g->board.ko, name));
}

/* The chains that a list of points names. */
static go_status read_dead(const json_t *list, const board *b, bool *dead, go_error *err)
{
    size_t i;
    json_t *value;
    json_array_foreach((json_t *)list, i, value) {
        point p;
        const char *text = json_string_value(value);
        if (!text || !coord_from_gtp(b->size, text, &p) || p == PASS || !b->chain[p])
            return go_fail(err, GO_EINVAL, "\"dead\" must be a list of points with stones");
        FOR_EACH_STONE(b, stone, p)
            dead[stone] = true;
    }
    return GO_OK;
}

/* As final_score counts, if the dead stones are these. */
static json_t *score_of(const game *g, const bool *dead)
{
    char text[SCORE_TEXT_MAX];
    final_status s;
    final_status_agreed(&s, g, dead);
    return json_pack("{s:f, s:s, s:o}", "margin", s.margin, "text", score_text(s.margin, text),
                     "owner", letters(&g->board, owner_letter, s.owner));
}

static json_t *board_json(const game *g, const bool *dead)
{
    const board *b = &g->board;
    return json_pack("{s:i, s:o, s:s, s:o, s:{s:i, s:i}, s:o, s:b, s:i, s:f, s:o}", "size", b->size,
                     "stones", letters(b, stone_letter, b), "toMove",
                     g->to_move == BLACK ? "B" : "W", "legal", letters(b, legal_letter, g),
                     "captured", "B", b->n_captured[BLACK], "W", b->n_captured[WHITE], "ko", ko_of(g),
                     "over", game_is_over(g), "moves", (int)g->n_steps, "komi", g->komi, "score",
                     score_of(g, dead));
}

void answer_board(const json_t *request, http_answer *a)
{
    bool dead[BOARD_MAX_POINTS] = {false};
    game *g = NULL;
    go_error err;
    go_status status = answer_game(&g, json_object_get(request, "game"), &err);
    if (status == GO_OK)
        status = read_dead(json_object_get(request, "dead"), &g->board, dead, &err);
    if (status == GO_OK)
        answer_json(a, board_json(g, dead));
    else
        answer_error(a, status, &err);
    game_destroy(g);
}
