/* The gradients `cudnn` and `cudnn32`: networks that learn on an NVIDIA GPU. */
#include <stdlib.h>
#include <string.h>

#include "nn_train/cudnn/state.h"

/* ---- the end ---- */

/* The first layer that has the same convolution, which owns it. */
static bool owns(const learn_state *s, int layer, int makes)
{
    for (int i = 0; i < layer; i++)
        if (s->layer[i].conv[makes] == s->layer[layer].conv[makes])
            return false;
    return true;
}

static void destroy(void *state)
{
    learn_state *s = state;
    if (!s)
        return;
    if (s->stream)
        cudaStreamSynchronize(s->stream);
    for (int i = s->layer ? s->m->n_layers - 1 : -1; i >= 0; i--)
        for (int k = 0; k <= GPU_MAKES_WEIGHTS; k++)
            if (owns(s, i, k))
                gpu_conv_destroy(s->layer[i].conv[k]);
    gpu_math_destroy(s->math);
    learn_memory_destroy(s);
    if (s->stream)
        cudaStreamDestroy(s->stream);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* ---- preparing ---- */

static go_status check_layer(const learn_state *s, const nn_layer *l, go_error *err)
{
    const nn_model *m = s->m;
    const gpu_view v = learn_view(s, l->out);
    const bool spatial = m->tensors[l->out].spatial, added = l->per_channel != NN_NONE;
    const bool known = l->kind == NN_CONV || l->kind == NN_POOL ||
                       (l->kind == NN_NORM && l->add == NN_NONE && !added) ||
                       (l->kind == NN_DENSE && !m->tensors[l->in].spatial);
    if (l->kind == NN_RMS_NORM || l->kind == NN_ATTENTION || l->kind == NN_PRODUCT)
        return go_fail(err, GO_EUNSUPPORTED,
                       "the GPU cannot train the layer '%s', which belongs to a transformer; use "
                       "--backend onednn",
                       l->name);
    const bool vector_norm = l->kind == NN_NORM && !spatial && s->p->norms != NN_NORMS_FIXED;
    if (!known || (added && !spatial) || vector_norm)
        return go_fail(err, GO_EUNSUPPORTED,
                       "the GPU cannot train the layer '%s'; use --backend onednn", l->name);
    if ((double)v.n * v.points * v.stride > 2147483647.0) /* the kernels count in 32 bits */
        return go_fail(
            err, GO_EINVAL,
            "a batch of %d rows of this network is too large for the GPU; use a smaller --batch",
            s->settings.lanes * s->settings.rows);
    return GO_OK;
}

static gpu_conv_shape shape_of(const learn_state *s, const nn_layer *l, gpu_makes makes)
{
    return (gpu_conv_shape){
        .type = s->type, .makes = makes, .repeatable = true,
        .n = s->settings.rows, .size = s->settings.size,
        .in_stride = gpu_stride(s->m->tensors[l->in].channels),
        .stride = gpu_stride(s->m->tensors[l->out].channels),
        .kernel_y = l->kernel_y, .kernel_x = l->kernel_x,
        .dilation_y = l->dilation_y, .dilation_x = l->dilation_x};
}

/* Layers of the same shape share a convolution.  Arrays that are not in use are there to try. */
static go_status prepare_conv(learn_state *s, int layer, gpu_makes makes, go_error *err)
{
    const nn_layer *l = &s->m->layers[layer];
    const gpu_conv_shape shape = shape_of(s, l, makes);
    gpu_conv **out = &s->layer[layer].conv[makes];
    const gpu_conv_arrays tries = {
        .in = s->lane[0].value[l->in], .out = s->lane[0].value[l->out],
        .weights = makes == GPU_MAKES_WEIGHTS ? s->packed : s->layer[layer].weights};
    for (int i = 0; i < layer && !*out; i++) {
        const nn_layer *other = &s->m->layers[i];
        const gpu_conv_shape its = shape_of(s, other, makes);
        if (s->layer[i].conv[makes] && gpu_conv_same(&shape, &its))
            *out = s->layer[i].conv[makes];
    }
    return *out ? GO_OK : gpu_conv_create(out, s->math, &shape, &tries, err);
}

static go_status prepare(learn_state *s, go_error *err)
{
    for (int i = 0; i < s->m->n_layers; i++)
        GO_TRY(check_layer(s, &s->m->layers[i], err));
    GO_TRY(gpu_check(cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking),
                     "making a stream", err));
    GO_TRY(gpu_math_create(&s->math, s->stream, err));
    GO_TRY(learn_memory_create(s, err));
    for (int i = 0; i < s->m->n_layers; i++) {
        const nn_layer *l = &s->m->layers[i];
        if (l->kind != NN_CONV)
            continue;
        GO_TRY(prepare_conv(s, i, GPU_MAKES_OUT, err));
        GO_TRY(prepare_conv(s, i, GPU_MAKES_WEIGHTS, err));
        if (l->in >= NN_N_INPUTS)
            GO_TRY(prepare_conv(s, i, GPU_MAKES_IN, err));
    }
    return gpu_check(cudaStreamSynchronize(s->stream), "preparing to learn", err);
}

static go_status create(const nn_gradient *self, void **state, const nn_parameters *p,
                        const nn_gradient_settings *settings, go_error *err)
{
    learn_state *s = calloc(1, sizeof *s);
    *state = NULL;
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for a network that learns on the GPU");
    *s = (learn_state){.p = p, .m = p->model, .settings = *settings, .type = self->precision,
                       .points = settings->size * settings->size,
                       .lock = PTHREAD_MUTEX_INITIALIZER};
    go_status status = prepare(s, err);
    if (status == GO_OK)
        *state = s;
    else
        destroy(s);
    return status;
}

static go_status load(void *state, const float *theta, go_error *err)
{
    learn_state *s = state;
    const size_t bytes = s->p->n * sizeof *theta;
    memcpy(s->theta_host, theta, bytes);
    GO_TRY(gpu_check(cudaMemcpyAsync(s->theta, s->theta_host, bytes, cudaMemcpyHostToDevice,
                                     s->stream), "copying weights", err));
    GO_TRY(learn_pack(s, err));
    return gpu_check(cudaStreamSynchronize(s->stream), "copying weights", err);
}

/* ---- a lane's launches ---- */

typedef go_status learn_launches(learn_state *s, learn_lane *l, go_error *err);
static learn_launches *const ways[] = {[LEARN_FORWARD] = learn_forward,
                                       [LEARN_BACKWARD] = learn_backward};

/* Records the launches, to be repeated by a single call; if that fails they are made one by one
 * again.                                                                      */
static void record(learn_state *s, learn_lane *l, learn_way way)
{
    cudaGraph_t graph = NULL;
    cudaGraphExec_t *out = &l->recorded[way][l->masked];
    if (cudaStreamBeginCapture(s->stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess) {
        (void)cudaGetLastError();
        return;
    }
    go_status status = ways[way](s, l, NULL);
    cudaError_t e = cudaStreamEndCapture(s->stream, &graph);
    if (status == GO_OK && e == cudaSuccess && cudaGraphInstantiate(out, graph, 0) != cudaSuccess)
        *out = NULL;
    if (graph)
        cudaGraphDestroy(graph);
    (void)cudaGetLastError();
}

/* The first time they are made plainly, which loads all kernels; the second they are recorded. */
static go_status launch(learn_state *s, learn_lane *l, learn_way way, go_error *err)
{
    int *gone = &l->gone[way][l->masked];
    (void)cudaGetLastError(); /* an earlier one, not this batch's */
    if (l->norms != s->p->norms)
        learn_forget_recorded(l);
    l->norms = s->p->norms;
    if (*gone == 1)
        record(s, l, way);
    *gone = *gone < 2 ? *gone + 1 : 2;
    cudaGraphExec_t recorded = l->recorded[way][l->masked];
    GO_TRY(recorded ? gpu_check(cudaGraphLaunch(recorded, s->stream), "starting a batch", err)
                    : ways[way](s, l, err));
    return gpu_check(cudaEventRecord(l->done, s->stream), "starting a batch", err);
}

static go_status run(learn_state *s, learn_lane *l, learn_way way, go_error *err)
{
    pthread_mutex_lock(&s->lock);
    go_status status = launch(s, l, way, err);
    pthread_mutex_unlock(&s->lock);
    GO_TRY(status);
    return gpu_check(cudaEventSynchronize(l->done), "learning", err);
}

/* ---- batches ---- */

/* n rows of `channels` numbers each, zero if they are NULL, to their places, and zero rows after
 * them.                                                                       */
static void stage(const learn_state *s, gpu_pair *p, const float *from, size_t channels, int n)
{
    const size_t all = (size_t)s->settings.rows;
    size_t row = 0;
    for (; from && row < (size_t)n; row++)
        memcpy(p->host + row * p->row, from + row * channels, channels * sizeof *from);
    memset(p->host + row * p->row, 0, (all - row) * p->row * sizeof *p->host);
}

/* Rows without a board have an area, too: it divides. */
static void stage_mask(const learn_state *s, learn_lane *l, const nn_batch *b)
{
    const size_t points = (size_t)s->points;
    l->masked = false;
    for (size_t row = 0; row < (size_t)s->settings.rows; row++) {
        float area = 0;
        for (size_t i = 0; i < points; i++) {
            const bool real = row < (size_t)b->n && b->mask;
            const float inside = real ? b->mask[row * points + i] : 1;
            l->mask.host[row * points + i] = inside;
            area += inside;
        }
        l->masked = l->masked || area < (float)points;
        l->area.host[row] = area > 0 ? area : 1;
    }
}

static go_status forward(void *state, int number, const nn_batch *b, go_error *err)
{
    learn_state *s = state;
    learn_lane *l = &s->lane[number];
    const nn_model *m = s->m;
    if (s->p->norms != NN_NORMS_FIXED && b->n < s->settings.rows)
        return go_fail(err, GO_EINVAL,
                       "a batch of %d rows is not made of whole lanes of %d, which the norms need "
                       "for their statistics",
                       b->n, s->settings.rows);
    stage(s, &l->planes, b->planes, l->planes.row, b->n);
    stage(s, &l->globals, b->globals, (size_t)m->globals, b->n);
    stage(s, &l->meta, b->meta, (size_t)m->meta, b->n);
    stage_mask(s, l, b);
    GO_TRY(run(s, l, LEARN_FORWARD, err));
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        const size_t numbers = nn_output_numbers(m, (nn_output)o, s->settings.size);
        for (size_t row = 0; b->out[o] && numbers && row < (size_t)b->n; row++)
            memcpy(b->out[o] + row * numbers, l->out[o].host + row * l->out[o].row,
                   numbers * sizeof(float));
    }
    return GO_OK;
}

static go_status backward(void *state, int number, const nn_batch *b,
                          const float *const out[NN_N_OUTPUTS], float *sum, go_error *err)
{
    learn_state *s = state;
    learn_lane *l = &s->lane[number];
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (s->m->output[o] != NN_NONE)
            stage(s, &l->out[o], out[o], nn_output_numbers(s->m, (nn_output)o, s->settings.size),
                  b->n);
    GO_TRY(run(s, l, LEARN_BACKWARD, err));
    for (size_t i = 0; i < s->p->n; i++)
        sum[i] += l->sum[i];
    if (s->p->n > s->p->learned)
        sum[s->p->n - 1] += 1;
    return GO_OK;
}

/* ---- the tables ---- */

static go_status available(const nn_gradient *self, go_error *err)
{
    (void)self;
    return gpu_available(err);
}

static const nn_gradient half_gradient = {
    NN_GRADIENT_CUDNN_IS,
    .available = available,
    .create = create,
    .load = load,
    .forward = forward,
    .backward = backward,
    .destroy = destroy,
};

static const nn_gradient float_gradient = {
    NN_GRADIENT_CUDNN32_IS,
    .available = available,
    .create = create,
    .load = load,
    .forward = forward,
    .backward = backward,
    .destroy = destroy,
};

extern const nn_gradient_plugin katachi_gradient_plugin;
__attribute__((visibility("default"))) const nn_gradient_plugin katachi_gradient_plugin = {
    NN_GRADIENT_PLUGIN_HEAD, .gradient = {&half_gradient, &float_gradient, NULL},
};
