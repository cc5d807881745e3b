/* server.h -- the state of an analysis server: positions that wait, and the one being
 * searched.                                                                   */
#ifndef KATACHI_GTP_JSON_SERVER_H
#define KATACHI_GTP_JSON_SERVER_H

#include "gtp/json/query.h"
#include "gtp/player/human.h"
#include "gtp/text/input.h"
#include "gtp/text/notice.h"

/* A position to be searched. */
typedef struct json_task {
    json_query *query; /* counted in its users */
    size_t turn;
    int64_t priority;
    uint64_t number;   /* counts arrivals */
} json_task;

typedef struct json_analysis {
    json_defaults defaults;
    search *search;
    human_net *human;  /* NULL: none */
    nn_result human_answer; /* of the position under search, if human_known */
    bool human_known;
    char profiles[2][32]; /* that the search imitates now, and the one before, which its settings
                           * name until they change */
    int profile;          /* which of them is the present one */
    notices people;
    search_analysis analysis;

    json_task *tasks;  /* [n_tasks] waiting, in no order */
    size_t n_tasks, capacity;
    size_t bytes;      /* of all their queries */
    uint64_t number;

    json_task now;     /* under search, when query is not NULL */
    const game *game;  /* its position */
    bool stop;         /* its search shall end */
    double began, last_report; /* of its search; seconds */

    /* the run in progress */
    gtp_input *input;
    FILE *out;
    bool ended;        /* no more input */
} json_analysis;

/* Does the network of the search imitate people? */
bool json_search_imitates(const json_analysis *s);

/* Sends an object as a line and releases it; if it is NULL (out of memory), sends an error
 * instead.                                                                    */
void json_send(json_analysis *s, json_t *object);

/* Sends a sentence as an "error" or a "warning"; `id` and `field` may be NULL. */
void json_send_problem(json_analysis *s, const char *kind, const json_t *id, const char *field,
                       const char *sentence);

/* Adds the turns of a query to the tasks and takes it over.  False, with nothing done: out
 * of memory.                                                                  */
bool json_task_add(json_analysis *s, json_query *q);

/* Ends a task, whether done or dropped. */
void json_task_release(json_analysis *s, json_task *task);

#endif
