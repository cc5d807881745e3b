#include "web/engine/analyser.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/json/analysis.h"
#include "web/engine/pipes.h"
#include "web/engine/tell.h"

struct analyser {
    json_defaults defaults;
    engine_kind kind;
    events *to;
    pthread_mutex_t sending;
    pipes *pipes;         /* with `sending`; NULL: they could not be started again */
    pthread_mutex_t lock; /* of what follows; never held while one waits for the engine */
    long long number;     /* of the newest query; 0: none */
    char *tag;            /* its tag as JSON text; NULL: none */
};

/* ---- the engine's thread ---- */

static void run(void *user, FILE *in, FILE *out, FILE *talk)
{
    analyser *a = user;
    json_analysis *engine;
    go_error err;
    go_status status = json_analysis_create(&engine, &a->defaults, &err);
    if (status == GO_OK) {
        status = json_analysis_run(engine, in, out, talk, &err);
        json_analysis_destroy(engine);
    }
    if (status != GO_OK)
        tell_text(a->to, "problem", engine_kind_name(a->kind), NULL, err.message);
}

/* ---- what it writes ---- */

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* The answer of the newest query, {"id":"7",...}, with engine and tag in place of the id.  It is
 * not parsed: there are ten of 100 KB a second.                               */
static void tell_answer(analyser *a, const char *line)
{
    char id[48];
    pthread_mutex_lock(&a->lock);
    const int n = snprintf(id, sizeof id, "{\"id\":\"%lld\",", a->number);
    char *text = NULL;
    if (begins(line, id) &&
        asprintf(&text, "{\"engine\":\"%s\",\"tag\":%s,%s", engine_kind_name(a->kind),
                 a->tag ? a->tag : "null", line + n) < 0)
        text = NULL;
    pthread_mutex_unlock(&a->lock);
    if (text && !strstr(text, "\"noResults\":true"))
        events_add(a->to, "analysis", text, strstr(text, "\"isDuringSearch\":true") != NULL,
                   (int)a->kind);
    free(text);
}

/* The tag tells the page which of its questions has failed.  Nobody waits for older ones. */
static void tell_problem(analyser *a, const char *line)
{
    json_t *object = json_loads(line, 0, NULL);
    const char *error = json_string_value(json_object_get(object, "error"));
    const char *warning = json_string_value(json_object_get(object, "warning"));
    const char *text = error ? error : warning ? warning : line;
    const char *id = json_string_value(json_object_get(object, "id"));
    pthread_mutex_lock(&a->lock);
    const bool newest = !id || strtoll(id, NULL, 10) == a->number;
    json_t *tag = newest && id && a->tag ? json_loads(a->tag, JSON_DECODE_ANY, NULL) : NULL;
    pthread_mutex_unlock(&a->lock);
    if (newest)
        tell_text(a->to, warning ? "notice" : "problem", engine_kind_name(a->kind), tag, text);
    json_decref(object);
}

static void on_line(void *user, const char *line)
{
    analyser *a = user;
    if (begins(line, "{\"error\":") || begins(line, "{\"warning\":"))
        tell_problem(a, line);
    else
        tell_answer(a, line);
}

static void on_said(void *user, const char *line)
{
    analyser *a = user;
    tell_text(a->to, "notice", engine_kind_name(a->kind), NULL, line);
}

/* ---- queries ---- */

/* The query under a number as its id.  NULL: out of memory. */
static char *numbered(const json_t *query, long long number)
{
    char id[24];
    snprintf(id, sizeof id, "%lld", number);
    json_t *copy = json_copy((json_t *)query);
    char *text = copy && json_object_set_new(copy, "id", json_string(id)) == 0
                     ? json_dumps(copy, JSON_COMPACT) : NULL;
    json_decref(copy);
    return text;
}

/* Nothing is told of the newest query any more; the next one has the tag, and the number that is
 * returned.                                                                   */
static long long begin_next(analyser *a, const json_t *tag)
{
    pthread_mutex_lock(&a->lock);
    free(a->tag);
    a->tag = tag ? json_dumps(tag, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    const long long number = ++a->number;
    pthread_mutex_unlock(&a->lock);
    return number;
}

/* Starts the engine, also anew after it has ended.  With `sending`, or alone. */
static go_status start(analyser *a, go_error *err)
{
    const pipes_engine engine = {run, on_line, on_said, a};
    pipes_end(a->pipes);
    a->pipes = NULL;
    return pipes_start(&a->pipes, &engine, err);
}

static const char end_all[] = "{\"id\":\"end\",\"action\":\"terminate_all\"}";

/* With `sending`.  An engine that has ended (out of memory, a network that could not be read) told
 * why; a query is a reason to try again.                                      */
static go_status send_query(analyser *a, const char *text, go_error *err)
{
    if (pipes_send(a->pipes, end_all) && pipes_send(a->pipes, text))
        return GO_OK;
    GO_TRY(start(a, err));
    return pipes_send(a->pipes, text) ? GO_OK : go_fail(err, GO_EIO, "the engine has ended");
}

go_status analyser_query(analyser *a, const json_t *query, const json_t *tag, go_error *err)
{
    pthread_mutex_lock(&a->sending);
    char *text = numbered(query, begin_next(a, tag));
    go_status status = text ? send_query(a, text, err)
                            : go_fail(err, GO_ENOMEM, "out of memory for the query");
    pthread_mutex_unlock(&a->sending);
    free(text);
    return status;
}

void analyser_stop(analyser *a)
{
    pthread_mutex_lock(&a->sending);
    begin_next(a, NULL);
    pipes_send(a->pipes, end_all);
    pthread_mutex_unlock(&a->sending);
}

/* ---- creation ---- */

go_status analyser_create(analyser **out, const engine_settings *settings, engine_kind kind,
                          events *to, go_error *err)
{
    analyser *a = calloc(1, sizeof *a);
    if (!a)
        return go_fail(err, GO_ENOMEM, "out of memory for an engine");
    a->defaults = (json_defaults){.settings = engine_search(settings, kind), .view = VIEW_BLACK,
                                  .quit_at_end = true};
    a->kind = kind;
    a->to = to;
    pthread_mutex_init(&a->sending, NULL);
    pthread_mutex_init(&a->lock, NULL);
    go_status status = start(a, err);
    if (status != GO_OK) {
        analyser_destroy(a);
        return status;
    }
    *out = a;
    return GO_OK;
}

void analyser_destroy(analyser *a)
{
    if (!a)
        return;
    pipes_end(a->pipes);
    pthread_mutex_destroy(&a->sending);
    pthread_mutex_destroy(&a->lock);
    free(a->tag);
    free(a);
}
