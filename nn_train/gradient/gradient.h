/* gradient.h -- what computes the answers of a network that learns and how its numbers
 * change them: a table of functions for each way, as nn/model/backend.h is for
 * evaluation.
 *
 * A batch is cut into lanes of the same number of rows.  Each lane goes forward and then
 * backward, and adds up a gradient of its own; so the sum of the lanes in their order is
 * the same however many threads share them.  What a lane works with is in one of the
 * state's places: a thread takes its lanes through one place, in caches that know it. */
#ifndef KATACHI_NN_TRAIN_GRADIENT_GRADIENT_H
#define KATACHI_NN_TRAIN_GRADIENT_GRADIENT_H

#include "nn/model/backend.h"
#include "nn_train/gradient/parameters.h"

typedef struct nn_gradient_settings {
    int size;  /* side of the buffer, 2 .. NN_MAX_SIZE */
    int rows;  /* positions in a lane, at most */
    int lanes; /* places for them */
} nn_gradient_settings;

typedef struct nn_gradient nn_gradient;
struct nn_gradient {
    const char *name;     /* "reference" */
    const char *sentence; /* what it is; lower case, no full stop */
    nn_precision precision;
    int rows; /* of a lane on 9x9, where it is fastest; on a GPU on all sizes */
    bool gpu; /* a thread that runs a lane waits most of the time */
    /* GO_OK when it can be used here, else why not and what to do about it. */
    go_status (*available)(const nn_gradient *self, go_error *err);
    /* The parameters and their model are borrowed until destroy.  GO_EUNSUPPORTED: the network
     * has a layer that it cannot train, or the libraries fail; GO_EINVAL: there are too many rows
     * for a GPU; GO_ENOMEM.  On error *state is NULL.                         */
    go_status (*create)(const nn_gradient *self, void **state, const nn_parameters *p,
                        const nn_gradient_settings *settings, go_error *err);
    /* Takes new numbers; theta [p->n] is not kept. */
    go_status (*load)(void *state, const float *theta, go_error *err);
    /* Answers of a lane's rows; batch->out as in nn_batch, NULL where not wanted.  Lanes in
     * different places may run at the same time.  GO_EINVAL: a GPU whose norms learn by
     * statistics wants all rows.                                              */
    go_status (*forward)(void *state, int place, const nn_batch *batch, go_error *err);
    /* After that, with the same batch: the gradient of the loss at the outputs, of the form of
     * batch->out (NULL: 0), becomes that of the parameters, sum [p->n], which it is added to. */
    go_status (*backward)(void *state, int place, const nn_batch *batch,
                          const float *const out[NN_N_OUTPUTS], float *sum, go_error *err);
    void (*destroy)(void *state); /* accepts NULL */
};

/* ---- gradients in a plug-in, see nn_train/plugin.h ---- */

/* Grows whenever the meaning of what program and plug-in share changes, as NN_PLUGIN_VERSION. */
enum { NN_GRADIENT_PLUGIN_VERSION = 2 };

/* A plug-in that learns exports this as katachi_gradient_plugin beside katachi_nn_plugin. */
typedef struct nn_gradient_plugin {
    int version;
    size_t gradient_size, parameters, settings;
    const nn_gradient *gradient[4]; /* ends with NULL */
} nn_gradient_plugin;

#define NN_GRADIENT_PLUGIN_HEAD                                                          \
    .version = NN_GRADIENT_PLUGIN_VERSION, .gradient_size = sizeof(nn_gradient),         \
    .parameters = sizeof(nn_parameters), .settings = sizeof(nn_gradient_settings)

/* What the tables for GPUs say of themselves, in the plug-in and in the program. */
#define NN_GRADIENT_CUDNN_IS                                                                 \
    .name = "cudnn", .sentence = "an NVIDIA GPU, the factors in bfloat16, by cuDNN",         \
    .precision = NN_BFLOAT16, .rows = 256, .gpu = true
#define NN_GRADIENT_CUDNN32_IS                                                               \
    .name = "cudnn32", .sentence = "an NVIDIA GPU in float32, slower: for checking the other", \
    .precision = NN_FLOAT32, .rows = 256, .gpu = true

#endif
