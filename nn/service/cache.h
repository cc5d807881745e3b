/* cache.h -- answers of a network, by position.
 *
 * A table of fixed size, shared by all threads, in which a new answer replaces the one
 * in its place.                                                              */
#ifndef KATACHI_NN_SERVICE_CACHE_H
#define KATACHI_NN_SERVICE_CACHE_H

#include <stdint.h>

#include "base/status.h"
#include "nn/outputs.h"

typedef struct nn_cache nn_cache;

/* For boards of `size`, in at most `bytes` of memory, taken from the system only
 * as it is used.  Too few bytes for one answer: the table stays empty.
 * GO_ENOMEM.                                                                  */
go_status nn_cache_create(nn_cache **out, int64_t bytes, int size, go_error *err);
void nn_cache_destroy(nn_cache *c); /* accepts NULL */

/* Writes the answer stored under the key; false: there is none. */
bool nn_cache_find(nn_cache *c, uint64_t key, nn_result *out);
void nn_cache_store(nn_cache *c, uint64_t key, const nn_result *answer);

/* Empties the table. */
void nn_cache_clear(nn_cache *c);

/* How often nn_cache_find was called. */
int64_t nn_cache_queries(const nn_cache *c);

#endif
