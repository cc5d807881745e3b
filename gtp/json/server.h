/* server.h -- the state of an analysis server: what is still to be
 * searched, and what is being searched.
 *
 * Internal to gtp/json_*.c.                                                   */
#ifndef KATACHI_GTP_JSON_SERVER_H
#define KATACHI_GTP_JSON_SERVER_H

#include "gtp/json/analysis.h"
#include "gtp/text/input.h"
#include "gtp/text/notice.h"

/* A position to be searched. */
typedef struct json_task {
    json_query *query; /* counted in its users */
    size_t turn;
    int64_t priority;
    uint64_t number;   /* in the order in which they came */
} json_task;

struct json_analysis {
    json_defaults defaults;
    search *search;
    notices people;
    search_analysis analysis;

    json_task *tasks;  /* [n_tasks] waiting, in no order */
    size_t n_tasks, capacity;
    size_t bytes;      /* of all their queries */
    uint64_t number;

    json_task now;     /* under search, when query is not NULL */
    const game *game;  /* its position */
    bool stop;         /* it is to end */
    double began, last_report; /* of its search; seconds */

    /* the run in progress */
    gtp_input *input;
    FILE *out;
    bool ended;        /* no more input */
};

/* When so much is waiting no further line is read until some of it is done. */
enum { JSON_TASKS_ENOUGH = 20000, JSON_BYTES_ENOUGH = 64 << 20 };

/* Sends an object as a line and releases it; NULL (out of memory) is told as an
 * error of its own.                                                           */
void json_send(json_analysis *s, json_t *object);

/* Sends an error; `id` and `field` may be NULL. */
void json_send_error(json_analysis *s, const json_t *id, const char *field, const char *sentence);

/* Answers a line: a query is put among the tasks, an action is done. */
void json_take_line(json_analysis *s, const char *line);

/* An action of that name with its request; false: there is none. */
bool json_action(json_analysis *s, const char *name, const json_t *request);

/* A task that is over or was given up. */
void json_task_release(json_analysis *s, json_task *task);

#endif
