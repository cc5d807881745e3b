#include "gtp/json/lines.h"

#include <string.h>

#include "gtp/json/actions.h"
#include "gtp/json/read_query.h"

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
    json_reader r = {.object = object, .warn = send_warning, .user = &w};
    if (json_query_read(&q, &r, &s->defaults, &err) != GO_OK) {
        json_send_problem(s, "error", id, r.field[0] ? r.field : NULL, err.message);
    } else if (q->n_turns == 0 || !json_task_add(s, q)) {
        json_send_problem(s, "error", id, "analyzeTurns",
                          q->n_turns ? "out of memory for the positions" : "Must name at least one turn");
        json_query_destroy(q);
    }
}

void json_take_line(json_analysis *s, const char *line)
{
    json_error_t why;
    char sentence[300];
    if (!line[strspn(line, " \t\r")])
        return;
    json_t *object = json_loads(line, 0, &why);
    const json_t *id = json_object_get(object, "id");
    if (!json_is_object(object)) {
        snprintf(sentence, sizeof sentence, "Could not parse the line as a JSON object: %s",
                 object ? "it is something else" : why.text);
        json_send_problem(s, "error", NULL, NULL, sentence);
    } else if (!json_is_string(id)) {
        json_send_problem(s, "error", NULL, "id", "Must be a string: every request needs an id");
    } else if (json_object_get(object, "action")) {
        json_act(s, object);
    } else {
        take_query(s, object, id);
    }
    json_decref(object);
}
