/* query.h -- a query of KataGo's analysis protocol: which positions of which game to
 * analyse, and how.  The fields are KataGo's (docs/Analysis_Engine.md, "Queries");
 * doc/analysis.md explains what each does here.                               */
#ifndef KATACHI_GTP_JSON_QUERY_H
#define KATACHI_GTP_JSON_QUERY_H

#include <jansson.h>

#include "board/game/game.h"
#include "gtp/json/defaults.h"
#include "mcts/search.h"
#include "sgf_corpus/sgf/game_record.h"

typedef struct json_turn {
    size_t turn;      /* moves played before the position */
    int64_t priority; /* higher ones are searched first */
} json_turn;

typedef struct json_query {
    json_t *id;               /* a string */
    rules rules;
    game_record record;       /* size, komi, setup, first, moves; owns the arrays */
    colour next;              /* to move after the last move; EMPTY: the other side, as usual */
    json_turn *turns;         /* [n_turns] owned, as are the arrays below */
    size_t n_turns;

    search_settings settings; /* for this query */
    search_limits limits;     /* of its search; borrow avoid and allow */
    search_restriction *avoid;
    point *allow;

    winrate_view view;
    double report_every;      /* seconds; INFINITY: not again */
    double report_after;      /* the first time; INFINITY: only the end is reported */
    bool ownership, policy, pv_visits;
    bool unused;              /* flags that have no effect here but that clients set routinely */
    int max_pv;

    char human_profile[32]; /* humanSLProfile, for human-style networks; "": none */

    int users;                /* turns not yet answered */
    size_t bytes;             /* of memory, roughly */
} json_query;

void json_query_destroy(json_query *q); /* accepts NULL */

/* A game with the first `n` moves played.  GO_EINVAL, GO_EILLEGAL, GO_ENOMEM; then
 * *setup_only, unless NULL, tells whether the setup is at fault.              */
go_status json_query_game(const json_query *q, size_t n, game **out, bool *setup_only,
                          go_error *err);

#endif
