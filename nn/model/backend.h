/* backend.h -- what computes a network: a table of functions for each way.
 *
 * A backend prepares a model once (create) and then evaluates batches of encoded
 * positions.  A state serves one caller at a time; several may share a model.
 * nn/session.h lists the backends of this build and checks what goes in and out. */
#ifndef KATACHI_NN_MODEL_BACKEND_H
#define KATACHI_NN_MODEL_BACKEND_H

#include "nn/model/model.h"

enum { NN_MAX_BATCH = 4096 };

typedef struct nn_settings {
    int size;      /* side of the buffer, 2 .. NN_MAX_SIZE */
    int max_batch; /* positions in one call at most, 1 .. NN_MAX_BATCH */
    int threads;   /* 0: all processors */
    int device;    /* number of the GPU, from 0 */
} nn_settings;

/* Positions to evaluate and room for the answers.  All arrays are the caller's;
 * row y, column x of a board is at [y * size + x] in the network's own order.  */
typedef struct nn_batch {
    int n;
    const float *planes;  /* in  [n][planes][size * size]; 0 where the mask is 0 */
    const float *globals; /* in  [n][globals]; NULL when the model has none      */
    const float *meta;    /* in  [n][meta]; NULL: all zero                       */
    const float *mask;    /* in  [n][size * size] of 0 and 1; NULL: all 1        */
    float *out[NN_N_OUTPUTS]; /* out [n][...], see nn_output; NULL: not wanted   */
} nn_batch;

/* What the products are computed in: answers are good to about four, two, one and a half and
 * one digit.                                                                  */
#define NN_PRECISIONS(X)                                                           \
    X(NN_FLOAT32, "float32") X(NN_HALF, "half") X(NN_BFLOAT16, "bfloat16") X(NN_INT8, "int8")
typedef enum nn_precision {
#define X(name, word) name,
    NN_PRECISIONS(X)
#undef X
} nn_precision;

typedef struct nn_backend nn_backend;
struct nn_backend {
    const char *name;     /* "reference" */
    const char *sentence; /* what it is; lower case, no full stop */
    nn_precision precision;
    bool gpu;  /* many positions at once cost it little more than one */
    /* GO_OK when it can be used here, else why not and what to do about it.  The
     * functions below are called only after GO_OK.                           */
    go_status (*available)(const nn_backend *self, go_error *err);
    /* Prepares for batches of up to max_batch.  The model is borrowed until
     * destroy; settings->threads is 1 or more.  On error *state is NULL.     */
    go_status (*create)(const nn_backend *self, void **state, const nn_model *model,
                        const nn_settings *settings, go_error *err);
    go_status (*evaluate)(void *state, const nn_batch *batch, go_error *err);
    void (*destroy)(void *state); /* accepts NULL */
};

/* ---- backends in a plug-in, see nn/plugin.h ---- */

/* Grows whenever the meaning of what program and plug-in share changes. */
enum { NN_PLUGIN_VERSION = 4 };

/* A plug-in exports this as katachi_nn_plugin.  The sizes tell whether it was built
 * from the same sources as the program.                                      */
typedef struct nn_plugin_table {
    int version;
    size_t model, layer, settings, batch, backend_size, error;
    const nn_backend *backend[4]; /* ends with NULL */
} nn_plugin_table;

#define NN_PLUGIN_TABLE_HEAD                                                       \
    .version = NN_PLUGIN_VERSION, .model = sizeof(nn_model), .layer = sizeof(nn_layer), \
    .settings = sizeof(nn_settings), .batch = sizeof(nn_batch),                    \
    .backend_size = sizeof(nn_backend), .error = sizeof(go_error)

#endif
