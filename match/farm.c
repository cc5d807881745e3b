#include "match/farm.h"

#include <stdlib.h>
#include <string.h>

#include "match/check.h"
#include "match/game/play.h"
#include "match/schedule.h"

/* What a rank tells rank 0: how it went, and the game with its record as JSON.
 * What it gets back is the number of the next game, or NO_MORE.                 */
static const int64_t NO_MORE = -1;

/* ---- messages ---- */

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

static json_t *failure(go_status status, const go_error *why)
{
    return json_pack("{s:i, s:s}", "status", (int)status, "message", why->message);
}

static json_t *report_of(const match_plan *plan, const match_game *m)
{
    json_t *line = match_game_to_json(m, plan->players);
    return json_pack("{s:i, s:o, s:s}", "status", (int)GO_OK, "game", line, "sgf", m->sgf);
}

/* ---- the other ranks ---- */

static go_status play_one(comm *c, const match_plan *plan, int64_t number, go_error *err)
{
    match_game m;
    opening start;
    go_error why;
    match_plan_game(plan, number, &m);
    openings_get(plan->openings, m.opening, &start);
    go_status played = match_game_play(&m, &plan->conditions, plan->players, &start, &why);
    json_t *report = played == GO_OK ? report_of(plan, &m) : failure(played, &why);
    go_status status = send_report(c, report, err);
    match_game_free(&m);
    return status;
}

go_status match_farm_work(comm *c, const match_plan *plan, go_error *err)
{
    go_error why;
    go_status checked = match_check_programs(plan, &why);
    json_t *ready = json_pack("{s:i}", "status", (int)GO_OK);
    if (checked != GO_OK) {
        json_decref(ready);
        ready = failure(checked, &why);
    }
    go_status status = send_report(c, ready, err);
    while (status == GO_OK) {
        int from = 0;
        void *bytes;
        int64_t n, number = NO_MORE;
        status = comm_receive(c, &from, &bytes, &n, err);
        if (status != GO_OK)
            break;
        if (n == (int64_t)sizeof number)
            memcpy(&number, bytes, sizeof number);
        free(bytes);
        if (number < 0)
            break;
        status = play_one(c, plan, number, err);
    }
    return status;
}

/* ---- rank 0 ---- */

/* A report without a game only says that its rank is ready. */
static void take_report(match_schedule *s, const json_t *report)
{
    const char *message = "a rank sent what is no report", *sgf;
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

/* Answers one report with a game, or with the end.  *working counts the ranks
 * that have not been sent home.                                                */
static go_status serve_one(comm *c, match_schedule *s, int *working, go_error *err)
{
    int from = -1;
    void *bytes;
    int64_t n, number;
    go_status status = comm_receive(c, &from, &bytes, &n, err);
    if (status != GO_OK)
        return status;
    json_t *report = json_loadb(bytes, (size_t)n, 0, NULL);
    take_report(s, report);
    json_decref(report);
    free(bytes);
    if (!match_schedule_take(s, &number)) {
        number = NO_MORE;
        --*working;
    }
    return comm_send(c, from, &number, (int64_t)sizeof number, err);
}

go_status match_farm_serve(comm *c, const match_plan *plan, match_store *store,
                           const match_run_options *options, match_end *end, int *failing,
                           go_error *err)
{
    match_schedule s;
    go_error why;
    int working = comm_size(c) - 1;
    go_status status = match_schedule_begin(&s, plan, store, options, err);
    if (status != GO_OK)
        return status;
    while (status == GO_OK && working > 0)
        status = serve_one(c, &s, &working, &why);
    if (status != GO_OK)
        match_schedule_fail(&s, status, why.message);
    return match_schedule_end(&s, end, failing, err);
}
