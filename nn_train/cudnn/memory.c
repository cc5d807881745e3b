/* All memory of a network that learns on the GPU. */
#include <stdlib.h>
#include <string.h>

#include "nn_train/cudnn/state.h"

/* ---- one array ---- */

static go_status no_room(const learn_state *s, go_error *err)
{
    size_t left = 0, all = 0;
    const double mib = 1024.0 * 1024;
    (void)cudaGetLastError();
    if (cudaMemGetInfo(&left, &all) != cudaSuccess)
        all = 0;
    return go_fail(
        err, GO_ENOMEM,
        "training this network with batches of %d rows needs more than the GPU's %.0f MiB of "
        "memory (%.0f are free); use a smaller --batch or close other programs that use the GPU",
        s->settings.lanes * s->settings.rows, (double)all / mib, (double)left / mib);
}

/* Makes place for one more in a list. */
static bool longer(void ***list, int n)
{
    void **more = realloc(*list, (size_t)(n + 1) * sizeof *more);
    if (more)
        *list = more;
    return more != NULL;
}

static go_status no_memory(go_error *err)
{
    return go_fail(err, GO_ENOMEM, "out of memory for a network that learns on the GPU");
}

/* Memory on the GPU, zeroed; freed with the state. */
static go_status allocate(learn_state *s, size_t bytes, void **out, go_error *err)
{
    *out = NULL;
    if (!longer(&s->allocated, s->n_allocated))
        return no_memory(err);
    bytes = bytes ? bytes : 1;
    cudaError_t e = cudaMalloc(out, bytes);
    if (e == cudaErrorMemoryAllocation)
        return no_room(s, err);
    if (e != cudaSuccess)
        return gpu_check(e, "taking memory", err);
    s->allocated[s->n_allocated++] = *out;
    return gpu_check(cudaMemsetAsync(*out, 0, bytes, s->stream), "clearing memory", err);
}

/* Pinned memory, likewise. */
static go_status pin(learn_state *s, size_t bytes, void **out, go_error *err)
{
    *out = NULL;
    if (!longer(&s->pinned, s->n_pinned))
        return no_memory(err);
    bytes = bytes ? bytes : 1;
    GO_TRY(gpu_check(cudaHostAlloc(out, bytes, cudaHostAllocDefault),
                     "taking memory that the GPU can read", err));
    s->pinned[s->n_pinned++] = *out;
    memset(*out, 0, bytes);
    return GO_OK;
}

static go_status floats(learn_state *s, size_t n, float **out, go_error *err)
{
    void *made;
    go_status status = allocate(s, n * sizeof **out, &made, err);
    *out = made;
    return status;
}

static go_status pinned_floats(learn_state *s, size_t n, float **out, go_error *err)
{
    void *made;
    go_status status = pin(s, n * sizeof **out, &made, err);
    *out = made;
    return status;
}

/* ---- tensors ---- */

gpu_view learn_view(const learn_state *s, int tensor)
{
    nn_tensor t = s->m->tensors[tensor];
    return (gpu_view){.type = t.spatial ? s->type : NN_FLOAT32, .n = s->settings.rows,
                      .points = t.spatial ? s->points : 1, .channels = t.channels,
                      .stride = gpu_stride(t.channels)};
}

bool learn_keeps_before(const nn_layer *l)
{
    return l->kind != NN_NORM && l->activation != NN_IDENTITY && l->activation != NN_RELU;
}

static size_t bytes_of(const learn_state *s, int tensor)
{
    gpu_view v = learn_view(s, tensor);
    return (size_t)v.n * (size_t)v.points * (size_t)v.stride * (v.type == NN_FLOAT32 ? 4 : 2);
}

/* ---- a lane ---- */

static go_status pair_create(learn_state *s, gpu_pair *p, size_t row, bool device, go_error *err)
{
    p->row = row;
    GO_TRY(pinned_floats(s, row * (size_t)s->settings.rows, &p->host, err));
    return device ? floats(s, row * (size_t)s->settings.rows, &p->device, err) : GO_OK;
}

/* The vectors among the inputs are copied to where their values are. */
static go_status inputs_create(learn_state *s, learn_lane *l, go_error *err)
{
    const nn_model *m = s->m;
    GO_TRY(pair_create(s, &l->planes, (size_t)(m->planes * s->points), false, err));
    GO_TRY(pair_create(s, &l->globals, (size_t)gpu_stride(m->globals), false, err));
    GO_TRY(pair_create(s, &l->meta, (size_t)gpu_stride(m->meta), false, err));
    GO_TRY(pair_create(s, &l->mask, (size_t)s->points, true, err));
    GO_TRY(pair_create(s, &l->area, 1, true, err));
    l->planes.device = s->planes;
    l->globals.device = l->value[NN_GLOBALS];
    l->meta.device = l->value[NN_META];
    return GO_OK;
}

static go_status norm_create(learn_state *s, int layer, gpu_batch_norm *n, go_error *err)
{
    const size_t stride = (size_t)learn_view(s, s->m->layers[layer].out).stride;
    float **each[] = {&n->scale, &n->bias, &n->mean, &n->square};
    void *made;
    GO_TRY(allocate(s, stride * sizeof *n->channel, &made, err));
    n->channel = made;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        GO_TRY(floats(s, stride, each[i], err));
    return GO_OK;
}

static go_status lane_create(learn_state *s, learn_lane *l, go_error *err)
{
    const nn_model *m = s->m;
    void *made;
    l->value = calloc((size_t)m->n_tensors, sizeof *l->value);
    l->before = calloc((size_t)m->n_tensors, sizeof *l->before);
    l->largest = calloc((size_t)m->n_layers, sizeof *l->largest);
    l->norm = calloc((size_t)m->n_layers, sizeof *l->norm);
    if (!l->value || !l->before || !l->largest || !l->norm)
        return no_memory(err);
    GO_TRY(floats(s, 1, &l->count, err));
    for (int t = 0; t < m->n_tensors; t++)
        GO_TRY(allocate(s, bytes_of(s, t), &l->value[t], err));
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *y = &m->layers[i];
        if (learn_keeps_before(y))
            GO_TRY(allocate(s, bytes_of(s, y->out), &l->before[y->out], err));
        if (nn_parameters_normalises(s->p, i))
            GO_TRY(norm_create(s, i, &l->norm[i], err));
        if (y->kind != NN_POOL || y->pool != NN_POOL_MAX)
            continue;
        size_t places = (size_t)s->settings.rows * (size_t)learn_view(s, y->in).stride;
        GO_TRY(allocate(s, places * sizeof(uint16_t), &made, err));
        l->largest[i] = made;
    }
    GO_TRY(inputs_create(s, l, err));
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        if (m->output[o] == NN_NONE)
            continue;
        gpu_view v = learn_view(s, m->output[o]);
        size_t row = m->tensors[m->output[o]].spatial ? (size_t)(v.channels * v.points)
                                                      : (size_t)v.stride;
        GO_TRY(pair_create(s, &l->out[o], row, false, err));
    }
    GO_TRY(pinned_floats(s, s->p->n, &l->sum, err));
    return gpu_check(cudaEventCreateWithFlags(&l->done,
                                              cudaEventDisableTiming | cudaEventBlockingSync),
                     "making an event", err);
}

void learn_forget_recorded(learn_lane *l)
{
    for (int i = 0; i < LEARN_WAYS * 2; i++) {
        if (l->recorded[i / 2][i % 2])
            cudaGraphExecDestroy(l->recorded[i / 2][i % 2]);
        l->recorded[i / 2][i % 2] = NULL;
        l->gone[i / 2][i % 2] = 0;
    }
}

static void lane_destroy(learn_lane *l)
{
    learn_forget_recorded(l);
    if (l->done)
        cudaEventDestroy(l->done);
    free(l->value);
    free(l->before);
    free(l->largest);
    free(l->norm);
}

/* ---- what lanes share ---- */

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* A layer's packed weights: outs of them, each [k][stride]. */
static go_status layer_create(learn_state *s, int i, size_t *packed, go_error *err)
{
    const nn_layer *l = &s->m->layers[i];
    const size_t in = (size_t)gpu_stride(s->m->tensors[l->in].channels);
    const size_t out = (size_t)gpu_stride(s->m->tensors[l->out].channels);
    size_t numbers = l->kind == NN_CONV    ? out * (size_t)(l->kernel_y * l->kernel_x) * in
                     : l->kind == NN_DENSE ? out * in
                                           : out;
    *packed = larger(*packed, numbers * sizeof(float));
    if (l->n_weights)
        GO_TRY(allocate(s, numbers * sizeof(float), &s->layer[i].weights, err));
    return l->bias ? floats(s, out, &s->layer[i].bias, err) : GO_OK;
}

static go_status tensors_create(learn_state *s, go_error *err)
{
    const nn_model *m = s->m;
    const size_t rows = (size_t)s->settings.rows;
    size_t spare = 0, parts = 0, stride = 0, planes = rows * (size_t)(m->planes * s->points);
    for (int t = 0; t < m->n_tensors; t++) {
        spare = larger(spare, bytes_of(s, t));
        parts = larger(parts, gpu_parts_room(learn_view(s, t)));
        stride = larger(stride, (size_t)learn_view(s, t).stride);
        if (t >= NN_N_INPUTS)
            GO_TRY(allocate(s, bytes_of(s, t), &s->gradient[t], err));
    }
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        planes = larger(planes, rows * nn_output_numbers(m, (nn_output)o, s->settings.size));
    GO_TRY(floats(s, planes, &s->planes, err));
    GO_TRY(floats(s, parts, &s->parts, err));
    GO_TRY(floats(s, stride, &s->of_scale, err));
    GO_TRY(floats(s, stride, &s->of_bias, err));
    return allocate(s, spare, &s->spare, err);
}

go_status learn_memory_create(learn_state *s, go_error *err)
{
    const size_t layers = (size_t)s->m->n_layers, tensors = (size_t)s->m->n_tensors;
    size_t packed = 0;
    s->layer = calloc(layers, sizeof *s->layer);
    s->lane = calloc((size_t)s->settings.lanes, sizeof *s->lane);
    s->gradient = calloc(tensors, sizeof *s->gradient);
    s->now = calloc(tensors, sizeof *s->now);
    s->reached = calloc(tensors, sizeof *s->reached);
    if (!s->layer || !s->lane || !s->gradient || !s->now || !s->reached)
        return no_memory(err);
    GO_TRY(floats(s, s->p->n, &s->theta, err));
    GO_TRY(floats(s, s->p->n, &s->sum, err));
    GO_TRY(pinned_floats(s, s->p->n, &s->theta_host, err));
    for (int i = 0; i < s->m->n_layers; i++)
        GO_TRY(layer_create(s, i, &packed, err));
    GO_TRY(allocate(s, packed, &s->packed, err));
    GO_TRY(tensors_create(s, err));
    for (int i = 0; i < s->settings.lanes; i++)
        GO_TRY(lane_create(s, &s->lane[i], err));
    return GO_OK;
}

void learn_memory_destroy(learn_state *s)
{
    for (int i = 0; s->lane && i < s->settings.lanes; i++)
        lane_destroy(&s->lane[i]);
    for (int i = 0; i < s->n_allocated; i++)
        cudaFree(s->allocated[i]);
    for (int i = 0; i < s->n_pinned; i++)
        cudaFreeHost(s->pinned[i]);
    free(s->allocated);
    free(s->pinned);
    free(s->layer);
    free(s->lane);
    free(s->gradient);
    free(s->now);
    free(s->reached);
}
