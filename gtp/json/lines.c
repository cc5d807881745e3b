/* lines.c -- one line in, one line out. */
#include <stdlib.h>
#include <string.h>

#include "gtp/json/server.h"

void json_task_release(json_analysis *s, json_task *task)
{
    if (--task->query->users == 0) {
        s->bytes -= task->query->bytes;
        json_query_destroy(task->query);
    }
    task->query = NULL;
}

/* ---- out ---- */

void json_send(json_analysis *s, json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(7)) : NULL;
    fprintf(s->out, "%s\n", text ? text : "{\"error\":\"out of memory for an answer\"}");
    fflush(s->out);
    free(text);
    json_decref(object);
}

/* Sentences may quote what came in; what is no UTF-8 of it becomes '?'. */
static json_t *text_json(const char *text)
{
    json_t *string = json_string(text);
    char plain[sizeof((go_error *)0)->message];
    if (string)
        return string;
    snprintf(plain, sizeof plain, "%s", text);
    for (char *at = plain; *at; at++)
        if ((unsigned char)*at >= 128)
            *at = '?';
    return json_string(plain);
}

static void send_word(json_analysis *s, const char *word, const json_t *id, const char *field,
                      const char *sentence)
{
    json_t *object = json_object();
    json_object_set_new(object, word, text_json(sentence));
    if (field)
        json_object_set_new(object, "field", text_json(field));
    if (id)
        json_object_set(object, "id", (json_t *)id);
    json_send(s, object);
}

void json_send_error(json_analysis *s, const json_t *id, const char *field, const char *sentence)
{
    send_word(s, "error", id, field, sentence);
}

/* ---- queries ---- */

typedef struct warned {
    json_analysis *s;
    const json_t *id;
} warned;

static void send_warning(void *user, const char *field, const char *sentence)
{
    const warned *w = user;
    send_word(w->s, "warning", w->id, field, sentence);
}

static bool reserve(json_analysis *s, size_t more)
{
    size_t capacity = s->capacity ? s->capacity : 64;
    while (capacity < s->n_tasks + more)
        capacity *= 2;
    if (capacity == s->capacity)
        return true;
    json_task *tasks = realloc(s->tasks, capacity * sizeof *tasks);
    if (!tasks)
        return false;
    s->tasks = tasks;
    s->capacity = capacity;
    return true;
}

static void queue(json_analysis *s, json_query *q)
{
    if (q->n_turns == 0 || !reserve(s, q->n_turns)) {
        json_send_error(s, q->id, "analyzeTurns",
                        q->n_turns ? "out of memory for the positions" : "Must name one turn");
        json_query_destroy(q);
        return;
    }
    s->bytes += q->bytes;
    q->users = (int)q->n_turns;
    for (size_t i = 0; i < q->n_turns; i++)
        s->tasks[s->n_tasks++] =
            (json_task){q, q->turns[i].turn, q->turns[i].priority, s->number++};
}

static void take_query(json_analysis *s, const json_t *object, const json_t *id)
{
    char field[JSON_FIELD_MAX];
    go_error err;
    json_query *q;
    warned w = {s, id};
    go_status status = json_query_read(&q, object, id, &s->defaults, send_warning, &w, field,
                                       &err);
    if (status == GO_OK)
        queue(s, q);
    else
        json_send_error(s, id, field[0] ? field : NULL, err.message);
}

/* ---- in ---- */

static void take_object(json_analysis *s, const json_t *object)
{
    const json_t *id = json_object_get(object, "id"), *action = json_object_get(object, "action");
    if (!json_is_string(id))
        json_send_error(s, NULL, "id", "Must be a string: every request needs an id");
    else if (!action)
        take_query(s, object, id);
    else if (!json_is_string(action) || !json_action(s, json_string_value(action), object))
        json_send_error(s, id, "action", "Must be query_version, query_models, clear_cache, "
                        "terminate or terminate_all");
}

void json_take_line(json_analysis *s, const char *line)
{
    json_error_t why;
    char sentence[300];
    if (!line[strspn(line, " \t\r")])
        return;
    json_t *object = json_loads(line, 0, &why);
    if (json_is_object(object)) {
        take_object(s, object);
    } else {
        snprintf(sentence, sizeof sentence, "Could not parse the line as a JSON object: %s",
                 object ? "it is something else" : why.text);
        json_send_error(s, NULL, NULL, sentence);
    }
    json_decref(object);
}
