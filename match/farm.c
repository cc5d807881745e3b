#include "match/farm.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "match/check.h"

/* A rank reports a status and the game with its record to rank 0, as JSON, and receives
 * an order for the next game.                                                  */
typedef struct order {
    int64_t number; /* -1: there are no more games */
    char keys[MATCH_KEYS];
} order;

/* ---- the other ranks ---- */

/* Consumes the report. */
static go_status send_report(comm *c, json_t *report, go_error *err)
{
    char *text = report ? json_dumps(report, JSON_COMPACT) : NULL;
    json_decref(report);
    if (!text)
        return go_fail(err, GO_ENOMEM, "out of memory for a message");
    go_status status = comm_send(c, 0, text, (int64_t)strlen(text), err);
    free(text);
    return status;
}

go_status match_farm_work(comm *c, const match_plan *plan, go_error *err)
{
    go_error why;
    go_status played = match_check_programs(plan, &why);
    json_t *report = json_pack("{s:i}", "status", (int)GO_OK);
    for (;;) {
        int from = 0;
        void *bytes;
        int64_t n;
        order next = {.number = -1};
        if (played != GO_OK) {
            json_decref(report);
            utf8_mend(why.message); /* which may be cut within a character */
            report = json_pack("{s:i, s:s}", "status", (int)played, "message", why.message);
        }
        go_status status = send_report(c, report, err);
        if (status == GO_OK)
            status = comm_receive(c, &from, &bytes, &n, err);
        if (status != GO_OK)
            return status;
        if (n == (int64_t)sizeof next)
            memcpy(&next, bytes, sizeof next);
        free(bytes);
        if (next.number < 0)
            return GO_OK;
        match_game m;
        opening start;
        match_plan_game(plan, next.number, &m);
        memcpy(m.keys, next.keys, sizeof m.keys);
        openings_get(plan->openings, m.opening, &start);
        played = match_plan_play(plan, &m, &start, &why);
        report = played != GO_OK ? NULL
                                 : json_pack("{s:i, s:o, s:s}", "status", (int)GO_OK, "game",
                                             match_game_to_json(&m, plan->players), "sgf", m.sgf);
        match_game_free(&m);
    }
}

/* ---- rank 0 ---- */

/* A report without a game only says that its rank is ready. */
static void take_report(match_schedule *s, const json_t *report)
{
    const char *message = "a rank sent something other than a report", *sgf;
    int status = GO_EFORMAT;
    match_game m;
    go_error err;
    json_unpack((json_t *)report, "{s:i}", "status", &status);
    json_unpack((json_t *)report, "{s:s}", "message", &message);
    if (status != GO_OK) {
        match_schedule_fail(s, (go_status)status, message);
        return;
    }
    json_t *line = json_object_get(report, "game");
    if (!line)
        return;
    if (json_unpack((json_t *)report, "{s:s}", "sgf", &sgf) != 0 ||
        match_game_from_json(&m, line, s->plan->n_players, &err) != GO_OK ||
        match_store_find(s->store, m.number)) {
        match_schedule_fail(s, GO_EFORMAT, message);
        return;
    }
    m.sgf = (char *)sgf; /* only read */
    match_schedule_add(s, &m);
}

go_status match_farm_serve(comm *c, const match_plan *plan, match_store *store,
                           const match_run_options *options, match_end *end, int *failing,
                           go_error *err)
{
    match_schedule s;
    go_error why;
    go_status status = match_schedule_begin(&s, plan, store, options, err);
    if (status != GO_OK)
        return status;
    for (int working = comm_size(c) - 1; status == GO_OK && working > 0;) {
        int from = -1; /* whoever reports is answered with a game, or with the end */
        void *bytes;
        int64_t n;
        match_game m;
        order next = {.number = -1};
        status = comm_receive(c, &from, &bytes, &n, &why);
        if (status != GO_OK)
            break;
        json_t *report = json_loadb(bytes, (size_t)n, 0, NULL);
        take_report(&s, report);
        json_decref(report);
        free(bytes);
        if (match_schedule_take(&s, &m)) {
            next.number = m.number;
            memcpy(next.keys, m.keys, sizeof next.keys);
        } else {
            working--;
        }
        status = comm_send(c, from, &next, (int64_t)sizeof next, &why);
    }
    if (status != GO_OK)
        match_schedule_fail(&s, status, why.message);
    return match_schedule_end(&s, end, failing, err);
}
