#include "web/app.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text_json.h"
#include "nn/formats/own_net.h"
#include "web/api/answers.h"
#include "web/api/work.h"
#include "web/server/page_file.h"
#include "web/session/sessions.h"

struct web_app {
    web_app_settings settings;
    sessions *sessions;
    gamma_shelf *gammas;
};

/* ---- the page ---- */

static void answer_file(const char *name, http_answer *a)
{
    const page_file *f = page_file_find(*name ? name : "index.html");
    if (!f) {
        http_refuse(a, 404, "no page %s", name);
        return;
    }
    a->type = f->type;
    a->text = f->begin;
    a->n_text = (size_t)(f->end - f->begin);
}

/* ---- events ---- */

/* A connection that reads the events of a session. */
typedef struct web_reader {
    session *session;
    int number;
} web_reader;

static ssize_t next_event(void *user, char *to, size_t most)
{
    web_reader *r = user;
    return events_next(session_events(r->session), r->number, to, most);
}

static void end_reading(void *user)
{
    web_reader *r = user;
    events_close(session_events(r->session), r->number);
    session_release(r->session);
    free(r);
}

static json_t *rules_list(void)
{
    json_t *list = json_array();
    for (int i = 0; i < RULES_NAMED; i++)
        json_array_append_new(list, json_string(rules_name_at(i)));
    return list;
}

/* Of each of them, by its name. */
static json_t *usual_komi(void)
{
    rules r;
    json_t *komi = json_object();
    for (int i = 0; i < RULES_NAMED; i++)
        if (rules_by_name(rules_name_at(i), &r))
            json_object_set_new(komi, rules_name_at(i), json_real(rules_default_komi(&r)));
    return komi;
}

static bool has_network(const web_app *app)
{
    char path[DATA_FILE_PATH];
    go_error ignored;
    const char *file = app->settings.engines.search.evaluate.net.file;
    return (file && !nn_net_comes_along(file)) ||
           nn_net_find(file && !nn_net_is_own(file) ? file : "own", 9, path, &ignored) == GO_OK;
}

static void say_hello(const web_app *app, session *s)
{
    const char *net = app->settings.engines.search.evaluate.net.file;
    const char *const *inputs = app->settings.inputs;
    const int n = app->settings.n_inputs;
    json_t *hello = json_pack(
        "{s:s, s:s, s:b, s:o, s:i, s:o, s:o, s:o, s:o}", "session", session_id(s), "version",
        app->settings.version, "hasNetwork", has_network(app), "network", text_json(net ? net : "own"),
        "seed", app->settings.engines.search.seed, "rules", rules_list(), "komi", usual_komi(),
        "folders", work_list(inputs, n, true), "games", work_list(inputs, n, false));
    char *text = hello ? json_dumps(hello, JSON_COMPACT) : NULL;
    if (text)
        events_add(session_events(s), "hello", text, true, 0);
    free(text);
    json_decref(hello);
}

static void answer_events(web_app *app, const http_request *q, http_answer *a)
{
    go_error err;
    session *s = NULL;
    web_reader *r = malloc(sizeof *r);
    go_status status = r ? sessions_open(app->sessions, http_field(q, "session"), &s, &err)
                         : go_fail(&err, GO_ENOMEM, "out of memory for a page");
    if (status != GO_OK) {
        free(r);
        http_refuse(a, 503, "%s", err.message);
        return;
    }
    *r = (web_reader){s, events_open(session_events(s))};
    say_hello(app, s); /* not before: a connection that is gone might take it */
    a->type = "text/event-stream";
    a->stream = (http_stream){next_event, end_reading, r};
}

/* ---- engines ---- */

/* The engine that a request names, or the default. */
static go_status kind_of(const json_t *request, engine_kind usual, engine_kind *out, go_error *err)
{
    const json_t *name = json_object_get(request, "engine");
    *out = usual;
    if (name && !engine_kind_read(out, json_string_value(name)))
        return go_fail(err, GO_EINVAL, "\"engine\" must be \"playouts\" or \"network\"");
    return GO_OK;
}

static go_status analyse(session *s, const json_t *request, go_error *err)
{
    engine_kind kind;
    analyser *engine;
    const json_t *query = json_object_get(request, "query");
    GO_TRY(kind_of(request, ENGINE_NETWORK, &kind, err));
    if (!json_is_object(query))
        return go_fail(err, GO_EINVAL, "\"query\" must be an object");
    GO_TRY(session_analyser(s, kind, &engine, err));
    return analyser_query(engine, query, json_object_get(request, "tag"), err);
}

static go_status stop(session *s, const json_t *request, go_error *err)
{
    engine_kind kind;
    GO_TRY(kind_of(request, ENGINE_NETWORK, &kind, err));
    if (json_is_true(json_object_get(request, "move")))
        session_hurry(s);
    else if (!json_object_get(request, "engine"))
        session_stop_all(s);
    else
        session_stop(s, kind);
    return GO_OK;
}

/* Sends the commands one after another, up to the first that fails. */
static go_status ask_player(web_player *p, const json_t *commands, json_t *replies, go_error *err)
{
    for (size_t i = 0; i < json_array_size(commands); i++) {
        const char *command = json_string_value(json_array_get(commands, i));
        bool ok = false;
        char *text = NULL;
        if (!command)
            return go_fail(err, GO_EINVAL, "\"commands\" must be a list of strings");
        GO_TRY(web_player_ask(p, command, &ok, &text, err));
        json_array_append_new(replies, json_pack("{s:b, s:o}", "ok", ok, "text", text_json(text)));
        free(text);
        if (!ok)
            break;
    }
    return GO_OK;
}

static go_status play(session *s, const json_t *request, json_t **out, go_error *err)
{
    engine_kind kind;
    web_player *player;
    GO_TRY(kind_of(request, ENGINE_PLAYOUTS, &kind, err));
    GO_TRY(session_player(s, kind, &player, err));
    json_t *replies = json_array();
    go_status status = ask_player(player, json_object_get(request, "commands"), replies, err);
    if (status == GO_OK)
        *out = json_pack("{s:O}", "replies", replies);
    json_decref(replies);
    return status;
}

/* ---- requests ---- */

/* Those that concern a session. */
static bool answer_in_session(web_app *app, const char *what, const json_t *request,
                              http_answer *a)
{
    const bool plays = strcmp(what, "gtp") == 0, stops = strcmp(what, "stop") == 0;
    if (!plays && !stops && strcmp(what, "analyse") != 0)
        return false;
    session *s = NULL;
    json_t *object = NULL;
    go_error err;
    const char *id = json_string_value(json_object_get(request, "session"));
    go_status status = sessions_find(app->sessions, id, &s, &err);
    if (status == GO_EEMPTY) {
        http_refuse(a, 410, "%s", err.message);
        return true;
    }
    status = plays ? play(s, request, &object, &err)
             : stops ? stop(s, request, &err) : analyse(s, request, &err);
    session_release(s);
    if (status == GO_OK)
        answer_json(a, object ? object : json_object());
    else
        answer_error(a, status, &err);
    return true;
}

static void answer_post(web_app *app, const char *what, const http_request *r, http_answer *a)
{
    if (strcmp(what, "sgf") == 0) {
        answer_texts(r->body, r->n_body, a);
        return;
    }
    json_error_t why;
    json_t *request = json_loadb(r->body, r->n_body, 0, &why);
    if (!request && (!why.text[0] || json_error_code(&why) == json_error_out_of_memory))
        http_refuse(a, 503, "out of memory for the request");
    else if (!json_is_object(request))
        http_refuse(a, 400, "the request is not a JSON object");
    else if (strcmp(what, "board") == 0)
        answer_board(request, a);
    else if (strcmp(what, "look") == 0)
        answer_look(app->gammas, request, a);
    else if (!answer_in_session(app, what, request, a))
        http_refuse(a, 404, "no such request: /api/%s", what);
    json_decref(request);
}

void web_app_answer(void *user, const http_request *r, http_answer *a)
{
    static const char api[] = "/api/", work[] = "/work/";
    web_app *app = user;
    if (strncmp(r->path, api, sizeof api - 1) == 0) {
        const char *what = r->path + sizeof api - 1;
        if (r->post)
            answer_post(app, what, r, a);
        else if (strcmp(what, "events") == 0)
            answer_events(app, r, a);
        else
            http_refuse(a, 404, "no page %s", r->path);
    } else if (r->post)
        http_refuse_method(a, "GET, HEAD", "pages do not accept POST");
    else if (strncmp(r->path, work, sizeof work - 1) == 0)
        work_answer(app->settings.inputs, app->settings.n_inputs, r->path + sizeof work - 1, a);
    else
        answer_file(r->path + 1, a);
}

/* ---- start and end ---- */

go_status web_app_create(web_app **out, const web_app_settings *settings, go_error *err)
{
    GO_TRY(work_check(settings->inputs, settings->n_inputs, err));
    web_app *app = calloc(1, sizeof *app);
    if (!app)
        return go_fail(err, GO_ENOMEM, "out of memory for the server");
    app->settings = *settings;
    app->gammas = gamma_shelf_create(settings->engines.search.evaluate.gammas);
    go_status status = app->gammas ? sessions_create(&app->sessions, &settings->engines, err)
                                   : go_fail(err, GO_ENOMEM, "out of memory for the server");
    if (status != GO_OK) {
        web_app_destroy(app);
        return status;
    }
    *out = app;
    return GO_OK;
}

int web_app_sweep(web_app *app)
{
    return sessions_sweep(app->sessions);
}

void web_app_end(web_app *app)
{
    enum { TRIES = 100 };
    const struct timespec pause = {.tv_nsec = 20000000};
    sessions_end(app->sessions);
    for (int i = 0; i < TRIES && !sessions_quiet(app->sessions); i++)
        nanosleep(&pause, NULL);
}

void web_app_destroy(web_app *app)
{
    if (!app)
        return;
    sessions_destroy(app->sessions);
    gamma_shelf_destroy(app->gammas);
    free(app);
}
