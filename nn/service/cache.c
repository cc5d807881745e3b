#include "nn/service/cache.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { N_LOCKS = 64, HEAD = offsetof(nn_result, policy) };

/* An answer is the head of an nn_result, then as many numbers of policy and ownership as the board
 * has.  Keys have an array of their own, so that a search in vain touches no page of answers; a
 * key of 0 is an empty place.                                                 */
struct nn_cache {
    pthread_mutex_t lock[N_LOCKS]; /* place i is guarded by lock i % N_LOCKS */
    size_t n, bytes;               /* places, and bytes of an answer */
    int area;
    uint64_t *key;                 /* [n] */
    char *answer;                  /* [n][bytes] */
    _Atomic int64_t queries;
};

go_status nn_cache_create(nn_cache **out, int64_t bytes, int size, go_error *err)
{
    nn_cache *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c)
        return go_fail(err, GO_ENOMEM, "out of memory for a network's answers");
    c->area = size * size;
    c->bytes = (HEAD + (size_t)(2 * c->area + 1) * sizeof(float) + 7) / 8 * 8;
    c->n = bytes > 0 ? (size_t)bytes / (c->bytes + sizeof *c->key) : 0;
    for (int i = 0; i < N_LOCKS; i++)
        pthread_mutex_init(&c->lock[i], NULL);
    if (c->n && (!(c->key = calloc(c->n, sizeof *c->key)) ||
                 !(c->answer = calloc(c->n, c->bytes)))) {
        nn_cache_destroy(c);
        return go_fail(err, GO_ENOMEM, "out of memory for a network's answers: %lld bytes (setting "
                       "net-cache)", (long long)bytes);
    }
    *out = c;
    return GO_OK;
}

void nn_cache_destroy(nn_cache *c)
{
    if (!c)
        return;
    for (int i = 0; i < N_LOCKS; i++)
        pthread_mutex_destroy(&c->lock[i]);
    free(c->key);
    free(c->answer);
    free(c);
}

void nn_cache_clear(nn_cache *c)
{
    for (size_t k = 0; k < N_LOCKS; k++) {
        pthread_mutex_lock(&c->lock[k]);
        for (size_t i = k; i < c->n; i += N_LOCKS)
            c->key[i] = 0;
        pthread_mutex_unlock(&c->lock[k]);
    }
}

bool nn_cache_find(nn_cache *c, uint64_t key, nn_result *out)
{
    atomic_fetch_add_explicit(&c->queries, 1, memory_order_relaxed);
    if (!c->n || !key)
        return false;
    const size_t i = key % c->n, policy = (size_t)(c->area + 1) * sizeof(float);
    const char *answer = c->answer + i * c->bytes;
    pthread_mutex_lock(&c->lock[i % N_LOCKS]);
    const bool found = c->key[i] == key;
    if (found) {
        memcpy(out, answer, HEAD);
        memcpy(out->policy, answer + HEAD, policy);
        if (out->has_ownership)
            memcpy(out->ownership, answer + HEAD + policy, policy - sizeof(float));
    }
    pthread_mutex_unlock(&c->lock[i % N_LOCKS]);
    return found;
}

void nn_cache_store(nn_cache *c, uint64_t key, const nn_result *answer)
{
    if (!c->n || !key)
        return;
    const size_t i = key % c->n, policy = (size_t)(c->area + 1) * sizeof(float);
    char *to = c->answer + i * c->bytes;
    pthread_mutex_lock(&c->lock[i % N_LOCKS]);
    c->key[i] = key;
    memcpy(to, answer, HEAD);
    memcpy(to + HEAD, answer->policy, policy);
    if (answer->has_ownership)
        memcpy(to + HEAD + policy, answer->ownership, policy - sizeof(float));
    pthread_mutex_unlock(&c->lock[i % N_LOCKS]);
}

int64_t nn_cache_queries(const nn_cache *c)
{
    return atomic_load_explicit(&c->queries, memory_order_relaxed);
}
