/* query.c -- the whole of a query: its fields in the order in which they
 * depend on each other, and the game that it describes.                       */
#include "gtp/json/query.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "board/coord.h"
#include "gtp/json/fields.h"
#include "sgf_corpus/sgf/record_game.h"

bool winrate_view_named(const char *name, winrate_view *out)
{
    static const char *const names[] = {"SIDETOMOVE", "BLACK", "WHITE"};
    for (int i = 0; i < 3; i++)
        if (strcasecmp(name, names[i]) == 0) {
            *out = (winrate_view)i;
            return true;
        }
    return false;
}

void json_query_destroy(json_query *q)
{
    if (!q)
        return;
    json_decref(q->id);
    free(q->setup);
    free(q->moves);
    free(q->turns);
    free(q->avoid);
    free(q->allow);
    free(q);
}

/* ---- the game ---- */

go_status json_query_game(const json_query *q, size_t n, game **out, bool *setup_only,
                          go_error *err)
{
    game *g;
    game_record record = {.size = q->size, .n_setup = (int)q->n_setup, .setup = q->setup,
                          .first = (uint8_t)q->first, .n_moves = (int)n, .moves = q->moves};
    go_status status = record_game_create(&g, &record, &q->rules, q->komi, err);
    if (setup_only)
        *setup_only = status != GO_OK;
    if (status == GO_EILLEGAL)
        return go_fail(err, GO_EINVAL, "some of the stones have no liberties");
    if (status != GO_OK)
        return status;
    for (size_t i = 0; i < n && status == GO_OK; i++) {
        char name[COORD_MAX];
        status = record_game_play(g, &record, (int)i, err);
        if (status == GO_EILLEGAL)
            go_fail(err, status, "Illegal move %zu: %s (%s)", i,
                    coord_to_gtp(q->size, q->moves[i].at, name),
                    game_move_status_text(
                        game_legal(g, (colour)q->moves[i].colour, q->moves[i].at)));
    }
    if (status == GO_OK)
        *out = g;
    else
        game_destroy(g);
    return status;
}

/* Plays it through, once for all turns. */
static go_status check_game(json_reader *r, go_error *err)
{
    json_query *q = r->query;
    game *g = NULL;
    bool setup_only;
    go_status status = json_query_game(q, q->n_moves, &g, &setup_only, err);
    if (status != GO_OK) {
        json_at_fault(r, setup_only ? "initialStones" : "moves");
        return status;
    }
    if (g->rules.ko != q->rules.ko) {
        q->rules.ko = g->rules.ko;
        json_warn_of(r, "moves", "a position comes back against superko: simple ko is taken");
    }
    game_destroy(g);
    return GO_OK;
}

/* ---- reading ---- */

static bool is_known(const char *name)
{
    for (const json_field *f = json_fields; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return true;
    return strcmp(name, "id") == 0;
}

static void warn_of_unknown(json_reader *r)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)r->object, name, value)
        if (!is_known(name))
            json_warn_of(r, name, "Unexpected or unused field");
}

static go_status read_fields(json_reader *r, go_error *err)
{
    for (const json_field *f = json_fields; f->name; f++) {
        const json_t *value = json_object_get(r->object, f->name);
        json_at_fault(r, f->name);
        if (!value && f->needed)
            return go_fail(err, GO_EINVAL, "the field is missing: %s", f->expects);
        go_status status = value || f->always ? f->read(r, value, err) : GO_OK;
        if (status == GO_END)
            return go_fail(err, GO_EINVAL, "Must be %s", f->expects);
        if (status != GO_OK)
            return status;
    }
    json_order_turns(r->query);
    return check_game(r, err);
}

static size_t bytes_of(const json_query *q)
{
    return sizeof *q + json_string_length(q->id) +
           (q->n_setup + q->n_moves) * sizeof(board_move) + q->n_turns * sizeof(json_turn) +
           (size_t)q->n_avoid * sizeof *q->avoid + (size_t)q->n_allow * sizeof *q->allow;
}

go_status json_query_read(json_query **out, const json_t *object, const json_t *id,
                          const json_defaults *defaults, json_warn *warn, void *user,
                          char field[JSON_FIELD_MAX], go_error *err)
{
    field[0] = '\0';
    json_query *q = calloc(1, sizeof *q);
    if (!q)
        return go_fail(err, GO_ENOMEM, "out of memory for the query");
    q->id = json_incref((json_t *)id);
    q->settings = defaults->settings;
    q->view = defaults->view;
    q->max_pv = SEARCH_MAX_PV;
    json_reader r = {.query = q, .object = object, .field = field, .warn = warn, .user = user};
    go_status status = read_fields(&r, err);
    if (status != GO_OK) {
        json_query_destroy(q);
        return status;
    }
    warn_of_unknown(&r);
    q->bytes = bytes_of(q);
    *out = q;
    return GO_OK;
}

search_limits json_query_limits(const json_query *q)
{
    search_limits l = search_limits_default(&q->settings);
    if (!l.visits && !l.playouts && l.seconds <= 0)
        l.visits = 500; /* as in KataGo's example of a configuration */
    l.exact = true;
    l.moves_ownership = q->moves_ownership;
    l.avoid = q->avoid;
    l.n_avoid = q->n_avoid;
    l.allow = q->allow;
    l.n_allow = q->n_allow;
    l.allow_depth = q->allow_depth;
    l.allow_colour = (uint8_t)q->allow_colour;
    return l;
}
