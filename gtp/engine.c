/* engine.c -- the life of the engine, from the first line of input to the last;
 * the commands themselves are in other files.                                */
#include "gtp/engine.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "gtp/text/args.h"
#include "gtp/player/state.h"
#include "gtp/player/parameters.h"
#include "gtp/player/reply.h"
#include "gtp/player/think.h"

/* NAME=VALUE.  Texts are borrowed from the command line and have options of
 * their own; from a configuration file they would not live long enough.        */
static go_status parse_setting(const char *text, void *field, go_error *err)
{
    char name[64];
    const char *equals = strchr(text, '=');
    go_error why = {GO_OK, ""};
    if (!equals || (size_t)(equals - text) >= sizeof name)
        return go_fail(err, GO_EINVAL, "NAME=VALUE, such as playouts=1000, not '%s'", text);
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    const option *o = search_option(gtp_parameter_name(name));
    if (!o)
        return go_fail(err, GO_EINVAL, "the name of a setting of the search, which '%s' is not",
                       name);
    if (o->kind == OPTION_TEXT)
        return go_fail(err, GO_EINVAL, "numbers and words; for %s there is --%s", o->metavar,
                       o->name);
    go_status status = search_settings_set(field, o->name, equals + 1, &why);
    return status == GO_OK ? status : go_fail(err, status, "NAME=VALUE where %s", why.message);
}

const option gtp_options[] = {
    OPT_INT("size", 0, "N", "19", BOARD_MIN_SIZE, BOARD_MAX_SIZE, offsetof(gtp_settings, size),
        "size of the board until the client sets it"),
    OPT_TEXT("komi", 0, "X", NULL, offsetof(gtp_settings, komi),
        "komi until the client sets it; default: what is usual under the rules"),
    OPT_TEXT("rules", 0, "NAME", "chinese", offsetof(gtp_settings, rules),
        "chinese, japanese, tromp-taylor, aga, ...: the rules until the client sets them"),
    OPT_TEXT("time-settings", 0, "TIME", NULL, offsetof(gtp_settings, time),
        "clock until the client sets one, as 'MAIN PERIOD STONES' or 'fischer 600 5'"),
    OPT_TEXT("log", 0, "FILE", NULL, offsetof(gtp_settings, log),
        "add all that is received and sent to FILE"),
    OPT_FLAG("kgs-chat", 0, NULL, offsetof(gtp_settings, kgs_chat),
        "answer people who ask for the win rate on KGS"),
    OPT_FLAG("live-gfx", 0, NULL, offsetof(gtp_settings, live),
        "show the search in GoGui while it runs"),
    OPT_CUSTOM("set", 0, "NAME=VALUE", NULL, offsetof(gtp_settings, search), parse_setting,
        "a setting of the search by its name below, or by KataGo's: maxVisits=100"),
    OPTION_QUIET(gtp_settings, quiet),
    {0}};

static const option_group settings_groups[] = {{NULL, gtp_options, 0}, {0}};
static const command_spec settings_spec = {.name = "gtp", .groups = settings_groups};

void gtp_settings_default(gtp_settings *s)
{
    *s = (gtp_settings){0};
    options_defaults(&settings_spec, s);
    search_settings_default(&s->search);
}

/* ---- beginning and end ---- */

static go_status set_rules(gtp_engine *e, const gtp_settings *s, go_error *err)
{
    rules r;
    if (!rules_by_name(s->rules, &r))
        return go_fail(err, GO_EINVAL, "there are no rules called '%s'; try chinese, japanese, "
                       "tromp-taylor or aga", s->rules);
    go_status status = game_create(&e->game, s->size, &r, err);
    if (status == GO_OK && s->komi && !gtp_arg_real(s->komi, &e->game->komi))
        return go_fail(err, GO_EINVAL, "komi expects a number, not '%s'", s->komi);
    if (status == GO_OK) {
        e->own_rules = r;
        e->own_komi = e->game->komi;
    }
    return status;
}

static go_status set_time(gtp_engine *e, const gtp_settings *s, go_error *err)
{
    if (!s->time)
        return GO_OK;
    bool plain = isdigit((unsigned char)s->time[strspn(s->time, " ")]);
    return plain ? time_settings_parse_gtp(&e->time, s->time, err)
                 : time_settings_parse(&e->time, s->time, err);
}

static go_status open_log(gtp_engine *e, const gtp_settings *s, go_error *err)
{
    if (!s->log)
        return GO_OK;
    e->log = fopen(s->log, "a");
    if (!e->log)
        return go_fail(err, GO_EIO, "cannot write the log %s: %s", s->log, strerror(errno));
    setvbuf(e->log, NULL, _IOLBF, 0);
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
    playout_destroy(e->judge.p);
    playout_gammas_destroy(e->judge.tables);
    game_destroy(e->game);
    for (int i = 0; i < e->n_texts; i++) {
        free(e->texts[i].name);
        free(e->texts[i].value);
    }
    free(e->texts);
    if (e->log)
        fclose(e->log);
    free(e);
}

/* ---- the state of the game ---- */

void gtp_position_changed(gtp_engine *e)
{
    e->position++;
    e->ponder_for = EMPTY;
}

void gtp_new_game(gtp_engine *e)
{
    gtp_position_changed(e);
    search_clear(e->search);
    gtp_reset_clocks(e);
}

void gtp_reset_clocks(gtp_engine *e)
{
    e->clock[BLACK] = e->clock[WHITE] = time_clock_start(&e->time);
}

go_status gtp_empty_game(const gtp_engine *e, int size, game **out, go_error *err)
{
    go_status status = game_create(out, size, &e->game->rules, err);
    if (status == GO_OK)
        (*out)->komi = e->game->komi;
    return status;
}

void gtp_take_game(gtp_engine *e, game *g)
{
    game_destroy(e->game);
    e->game = g;
    gtp_position_changed(e);
    search_clear(e->search);
}

/* ---- commands ---- */

const gtp_command *const gtp_tables[] = {
    gtp_core_commands,  gtp_board_commands,   gtp_setup_commands,  gtp_sgf_commands,
    gtp_move_commands,  gtp_time_commands,    gtp_rules_commands,  gtp_score_commands,
    gtp_analyze_commands, gtp_network_commands, gtp_gogui_commands, gtp_server_commands,
    gtp_parameter_commands, NULL};

const gtp_command *gtp_find(const char *name)
{
    for (const gtp_command *const *table = gtp_tables; *table; table++)
        for (const gtp_command *c = *table; c->name; c++)
            if (strcmp(c->name, name) == 0)
                return c;
    return NULL;
}

static go_status run_command(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    const gtp_command *c = gtp_find(r->command);
    if (!*r->command)
        return go_fail(err, GO_EINVAL, "syntax error: an id without a command");
    if (!c)
        return go_fail(err, GO_EINVAL, "unknown command");
    if (r->n < c->min_args)
        return go_fail(err, GO_EINVAL, "syntax error: usage: %s %s", c->name, c->usage);
    return c->run(e, r, out, err);
}

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
    e->begun = clock_now();
    go_status status = run_command(e, &r, out, &err);
    if (fclose(out) != 0 || !text)
        status = go_fail(&err, GO_ENOMEM, "out of memory for the reply");
    if (status != GO_OK && !err.message[0])
        go_fail(&err, status, "%s", go_status_name(status));
    if (e->streaming && status != GO_OK)
        gtp_talk(e, "%s", err.message); /* the reply has begun as a success */
    if (e->streaming)
        gtp_end_stream(e, status == GO_OK ? text : NULL);
    else
        gtp_reply(e, r.id, status == GO_OK, status == GO_OK ? text : err.message);
    gtp_request_free(&r);
    free(text);
}

/* ---- the run ---- */

static void handle(gtp_engine *e, gtp_input_event event, char *line)
{
    switch (event) {
    case GTP_INPUT_LINE:
        if (e->log)
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

/* A network that cannot be read is told at once, not with the first move; the
 * rest of the protocol works.                                                 */
static void read_net(gtp_engine *e)
{
    go_error err;
    if (search_read_net(e->search, &err) != GO_OK)
        gtp_talk(e, "%s", err.message);
}

go_status gtp_run(gtp_engine *e, FILE *in, FILE *out, FILE *talk, go_error *err)
{
    enum { IDLE_MS = 50 }; /* a client's first questions come in a row: answer them first */
    go_status status = gtp_input_create(&e->input, in, err);
    if (status != GO_OK)
        return status;
    e->out = out;
    e->talk = e->settings.quiet ? NULL : talk;
    e->errors = talk;
    e->quitting = false;
    read_net(e);
    while (!e->quitting && !ferror(out)) {
        char *line = NULL;
        double wait = gtp_has_idle_work(e) ? IDLE_MS * 1e-3 : -1;
        gtp_input_event event = gtp_input_next(e->input, wait, &line);
        handle(e, event, line);
        free(line);
    }
    gtp_input_destroy(e->input);
    e->input = NULL;
    if (ferror(out))
        return go_fail(err, GO_EIO, "the replies cannot be written any more");
    return GO_OK;
}
