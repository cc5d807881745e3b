/* random_net.h -- networks of a wanted shape with random weights, for measuring
 * speed and for tests; their play is random.
 *
 * With `to_learn` they are the networks from which learning starts.
 *
 * They are written in KataGo's format: version 8 (residual blocks, ReLU, every
 * third block but the last with global pooling, as in the g170 networks) or
 * version 14 (nested bottleneck blocks, mish, as in b18c384nbt).             */
#ifndef KATACHI_NN_MODEL_RANDOM_NET_H
#define KATACHI_NN_MODEL_RANDOM_NET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/progress.h"
#include "base/status.h"

typedef struct nn_random_shape {
    int blocks, channels;
    bool nested; /* bottleneck blocks of half the channels, with two blocks inside */
    bool text;   /* weights as decimal numbers, not binary */
    bool to_learn; /* as learning begins: norms that change nothing, blocks that add nothing, and
                    * answers near 0 */
    uint64_t seed;
    progress *bar; /* one step for each block that is written; NULL: silence */
} nn_random_shape;

/* "10x128" or "18x384nbt".  GO_EINVAL with a sentence for anything else; the
 * other fields of *shape become 0.                                           */
go_status nn_random_shape_parse(const char *text, nn_random_shape *shape, go_error *err);

/* Writes the network; errors are the stream's. */
void nn_random_write(FILE *out, const nn_random_shape *shape);

/* The same into memory: *n bytes, owned by the caller (free).  GO_ENOMEM.     */
go_status nn_random_bytes(const nn_random_shape *shape, char **bytes, size_t *n, go_error *err);

#endif
