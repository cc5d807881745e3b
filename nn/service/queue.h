/* queue.h -- queries of many threads, evaluated by a network in batches.
 *
 * A thread with a query joins the queue.  As soon as enough queries wait for a batch,
 * or no other thread could still join, one of the waiting threads takes them to a free
 * slot (an evaluator with room for a batch) and delivers all answers.  On a processor
 * each thread has a slot, so that none waits; on a GPU all share one.  After two
 * milliseconds, if other threads are busy, an incomplete batch is evaluated.  Where batches
 * have several queries, each thread encodes its own and reads its own answer, so that the one
 * that serves them holds up the others as little as possible.
 *
 * When a backend fails, the next one of the list takes over, with a notice.   */
#ifndef KATACHI_NN_SERVICE_QUEUE_H
#define KATACHI_NN_SERVICE_QUEUE_H

#include "nn/evaluator.h"

/* All backends at most, and NULL. */
enum { NN_QUEUE_BACKENDS = NN_MOST_BACKENDS + 1, NN_QUEUE_NOTICE = 900 };

/* The backend of that name (NULL or "": the first available), then those that this
 * processor has up to "reference", which works everywhere, then NULL.  GO_EINVAL: no such
 * backend.                                                                   */
go_status nn_queue_backends(const nn_backend *out[NN_QUEUE_BACKENDS], const char *first,
                            go_error *err);

typedef struct nn_queue_options {
    const nn_backend *const *backends; /* the preferred first; ends with NULL; copied */
    int size;                          /* of the board */
    int threads;                       /* that may query at the same time */
    int batch;                         /* at most; 0: all threads on a GPU, else 1 */
} nn_queue_options;

typedef struct nn_queue nn_queue;

/* Prepares the first backend that works.  The model is borrowed.  An error is that of
 * the last backend.                                                           */
go_status nn_queue_create(nn_queue **out, const nn_model *model, const nn_queue_options *options,
                          go_error *err);
void nn_queue_destroy(nn_queue *q); /* accepts NULL; no query may be under way */

/* A thread calls these before its first query and after its last. */
void nn_queue_enter(nn_queue *q);
void nn_queue_leave(nn_queue *q);

/* Waits for the answer.  An error means that no backend of the list works. */
go_status nn_queue_evaluate(nn_queue *q, const nn_query *query, nn_result *out, go_error *err);

typedef struct nn_queue_counts {
    int64_t positions, batches;
} nn_queue_counts;

nn_queue_counts nn_queue_counted(nn_queue *q);

/* The name of the backend in use. */
const char *nn_queue_backend(nn_queue *q);

/* Which backends were given up and why, to continue "... is computed by NAME":
 * " on the CPU" unless it is a GPU, then ", for X cannot be used: ..." or
 * "; X failed: ..." if any were.  NN_QUEUE_NOTICE bytes at most.              */
void nn_queue_notice(nn_queue *q, char *text, size_t n);

#endif
