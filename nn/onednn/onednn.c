#include "nn/onednn/onednn.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "nn/onednn/dnnl.h"
#include "nn/onednn/int8.h"
#include "nn/onednn/kernels.h"
#include "nn/onednn/run.h"

typedef struct onednn_state {
    const onednn_plan *plan; /* shared with other sessions */
    int threads;
    onednn_worker *workers; /* [threads] */
} onednn_state;

/* ---- preparing ---- */

static void destroy(void *p)
{
    onednn_state *s = p;
    if (!s)
        return;
    for (int t = 0; s->workers && s->plan && t < s->threads; t++) /* no plan, no workers */
        onednn_worker_destroy(&s->workers[t], s->plan);
    free(s->workers);
    onednn_plan_release(s->plan);
    free(s);
}

/* oneDNN asks OpenMP for the number of threads when it prepares a primitive and when
 * it runs it; the answer must be one both times.  Set within a parallel region of our
 * own, it ends with the region and the caller's setting remains.              */
static go_status create(const nn_backend *self, void **out, const nn_model *model,
                        const nn_settings *settings, go_error *err)
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
        status = onednn_plan_take(&s->plan, model, settings->size,
                                  self->precision, err);
        for (int t = 0; t < s->threads && status == GO_OK; t++)
            status = onednn_worker_create(&s->workers[t], s->plan, err);
    }
    if (status == GO_OK)
        *out = s;
    else
        destroy(s);
    return status;
}

/* ---- batches ---- */

static void set_inputs(const onednn_plan *p, onednn_worker *w, const nn_batch *b, size_t n)
{
    const nn_model *m = p->model;
    size_t globals = (size_t)m->globals, meta = (size_t)m->meta;
    onednn_from_planes(b->planes + n * (size_t)m->planes * p->points, m->planes, p->points,
                       w->input[NN_PLANES]);
    if (globals)
        memcpy(w->input[NN_GLOBALS], b->globals + n * globals, globals * sizeof(float));
    if (b->meta)
        memcpy(w->input[NN_META], b->meta + n * meta, meta * sizeof(float));
    else
        memset(w->input[NN_META], 0, meta * sizeof(float));
    const float *mask = b->mask ? b->mask + n * p->points : NULL;
    w->area = mask ? 0 : (double)p->points;
    for (size_t i = 0; mask && i < p->points; i++)
        w->area += (double)mask[i];
    w->mask = w->area < (double)p->points ? mask : NULL; /* all ones: no mask */
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

static go_status evaluate_one(const onednn_state *s, onednn_worker *w, const nn_batch *batch, int n,
                              go_error *err)
{
    set_inputs(s->plan, w, batch, (size_t)n);
    GO_TRY(onednn_run(s->plan, w, err));
    copy_outputs(s->plan, w, batch, (size_t)n);
    return GO_OK;
}

/* A parallel region for one position would cost some microseconds. */
static go_status evaluate_single(const onednn_state *s, const nn_batch *batch, go_error *err)
{
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1); /* see create */
    go_status status = evaluate_one(s, &s->workers[0], batch, 0, err);
    omp_set_num_threads(threads);
    return status;
}

static go_status evaluate(void *state, const nn_batch *batch, go_error *err)
{
    onednn_state *s = state;
    go_status all = GO_OK;
    if (batch->n == 1)
        return evaluate_single(s, batch, err);
#pragma omp parallel for schedule(dynamic, 1)                                              \
    num_threads(s->threads < batch->n ? s->threads : batch->n)
    for (int n = 0; n < batch->n; n++) {
        go_error own;
        onednn_worker *w = &s->workers[omp_get_thread_num()];
        omp_set_num_threads(1); /* of this task only; see create */
        go_status status = evaluate_one(s, w, batch, n, &own);
        if (status == GO_OK)
            continue;
#pragma omp critical(onednn_failed)
        {
            all = status;
            if (err)
                *err = own;
        }
    }
    return all;
}

static go_status available(const nn_backend *self, go_error *err)
{
    (void)self;
    const dnnl_version_t *v = dnnl_version();
    if (v->major == DNNL_VERSION_MAJOR)
        return GO_OK;
    return go_fail(err, GO_EUNSUPPORTED,
                   "oneDNN %d.%d is installed, but the program was built for %d.x; build it again",
                   v->major, v->minor, DNNL_VERSION_MAJOR);
}

static go_status half_available(const nn_backend *self, go_error *err)
{
    GO_TRY(available(self, err));
    if (onednn_has_dots())
        return GO_OK;
    return go_fail(err, GO_EUNSUPPORTED, "this processor cannot multiply bfloat16 numbers (it has "
                   "neither AMX nor AVX512_BF16); use the backend onednn");
}

static go_status int8_usable(const nn_backend *self, go_error *err)
{
    GO_TRY(available(self, err));
    if (int8_available())
        return GO_OK;
    return go_fail(err, GO_EUNSUPPORTED, "this processor cannot add up products of 8-bit integers "
                   "(it has neither AVX512_VNNI nor AVX-VNNI, nor ARM's dot products); use the "
                   "backend onednn");
}

const nn_backend nn_onednn8 = {
    NN_ONEDNN8_IS,
    .available = int8_usable,
    .create = create,
    .evaluate = evaluate,
    .destroy = destroy,
};

const nn_backend nn_onednn16 = {
    NN_ONEDNN16_IS,
    .available = half_available,
    .create = create,
    .evaluate = evaluate,
    .destroy = destroy,
};

const nn_backend nn_onednn = {
    NN_ONEDNN_IS,
    .available = available,
    .create = create,
    .evaluate = evaluate,
    .destroy = destroy,
};
