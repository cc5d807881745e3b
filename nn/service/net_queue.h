/* net_queue.h -- questions of many threads, put to a network in batches.
 *
 * A thread that wants an answer waits in line.  As soon as enough wait for a
 * batch, or nobody else is there who could still come, one of them takes what is
 * waiting to a free desk (a copy of the network at work) and brings the answers
 * for all.  On a processor there is a desk for each thread, so that nobody waits;
 * on a GPU one desk for all.  Who waits too long, because others are busy with
 * something else, goes with the batch as it is.
 *
 * A backend that fails is left for the next one of the list, with a notice.   */
#ifndef KATACHI_NN_SERVICE_NET_QUEUE_H
#define KATACHI_NN_SERVICE_NET_QUEUE_H

#include "nn/judge.h"

/* A kind of desk: a backend. */
typedef struct net_machine {
    const char *name;
    bool gpu; /* many positions at once cost little more than one; else the processor */
    go_status (*create)(void **state, const char *name, const nn_model *model,
                        const nn_settings *settings, go_error *err);
    go_status (*ask)(void *state, const nn_question *questions, int n, nn_result *results,
                     go_error *err);
    void (*destroy)(void *state); /* accepts NULL */
} net_machine;

enum { NET_MAX_MACHINES = 8, NET_NOTICE_MAX = 580 };

/* Writes the backend of nn/backend.h that is called `first` (NULL: the first that can
 * be used here), behind it those of the processor, of which the last is "reference", which
 * works everywhere, and {0}.  GO_EINVAL: no such one.                         */
go_status net_machines(net_machine out[NET_MAX_MACHINES + 1], const char *first, go_error *err);

typedef struct net_queue_options {
    const net_machine *machines; /* ended by {0}; copied */
    int size;                    /* of the board */
    int threads;                 /* that may ask at the same time */
    int batch;                   /* 0: 1, or all threads where the machine wants batches */
} net_queue_options;

typedef struct net_queue net_queue;

/* Sets up the first machine that can be used.  The model is borrowed.  The error
 * is that of the last machine.                                                */
go_status net_queue_create(net_queue **out, const nn_model *model,
                           const net_queue_options *options, go_error *err);
void net_queue_destroy(net_queue *q); /* accepts NULL; nobody asks any more */

/* A thread tells that it will ask, and that it has stopped asking. */
void net_queue_enter(net_queue *q);
void net_queue_leave(net_queue *q);

/* Waits for the answer.  An error means that no machine of the list works.    */
go_status net_queue_ask(net_queue *q, const nn_question *question, nn_result *out, go_error *err);

typedef struct net_queue_counts {
    int64_t positions, batches;
} net_queue_counts;

net_queue_counts net_queue_counted(net_queue *q);

/* The machine at work. */
const char *net_queue_machine(net_queue *q);

/* Which machines were left and why, to go on from "... is computed by NAME" with:
 * " on the CPU" unless it is a GPU, then ", for X cannot be used: ..." or
 * "; X failed: ..." if any were left.  NET_NOTICE_MAX at most.                 */
void net_queue_notice(net_queue *q, char *text, size_t n);

#endif
