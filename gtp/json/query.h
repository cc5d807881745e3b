/* query.h -- a query of KataGo's analysis protocol: which positions of
 * which game are to be analysed, and how.
 *
 * The fields are those of KataGo (docs/Analysis_Engine.md, "Queries");
 * doc/analysis.md says what each does here.                                   */
#ifndef KATACHI_GTP_JSON_QUERY_H
#define KATACHI_GTP_JSON_QUERY_H

#include <jansson.h>

#include "board/game/game.h"
#include "mcts/search.h"

/* From whose view win rates, scores and ownership are told. */
typedef enum winrate_view { VIEW_SIDE_TO_MOVE, VIEW_BLACK, VIEW_WHITE } winrate_view;

/* "SIDETOMOVE", "BLACK" or "WHITE" in any case; false: none of them. */
bool winrate_view_named(const char *name, winrate_view *out);

typedef struct json_turn {
    size_t turn;      /* moves played before the position */
    int64_t priority; /* higher ones are searched first */
} json_turn;

typedef struct json_query {
    json_t *id;               /* a string */
    int size;
    rules rules;
    double komi;
    size_t n_setup, n_moves, n_turns;
    board_move *setup, *moves; /* owned, as are the arrays below */
    json_turn *turns;
    colour first;             /* who is to move before the first move */

    search_settings settings; /* for this query */
    winrate_view view;
    double report_every;      /* seconds; 0: only the end is told */
    double report_after;      /* the first time */
    bool ownership, moves_ownership, policy, pv_visits;
    int max_pv;

    search_restriction *avoid;
    point *allow;
    int n_avoid, n_allow, allow_depth;
    colour allow_colour;

    int users;                /* turns that are still to be answered */
    size_t bytes;             /* of memory, about */
} json_query;

/* What queries say nothing about. */
typedef struct json_defaults {
    search_settings settings;
    winrate_view view;
    bool quit_at_end; /* of the input, whatever is still waiting */
    bool quiet;       /* no notices, unless a backend asked for by name is not used */
} json_defaults;

/* Sets one of them by KataGo's or our name.  GO_END: there is no such setting, or
 * none that can be set this way; GO_EINVAL: a bad value.                      */
go_status json_defaults_set(json_defaults *d, const char *name, const char *value,
                            go_error *err);

/* Told about fields that are not heeded. */
typedef void json_warn(void *user, const char *field, const char *sentence);

enum { JSON_FIELD_MAX = 64 };

/* Reads a query; `id` is its id.  The game has been played through: all moves
 * are legal, but for superko (then the rules are taken with simple ko, and
 * `warn` is told).  GO_EINVAL, GO_EILLEGAL: `field` names the field at fault, and
 * *err says what it should be.  GO_ENOMEM.                                    */
go_status json_query_read(json_query **out, const json_t *object, const json_t *id,
                          const json_defaults *defaults, json_warn *warn, void *user,
                          char field[JSON_FIELD_MAX], go_error *err);
void json_query_destroy(json_query *q); /* accepts NULL */

/* A game with the first `n` moves played.  GO_EINVAL, GO_EILLEGAL, GO_ENOMEM.
 * `setup_only` on error: was it the setup?  May be NULL.                       */
go_status json_query_game(const json_query *q, size_t n, game **out, bool *setup_only,
                          go_error *err);

/* What the search has to heed.  Borrows from the query. */
search_limits json_query_limits(const json_query *q);

#endif
