/* analysis.c -- the main loop: takes lines as they arrive and searches one position after
 * another in between.                                                         */
#include "gtp/json/analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/text_json.h"
#include "gtp/json/answer.h"
#include "gtp/json/lines.h"
#include "gtp/text/policy.h"

/* While this much is waiting, no further line is read. */
enum { TASKS_ENOUGH = 20000, BYTES_ENOUGH = 64 << 20 };

static const double poll_seconds = 0.02; /* how often a search checks for new lines */

go_status json_analysis_create(json_analysis **out, const json_defaults *defaults, go_error *err)
{
    json_analysis *s = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for the analysis");
    s->defaults = *defaults;
    go_status status = search_create(&s->search, &defaults->settings, err);
    if (status == GO_OK && defaults->human_model)
        status = human_net_create(&s->human, defaults->human_model,
                                  defaults->settings.evaluate.net.backend, err);
    if (status != GO_OK) {
        json_analysis_destroy(s);
        return status;
    }
    *out = s;
    return GO_OK;
}

static void give_up_tasks(json_analysis *s)
{
    for (size_t i = 0; i < s->n_tasks; i++)
        json_task_release(s, &s->tasks[i]);
    s->n_tasks = 0;
}

void json_analysis_destroy(json_analysis *s)
{
    if (!s)
        return;
    give_up_tasks(s);
    free(s->tasks);
    search_analysis_release(&s->analysis);
    search_destroy(s->search);
    human_net_destroy(s->human);
    free(s);
}

/* ---- lines ---- */

static void end_input(json_analysis *s)
{
    s->ended = true;
    if (s->defaults.quit_at_end) {
        give_up_tasks(s);
        s->stop = true;
    }
}

/* Takes the lines that have arrived, waiting up to `seconds` for the first (below 0: no
 * limit).                                                                     */
static void take_lines(json_analysis *s, double seconds)
{
    while (!s->ended && s->n_tasks < TASKS_ENOUGH && s->bytes < BYTES_ENOUGH) {
        char *line = NULL;
        gtp_input_event event = gtp_input_next(s->input, seconds, &line);
        if (event == GTP_INPUT_IDLE)
            return;
        if (event == GTP_INPUT_END)
            end_input(s);
        else if (event == GTP_INPUT_TOO_LONG)
            json_send_problem(s, "error", NULL, NULL, "a line longer than 16 million bytes");
        else
            json_take_line(s, line);
        free(line);
        seconds = 0;
    }
}

/* ---- searching ---- */

/* The task of the highest priority; among equals, the oldest. */
static json_task next_task(json_analysis *s)
{
    size_t best = 0;
    for (size_t i = 1; i < s->n_tasks; i++) {
        const json_task *a = &s->tasks[i], *b = &s->tasks[best];
        if (a->priority > b->priority || (a->priority == b->priority && a->number < b->number))
            best = i;
    }
    json_task task = s->tasks[best];
    s->tasks[best] = s->tasks[--s->n_tasks];
    return task;
}

/* Sends the results so far for the current position.  A client expects at least one move,
 * even if nothing has been visited yet.                                       */
static void tell(json_analysis *s, bool during)
{
    analysis_options options = {.min_moves = 1, .symmetric = true};
    const json_task *now = &s->now;
    bool known = search_analyze(s->search, &options, &s->analysis, NULL) == GO_OK &&
                 s->analysis.n_moves > 0;
    if (known)
        policy_normalise(&s->analysis, s->game);
    if (known)
        json_send(s, json_answer(now->query, now->turn, during, &s->analysis, s->game,
                                 s->human_known ? &s->human_answer : NULL));
    else if (!during)
        json_send(s, json_answer_nothing(now->query, now->turn));
}

static bool report(void *user, search *of)
{
    json_analysis *s = user;
    double now = clock_now();
    (void)of;
    const json_query *q = s->now.query;
    bool due = s->last_report < 0 ? now - s->began >= q->report_after
                                  : now - s->last_report >= q->report_every;
    if (due) {
        tell(s, true);
        s->last_report = now;
    }
    take_lines(s, 0);
    return !s->stop && !ferror(s->out);
}

static colour to_move(const json_task *now, const game *g)
{
    const json_query *q = now->query;
    const bool at_end = now->turn == (size_t)q->record.n_moves;
    return at_end && q->next != EMPTY ? q->next : g->to_move;
}

/* What the human-style network says of the position, if there is one and a query tells whom it
 * is to imitate.                                                              */
static go_status ask_human(json_analysis *s, const game *g, go_error *err)
{
    const char *profile = s->now.query->human_profile;
    s->human_known = s->human && (*profile || !human_net_imitates(s->human));
    if (!s->human_known)
        return GO_OK;
    return human_net_evaluate(s->human, g, to_move(&s->now, g), profile, 0, &s->human_answer, err);
}

/* A network of the search that imitates people does so for the query's profile. */
static go_status configure(json_analysis *s, go_error *err)
{
    search_settings settings = s->now.query->settings;
    const char *profile = s->now.query->human_profile;
    if (json_search_imitates(s)) {
        if (strcmp(profile, s->profiles[s->profile]) != 0) {
            s->profile = !s->profile;
            memcpy(s->profiles[s->profile], profile, sizeof s->profiles[0]);
        }
        settings.evaluate.net.profile = *profile ? s->profiles[s->profile] : NULL;
    }
    return search_configure(s->search, &settings, err);
}

static go_status search_task(json_analysis *s, game *g, go_error *err)
{
    const json_query *q = s->now.query;
    search_limits limits = q->limits;
    GO_TRY(configure(s, err));
    GO_TRY(search_prepare(s->search, q->record.size, err));
    search_clear(s->search);
    notice_tell(&s->people, s->search);
    limits.stop = gtp_input_interrupted(s->input);
    limits.report = report;
    limits.user = s;
    limits.report_seconds = fmin(q->report_every, poll_seconds);
    s->game = g;
    s->stop = false;
    s->began = clock_now();
    s->last_report = -1;
    go_status status = search_run(s->search, g, to_move(&s->now, g), &limits, err);
    notice_tell(&s->people, s->search); /* failures during the search */
    return status;
}

/* A client that counts the positions of a query waits for the last answer to each of them. */
static void tell_failure(json_analysis *s, const char *sentence)
{
    const json_task *now = &s->now;
    json_send(s, json_pack("{s:o, s:O, s:I}", "error", text_json(sentence), "id", now->query->id,
                           "turnNumber", (json_int_t)now->turn));
    json_send(s, json_answer_nothing(now->query, now->turn));
}

static void do_task(json_analysis *s)
{
    go_error err;
    game *g = NULL;
    s->now = next_task(s);
    go_status status = json_query_game(s->now.query, s->now.turn, &g, NULL, &err);
    if (status == GO_OK)
        status = ask_human(s, g, &err);
    if (status == GO_OK)
        status = search_task(s, g, &err);
    if (status == GO_OK)
        tell(s, false);
    else
        tell_failure(s, err.message);
    game_destroy(g);
    s->game = NULL;
    json_task_release(s, &s->now);
}

/* ---- the run ---- */

static bool goes_on(const json_analysis *s)
{
    return !interrupt_requested() && !ferror(s->out) && (s->n_tasks > 0 || !s->ended);
}

go_status json_analysis_run(json_analysis *s, FILE *in, FILE *out, FILE *talk, go_error *err)
{
    GO_TRY(gtp_input_create(&s->input, in, GTP_INPUT_PLAIN, err));
    s->out = out;
    s->people.to = talk;
    s->people.quiet = s->defaults.quiet;
    s->ended = false;
    notice_read_net(&s->people, s->search, 0);
    while (goes_on(s)) {
        take_lines(s, s->n_tasks > 0 ? 0 : -1);
        if (s->n_tasks > 0 && goes_on(s))
            do_task(s);
    }
    give_up_tasks(s);
    const go_status status = gtp_input_check(s->input, err);
    gtp_input_destroy(s->input);
    s->input = NULL;
    if (ferror(out))
        return go_fail(err, GO_EIO, "cannot write answers any more");
    return status;
}
