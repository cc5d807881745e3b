/* network.h -- a network as the search uses it: batches, cached answers and symmetry.
 *
 * All threads share one.  The symmetry in which a position is shown depends on
 * the position and the seed alone, so answers do not depend on which thread asked
 * when, and cached ones are found again.                                     */
#ifndef KATACHI_MCTS_EVALUATE_NETWORK_H
#define KATACHI_MCTS_EVALUATE_NETWORK_H

#include "mcts/evaluate/evaluate_settings.h"
#include "nn/service/cache.h"
#include "nn/service/queue.h"

typedef struct network network;

/* Gets ready for boards of `size` and that many threads (0: one per processor), by
 * the settings; the model is borrowed; `backends` NULL: those of
 * nn_queue_backends.  GO_EINVAL: a backend or profile that does not exist, or the
 * network is for another size; and as nn_session_create.                      */
go_status network_create(network **out, const nn_model *model,
                         const network_settings *settings, int threads, int size,
                         const nn_backend *const *backends, go_error *err);
void network_destroy(network *n); /* accepts NULL */

/* Around all queries of one thread, see nn/service/queue.h. */
void network_enter(network *n);
void network_leave(network *n);

/* Evaluates a position.  `use`: symmetry_use.  GO_EINVAL: a board that the network
 * cannot take; any other error means that no backend works any more.          */
go_status network_evaluate(network *n, const nn_position *p, int use, uint64_t seed, nn_result *out,
                      go_error *err);

/* The same in one symmetry, 0 .. 7. */
go_status network_evaluate_shown(network *n, const nn_position *p, int symmetry, nn_result *out,
                            go_error *err);

/* What computes it, and which backends cannot: one sentence. */
void network_notice(network *n, char *text, size_t size);

/* The backend that computes it now. */
const char *network_backend(network *n);

typedef struct network_counts {
    int64_t queries;
    int64_t evaluated;  /* positions computed; the others were cached */
    int64_t batches;
} network_counts;

network_counts network_counted(network *n); /* since it was made; accepts NULL */

#endif
