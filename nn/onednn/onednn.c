#include "nn/onednn/onednn.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "nn/onednn/kernels.h"
#include "nn/onednn/run.h"

typedef struct onednn_state {
    const onednn_plan *plan; /* shared with other evaluators */
    int threads;
    onednn_worker *workers; /* [threads] */
} onednn_state;

/* ---- getting ready ---- */

static void destroy(void *p)
{
    onednn_state *s = p;
    if (!s)
        return;
    for (int t = 0; s->workers && t < s->threads; t++)
        onednn_worker_destroy(&s->workers[t], s->plan);
    free(s->workers);
    onednn_plan_release(s->plan);
    free(s);
}

static go_status prepare(onednn_state *s, const nn_model *model, int size, go_error *err)
{
    go_status status = onednn_plan_take(&s->plan, model, size, err);
    for (int t = 0; t < s->threads && status == GO_OK; t++)
        status = onednn_worker_create(&s->workers[t], s->plan, err);
    return status;
}

/* oneDNN asks OpenMP how many threads there are, when it prepares a primitive as
 * when it runs it.  The answer must be one both times; said within a region of
 * our own, it is forgotten at its end and the caller's setting stands.        */
static go_status create(void **out, const nn_model *model, const nn_settings *settings,
                        go_error *err)
{
    go_status status = GO_OK;
    onednn_state *s = calloc(1, sizeof *s);
    *out = NULL;
    int most = settings->max_batch;
    if (s) {
        s->threads = settings->threads < most ? settings->threads : most;
        s->workers = calloc((size_t)s->threads, sizeof *s->workers);
    }
    if (!s || !s->workers) {
        free(s);
        return go_fail(err, GO_ENOMEM, "out of memory for a network on %dx%d", settings->size,
                       settings->size);
    }
#pragma omp parallel num_threads(1)
    {
        omp_set_num_threads(1);
        status = prepare(s, model, settings->size, err);
    }
    if (status == GO_OK)
        *out = s;
    else
        destroy(s);
    return status;
}

/* ---- batches ---- */

static void vector_input(const float *from, int channels, float *to)
{
    if (from)
        memcpy(to, from, (size_t)channels * sizeof *to);
    else
        memset(to, 0, (size_t)channels * sizeof *to);
}

/* A mask of nothing but ones is none, which saves looking at it. */
static void set_mask(onednn_worker *w, const float *mask, size_t points)
{
    w->area = (double)points;
    w->mask = NULL;
    if (!mask)
        return;
    w->area = 0;
    for (size_t p = 0; p < points; p++)
        w->area += (double)mask[p];
    if (w->area < (double)points)
        w->mask = mask;
}

static void set_inputs(const onednn_plan *p, onednn_worker *w, const nn_batch *b, size_t n)
{
    const nn_model *m = p->model;
    onednn_from_planes(b->planes + n * (size_t)m->planes * p->points, m->planes, p->points,
                       w->input[NN_PLANES]);
    if (m->globals)
        vector_input(b->globals + n * (size_t)m->globals, m->globals, w->input[NN_GLOBALS]);
    if (m->meta)
        vector_input(b->meta ? b->meta + n * (size_t)m->meta : NULL, m->meta, w->input[NN_META]);
    set_mask(w, b->mask ? b->mask + n * p->points : NULL, p->points);
}

static void copy_outputs(const onednn_plan *p, const onednn_worker *w, const nn_batch *b, size_t n)
{
    const nn_model *m = p->model;
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t numbers = nn_output_numbers(m, (nn_output)o, p->size);
        if (!b->out[o] || !numbers)
            continue;
        nn_tensor t = m->tensors[m->output[o]];
        const float *from = onednn_tensor(p, w, m->output[o]);
        float *to = b->out[o] + n * numbers;
        if (t.spatial)
            onednn_to_planes(from, t.channels, p->points, to);
        else
            memcpy(to, from, numbers * sizeof *to);
    }
}

static go_status evaluate_one(const onednn_plan *p, onednn_worker *w, const nn_batch *b, int n,
                              go_error *err)
{
    omp_set_num_threads(1); /* of this task only; see create */
    set_inputs(p, w, b, (size_t)n);
    go_status status = onednn_run(p, w, err);
    if (status == GO_OK)
        copy_outputs(p, w, b, (size_t)n);
    return status;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static go_status evaluate(void *state, const nn_batch *batch, go_error *err)
{
    onednn_state *s = state;
    go_status all = GO_OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads(smaller(s->threads, batch->n))
    for (int n = 0; n < batch->n; n++) {
        go_error own;
        onednn_worker *w = &s->workers[omp_get_thread_num()];
        go_status status = evaluate_one(s->plan, w, batch, n, &own);
        if (status != GO_OK) {
#pragma omp critical(onednn_failed)
            {
                all = status;
                if (err)
                    *err = own;
            }
        }
    }
    return all;
}

static go_status available(go_error *err)
{
    const dnnl_version_t *v = dnnl_version();
    if (v->major == DNNL_VERSION_MAJOR)
        return GO_OK;
    return go_fail(err, GO_EUNSUPPORTED, "oneDNN %d.%d is here, but the program was built for "
                   "%d.x: build it again", v->major, v->minor, DNNL_VERSION_MAJOR);
}

const nn_backend nn_onednn = {
    .name = "onednn",
    .sentence = "the processor, through oneDNN: matrix products, Winograd convolutions",
    .available = available,
    .create = create,
    .evaluate = evaluate,
    .destroy = destroy,
};
