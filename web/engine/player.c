#include "web/engine/player.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/engine.h"
#include "gtp/text/katago_names.h"
#include "web/engine/pipes.h"
#include "web/engine/tell.h"

struct web_player {
    gtp_settings settings;
    engine_kind kind;
    events *to;
    pthread_mutex_t turn;    /* one command at a time */
    bool lost;               /* with `turn`: the page knows that the engine has ended */
    pthread_mutex_t sending;
    pipes *pipes;            /* with `sending`; NULL: they could not be started again */
    pthread_mutex_t lock;    /* of what follows */
    pthread_cond_t changed;
    char *reply;             /* what has come of it; NULL: nothing */
    bool whole, cut;         /* all of it has come; memory ran out for some of it */
    bool ended;
};

/* ---- the engine's thread ---- */

static void run(void *user, FILE *in, FILE *out, FILE *talk)
{
    web_player *p = user;
    gtp_engine *engine;
    go_error err;
    go_status status = gtp_engine_create(&engine, &p->settings, &err);
    if (status == GO_OK) {
        status = gtp_run(engine, in, out, talk, &err);
        gtp_engine_destroy(engine);
    }
    if (status != GO_OK)
        tell_text(p->to, "problem", engine_kind_name(p->kind), NULL, err.message);
    pthread_mutex_lock(&p->lock);
    p->ended = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

/* ---- replies: "=", text, and an empty line at the end ---- */

static bool append_line(web_player *p, const char *line)
{
    const size_t had = p->reply ? strlen(p->reply) : 0, more = strlen(line);
    char *longer = realloc(p->reply, had + more + 2);
    if (!longer)
        return false;
    if (had)
        longer[had] = '\n';
    memcpy(longer + had + (had > 0), line, more + 1);
    p->reply = longer;
    return true;
}

static void on_line(void *user, const char *line)
{
    web_player *p = user;
    pthread_mutex_lock(&p->lock);
    if (*line)
        p->cut = !append_line(p, line) || p->cut;
    else if (p->reply || p->cut)
        p->whole = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static void on_said(void *user, const char *line)
{
    web_player *p = user;
    tell_text(p->to, "notice", engine_kind_name(p->kind), NULL, line);
}

/* ---- commands ---- */

/* Is this word, [n] letters, the text? */
static bool is_word(const char *word, size_t n, const char *text)
{
    return strlen(text) == n && strncmp(word, text, n) == 0;
}

/* Does the text begin with the name of a setting that a page may change?  Of texts this is only
 * the profile, which names no file.                                           */
static bool is_open_setting(const char *text)
{
    char name[64];
    const size_t n = strcspn(text, " ");
    snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : 0), text);
    return search_option_is_open(search_option(katago_setting(name))) ||
           strcmp(name, "profile") == 0;
}

/* One of the commands that concern the game, in one line of printable letters. */
static bool is_allowed(const char *command)
{
    static const char *const names[] = {
        "boardsize", "clear_board", "komi", "kata-set-rules", "kata-get-rules", "play", "undo",
        "genmove", "set_position", "gogui-setup_player", "set_free_handicap", "fixed_handicap",
        "place_free_handicap", "time_settings", "kata-time_settings", "time_left", "kata-get-param",
        "final_score", "final_status_list", "showboard", "name", "version", "known_command"};
    const size_t n = strcspn(command, " ");
    for (const char *at = command; *at; at++)
        if (!isprint((unsigned char)*at))
            return false;
    if (is_word(command, n, "kata-set-param"))
        return is_open_setting(command + n + strspn(command + n, " "));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_word(command, n, names[i]))
            return true;
    return false;
}

static bool send_line(web_player *p, const char *line)
{
    pthread_mutex_lock(&p->sending);
    bool sent = pipes_send(p->pipes, line);
    pthread_mutex_unlock(&p->sending);
    return sent;
}

/* Takes the reply apart: "= D4", "? illegal move". */
static go_status take_reply(web_player *p, bool *ok, char **text, go_error *err)
{
    if (p->cut)
        return go_fail(err, GO_ENOMEM, "out of memory for a reply");
    *ok = p->reply[0] == '=';
    const char *at = p->reply + 1;
    while (*at == ' ')
        at++;
    *text = strdup(at);
    return *text ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for a reply");
}

static go_status wait_for_reply(web_player *p, bool *ok, char **text, go_error *err)
{
    pthread_mutex_lock(&p->lock);
    while (!p->whole && !p->ended)
        pthread_cond_wait(&p->changed, &p->lock);
    go_status status = p->whole ? take_reply(p, ok, text, err)
                                : go_fail(err, GO_EIO, "the engine has ended");
    free(p->reply);
    p->reply = NULL;
    p->whole = p->cut = false;
    pthread_mutex_unlock(&p->lock);
    return status;
}

/* Starts the engine, also anew after it has ended. */
static go_status start(web_player *p, go_error *err)
{
    const pipes_engine engine = {run, on_line, on_said, p};
    pthread_mutex_lock(&p->sending);
    pipes_end(p->pipes);
    p->pipes = NULL;
    p->ended = false; /* no thread is left that could set it */
    go_status status = pipes_start(&p->pipes, &engine, err);
    pthread_mutex_unlock(&p->sending);
    return status;
}

/* With `turn`.  An engine that has ended (out of memory, a network that could not be read) has
 * forgotten the game: the page is told first, and another one started for its next command, with
 * which it begins again.                                                      */
static go_status ask(web_player *p, const char *command, bool *ok, char **text, go_error *err)
{
    if (p->lost)
        GO_TRY(start(p, err));
    p->lost = !send_line(p, command);
    if (p->lost)
        return go_fail(err, GO_EIO, "the engine has ended");
    go_status status = wait_for_reply(p, ok, text, err);
    p->lost = status == GO_EIO;
    return status;
}

go_status web_player_ask(web_player *p, const char *command, bool *ok, char **text, go_error *err)
{
    if (!is_allowed(command))
        return go_fail(err, GO_EINVAL, "pages are not allowed to send the command '%s'", command);
    pthread_mutex_lock(&p->turn);
    go_status status = ask(p, command, ok, text, err);
    pthread_mutex_unlock(&p->turn);
    return status;
}

void web_player_hurry(web_player *p)
{
    send_line(p, "# interrupt");
}

/* ---- creation ---- */

go_status web_player_create(web_player **out, const engine_settings *settings, engine_kind kind,
                            events *to, go_error *err)
{
    web_player *p = calloc(1, sizeof *p);
    if (!p)
        return go_fail(err, GO_ENOMEM, "out of memory for an engine");
    gtp_settings_default(&p->settings);
    p->settings.search = engine_search(settings, kind);
    p->kind = kind;
    p->to = to;
    pthread_mutex_init(&p->turn, NULL);
    pthread_mutex_init(&p->sending, NULL);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    go_status status = start(p, err);
    if (status != GO_OK) {
        web_player_destroy(p);
        return status;
    }
    *out = p;
    return GO_OK;
}

void web_player_destroy(web_player *p)
{
    if (!p)
        return;
    if (p->pipes)
        send_line(p, "# interrupt");
    pipes_end(p->pipes);
    pthread_mutex_destroy(&p->turn);
    pthread_mutex_destroy(&p->sending);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->changed);
    free(p->reply);
    free(p);
}
