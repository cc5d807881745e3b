/* net_cache.h -- answers of a network that were given before, by position.
 *
 * A table of fixed size in which a new answer takes the place of the one that
 * was there.  Shared by all threads.                                         */
#ifndef KATACHI_NN_SERVICE_NET_CACHE_H
#define KATACHI_NN_SERVICE_NET_CACHE_H

#include <stdint.h>

#include "base/status.h"
#include "nn/outputs.h"

typedef struct net_cache net_cache;

/* For boards of `size`, in at most `bytes` of memory, taken from the system only
 * as it is used.  Too few bytes for one answer: a table that remembers nothing.
 * GO_ENOMEM.                                                                  */
go_status net_cache_create(net_cache **out, int64_t bytes, int size, go_error *err);
void net_cache_destroy(net_cache *c); /* accepts NULL */

/* Writes the answer that was stored under the key; false: it is not there. */
bool net_cache_find(net_cache *c, uint64_t key, nn_result *out);
void net_cache_store(net_cache *c, uint64_t key, const nn_result *answer);

/* How often was asked. */
int64_t net_cache_asked(const net_cache *c);

#endif
