#include "nn/service/net_queue.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One question in line; it lives in the stack of who asks. */
typedef struct request {
    const nn_question *question;
    nn_result *result;
    go_status status;
    go_error err;
    bool done;
    struct request *next;
} request;

typedef struct desk {
    void *state;  /* NULL: none yet */
    int machine;  /* that `state` is of */
    bool busy;
    request **taken;        /* [threads] of the batch at work */
    nn_question *questions; /* [threads] */
    nn_result *results;     /* [threads] */
} desk;

struct net_queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const nn_model *model;
    net_machine machines[NET_MAX_MACHINES + 1];
    int machine;            /* at work */
    int size, threads, batch;
    desk *desks;            /* [threads] */
    request *first, *last;  /* the line */
    int n_waiting, n_present, n_served; /* in line; asking; in a batch at work */
    net_queue_counts counts;
    char notice[NET_NOTICE_MAX];
};

/* ---- machines ---- */

static go_status judge_create(void **state, const char *name, const nn_model *model,
                              const nn_settings *settings, go_error *err)
{
    nn_judge *judge;
    go_status status = nn_judge_create(&judge, model, name, settings, err);
    *state = status == GO_OK ? judge : NULL;
    return status;
}

static go_status judge_ask(void *state, const nn_question *questions, int n, nn_result *results,
                           go_error *err)
{
    return nn_judge_ask(state, questions, n, results, err);
}

static void judge_destroy(void *state)
{
    nn_judge_destroy(state);
}

static net_machine machine_of(const nn_backend *b)
{
    return (net_machine){b->name, b->gpu, judge_create, judge_ask, judge_destroy};
}

/* It works everywhere; the backends behind it are for checking. */
static bool is_last(const net_machine *m)
{
    return strcmp(m->name, "reference") == 0;
}

go_status net_machines(net_machine out[NET_MAX_MACHINES + 1], const char *first, go_error *err)
{
    const nn_backend *const *all = nn_backends();
    const nn_backend *chosen = first ? nn_backend_by_name(first) : nn_backend_first();
    memset(out, 0, (NET_MAX_MACHINES + 1) * sizeof *out);
    if (!chosen)
        return go_fail(err, GO_EINVAL, "there is no backend '%.40s'; katachi devices lists them",
                       first);
    out[0] = machine_of(chosen);
    for (int n = 1; *all && n < NET_MAX_MACHINES && !is_last(&out[n - 1]); all++)
        if (*all != chosen && !(*all)->gpu)
            out[n++] = machine_of(*all);
    return GO_OK;
}

static int batch_of(const net_queue *q, int machine)
{
    if (q->batch)
        return q->batch < q->threads ? q->batch : q->threads;
    return q->machines[machine].gpu ? q->threads : 1;
}

static int desks_of(const net_queue *q, int machine)
{
    int batch = batch_of(q, machine);
    return q->machines[machine].gpu ? 1 : (q->threads + batch - 1) / batch;
}

/* Gives the desk a network of that machine. */
static go_status furnish(const net_queue *q, desk *d, int machine, go_error *err)
{
    if (d->state && d->machine == machine)
        return GO_OK;
    if (d->state)
        q->machines[d->machine].destroy(d->state);
    d->state = NULL;
    d->machine = machine;
    nn_settings settings = {.size = q->size, .max_batch = batch_of(q, machine), .threads = 1};
    const net_machine *m = &q->machines[machine];
    return m->create(&d->state, m->name, q->model, &settings, err);
}

/* Leaves a machine that failed or was `left`, in words, for the next; the notice
 * begins with `before`.  False: there is none.  The lock is held.             */
static bool fall_back(net_queue *q, int machine, const char *before, const char *left,
                      const char *why)
{
    if (q->machine != machine)
        return true; /* another desk has done so */
    if (!q->machines[machine + 1].name)
        return false;
    size_t n = strlen(q->notice);
    snprintf(q->notice + n, sizeof q->notice - n, "%s%s %s: %.200s", n ? "; " : before,
             q->machines[machine].name, left, why);
    q->machine++;
    return true;
}

/* ---- making ---- */

static bool find_room(net_queue *q)
{
    q->desks = calloc((size_t)q->threads, sizeof *q->desks);
    bool found = q->desks;
    for (int i = 0; found && i < q->threads; i++) {
        desk *d = &q->desks[i];
        d->taken = calloc((size_t)q->threads, sizeof *d->taken);
        d->questions = calloc((size_t)q->threads, sizeof *d->questions);
        d->results = calloc((size_t)q->threads, sizeof *d->results);
        found = d->taken && d->questions && d->results;
    }
    return found;
}

/* All desks, so that the first questions are answered as fast as the later. */
static go_status furnish_all(net_queue *q, go_error *err)
{
    for (;;) {
        go_error why = {GO_OK, ""};
        go_status status = GO_OK;
        for (int i = 0; i < desks_of(q, q->machine) && status == GO_OK; i++)
            status = furnish(q, &q->desks[i], q->machine, &why);
        if (status == GO_OK)
            return GO_OK;
        /* what is wrong with the network is wrong everywhere */
        if (status == GO_EINVAL || !fall_back(q, q->machine, ", for ", "cannot be used",
                                                why.message))
            return go_fail(err, status, "%s", why.message);
    }
}

go_status net_queue_create(net_queue **out, const nn_model *model,
                           const net_queue_options *o, go_error *err)
{
    net_queue *q = calloc(1, sizeof *q);
    *out = NULL;
    if (!q)
        return go_fail(err, GO_ENOMEM, "out of memory for a network's questions");
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    q->model = model;
    for (int i = 0; i < NET_MAX_MACHINES && o->machines[i].name; i++)
        q->machines[i] = o->machines[i];
    q->size = o->size;
    q->threads = o->threads;
    q->batch = o->batch;
    go_status status = find_room(q) ? GO_OK
                                    : go_fail(err, GO_ENOMEM, "out of memory for the questions of "
                                              "%d threads to a network", o->threads);
    if (status == GO_OK)
        status = furnish_all(q, err);
    if (status == GO_OK)
        *out = q;
    else
        net_queue_destroy(q);
    return status;
}

void net_queue_destroy(net_queue *q)
{
    if (!q)
        return;
    for (int i = 0; q->desks && i < q->threads; i++) {
        desk *d = &q->desks[i];
        if (d->state)
            q->machines[d->machine].destroy(d->state);
        free(d->taken);
        free(d->questions);
        free(d->results);
    }
    free(q->desks);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

/* ---- a batch; the lock is held on entry and exit of all but evaluate ---- */

static desk *free_desk(net_queue *q)
{
    for (int i = 0; i < desks_of(q, q->machine); i++)
        if (!q->desks[i].busy)
            return &q->desks[i];
    return NULL;
}

/* Takes the first of the line. */
static int take(net_queue *q, desk *d, int most)
{
    int n = 0;
    for (; q->first && n < most; n++) {
        request *r = q->first;
        q->first = r->next;
        d->taken[n] = r;
        d->questions[n] = *r->question;
    }
    if (!q->first)
        q->last = NULL;
    q->n_waiting -= n;
    q->n_served += n;
    return n;
}

/* A smaller machine takes the batch in parts. */
static go_status ask_in_parts(const net_queue *q, desk *d, int machine, int n, go_error *err)
{
    int most = batch_of(q, machine);
    go_status status = furnish(q, d, machine, err);
    for (int i = 0; i < n && status == GO_OK; i += most)
        status = q->machines[machine].ask(d->state, d->questions + i,
                                          n - i < most ? n - i : most, d->results + i, err);
    return status;
}

/* On the machine at work, or the next ones if it fails. */
static go_status evaluate(net_queue *q, desk *d, int n, go_error *err)
{
    for (;;) {
        pthread_mutex_lock(&q->lock);
        int machine = q->machine;
        pthread_mutex_unlock(&q->lock);
        go_status status = ask_in_parts(q, d, machine, n, err);
        if (status == GO_OK)
            return status;
        pthread_mutex_lock(&q->lock);
        bool again = fall_back(q, machine, "; ", "failed", err->message);
        pthread_mutex_unlock(&q->lock);
        if (!again)
            return status;
    }
}

static void serve(net_queue *q, desk *d)
{
    go_error err = {GO_OK, ""};
    d->busy = true;
    int n = take(q, d, batch_of(q, q->machine));
    pthread_mutex_unlock(&q->lock);
    go_status status = evaluate(q, d, n, &err);
    for (int i = 0; i < n && status == GO_OK; i++)
        *d->taken[i]->result = d->results[i];
    pthread_mutex_lock(&q->lock);
    for (int i = 0; i < n; i++) {
        d->taken[i]->status = status;
        d->taken[i]->err = err;
        d->taken[i]->done = true;
    }
    d->busy = false;
    q->n_served -= n;
    q->counts.positions += n;
    q->counts.batches++;
    pthread_cond_broadcast(&q->changed);
}

/* ---- asking ---- */

void net_queue_enter(net_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->n_present++;
    pthread_mutex_unlock(&q->lock);
}

void net_queue_leave(net_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->n_present--;
    pthread_cond_broadcast(&q->changed); /* perhaps the others wait for this one */
    pthread_mutex_unlock(&q->lock);
}

/* Is the batch full, or nobody left who could join it? */
static bool is_ready(const net_queue *q)
{
    return q->n_waiting >= batch_of(q, q->machine) || q->n_waiting >= q->n_present - q->n_served;
}

/* False: nothing changed for a while. */
static bool wait_for_change(net_queue *q)
{
    const long patience = 2000000; /* nanoseconds */
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += patience;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    return pthread_cond_timedwait(&q->changed, &q->lock, &until) != ETIMEDOUT;
}

go_status net_queue_ask(net_queue *q, const nn_question *question, nn_result *out, go_error *err)
{
    request r = {.question = question, .result = out};
    bool patient = true;
    pthread_mutex_lock(&q->lock);
    /* served and taken off the queue before this function returns */
    if (q->last)
        q->last->next = &r;
    else
        q->first = &r; /* cppcheck-suppress autoVariables */
    q->last = &r; /* cppcheck-suppress autoVariables */
    q->n_waiting++;
    while (!r.done) {
        desk *d = q->first && (!patient || is_ready(q)) ? free_desk(q) : NULL;
        if (d)
            serve(q, d);
        else
            patient = wait_for_change(q);
    }
    pthread_mutex_unlock(&q->lock);
    if (r.status != GO_OK)
        return go_fail(err, r.status, "%s", r.err.message);
    return GO_OK;
}

/* ---- looking ---- */

net_queue_counts net_queue_counted(net_queue *q)
{
    pthread_mutex_lock(&q->lock);
    net_queue_counts c = q->counts;
    pthread_mutex_unlock(&q->lock);
    return c;
}

const char *net_queue_machine(net_queue *q)
{
    pthread_mutex_lock(&q->lock);
    const char *name = q->machines[q->machine].name;
    pthread_mutex_unlock(&q->lock);
    return name;
}

void net_queue_notice(net_queue *q, char *text, size_t n)
{
    pthread_mutex_lock(&q->lock);
    snprintf(text, n, "%s%s", q->machines[q->machine].gpu ? "" : " on the CPU", q->notice);
    pthread_mutex_unlock(&q->lock);
}
