#include "nn/session.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/onednn/onednn.h"
#include "nn/plugin.h"
#include "nn/reference/reference.h"

/* ---- backends ---- */

const nn_backend *const *nn_backends(void)
{
    static const nn_backend *const all[NN_MOST_BACKENDS + 1] = {
        &nn_cudnn, &nn_onednn8, &nn_onednn16, &nn_onednn, &nn_reference, &nn_cudnn32, NULL};
    return all;
}

const nn_backend *nn_backend_first(void)
{
    for (const nn_backend *const *b = nn_backends(); *b; b++)
        if ((*b)->available(*b, NULL) == GO_OK)
            return *b;
    return &nn_reference;
}

const nn_backend *nn_backend_by_name(const char *name)
{
    for (const nn_backend *const *b = nn_backends(); *b; b++)
        if (strcmp((*b)->name, name) == 0)
            return *b;
    return NULL;
}

const char *nn_backend_word(int i)
{
    const nn_backend *b = nn_backends()[i];
    return b ? b->name : NULL;
}

const char *nn_precision_word(nn_precision p)
{
    static const char *const words[] = {
#define X(name, word) [name] = word,
        NN_PRECISIONS(X)
#undef X
    };
    return words[p];
}

go_status nn_backend_choose(const nn_backend **out, const char *name, go_error *err)
{
    *out = name && *name ? nn_backend_by_name(name) : nn_backend_first();
    if (*out)
        return GO_OK;
    return go_fail(err, GO_EINVAL, "unknown backend '%.40s'; 'katachi devices' lists the backends",
                   name);
}

/* ---- sessions ---- */

struct nn_session {
    const nn_backend *backend;
    const nn_model *model;
    nn_settings settings;
    void *state;
};

go_status nn_session_create(nn_session **out, const nn_model *model, const nn_backend *backend,
                            const nn_settings *settings, go_error *err)
{
    *out = NULL;
    if (settings->max_batch < 1 || settings->max_batch > NN_MAX_BATCH)
        return go_fail(err, GO_EINVAL, "the batch must be 1 to %d positions, not %d", NN_MAX_BATCH,
                       settings->max_batch);
    if (settings->threads < 0)
        return go_fail(
            err, GO_EINVAL,
            "the number of threads must not be negative (got %d); 0 means one per processor",
            settings->threads);
    GO_TRY(nn_model_plays(model, settings->size, err));
    GO_TRY(backend->available(backend, err));
    nn_session *s = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for a network");
    *s = (nn_session){.backend = backend, .model = model, .settings = *settings};
    if (!s->settings.threads)
        s->settings.threads = omp_get_num_procs();
    go_status status = backend->create(backend, &s->state, model, &s->settings, err);
    if (status == GO_OK)
        *out = s;
    else
        free(s);
    return status;
}

void nn_session_destroy(nn_session *s)
{
    if (s)
        s->backend->destroy(s->state);
    free(s);
}

/* Is none NaN, infinite or beyond NN_LARGEST_ANSWER?  As integers without the sign,
 * floats have their own order, with infinity and NaN above all others.        */
static bool all_sane(const float *values, size_t n)
{
    const float largest = NN_LARGEST_ANSWER;
    uint32_t bits, most, odd = 0;
    memcpy(&most, &largest, sizeof most);
    for (size_t i = 0; i < n; i++) {
        memcpy(&bits, &values[i], sizeof bits);
        odd |= (bits & 0x7fffffff) > most;
    }
    return !odd;
}

static go_status not_sane(const nn_session *s, const float *values, go_error *err)
{
    const char *file = s->model->file, *quote = file ? "'" : "";
    const bool exact = s->backend->precision == NN_FLOAT32;
    char number[40] = "";
    while (fabsf(*values) <= NN_LARGEST_ANSWER)
        values++;
    if (isfinite(*values))
        snprintf(number, sizeof number, ": %g", (double)*values);
    return go_fail(err, GO_EFORMAT,
                   "the network's answers are %s (%s%s): %s%.300s%s is damaged, or its numbers are "
                   "too large for %s; download it again, or use another network; if you trained "
                   "it, train again with a lower --rate",
                   number[0] ? "implausibly large" : "not finite", s->backend->name, number, quote,
                   file ? file : "its file", quote,
                   exact ? "float32" : "this precision (onednn and reference compute in float32)");
}

/* Wrong weights that no reader can tell, half precision or a faulty device: checked here,
 * so that no search has to.                                                   */
static go_status check_answers(const nn_session *s, const nn_batch *batch, go_error *err)
{
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t n = (size_t)batch->n * nn_output_numbers(s->model, (nn_output)o, s->settings.size);
        if (batch->out[o] && !all_sane(batch->out[o], n))
            return not_sane(s, batch->out[o], err);
    }
    return GO_OK;
}

go_status nn_session_run(nn_session *s, const nn_batch *batch, go_error *err)
{
    if (batch->n < 1 || batch->n > s->settings.max_batch)
        return go_fail(err, GO_EINVAL, "%d positions in a batch; must be 1 to %d", batch->n,
                       s->settings.max_batch);
    GO_TRY(s->backend->evaluate(s->state, batch, err));
    return check_answers(s, batch, err);
}
