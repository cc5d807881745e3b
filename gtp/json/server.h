/* server.h -- the state of an analysis server: what is still to be searched, and
 * what is being searched.                                                     */
#ifndef KATACHI_GTP_JSON_SERVER_H
#define KATACHI_GTP_JSON_SERVER_H

#include "gtp/json/query.h"
#include "gtp/text/input.h"
#include "gtp/text/notice.h"

/* A position to be searched. */
typedef struct json_task {
    json_query *query; /* counted in its users */
    size_t turn;
    int64_t priority;
    uint64_t number;   /* in the order in which they came */
} json_task;

typedef struct json_analysis {
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
} json_analysis;

/* Sends an object as a line and releases it; when it is NULL (out of memory) an
 * error is sent instead.                                                      */
void json_send(json_analysis *s, json_t *object);

/* Sends a sentence as an "error" or a "warning"; `id` and `field` may be NULL. */
void json_send_problem(json_analysis *s, const char *kind, const json_t *id, const char *field,
                       const char *sentence);

/* Puts the turns of a query among the tasks and takes it over.  False, with
 * nothing done: out of memory.                                                */
bool json_task_add(json_analysis *s, json_query *q);

/* A task that is over or was given up. */
void json_task_release(json_analysis *s, json_task *task);

#endif
