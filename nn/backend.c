#include "nn/backend.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "nn/onednn/onednn.h"
#include "nn/plugin.h"
#include "nn/reference/reference.h"

struct nn_evaluator {
    const nn_backend *backend;
    const nn_model *model;
    nn_settings settings;
    void *state;
};

const nn_backend *const *nn_backends(void)
{
    static const nn_backend *const all[] = {&nn_cudnn, &nn_onednn, &nn_reference, &nn_cudnn32,
                                             NULL};
    return all;
}

const nn_backend *nn_backend_by_name(const char *name)
{
    for (const nn_backend *const *b = nn_backends(); *b; b++)
        if (strcmp((*b)->name, name) == 0)
            return *b;
    return NULL;
}

/* ---- evaluators ---- */

const nn_backend *nn_backend_first(void)
{
    for (const nn_backend *const *b = nn_backends(); *b; b++)
        if ((*b)->available(NULL) == GO_OK)
            return *b;
    return &nn_reference;
}

static go_status check(const nn_model *model, const nn_settings *s, go_error *err)
{
    if (s->max_batch < 1 || s->max_batch > NN_MAX_BATCH)
        return go_fail(err, GO_EINVAL, "a batch is 1 to %d positions, not %d", NN_MAX_BATCH,
                       s->max_batch);
    if (s->threads < 0)
        return go_fail(err, GO_EINVAL, "%d threads are none; 0 is one for each processor",
                       s->threads);
    return nn_model_plays(model, s->size, err);
}

go_status nn_evaluator_create(nn_evaluator **out, const nn_model *model, const char *backend,
                              const nn_settings *settings, go_error *err)
{
    *out = NULL;
    const nn_backend *b = backend ? nn_backend_by_name(backend) : nn_backend_first();
    if (!b)
        return go_fail(err, GO_EINVAL, "there is no backend \"%.40s\"; katachi devices lists them",
                       backend);
    go_status status = check(model, settings, err);
    if (status == GO_OK)
        status = b->available(err);
    if (status != GO_OK)
        return status;
    nn_evaluator *e = calloc(1, sizeof *e);
    if (!e)
        return go_fail(err, GO_ENOMEM, "out of memory for a network's evaluator");
    *e = (nn_evaluator){.backend = b, .model = model, .settings = *settings};
    if (!e->settings.threads)
        e->settings.threads = omp_get_num_procs();
    status = b->create(&e->state, model, &e->settings, err);
    if (status == GO_OK)
        *out = e;
    else
        free(e);
    return status;
}

/* Infinity and NaN are the floats with all bits of the exponent set. */
static bool all_finite(const float *values, size_t n)
{
    const uint32_t exponent = 0x7f800000;
    uint32_t bits, odd = 0;
    for (size_t i = 0; i < n; i++) {
        memcpy(&bits, &values[i], sizeof bits);
        odd |= (bits & exponent) == exponent;
    }
    return !odd;
}

static go_status not_finite(const nn_evaluator *e, go_error *err)
{
    const char *file = e->model->file;
    return go_fail(err, GO_EFORMAT, "the network's answers are not finite (%s): %s%.300s%s is "
                   "damaged, or its numbers are too large for %s; get it again, or take another "
                   "network", e->backend->name, file ? "'" : "", file ? file : "its file",
                   file ? "'" : "", e->backend->half ? "half precision (onednn and reference "
                   "compute in float32)" : "float32");
}

/* Huge weights, from a damaged file, or half precision may overflow; nobody who
 * searches should have to think of that.                                     */
static go_status check_answers(const nn_evaluator *e, const nn_batch *batch, go_error *err)
{
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t n = (size_t)batch->n * nn_output_numbers(e->model, (nn_output)o, e->settings.size);
        if (batch->out[o] && !all_finite(batch->out[o], n))
            return not_finite(e, err);
    }
    return GO_OK;
}

go_status nn_evaluate(nn_evaluator *e, const nn_batch *batch, go_error *err)
{
    if (batch->n < 1 || batch->n > e->settings.max_batch)
        return go_fail(err, GO_EINVAL, "%d positions in a batch for 1 to %d", batch->n,
                       e->settings.max_batch);
    go_status status = e->backend->evaluate(e->state, batch, err);
    return status == GO_OK ? check_answers(e, batch, err) : status;
}

const nn_backend *nn_evaluator_backend(const nn_evaluator *e)
{
    return e->backend;
}

const nn_model *nn_evaluator_model(const nn_evaluator *e)
{
    return e->model;
}

const nn_settings *nn_evaluator_settings(const nn_evaluator *e)
{
    return &e->settings;
}

void nn_evaluator_destroy(nn_evaluator *e)
{
    if (e)
        e->backend->destroy(e->state);
    free(e);
}
