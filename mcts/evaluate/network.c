#include "mcts/evaluate/network.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "board/symmetry.h"
#include "nn/inputs/encode.h"

struct network {
    const nn_model *model;
    nn_queue *queue;
    nn_cache *cache;
    nn_view view; /* how positions are shown, apart from the symmetry */
    bool no_ownership;
};

go_status network_create(network **out, const nn_model *model, const network_settings *s,
                         int threads, int size, const nn_backend *const *backends, go_error *err)
{
    const nn_backend *own[NN_QUEUE_BACKENDS];
    nn_view view = nn_view_plain(size);
    if (s->profile && *s->profile)
        GO_TRY(nn_profile_need(s->profile, &view.profile, err));
    GO_TRY(nn_model_plays(model, size, err));
    if (!backends)
        GO_TRY(nn_queue_backends(own, s->backend, err));
    nn_queue_options options = {.backends = backends ? backends : own,
                                .size = size,
                                .threads = threads ? threads : omp_get_num_procs(),
                                .batch = s->batch};
    network *n = calloc(1, sizeof *n);
    if (!n)
        return go_fail(err, GO_ENOMEM, "out of memory for a network");
    n->model = model;
    n->view = view;
    n->no_ownership = s->no_ownership;
    go_status status = nn_queue_create(&n->queue, model, &options, err);
    if (status == GO_OK)
        status = nn_cache_create(&n->cache, s->cache, size, err);
    if (status == GO_OK)
        *out = n;
    else
        network_destroy(n);
    return status;
}

void network_destroy(network *n)
{
    if (!n)
        return;
    nn_queue_destroy(n->queue);
    nn_cache_destroy(n->cache);
    free(n);
}

void network_enter(network *n) { nn_queue_enter(n->queue); }
void network_leave(network *n) { nn_queue_leave(n->queue); }

/* ---- evaluating ---- */

/* `key`: of the position in any symmetry; of `how`, what is left to say. */
static go_status evaluate(network *n, const nn_position *p, uint64_t key, int symmetry,
                          const network_question *how, nn_result *out, go_error *err)
{
    double optimism = how->optimism;
    nn_query q = {.position = p, .view = n->view, .memo = how->memo};
    q.view.symmetry = symmetry;
    q.reading.no_ownership = n->no_ownership;
    q.view.doubling = how->doubling;
    key = rng_mix64(key + (uint64_t)symmetry);
    if (optimism > 0 && nn_model_has_optimism(n->model)) {
        q.reading.optimism = optimism;
        key = rng_mix64(key ^ (uint64_t)llrint(0x1p32 * optimism));
    }
    if (nn_cache_find(n->cache, key, out))
        return GO_OK;
    GO_TRY(nn_encode_check(n->model, p, &q.view, err));
    GO_TRY(nn_queue_evaluate(n->queue, &q, out, err));
    nn_cache_store(n->cache, key, out);
    return GO_OK;
}

go_status network_evaluate_shown(network *n, const nn_position *p, int symmetry, double optimism,
                                 nn_result *out, go_error *err)
{
    return evaluate(n, p, nn_encode_key(n->model, p, &n->view), symmetry,
                    &(network_question){.optimism = optimism}, out, err);
}

go_status network_evaluate(network *n, const nn_position *p, const network_question *q,
                           nn_result *out, go_error *err)
{
    nn_view view = n->view;
    view.doubling = q->doubling;
    uint64_t key = nn_encode_key(n->model, p, &view);
    int drawn = q->symmetry == SYMMETRY_NONE ? 0 : (int)(rng_mix64(key ^ q->seed) % 8);
    nn_result each[N_SYMMETRIES];
    if (q->symmetry != SYMMETRY_AVERAGE)
        return evaluate(n, p, key, drawn, q, out, err);
    for (int i = 0; i < N_SYMMETRIES; i++)
        GO_TRY(evaluate(n, p, key, i, q, &each[i], err));
    nn_result_mean(each, N_SYMMETRIES, p->width * p->height, out);
    return GO_OK;
}

void network_forget(network *n) { nn_cache_clear(n->cache); }

/* ---- reporting ---- */

const char *network_backend(network *n) { return nn_queue_backend(n->queue); }

void network_notice(network *n, char *text, size_t size)
{
    char why[NN_QUEUE_NOTICE];
    nn_queue_notice(n->queue, why, sizeof why);
    snprintf(text, size, "the network %.100s is computed by %s%s",
             nn_model_called(n->model), network_backend(n), why);
}

network_counts network_counted(network *n)
{
    if (!n)
        return (network_counts){0};
    nn_queue_counts q = nn_queue_counted(n->queue);
    return (network_counts){nn_cache_queries(n->cache), q.positions, q.batches};
}
