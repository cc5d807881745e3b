#include "gtp/json/lines.h"

#include <string.h>

#include "base/text_json.h"
#include "gtp/json/answer.h"
#include "gtp/json/parse.h"
#include "gtp/json/read_query.h"
#include "gtp/text/model_json.h"
#include "nn/formats/own_net.h"

/* ---- actions ---- */

/* Most actions are answered with the request itself plus some fields. */
static json_t *echo(const json_t *request)
{
    return json_copy((json_t *)request);
}

static void version(json_analysis *s, const json_t *request)
{
    json_t *reply = echo(request);
    const char *told = s->defaults.version ? s->defaults.version : KATACHI_VERSION;
    json_object_update_new(reply, json_pack("{s:o*, s:s, s:s}", "version", text_json(told),
                                            "program", "Katachi", "git_hash", "<omitted>"));
    json_send(s, reply);
}

/* No answer depends on an earlier one, so the only cache to clear is the tree. */
static void clear_cache(json_analysis *s, const json_t *request)
{
    if (!s->now.query)
        search_clear(s->search);
    json_send(s, echo(request));
}

/* The network "own" has no more than this name until a query tells the size of the board. */
static void models(json_analysis *s, const json_t *request)
{
    const network_settings *net = &s->defaults.settings.evaluate.net;
    const nn_model *m = search_model(s->search);
    json_t *reply = echo(request), *list = json_array();
    if (m)
        json_array_append_new(list, gtp_model_json(m, net->batch));
    else if (net->file && nn_net_is_own(net->file))
        json_array_append_new(list, json_pack("{s:s, s:s, s:b}", "name", net->file, "internalName",
                                              net->file, "usesHumanSLProfile", false));
    if (s->human)
        json_array_append_new(list, gtp_model_json(human_net_model(s->human), net->batch));
    json_object_set_new(reply, "models", list);
    json_send(s, reply);
}

/* ---- terminate ---- */

typedef struct target {
    const char *id;      /* NULL: of any query */
    const json_t *turns; /* an array; NULL: all */
} target;

static bool is_meant(const target *t, const json_task *task)
{
    if (t->id && strcmp(t->id, json_string_value(task->query->id)) != 0)
        return false;
    for (size_t i = 0; t->turns && i < json_array_size(t->turns); i++)
        if (json_number_value(json_array_get(t->turns, i)) == (double)task->turn)
            return true;
    return !t->turns;
}

/* No turns, for all of them, or a list of numbers. */
static bool are_turns(const json_t *turns)
{
    int64_t n;
    for (size_t i = 0; i < json_array_size(turns); i++)
        if (!json_whole(json_array_get(turns, i), 0, 1e15, &n))
            return false;
    return !turns || json_is_array(turns);
}

/* Drops waiting positions; a search in progress ends and is reported as it stands. */
static void terminate(json_analysis *s, const target *t)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->n_tasks; i++) {
        json_task *task = &s->tasks[i];
        if (is_meant(t, task)) {
            json_send(s, json_answer_nothing(task->query, task->turn));
            json_task_release(s, task);
        } else {
            s->tasks[kept++] = *task;
        }
    }
    s->n_tasks = kept;
    if (s->now.query && is_meant(t, &s->now))
        s->stop = true;
}

/* "terminate" and "terminate_all". */
static void terminate_some(json_analysis *s, const json_t *request)
{
    const json_t *id = json_object_get(request, "id");
    const json_t *which = json_object_get(request, "terminateId");
    bool all = strcmp(json_string_value(json_object_get(request, "action")), "terminate") != 0;
    target t = {all ? NULL : json_string_value(which), json_object_get(request, "turnNumbers")};
    if (!all && !json_is_string(which)) {
        json_send_problem(s, "error", id, "terminateId", "Must be a string, the id of a query");
    } else if (!are_turns(t.turns)) {
        json_send_problem(s, "error", id, "turnNumbers", "Must be a list of whole numbers");
    } else {
        json_send(s, echo(request));
        terminate(s, &t);
    }
}

static void act(json_analysis *s, const json_t *request)
{
    static const struct {
        const char *name;
        void (*act)(json_analysis *s, const json_t *request);
    } actions[] = {{"query_version", version},
                   {"query_models", models},
                   {"clear_cache", clear_cache},
                   {"terminate", terminate_some},
                   {"terminate_all", terminate_some}};
    const char *name = json_string_value(json_object_get(request, "action"));
    for (size_t i = 0; name && i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(name, actions[i].name) == 0) {
            actions[i].act(s, request);
            return;
        }
    json_send_problem(s, "error", json_object_get(request, "id"), "action",
                      "Must be query_version, query_models, clear_cache, terminate or "
                      "terminate_all");
}

/* ---- queries ---- */

typedef struct warned {
    json_analysis *s;
    const json_t *id;
} warned;

static void send_warning(void *user, const char *field, const char *sentence)
{
    const warned *w = user;
    json_send_problem(w->s, "warning", w->id, field, sentence);
}

static void take_query(json_analysis *s, const json_t *object, const json_t *id)
{
    go_error err;
    json_query *q;
    warned w = {s, id};
    json_reader r = {.object = object, .warn = send_warning, .user = &w,
                     .has_human = s->human || json_search_imitates(s)};
    if (json_query_read(&q, &r, &s->defaults, &err) != GO_OK) {
        json_send_problem(s, "error", id, r.field[0] ? r.field : NULL, err.message);
    } else if (q->n_turns == 0 || !json_task_add(s, q)) {
        json_send_problem(s, "error", id, "analyzeTurns",
                          q->n_turns ? "out of memory for the positions"
                                     : "Must name at least one turn");
        json_query_destroy(q);
    }
}

void json_take_line(json_analysis *s, const char *line)
{
    json_error_t why;
    char sentence[300];
    if (!line[strspn(line, " \t\r")])
        return;
    json_t *object = json_parse(line, &why);
    const json_t *id = json_object_get(object, "id");
    if (!json_is_object(object)) {
        json_t *found = object ? NULL : json_salvage_id(line);
        snprintf(sentence, sizeof sentence, "Could not parse the line as a JSON object: %s",
                 object ? "it is something else" : why.text);
        json_send_problem(s, "error", found, NULL, sentence);
        json_decref(found);
    } else if (!json_is_string(id)) {
        json_send_problem(s, "error", NULL, "id", "Must be a string: every request needs an id");
    } else if (json_object_get(object, "action")) {
        act(s, object);
    } else {
        take_query(s, object, id);
    }
    json_decref(object);
}
