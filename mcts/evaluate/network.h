/* network.h -- a network as the search uses it, shared by all threads: batches, cache,
 * symmetry.  The symmetry of a position depends only on the position and the seed, so
 * answers do not depend on the order of threads, and cached ones are found again. */
#ifndef KATACHI_MCTS_EVALUATE_NETWORK_H
#define KATACHI_MCTS_EVALUATE_NETWORK_H

#include "mcts/evaluate/evaluate_settings.h"
#include "nn/service/cache.h"
#include "nn/service/queue.h"

typedef struct network network;

/* For boards of `size` and that many threads (0: one per processor).  The model is
 * borrowed; `backends` NULL: those of nn_queue_backends.  GO_EINVAL: no such backend or
 * profile, or the network cannot play this size; and as nn_session_create.    */
go_status network_create(network **out, const nn_model *model,
                         const network_settings *settings, int threads, int size,
                         const nn_backend *const *backends, go_error *err);
void network_destroy(network *n); /* accepts NULL */

/* Around all queries of one thread, see nn/service/queue.h. */
void network_enter(network *n);
void network_leave(network *n);

/* How a position is asked about; each way has its own cached answers. */
typedef struct network_question {
    int symmetry;    /* symmetry_use */
    uint64_t seed;   /* of SYMMETRY_RANDOM */
    double optimism; /* 0 .. 1 of the optimistic policy; of no effect without one */
    double doubling; /* playout doubling advantage of the side to move */
    nn_ladder_memo *memo; /* of the thread that asks; NULL: none */
} network_question;

/* Evaluates a position.  GO_EINVAL: a board that the network does not accept; any other
 * error means that no backend works any more.                                 */
go_status network_evaluate(network *n, const nn_position *p, const network_question *q,
                           nn_result *out, go_error *err);

/* The same in one symmetry, 0 .. 7, and with no doubling. */
go_status network_evaluate_shown(network *n, const nn_position *p, int symmetry, double optimism,
                                 nn_result *out, go_error *err);

/* Drops the cached answers. */
void network_forget(network *n);

/* One sentence: what computes it, and which backends failed. */
void network_notice(network *n, char *text, size_t size);

/* The name of the backend that computes it now. */
const char *network_backend(network *n);

typedef struct network_counts {
    int64_t queries;
    int64_t evaluated;  /* positions computed; the others were cached */
    int64_t batches;
} network_counts;

network_counts network_counted(network *n); /* since network_create; accepts NULL */

#endif
