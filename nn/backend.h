/* backend.h -- what evaluates a network: one table for each kind of machine.
 *
 *     nn_evaluator *e;
 *     nn_settings settings = {.size = 19, .max_batch = 8, .threads = 2};
 *     status = nn_evaluator_create(&e, model, NULL, &settings, &err);
 *     nn_batch batch = {.n = 1, .planes = planes, .globals = globals,
 *                       .out = {[NN_POLICY] = policy, [NN_PASS] = &pass}};
 *     status = nn_evaluate(e, &batch, &err);
 *     nn_evaluator_destroy(e);
 *
 * An evaluator serves one caller at a time; several may use one model.       */
#ifndef KATACHI_NN_BACKEND_H
#define KATACHI_NN_BACKEND_H

#include "nn/model/model.h"

enum { NN_MAX_SIZE = 25, NN_MAX_BATCH = 4096 };

typedef struct nn_settings {
    int size;      /* side of the buffer, 2 .. NN_MAX_SIZE */
    int max_batch; /* positions in one call at most, 1 .. NN_MAX_BATCH */
    int threads;   /* processors to use; 0: all */
    int device;    /* number of the GPU, where there are several */
} nn_settings;

/* Positions to evaluate and where the answers go.  All arrays are the caller's;
 * row y, column x of a board is at [y * size + x] in the network's own order.  */
typedef struct nn_batch {
    int n;
    const float *planes;  /* in  [n][planes][size * size]; 0 where the mask is 0 */
    const float *globals; /* in  [n][globals]; NULL when the model has none      */
    const float *meta;    /* in  [n][meta]; NULL: all zero                       */
    const float *mask;    /* in  [n][size * size] of 0 and 1; NULL: all 1        */
    float *out[NN_N_OUTPUTS]; /* out [n][...], see nn_output; NULL: not wanted   */
} nn_batch;

typedef struct nn_backend {
    const char *name;     /* "reference" */
    const char *sentence; /* what it is; lower case, no full stop */
    bool half; /* computes in half precision: its answers are good to two digits or so */
    bool gpu;  /* not the processor; many positions at once cost it little more than one */
    /* GO_OK when it can be used here, else why not and what to do about it. */
    go_status (*available)(go_error *err);
    /* Gets ready for batches of up to max_batch.  The model is borrowed until
     * destroy.  On error *state is NULL.                                     */
    go_status (*create)(void **state, const nn_model *model, const nn_settings *settings,
                        go_error *err);
    go_status (*evaluate)(void *state, const nn_batch *batch, go_error *err);
    void (*destroy)(void *state); /* accepts NULL */
} nn_backend;

/* All backends of this build, the preferred first; ends with NULL. */
const nn_backend *const *nn_backends(void);

/* The first that can be used here: it is taken where none is named. */
const nn_backend *nn_backend_first(void);

/* NULL when there is none of that name. */
const nn_backend *nn_backend_by_name(const char *name);

/* A backend at work on a model. */
typedef struct nn_evaluator nn_evaluator;

/* Checks model, settings and name (NULL: the first backend that is available)
 * and gets ready.  GO_EINVAL, GO_EUNSUPPORTED, GO_ENOMEM.                     */
go_status nn_evaluator_create(nn_evaluator **out, const nn_model *model, const char *backend,
                              const nn_settings *settings, go_error *err);

/* Fills the outputs of the batch.  GO_EINVAL: more positions than max_batch.
 * GO_EFORMAT: an answer is not a finite number; the sentence names the file.  */
go_status nn_evaluate(nn_evaluator *e, const nn_batch *batch, go_error *err);

const nn_backend *nn_evaluator_backend(const nn_evaluator *e);
const nn_model *nn_evaluator_model(const nn_evaluator *e);
const nn_settings *nn_evaluator_settings(const nn_evaluator *e);
void nn_evaluator_destroy(nn_evaluator *e);

#endif
