/* engine.c -- creates an engine and answers its input, line by line. */
#include "gtp/engine.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "gtp/commands/command.h"
#include "gtp/player/reply.h"
#include "gtp/player/think.h"
#include "gtp/text/args.h"
#include "mcts/clock/time_text.h"

/* ---- beginning and end ---- */

static go_status set_rules(gtp_engine *e, const gtp_settings *s, go_error *err)
{
    GO_TRY(rules_need(s->rules, &e->own_rules, err));
    e->next_ko = e->own_rules.ko;
    GO_TRY(game_create(&e->game, s->size, &e->own_rules, err));
    if (s->komi && !gtp_arg_komi(s->komi, &e->game->komi))
        return go_fail(err, GO_EINVAL, "komi expects " GTP_KOMI ", not '%s'", s->komi);
    e->own_komi = e->game->komi;
    return GO_OK;
}

static go_status set_time(gtp_engine *e, const gtp_settings *s, go_error *err)
{
    if (!s->time)
        return GO_OK;
    const char *first = s->time + strspn(s->time, " ");
    bool words = strchr(first, ' ') != NULL; /* as in GTP: "600 30 5" */
    return words && isdigit((unsigned char)*first) ? time_settings_parse_gtp(&e->time, first, err)
                                                   : time_text_parse(&e->time, first, err);
}

static go_status open_log(gtp_engine *e, const gtp_settings *s, go_error *err)
{
    if (!s->log)
        return GO_OK;
    e->log = fopen(s->log, "a");
    if (!e->log)
        return go_fail(err, GO_EIO, "cannot write the log %s: %s", s->log, strerror(errno));
    setvbuf(e->log, NULL, _IOLBF, 0);
    char begin[4200];
    snprintf(begin, sizeof begin, "Katachi " KATACHI_VERSION "%s%s", s->command ? ": " : "",
             s->command ? s->command : "");
    gtp_log(e, '#', begin);
    return GO_OK;
}

go_status gtp_engine_create(gtp_engine **out, const gtp_settings *settings, go_error *err)
{
    gtp_engine *e = calloc(1, sizeof *e);
    if (!e)
        return go_fail(err, GO_ENOMEM, "out of memory for the engine");
    e->settings = *settings;
    e->now = settings->search;
    go_status status = set_rules(e, settings, err);
    if (status == GO_OK)
        status = set_time(e, settings, err);
    if (status == GO_OK)
        status = open_log(e, settings, err);
    if (status == GO_OK)
        status = search_create(&e->search, &e->now, err);
    if (status == GO_OK && settings->human_model)
        status = human_net_create(&e->human, settings->human_model,
                                  settings->search.evaluate.net.backend, err);
    if (settings->search.evaluate.net.profile)
        snprintf(e->human_profile, sizeof e->human_profile, "%s",
                 settings->search.evaluate.net.profile);
    if (status != GO_OK) {
        gtp_engine_destroy(e);
        return status;
    }
    gtp_new_game(e);
    *out = e;
    return GO_OK;
}

void gtp_engine_destroy(gtp_engine *e)
{
    if (!e)
        return;
    search_analysis_release(&e->analysis);
    search_destroy(e->search);
    human_net_destroy(e->human);
    game_destroy(e->game);
    gtp_game_head_clear(&e->head);
    for (int i = 0; i < e->n_texts; i++) {
        free(e->texts[i].name);
        free(e->texts[i].value);
    }
    free(e->texts);
    if (e->log)
        fclose(e->log);
    free(e);
}

/* ---- the run ---- */

/* Runs one line and sends its reply. */
static void answer(gtp_engine *e, const char *line)
{
    gtp_request r;
    go_error err = {GO_OK, ""};
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out || !gtp_request_split(&r, line)) {
        gtp_reply(e, "", false, "out of memory for the command");
        if (out)
            fclose(out);
        free(text);
        return;
    }
    e->streaming = false;
    /* Its time begins when it arrives, though pondering may have to end first, or with the reply
     * before it.                                                              */
    e->begun = fmax(gtp_input_taken_arrived(e->input), e->replied);
    go_status status = gtp_run_command(e, &r, out, &err);
    if (fclose(out) != 0 || !text)
        status = go_fail(&err, GO_ENOMEM, "out of memory for the reply");
    if (status != GO_OK && !err.message[0])
        go_fail(&err, status, "%s", go_status_name(status));
    if (e->streaming && status != GO_OK)
        notice_say(&e->people, "%s", err.message); /* the reply has begun as a success */
    if (e->streaming)
        gtp_end_stream(e, status == GO_OK ? text : NULL);
    else
        gtp_reply(e, r.id, status == GO_OK, status == GO_OK ? text : err.message);
    e->replied = clock_now();
    gtp_request_free(&r);
    free(text);
}

/* A disk may be full: people are told once, and the game goes on. */
static void check_log(gtp_engine *e)
{
    if (!e->log || !ferror(e->log))
        return;
    if (!e->log_lost)
        notice_say(&e->people, "cannot write to the log %s any more; free some disk space",
                   e->settings.log);
    e->log_lost = true;
    clearerr(e->log);
}

static void handle(gtp_engine *e, gtp_input_event event, const char *line)
{
    switch (event) {
    case GTP_INPUT_LINE:
        gtp_log(e, '>', line);
        if (*line)
            answer(e, line);
        break;
    case GTP_INPUT_TOO_LONG:
        gtp_reply(e, "", false, "syntax error: a line longer than 16 million bytes");
        break;
    case GTP_INPUT_IDLE: gtp_use_idle_time(e); break;
    case GTP_INPUT_END: e->quitting = true; break;
    }
}

go_status gtp_run(gtp_engine *e, FILE *in, FILE *out, FILE *talk, go_error *err)
{
    enum { IDLE_MS = 50 }; /* clients begin with many questions in a row: answer those first */
    GO_TRY(gtp_input_create(&e->input, in, GTP_INPUT_CLEANED, err));
    e->out = out;
    e->people.to = talk;
    e->people.quiet = e->settings.quiet;
    e->quitting = false;
    notice_read_net(&e->people, e->search, e->game->board.size);
    if (talk && !e->settings.quiet) {
        fputs("GTP ready\n", talk); /* clients wait for these words of KataGo's (LizGoban) */
        fflush(talk);
    }
    while (!e->quitting && !ferror(out)) {
        char *line = NULL;
        double wait = gtp_has_idle_work(e) ? IDLE_MS * 1e-3 : -1;
        gtp_input_event event = gtp_input_next(e->input, wait, &line);
        handle(e, event, line);
        check_log(e);
        free(line);
    }
    const go_status status = gtp_input_check(e->input, err);
    gtp_input_destroy(e->input);
    e->input = NULL;
    if (ferror(out))
        return go_fail(err, GO_EIO, "cannot write replies any more");
    return status;
}
