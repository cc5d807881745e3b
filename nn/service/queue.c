#include "nn/service/queue.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nn/reference/reference.h"

/* A query in the queue; it lives on the stack of the thread that asks. */
typedef struct request {
    const nn_query *query;
    nn_result *result;
    nn_sheet *sheet; /* encoded already, and read by the thread itself; NULL: by who serves */
    go_status status;
    go_error err;
    bool done;
    struct request *next;
} request;

typedef struct slot {
    nn_evaluator *evaluator; /* NULL: none yet */
    int backend;             /* of the evaluator */
    bool busy;
    request **taken;    /* [threads] of the batch at work */
    nn_query *queries;  /* [threads] */
    nn_result *results; /* [threads] */
    nn_sheet **sheets;  /* [threads] */
} slot;

struct nn_queue {
    pthread_mutex_t lock;
    pthread_cond_t changed, sheet_free;
    const nn_model *model;
    const nn_backend *backends[NN_QUEUE_BACKENDS + 1]; /* ends with NULL */
    int backend; /* at work */
    int size, threads, batch;
    slot *slots;           /* [threads] */
    nn_sheet **sheets;     /* [n_sheets] free ones; NULL: who serves encodes */
    int n_sheets;
    request *first, *last; /* the queue */
    int n_waiting, n_present, n_served; /* in the queue; asking; in a batch at work */
    nn_queue_counts counts;
    char notice[NN_QUEUE_NOTICE];
};

/* ---- backends ---- */

go_status nn_queue_backends(const nn_backend *out[NN_QUEUE_BACKENDS], const char *first,
                            go_error *err)
{
    int n = 1;
    GO_TRY(nn_backend_choose(&out[0], first, err));
    for (const nn_backend *const *b = nn_backends(); *b && out[n - 1] != &nn_reference; b++)
        if (*b != out[0] && !(*b)->gpu && n < NN_QUEUE_BACKENDS - 1 &&
            (*b)->available(*b, NULL) == GO_OK)
            out[n++] = *b;
    out[n] = NULL;
    return GO_OK;
}

static int batch_of(const nn_queue *q, int backend)
{
    if (q->batch)
        return q->batch < q->threads ? q->batch : q->threads;
    return q->backends[backend]->gpu ? q->threads : 1;
}

static int slots_of(const nn_queue *q, int backend)
{
    int batch = batch_of(q, backend);
    return q->backends[backend]->gpu ? 1 : (q->threads + batch - 1) / batch;
}

/* Makes sure that the slot has an evaluator of the backend. */
static go_status prepare(const nn_queue *q, slot *s, int backend, go_error *err)
{
    if (s->evaluator && s->backend == backend)
        return GO_OK;
    nn_evaluator_destroy(s->evaluator);
    s->backend = backend;
    nn_settings settings = {.size = q->size, .max_batch = batch_of(q, backend), .threads = 1};
    return nn_evaluator_create(&s->evaluator, q->model, q->backends[backend], &settings, err);
}

/* Gives up a backend for the next one, with a notice that begins with `before`.  False:
 * there is no other.  The lock is held.                                       */
static bool fall_back(nn_queue *q, int backend, const char *before, const char *verb,
                      const char *why)
{
    if (q->backend != backend)
        return true; /* another thread has done so */
    if (!q->backends[backend + 1])
        return false;
    size_t n = strlen(q->notice);
    snprintf(q->notice + n, sizeof q->notice - n, "%s%s %s: %.200s", n ? "; " : before,
             q->backends[backend]->name, verb, why);
    q->backend++;
    return true;
}

/* ---- making ---- */

/* Prepares all slots, so that the first queries are as fast as later ones. */
static go_status prepare_all(nn_queue *q, go_error *err)
{
    for (;;) {
        go_error why = {GO_OK, ""};
        go_status status = GO_OK;
        for (int i = 0; i < slots_of(q, q->backend) && status == GO_OK; i++)
            status = prepare(q, &q->slots[i], q->backend, &why);
        if (status == GO_OK)
            return GO_OK;
        /* a fault of the network is the same everywhere */
        if (status == GO_EINVAL ||
            !fall_back(q, q->backend, ", for ", "cannot be used", why.message))
            return go_fail(err, status, "%s", why.message);
    }
}

/* One for each thread, if batches have several queries. */
static go_status make_sheets(nn_queue *q, go_error *err)
{
    if (batch_of(q, q->backend) < 2)
        return GO_OK;
    q->sheets = calloc((size_t)q->threads, sizeof(nn_sheet *));
    if (!q->sheets)
        return go_fail(err, GO_ENOMEM, "out of memory for the queries of %d threads to a network",
                       q->threads);
    for (; q->n_sheets < q->threads; q->n_sheets++)
        GO_TRY(nn_sheet_create(&q->sheets[q->n_sheets], q->model, q->size, err));
    return GO_OK;
}

go_status nn_queue_create(nn_queue **out, const nn_model *model, const nn_queue_options *o,
                          go_error *err)
{
    nn_queue *q = calloc(1, sizeof *q);
    *out = NULL;
    if (!q)
        return go_fail(err, GO_ENOMEM, "out of memory for a network's queries");
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); /* setting the time delays no query */
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, &attributes);
    pthread_cond_init(&q->sheet_free, NULL);
    pthread_condattr_destroy(&attributes);
    q->model = model;
    for (int i = 0; i < NN_QUEUE_BACKENDS && o->backends[i]; i++)
        q->backends[i] = o->backends[i];
    q->size = o->size;
    q->threads = o->threads;
    q->batch = o->batch;
    q->slots = calloc((size_t)q->threads, sizeof *q->slots);
    bool allocated = q->slots;
    for (int i = 0; allocated && i < q->threads; i++) {
        slot *s = &q->slots[i];
        s->taken = calloc((size_t)q->threads, sizeof *s->taken);
        s->queries = calloc((size_t)q->threads, sizeof *s->queries);
        s->results = calloc((size_t)q->threads, sizeof *s->results);
        s->sheets = calloc((size_t)q->threads, sizeof(nn_sheet *));
        allocated = s->taken && s->queries && s->results && s->sheets;
    }
    go_status status = allocated ? prepare_all(q, err)
                                 : go_fail(err, GO_ENOMEM, "out of memory for the queries of %d "
                                           "threads to a network", o->threads);
    if (status == GO_OK)
        status = make_sheets(q, err);
    if (status == GO_OK)
        *out = q;
    else
        nn_queue_destroy(q);
    return status;
}

void nn_queue_destroy(nn_queue *q)
{
    if (!q)
        return;
    for (int i = 0; q->slots && i < q->threads; i++) {
        nn_evaluator_destroy(q->slots[i].evaluator);
        free(q->slots[i].taken);
        free(q->slots[i].queries);
        free(q->slots[i].results);
        free(q->slots[i].sheets);
    }
    free(q->slots);
    for (int i = 0; i < q->n_sheets; i++)
        nn_sheet_destroy(q->sheets[i]);
    free(q->sheets);
    pthread_cond_destroy(&q->changed);
    pthread_cond_destroy(&q->sheet_free);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

/* ---- a batch ---- */

/* The queries from `first` on, at most n of them. */
static go_status evaluate_part(const nn_queue *q, const slot *s, int first, int n, go_error *err)
{
    if (q->sheets)
        return nn_evaluate_sheets(s->evaluator, s->sheets + first, n, err);
    return nn_evaluate(s->evaluator, s->queries + first, n, s->results + first, err);
}

/* By the backend in use, or the next ones if it fails; one that takes smaller batches
 * gets the queries in parts.                                                  */
static go_status evaluate(nn_queue *q, slot *s, int n, go_error *err)
{
    for (;;) {
        pthread_mutex_lock(&q->lock);
        int backend = q->backend;
        pthread_mutex_unlock(&q->lock);
        int most = batch_of(q, backend);
        go_status status = prepare(q, s, backend, err);
        for (int i = 0; i < n && status == GO_OK; i += most)
            status = evaluate_part(q, s, i, n - i < most ? n - i : most, err);
        if (status == GO_OK)
            return status;
        pthread_mutex_lock(&q->lock);
        bool again = fall_back(q, backend, "; ", "failed", err->message);
        pthread_mutex_unlock(&q->lock);
        if (!again)
            return status;
    }
}

/* Takes a batch from the queue and answers it.  The lock is held on entry and
 * exit, not in between.                                                       */
static void serve(nn_queue *q, slot *s)
{
    go_error err = {GO_OK, ""};
    int n = 0, most = batch_of(q, q->backend);
    for (; q->first && n < most; n++) {
        s->taken[n] = q->first;
        s->queries[n] = *q->first->query;
        s->sheets[n] = q->first->sheet;
        q->first = q->first->next;
    }
    if (!q->first)
        q->last = NULL;
    s->busy = true;
    q->n_waiting -= n;
    q->n_served += n;
    pthread_mutex_unlock(&q->lock);
    go_status status = evaluate(q, s, n, &err);
    for (int i = 0; i < n && status == GO_OK && !q->sheets; i++)
        nn_result_copy(s->taken[i]->result, &s->results[i], q->size * q->size);
    pthread_mutex_lock(&q->lock);
    for (int i = 0; i < n; i++) {
        s->taken[i]->status = status;
        s->taken[i]->err = err;
        s->taken[i]->done = true;
    }
    s->busy = false;
    q->n_served -= n;
    q->counts.positions += n;
    q->counts.batches++;
    pthread_cond_broadcast(&q->changed);
}

/* ---- queries ---- */

void nn_queue_enter(nn_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->n_present++;
    pthread_mutex_unlock(&q->lock);
}

void nn_queue_leave(nn_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->n_present--;
    pthread_cond_broadcast(&q->changed); /* the others may be waiting for this one */
    pthread_mutex_unlock(&q->lock);
}

/* A free slot if the waiting queries should be evaluated now: enough for a batch, all
 * that can come, or, unless `patient`, any.                                   */
static slot *slot_to_serve(nn_queue *q, bool patient)
{
    bool ready = q->n_waiting >= batch_of(q, q->backend) ||
                 q->n_waiting >= q->n_present - q->n_served;
    if (!q->first || (patient && !ready))
        return NULL;
    for (int i = 0; i < slots_of(q, q->backend); i++)
        if (!q->slots[i].busy)
            return &q->slots[i];
    return NULL;
}

/* False: nothing has changed for a while. */
static bool wait_for_change(nn_queue *q)
{
    const long patience = 2000000; /* nanoseconds */
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += patience;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    return pthread_cond_timedwait(&q->changed, &q->lock, &until) != ETIMEDOUT;
}

/* Joins the queue and waits until the request is done; serves others meanwhile. */
static void wait_for(nn_queue *q, request *r)
{
    bool patient = true;
    pthread_mutex_lock(&q->lock);
    /* served and taken off the queue before this function returns */
    if (q->last)
        q->last->next = r;
    else
        q->first = r; /* cppcheck-suppress autoVariables */
    q->last = r; /* cppcheck-suppress autoVariables */
    q->n_waiting++;
    while (!r->done) {
        slot *s = slot_to_serve(q, patient);
        if (s)
            serve(q, s);
        else
            patient = wait_for_change(q);
    }
    pthread_mutex_unlock(&q->lock);
}

static nn_sheet *take_sheet(nn_queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (!q->n_sheets) /* more threads than were announced */
        pthread_cond_wait(&q->sheet_free, &q->lock);
    nn_sheet *sheet = q->sheets[--q->n_sheets];
    pthread_mutex_unlock(&q->lock);
    return sheet;
}

static void give_back(nn_queue *q, nn_sheet *sheet)
{
    pthread_mutex_lock(&q->lock);
    q->sheets[q->n_sheets++] = sheet;
    pthread_cond_signal(&q->sheet_free);
    pthread_mutex_unlock(&q->lock);
}

go_status nn_queue_evaluate(nn_queue *q, const nn_query *query, nn_result *out, go_error *err)
{
    request r = {.query = query, .result = out};
    go_status status = GO_OK;
    if (q->sheets) {
        r.sheet = take_sheet(q);
        status = nn_sheet_encode(r.sheet, q->model, q->size, query, err);
    }
    if (status == GO_OK) {
        wait_for(q, &r);
        status = r.status == GO_OK ? GO_OK : go_fail(err, r.status, "%s", r.err.message);
    }
    if (r.sheet && status == GO_OK)
        nn_sheet_read(r.sheet, q->model, query, out);
    if (r.sheet)
        give_back(q, r.sheet);
    return status;
}

/* ---- counts ---- */

nn_queue_counts nn_queue_counted(nn_queue *q)
{
    pthread_mutex_lock(&q->lock);
    nn_queue_counts c = q->counts;
    pthread_mutex_unlock(&q->lock);
    return c;
}

const char *nn_queue_backend(nn_queue *q)
{
    pthread_mutex_lock(&q->lock);
    const char *name = q->backends[q->backend]->name;
    pthread_mutex_unlock(&q->lock);
    return name;
}

void nn_queue_notice(nn_queue *q, char *text, size_t n)
{
    pthread_mutex_lock(&q->lock);
    snprintf(text, n, "%s%s", q->backends[q->backend]->gpu ? "" : " on the CPU", q->notice);
    pthread_mutex_unlock(&q->lock);
}
