#include "gtp/json/server.h"

#include <stdlib.h>

#include "base/text_json.h"

bool json_search_imitates(const json_analysis *s)
{
    const nn_model *model = search_model(s->search);
    return model && model->meta > 0;
}

void json_send(json_analysis *s, json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(7)) : NULL;
    fprintf(s->out, "%s\n", text ? text : "{\"error\":\"out of memory for an answer\"}");
    fflush(s->out);
    free(text);
    json_decref(object);
}

void json_send_problem(json_analysis *s, const char *kind, const json_t *id, const char *field,
                       const char *sentence)
{
    json_t *object = json_object();
    json_object_set_new(object, kind, text_json(sentence));
    if (field)
        json_object_set_new(object, "field", text_json(field));
    if (id)
        json_object_set(object, "id", (json_t *)id);
    json_send(s, object);
}

/* ---- tasks ---- */

bool json_task_add(json_analysis *s, json_query *q)
{
    size_t capacity = s->capacity ? s->capacity : 64;
    while (capacity < s->n_tasks + q->n_turns)
        capacity *= 2;
    if (capacity != s->capacity) {
        json_task *tasks = realloc(s->tasks, capacity * sizeof *tasks);
        if (!tasks)
            return false;
        s->tasks = tasks;
        s->capacity = capacity;
    }
    s->bytes += q->bytes;
    q->users = (int)q->n_turns;
    for (size_t i = 0; i < q->n_turns; i++)
        s->tasks[s->n_tasks++] =
            (json_task){q, q->turns[i].turn, q->turns[i].priority, s->number++};
    return true;
}

void json_task_release(json_analysis *s, json_task *task)
{
    if (--task->query->users == 0) {
        s->bytes -= task->query->bytes;
        json_query_destroy(task->query);
    }
    task->query = NULL;
}
