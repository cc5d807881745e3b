/* net_rate.h -- evaluates random positions by a network over and over, and counts. */
#ifndef KATACHI_CLI_BENCH_NET_RATE_H
#define KATACHI_CLI_BENCH_NET_RATE_H

#include "nn/session.h"

typedef struct net_rate {
    int64_t evaluations;
    double seconds, cpu_seconds; /* these differ on a shared machine */
    double prepare;              /* seconds until the first evaluation was done */
    nn_session *session;
    nn_batch batch;              /* of settings->max_batch positions */
    float *numbers;              /* of the batch */
} net_rate;

/* Prepares the model, borrowed, and evaluates one batch; nothing is counted yet.  End it with
 * net_rate_destroy, also after an error.  GO_ENOMEM; and as nn_session_create and _run. */
go_status net_rate_create(net_rate *out, const nn_model *m, const nn_settings *settings,
                          const nn_backend *backend, go_error *err);
void net_rate_destroy(net_rate *r); /* accepts one that is all 0 */

/* Evaluates for so many seconds more, at least one batch, and adds them up. */
go_status net_rate_run(net_rate *r, double seconds, go_error *err);

#endif
