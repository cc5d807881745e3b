/* The backends `cudnn` and `cudnn32`: networks on an NVIDIA GPU. */
#include <stdlib.h>
#include <string.h>

#include "nn/cudnn/kernels.h"
#include "nn/cudnn/state.h"

/* ---- the end ---- */

static void bucket_destroy(gpu_bucket *b, int n_layers)
{
    for (int i = 0; i < 2; i++)
        if (b->recorded[i])
            cudaGraphExecDestroy(b->recorded[i]);
    for (int i = 0; b->conv && i < n_layers; i++) {
        bool shared = false;
        for (int j = 0; j < i && b->conv[i]; j++)
            shared = shared || b->conv[j] == b->conv[i];
        if (!shared)
            gpu_conv_destroy(b->conv[i]);
    }
    free(b->conv);
    *b = (gpu_bucket){0};
}

static void destroy(void *p)
{
    gpu_state *s = p;
    if (!s)
        return;
    cudaSetDevice(s->settings.device);
    if (s->stream)
        cudaStreamSynchronize(s->stream);
    for (int i = 0; i < GPU_BUCKETS; i++)
        bucket_destroy(&s->bucket[i], s->model->n_layers);
    gpu_math_destroy(s->math);
    for (int i = 0; i < s->n_allocated; i++)
        cudaFree(s->allocated[i]);
    gpu_pair *pinned[] = {&s->planes, &s->globals, &s->meta, &s->mask, &s->area};
    for (int i = 0; i < GPU_INPUTS; i++)
        cudaFreeHost(pinned[i]->host);
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        cudaFreeHost(s->out[o].host);
    if (s->stream)
        cudaStreamDestroy(s->stream);
    free(s->allocated);
    nn_slots_destroy(&s->slots);
    free(s->slot);
    free(s->layer);
    free(s);
}

/* ---- memory ---- */

static go_status pair_create(gpu_state *s, gpu_pair *p, size_t row, bool device, go_error *err)
{
    size_t bytes = row * (size_t)s->settings.max_batch * sizeof(float);
    void *host = NULL, *on_device = NULL;
    p->row = row;
    if (!bytes)
        return GO_OK;
    GO_TRY(gpu_check(cudaHostAlloc(&host, bytes, cudaHostAllocDefault),
                     "taking memory that the GPU can read", err));
    memset(host, 0, bytes);
    p->host = host;
    if (device)
        GO_TRY(gpu_allocate(s, bytes, &on_device, err));
    p->device = on_device;
    return GO_OK;
}

static go_status pairs_create(gpu_state *s, go_error *err)
{
    const nn_model *m = s->model;
    size_t points = (size_t)s->points;
    const struct {
        gpu_pair *pair;
        size_t row;
    } inputs[GPU_INPUTS] = {
        {&s->planes, (size_t)m->planes * points},
        {&s->globals, (size_t)gpu_stride(m->globals)},
        {&s->meta, (size_t)gpu_stride(m->meta)},
        {&s->mask, points},
        {&s->area, 1}};
    for (int i = 0; i < GPU_INPUTS; i++)
        GO_TRY(pair_create(s, inputs[i].pair, inputs[i].row, true, err));
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        if (m->output[o] == NN_NONE)
            continue;
        nn_tensor t = m->tensors[m->output[o]];
        size_t row = t.spatial ? (size_t)t.channels * points : (size_t)gpu_stride(t.channels);
        GO_TRY(pair_create(s, &s->out[o], row, t.spatial, err));
    }
    return GO_OK;
}

static go_status slots_create(gpu_state *s, go_error *err)
{
    size_t tensors = (size_t)s->model->n_tensors, batch = (size_t)s->settings.max_batch;
    const nn_slots *slots = &s->slots;
    void *factor = NULL;
    go_status status = nn_slots_create(&s->slots, s->model);
    s->slot = calloc(tensors, sizeof *s->slot);
    s->layer = calloc((size_t)s->model->n_layers + 1, sizeof *s->layer);
    if (status != GO_OK || !s->slot || !s->layer)
        return go_fail(err, GO_ENOMEM, "out of memory for a network on the GPU");
    for (int i = 0; i < slots->n; i++) {
        size_t numbers = batch * (size_t)gpu_stride(slots->channels[i]) *
                         (slots->spatial[i] ? (size_t)s->points : 1);
        size_t each = slots->spatial[i] && s->half ? 2 : 4;
        GO_TRY(gpu_allocate(s, numbers * each, &s->slot[i], err));
    }
    size_t planes = batch * (size_t)s->points * (size_t)gpu_stride(s->model->planes);
    GO_TRY(gpu_allocate(s, planes * (s->half ? 2 : 4), &s->imported, err));
    GO_TRY(gpu_allocate(s, batch * sizeof(float), &factor, err));
    s->factor = factor;
    return GO_OK;
}

/* ---- preparing ---- */

static gpu_bucket *bucket_for(gpu_state *s, int n)
{
    int i = 0, rows = 1, most = s->settings.max_batch;
    for (; rows < n; rows *= 4)
        i++;
    gpu_bucket *b = &s->bucket[i];
    b->n = rows < most ? rows : most;
    return b;
}

/* Layers of the same shape share a convolution. */
static go_status bucket_prepare(gpu_state *s, gpu_bucket *b, go_error *err)
{
    const nn_model *m = s->model;
    if (b->ready)
        return GO_OK;
    b->conv = calloc((size_t)m->n_layers + 1, sizeof *b->conv);
    if (!b->conv)
        return go_fail(err, GO_ENOMEM, "out of memory for a network on the GPU");
    for (int i = 0; i < m->n_layers; i++) {
        if (m->layers[i].kind != NN_CONV)
            continue;
        gpu_conv_shape shape = gpu_conv_shape_of(s, i, b->n);
        gpu_conv_arrays tries = gpu_conv_arrays_of(s, i);
        for (int j = 0; j < i && !b->conv[i]; j++) {
            gpu_conv_shape other = gpu_conv_shape_of(s, j, b->n);
            if (b->conv[j] && gpu_conv_same(&shape, &other))
                b->conv[i] = b->conv[j];
        }
        go_status status = b->conv[i] ? GO_OK
                                      : gpu_conv_create(&b->conv[i], s->math, &shape, &tries, err);
        if (status != GO_OK) {
            bucket_destroy(b, m->n_layers);
            return status;
        }
    }
    b->ready = true;
    return GO_OK;
}

/* Refuses what the kernels cannot compute. */
static go_status check_model(const nn_model *m, const nn_settings *settings, go_error *err)
{
    double most = 0;
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        if (l->kind == NN_ATTENTION &&
            (l->key_dim > GPU_MOST_HEAD || l->value_dim > GPU_MOST_HEAD))
            return go_fail(err, GO_EUNSUPPORTED,
                           "%s: a head has %d channels, but the GPU backend supports at most %d; "
                           "use --backend onednn",
                           l->name, l->key_dim > l->value_dim ? l->key_dim : l->value_dim,
                           GPU_MOST_HEAD);
        double numbers = (double)gpu_stride(m->tensors[l->out].channels) * settings->size *
                         settings->size * settings->max_batch;
        most = numbers > most ? numbers : most;
    }
    if (most > 2147483647.0) /* the kernels count in 32 bits */
        return go_fail(err, GO_EINVAL,
                       "a batch of %d positions of this network is too large for the GPU backend; "
                       "use at most %d",
                       settings->max_batch, (int)(2147483647.0 / most * settings->max_batch));
    return GO_OK;
}

static go_status prepare(gpu_state *s, go_error *err)
{
    int devices = 0;
    GO_TRY(gpu_check(cudaGetDeviceCount(&devices), "counting GPUs", err));
    if (s->settings.device < 0 || s->settings.device >= devices)
        return go_fail(err, GO_EINVAL, "no GPU %d; this machine has %d, numbered from 0",
                       s->settings.device, devices);
    GO_TRY(gpu_check(cudaSetDevice(s->settings.device), "choosing the GPU", err));
    GO_TRY(gpu_check(cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking),
                     "making a stream", err));
    GO_TRY(gpu_math_create(&s->math, s->stream, err));
    GO_TRY(slots_create(s, err));
    GO_TRY(pairs_create(s, err));
    GO_TRY(gpu_upload(s, err));
    GO_TRY(bucket_prepare(s, bucket_for(s, s->settings.max_batch), err));
    return bucket_prepare(s, bucket_for(s, 1), err);
}

static go_status create(const nn_backend *self, void **out, const nn_model *model,
                        const nn_settings *settings, go_error *err)
{
    *out = NULL;
    GO_TRY(check_model(model, settings, err));
    gpu_state *s = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for a network on the GPU");
    *s = (gpu_state){.model = model, .settings = *settings, .half = self->precision == NN_HALF,
                     .points = settings->size * settings->size};
    go_status status = prepare(s, err);
    if (status == GO_OK)
        *out = s;
    else
        destroy(s);
    return status;
}

/* ---- batches ---- */

/* Row n of `rows` (NULL: zeros) to its padded place. */
static void stage_row(const gpu_pair *p, const float *rows, int channels, size_t n)
{
    size_t bytes = (size_t)channels * sizeof(float);
    if (rows && bytes)
        memcpy(p->host + n * p->row, rows + n * (size_t)channels, bytes);
    else if (bytes)
        memset(p->host + n * p->row, 0, bytes);
}

/* Copies a batch to the first of `rows` rows.  True if a board is smaller than the buffer: a mask
 * that is all 1 is left out, because it would take a pass over the result of each layer. */
static bool stage(gpu_state *s, const nn_batch *batch, int rows)
{
    const nn_model *m = s->model;
    size_t points = (size_t)s->points;
    bool masked = false;
#pragma omp parallel for num_threads(s->settings.threads) if (batch->n >= 32) reduction(|| : masked)
    for (int i = 0; i < batch->n; i++) {
        size_t n = (size_t)i;
        float area = (float)points;
        memcpy(s->planes.host + n * s->planes.row, batch->planes + n * s->planes.row,
               s->planes.row * sizeof(float));
        stage_row(&s->globals, batch->globals, m->globals, n);
        stage_row(&s->meta, batch->meta, m->meta, n);
        if (batch->mask) {
            memcpy(s->mask.host + n * points, batch->mask + n * points, points * sizeof(float));
            area = 0;
            for (size_t p = 0; p < points; p++)
                area += s->mask.host[n * points + p];
        }
        s->area.host[n] = area > 0 ? area : 1;
        masked = masked || area < (float)points;
    }
    for (int i = batch->n; i < rows; i++)
        s->area.host[i] = (float)points; /* the answers are not read */
    return masked;
}

/* Records the launches, to be repeated by a single call; if that fails they are made
 * one by one again.                                                          */
static void record(gpu_state *s, gpu_bucket *b, bool masked)
{
    cudaGraph_t graph = NULL;
    if (cudaStreamBeginCapture(s->stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess) {
        (void)cudaGetLastError();
        return;
    }
    go_status status = gpu_enqueue(s, b, masked, NULL);
    cudaError_t e = cudaStreamEndCapture(s->stream, &graph);
    if (status == GO_OK && e == cudaSuccess &&
        cudaGraphInstantiate(&b->recorded[masked], graph, 0) != cudaSuccess)
        b->recorded[masked] = NULL;
    if (graph)
        cudaGraphDestroy(graph);
    (void)cudaGetLastError();
}

/* The first batch is launched plainly, which loads all kernels, and then recorded. */
static go_status evaluate(void *state, const nn_batch *batch, go_error *err)
{
    gpu_state *s = state;
    gpu_bucket *b = bucket_for(s, batch->n);
    GO_TRY(gpu_check(cudaSetDevice(s->settings.device), "choosing the GPU", err));
    GO_TRY(bucket_prepare(s, b, err));
    const bool masked = stage(s, batch, b->n);
    (void)cudaGetLastError(); /* an earlier one, not this batch's */
    cudaGraphExec_t recorded = b->recorded[masked];
    GO_TRY(recorded ? gpu_check(cudaGraphLaunch(recorded, s->stream), "starting a batch", err)
                    : gpu_enqueue(s, b, masked, err));
    GO_TRY(gpu_check(cudaStreamSynchronize(s->stream), "evaluating", err));
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t numbers = nn_output_numbers(s->model, (nn_output)o, s->settings.size);
        for (size_t n = 0; batch->out[o] && numbers && n < (size_t)batch->n; n++)
            memcpy(batch->out[o] + n * numbers, s->out[o].host + n * s->out[o].row,
                   numbers * sizeof(float));
    }
    if (!b->warm[masked])
        record(s, b, masked);
    b->warm[masked] = true;
    return GO_OK;
}

/* ---- the table ---- */

#ifndef GPU_LEAST_CAPABILITY
#define GPU_LEAST_CAPABILITY 90 /* 10 times what the kernels were compiled for */
#endif

go_status gpu_available(go_error *err)
{
    int devices = 0, major = 0, minor = 0;
    cudaError_t e = cudaGetDeviceCount(&devices);
    (void)cudaGetLastError();
    if (e == cudaErrorInsufficientDriver)
        return go_fail(
            err, GO_EUNSUPPORTED,
            "the NVIDIA driver is missing or too old for CUDA %d.%d; install a newer driver",
            CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    if (e != cudaSuccess || devices == 0)
        return go_fail(err, GO_EUNSUPPORTED, "no usable NVIDIA GPU (%s); check with nvidia-smi",
                       e == cudaSuccess ? "none found" : cudaGetErrorString(e));
    if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) != cudaSuccess ||
        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0) != cudaSuccess ||
        10 * major + minor < GPU_LEAST_CAPABILITY)
        return go_fail(err, GO_EUNSUPPORTED,
                       "the GPU is too old: its compute capability is %d.%d, but this plug-in "
                       "needs %d.%d or newer",
                       major, minor, GPU_LEAST_CAPABILITY / 10, GPU_LEAST_CAPABILITY % 10);
    return GO_OK;
}

static go_status available(const nn_backend *self, go_error *err)
{
    (void)self;
    return gpu_available(err);
}

static const nn_backend half_backend = {
    .name = "cudnn", .sentence = "an NVIDIA GPU in half precision, by cuDNN", .precision = NN_HALF,
    .available = available, .create = create, .evaluate = evaluate, .destroy = destroy,
};

static const nn_backend float_backend = {
    .name = "cudnn32", .sentence = "an NVIDIA GPU in float32, for checking", .precision = NN_FLOAT32,
    .available = available, .create = create, .evaluate = evaluate, .destroy = destroy,
};

__attribute__((visibility("default"))) const nn_plugin_table katachi_nn_plugin = {
    NN_PLUGIN_TABLE_HEAD, .backend = {&half_backend, &float_backend, NULL},
};
