/* random_net.h -- networks of a wanted shape with random weights, for measuring
 * speed and for tests; their play is random.
 *
 * With `to_learn` they are the networks from which learning starts.
 *
 * They are written in KataGo's format: version 8 (residual blocks, ReLU, every
 * third block but the last with global pooling, as in the g170 networks) or, with
 * Mish or nested bottleneck blocks as in b18c384nbt, version 14.              */
#ifndef KATACHI_NN_MODEL_RANDOM_NET_H
#define KATACHI_NN_MODEL_RANDOM_NET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/progress.h"
#include "base/status.h"

typedef struct nn_random_shape {
    int blocks, channels;
    bool nested; /* bottleneck blocks of half the channels, with two blocks inside, and Mish */
    bool mish;   /* instead of ReLU */
    bool text;   /* weights as decimal numbers, not binary */
    bool to_learn; /* as learning begins: norms that change nothing, blocks that add nothing, and
                    * answers near 0 */
    uint64_t seed;
    progress *bar; /* one step for each block that is written; NULL: silence */
    bool (*stops)(void); /* asked before each block: the rest is not written; NULL: never */
} nn_random_shape;

/* As networks of KataGo are named,
 *
 *     b BLOCKS c CHANNELS [nbt] [-mish]       b6c64, b6c64-mish, b5c128nbt
 *
 * or BLOCKS x CHANNELS [nbt] [-mish].  GO_EINVAL with a sentence for anything else, and for a
 * network that would be too large to be read (NN_ALL_NUMBERS, NN_LAYER_NUMBERS); the other fields
 * of *shape become 0.                                                        */
go_status nn_random_shape_parse(const char *text, nn_random_shape *shape, go_error *err);

/* What the options of programs say of a shape, after its default. */
#define NN_RANDOM_SHAPE_HELP \
    "b6c64 is 6 blocks of 64 channels; b6c64-mish with Mish instead of ReLU, b5c128nbt with " \
    "nested bottleneck blocks and Mish"

/* Writes the network; errors are the stream's. */
void nn_random_write(FILE *out, const nn_random_shape *shape);

/* The same into memory: *n bytes, owned by the caller (free).  GO_ENOMEM.     */
go_status nn_random_bytes(const nn_random_shape *shape, char **bytes, size_t *n, go_error *err);

#endif
