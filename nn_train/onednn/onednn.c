/* onednn.c -- forward and backward with oneDNN's products: in float32, or with the
 * factors of all products in bfloat16, the sums and the parameters in float32. */
#include "nn_train/onednn/onednn.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/huge.h"
#include "nn/onednn/lanes.h"
#include "nn_train/onednn/attention.h"
#include "nn_train/onednn/conv.h"
#include "nn_train/onednn/elements.h"
#include "nn_train/onednn/tiles.h"

/* A tensor of one lane and its gradient: [rows][points][channels] of the state's type, or
 * float[rows][channels].  A spatial gradient has a buffer only while it is needed. */
typedef struct variable {
    void *value, *gradient;
    void *before; /* what the activation was taken of; NULL: the value tells its slope */
    bool reached; /* the gradient has been written */
} variable;

typedef struct lane {
    void *memory;        /* of all that follows but the buffers in `free` */
    dnnl_stream_t stream;
    variable *of;        /* [n_tensors] */
    conv_memory *conv;   /* [n_layers] */
    uint16_t **largest;  /* [n_layers]: where NN_POOL found the largest values */
    float **factors;     /* [n_layers]: what NN_RMS_NORM multiplied by */
    void *scratch;       /* of oneDNN */
    void **free;         /* [n_free]: buffers for gradients, the one last used at the end */
    int n_free;
    float *plain;        /* the largest weights */
} lane;

typedef struct onednn_gradient {
    const nn_parameters *p;
    const nn_model *m;
    nn_gradient_settings settings;
    bool half;
    size_t points, element, largest; /* bytes of the largest tensor */
    dnnl_engine_t engine;
    dnnl_stream_t stream; /* of load */
    conv_ops *ops;        /* [n_layers] */
    float *theta;
    float **angles;       /* [n_layers]: of NN_ATTENTION */
    lane *lanes;
} onednn_gradient;

/* Calls the function for the state's type of number. */
#define ELEMENTS(s, function, ...)                                        \
    ((s)->half ? elements_##function##_16(__VA_ARGS__) : elements_##function##_32(__VA_ARGS__))

static size_t numbers_of(const onednn_gradient *s, int tensor)
{
    nn_tensor t = s->m->tensors[tensor];
    return (size_t)s->settings.rows * (t.spatial ? s->points : 1) * (size_t)t.channels;
}

static size_t bytes_of(const onednn_gradient *s, int tensor)
{
    return numbers_of(s, tensor) * (s->m->tensors[tensor].spatial ? s->element : sizeof(float));
}

static void *zeros(size_t bytes)
{
    bytes = (bytes + 63) / 64 * 64 + 64;
    void *p = aligned_alloc(64, bytes);
    if (p)
        memset(p, 0, bytes);
    return p;
}

/* ---- memory ---- */

/* Memory that is handed out piece by piece; without memory yet, what would be is counted. */
typedef struct arena {
    unsigned char *memory;
    size_t used;
} arena;

static void *take(arena *a, size_t bytes)
{
    void *piece = a->memory ? a->memory + a->used : NULL;
    a->used += (bytes + ELEMENTS_SLACK + 63) / 64 * 64;
    return piece;
}

static void destroy_lane(const onednn_gradient *s, lane *l)
{
    for (int t = 0; l->of && t < s->m->n_tensors; t++)
        if (s->m->tensors[t].spatial)
            free(l->of[t].gradient);
    for (int i = 0; i < l->n_free; i++)
        free(l->free[i]);
    for (int i = 0; l->conv && i < s->m->n_layers; i++)
        conv_memory_destroy(&l->conv[i]);
    free(l->of);
    free(l->conv);
    free(l->largest);
    free(l->factors);
    free(l->free);
    free(l->memory);
    dnnl_stream_destroy(l->stream);
}

static void destroy(void *state)
{
    onednn_gradient *s = state;
    if (!s)
        return;
    for (int i = 0; s->lanes && i < s->settings.lanes; i++)
        destroy_lane(s, &s->lanes[i]);
    for (int i = 0; s->ops && i < s->m->n_layers; i++)
        conv_ops_destroy(&s->ops[i]);
    for (int i = 0; s->angles && i < s->m->n_layers; i++)
        free(s->angles[i]);
    free(s->angles);
    free(s->lanes);
    free(s->ops);
    free(s->theta);
    dnnl_stream_destroy(s->stream);
    dnnl_engine_destroy(s->engine);
    free(s);
}

static go_status no_memory(go_error *err)
{
    return go_fail(err, GO_ENOMEM, "out of memory for a network that learns; take fewer rows in a "
                   "batch or a smaller network");
}

/* All arrays of a lane. */
static void place_arrays(const onednn_gradient *s, lane *l, size_t scratch, arena *a)
{
    const nn_model *m = s->m;
    size_t plain = 0;
    l->scratch = take(a, scratch);
    for (int t = 0; t < m->n_tensors; t++) {
        l->of[t].value = take(a, bytes_of(s, t));
        l->of[t].gradient = m->tensors[t].spatial ? NULL : take(a, bytes_of(s, t));
    }
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *y = &m->layers[i];
        bool norm = y->kind == NN_NORM || y->kind == NN_RMS_NORM;
        if (!norm && !elements_slope_from_result(y->activation))
            l->of[y->out].before = take(a, bytes_of(s, y->out));
        if (y->kind == NN_POOL)
            l->largest[i] = take(a, numbers_of(s, y->out) / 3 * sizeof **l->largest);
        if (y->kind == NN_RMS_NORM)
            l->factors[i] = take(a, (size_t)s->settings.rows * s->points * sizeof **l->factors);
        plain = y->n_weights > plain ? y->n_weights : plain;
    }
    l->plain = take(a, plain * sizeof(float));
}

static go_status create_lane(onednn_gradient *s, lane *l, size_t scratch, go_error *err)
{
    const nn_model *m = s->m;
    const size_t layers = (size_t)m->n_layers;
    arena a = {0};
    l->of = calloc((size_t)m->n_tensors, sizeof *l->of);
    l->conv = calloc(layers, sizeof *l->conv);
    l->largest = calloc(layers, sizeof *l->largest);
    l->factors = calloc(layers, sizeof *l->factors);
    l->free = calloc((size_t)m->n_tensors, sizeof *l->free);
    if (!l->of || !l->conv || !l->largest || !l->factors || !l->free)
        return no_memory(err);
    place_arrays(s, l, scratch, &a);
    a.memory = l->memory = huge_calloc(1, a.used);
    a.used = 0;
    if (!l->memory)
        return no_memory(err);
    place_arrays(s, l, scratch, &a);
    if (dnnl_stream_create(&l->stream, s->engine, dnnl_stream_default_flags) != dnnl_success)
        return no_memory(err);
    for (int i = 0; i < m->n_layers; i++)
        if (m->layers[i].kind == NN_CONV)
            GO_TRY(conv_memory_create(&l->conv[i], &s->ops[i], s->engine, l->scratch, err));
    return GO_OK;
}

/* ---- creating ---- */

static go_status check_layer(const nn_model *m, const nn_layer *l, go_error *err)
{
    static const char advice[] = "train with --backend reference, which is slow";
    if (l->kind == NN_DENSE && m->tensors[l->in].spatial)
        return go_fail(err, GO_EUNSUPPORTED, "the layer '%s' is a matrix for one size of board, "
                       "which oneDNN does not train; %s", l->name, advice);
    if ((l->kind == NN_NORM || l->kind == NN_RMS_NORM) &&
        (l->add != NN_NONE || l->per_channel != NN_NONE))
        return go_fail(err, GO_EUNSUPPORTED, "the norm '%s' has something added to it, which oneDNN "
                       "does not train; %s", l->name, advice);
    if (l->kind == NN_CONV && (l->kernel_x / 2 * l->dilation_x > NN_MAX_SIZE ||
                               l->kernel_y / 2 * l->dilation_y > NN_MAX_SIZE))
        return go_fail(err, GO_EUNSUPPORTED, "the kernel of '%s' reaches beyond the largest board, "
                       "which oneDNN does not train; %s", l->name, advice);
    if (m->tensors[l->out].channels > ELEMENTS_MAX)
        return go_fail(err, GO_EUNSUPPORTED, "the layer '%s' makes %d channels, and oneDNN trains "
                       "%d at most; %s", l->name, m->tensors[l->out].channels, ELEMENTS_MAX, advice);
    return GO_OK;
}

static go_status prepare(onednn_gradient *s, go_error *err)
{
    const nn_model *m = s->m;
    size_t scratch = 64;
    s->ops = calloc((size_t)m->n_layers, sizeof *s->ops);
    s->angles = calloc((size_t)m->n_layers, sizeof *s->angles);
    s->lanes = calloc((size_t)s->settings.lanes, sizeof *s->lanes);
    s->theta = zeros(s->p->n * sizeof(float));
    if (!s->ops || !s->angles || !s->lanes || !s->theta ||
        dnnl_engine_create(&s->engine, dnnl_cpu, 0) != dnnl_success ||
        dnnl_stream_create(&s->stream, s->engine, dnnl_stream_default_flags) != dnnl_success)
        return no_memory(err);
    for (int t = 0; t < m->n_tensors; t++)
        s->largest = bytes_of(s, t) > s->largest ? bytes_of(s, t) : s->largest;
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        GO_TRY(check_layer(m, l, err));
        if (l->kind == NN_ATTENTION) {
            const size_t bytes = attention_scratch(l, s->points) * sizeof(float);
            scratch = bytes > scratch ? bytes : scratch;
            s->angles[i] = zeros(attention_angles_size(l, s->points) * sizeof(float));
            if (!s->angles[i])
                return no_memory(err);
        }
        if (l->kind != NN_CONV)
            continue;
        GO_TRY(conv_ops_create(&s->ops[i], s->engine, l, s->settings.rows, s->settings.size,
                               m->tensors[l->in].channels, m->tensors[l->out].channels,
                               s->half ? dnnl_bf16 : dnnl_f32, err));
        const size_t bytes = conv_ops_scratch(&s->ops[i]);
        const size_t of_tiles = tiles_scratch(l, s->settings.size, (size_t)m->tensors[l->in].channels,
                                              (size_t)m->tensors[l->out].channels);
        scratch = bytes > scratch ? bytes : scratch;
        scratch = s->half && of_tiles > scratch ? of_tiles : scratch;
    }
    for (int i = 0; i < s->settings.lanes; i++)
        GO_TRY(create_lane(s, &s->lanes[i], scratch, err));
    return GO_OK;
}

/* A lane belongs to one thread: oneDNN asks OpenMP for the number of threads when it prepares
 * a primitive and when it runs it, and the answer must be one both times.     */
static go_status create(const nn_gradient *self, void **state, const nn_parameters *p,
                        const nn_gradient_settings *settings, go_error *err)
{
    go_status status = GO_OK;
    onednn_gradient *s = calloc(1, sizeof *s);
    *state = NULL;
    if (!s)
        return no_memory(err);
    s->p = p;
    s->m = p->model;
    s->settings = *settings;
    s->half = self->precision == NN_BFLOAT16;
    s->element = s->half ? sizeof(uint16_t) : sizeof(float);
    s->points = (size_t)(settings->size * settings->size);
#pragma omp parallel num_threads(1)
    {
        omp_set_num_threads(1);
        status = prepare(s, err);
    }
    if (status == GO_OK)
        *state = s;
    else
        destroy(s);
    return status;
}

static go_status load_all(onednn_gradient *s, const float *theta, go_error *err)
{
    memcpy(s->theta, theta, s->p->n * sizeof *theta);
    for (int i = 0; i < s->m->n_layers; i++) {
        const nn_layer *l = &s->m->layers[i];
        const float *weights = theta + s->p->weights[i];
        if (l->kind == NN_CONV)
            GO_TRY(conv_ops_load(&s->ops[i], s->engine, s->stream, weights, err));
        else if (l->kind == NN_ATTENTION)
            attention_angles(l, s->settings.size, weights, s->angles[i]);
    }
    return GO_OK;
}

static go_status load(void *state, const float *theta, go_error *err)
{
    go_status status = GO_OK;
#pragma omp parallel num_threads(1)
    {
        omp_set_num_threads(1);
        status = load_all(state, theta, err);
    }
    return status;
}

/* ---- vectors ---- */

static float dot(const float *a, const float *b, size_t n)
{
    lanes sum = lanes_of(0);
    size_t i = 0;
    for (; i + ONEDNN_LANES <= n; i += ONEDNN_LANES)
        sum += lanes_load(a + i) * lanes_load(b + i);
    float all = lanes_sum(sum);
    for (; i < n; i++)
        all += a[i] * b[i];
    return all;
}

static void dense(const float *w, const float *in, int rows, size_t inputs, size_t outputs,
                  float *out)
{
    for (size_t n = 0; n < (size_t)rows; n++)
        for (size_t o = 0; o < outputs; o++)
            out[n * outputs + o] = dot(w + o * inputs, in + n * inputs, inputs);
}

/* Adds to the gradients of the weights and, if wanted, of the input. */
static void back_dense(const float *w, const float *in, const float *g, int rows, size_t inputs,
                       size_t outputs, float *sum, float *in_gradient)
{
    for (int n = 0; n < rows; n++) {
        const float *x = in + (size_t)n * inputs;
        float *to = in_gradient ? in_gradient + (size_t)n * inputs : NULL;
        for (size_t o = 0; o < outputs; o++) {
            const float d = g[(size_t)n * outputs + o];
            for (size_t i = 0; i < inputs; i++)
                sum[o * inputs + i] += d * x[i];
            for (size_t i = 0; to && i < inputs; i++)
                to[i] += d * w[o * inputs + i];
        }
    }
}

/* ---- forward ---- */

/* One lane on its way through a batch. */
typedef struct pass {
    const onednn_gradient *s;
    lane *l;
    int rows;
    const float *mask;
    float *sum; /* backward: of the parameters' gradient */
} pass;

static void *value(const pass *p, int tensor)
{
    return tensor == NN_NONE ? NULL : p->l->of[tensor].value;
}

/* Where a layer's product goes, before what finish adds. */
static void *product_of(const pass *p, const nn_layer *l)
{
    const variable *v = &p->l->of[l->out];
    return v->before ? v->before : v->value;
}

static void finish(const pass *p, const nn_layer *l, const float *bias)
{
    nn_tensor t = p->s->m->tensors[l->out];
    const elements_tail tail = {.bias = bias,
                                .per_channel = value(p, l->per_channel),
                                .add = value(p, l->add),
                                .mask = t.spatial ? p->mask : NULL,
                                .activation = l->activation};
    if (!bias && !tail.per_channel && !tail.add && !tail.mask && l->activation == NN_IDENTITY)
        return;
    if (t.spatial)
        ELEMENTS(p->s, finish, product_of(p, l), value(p, l->out), p->rows, p->s->points,
                 (size_t)t.channels, &tail);
    else
        elements_finish_32(product_of(p, l), value(p, l->out), p->rows, 1, (size_t)t.channels,
                           &tail);
}

static elements_tail norm_tail(const pass *p, int i)
{
    const nn_layer *l = &p->s->m->layers[i];
    return (elements_tail){.bias = l->bias ? p->s->theta + p->s->p->bias[i] : NULL,
                           .mask = p->s->m->tensors[l->out].spatial ? p->mask : NULL,
                           .activation = l->activation};
}

static void norm(const pass *p, int i)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    nn_tensor t = s->m->tensors[l->out];
    const float *scale = s->theta + s->p->weights[i];
    const elements_tail tail = norm_tail(p, i);
    if (l->kind == NN_RMS_NORM)
        ELEMENTS(s, rms_norm, value(p, l->out), value(p, l->in), p->rows, s->points,
                 (size_t)t.channels, l, scale, &tail, p->l->factors[i]);
    else if (t.spatial)
        ELEMENTS(s, norm, value(p, l->out), value(p, l->in), p->rows, s->points,
                 (size_t)t.channels, scale, &tail);
    else
        elements_norm_32(value(p, l->out), value(p, l->in), p->rows, 1, (size_t)t.channels, scale,
                         &tail);
}

/* Numbers of a tensor in the rows at hand. */
static size_t live_numbers(const pass *p, int tensor)
{
    return numbers_of(p->s, tensor) / (size_t)p->s->settings.rows * (size_t)p->rows;
}

static attention_work attention_of(const pass *p, int i)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    return (attention_work){.l = l, .half = s->half, .size = s->settings.size, .rows = p->rows,
                            .mask = p->mask, .angles = s->angles[i], .scratch = p->l->scratch,
                            .query = value(p, l->in), .key = value(p, l->in2),
                            .value = value(p, l->in3)};
}

static go_status forward_layer(const pass *p, int i, go_error *err)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const float *w = s->theta + s->p->weights[i];
    const size_t in = (size_t)s->m->tensors[l->in].channels;
    const size_t out = (size_t)s->m->tensors[l->out].channels;
    void *to = product_of(p, l);
    switch (l->kind) {
    case NN_NORM:
    case NN_RMS_NORM: norm(p, i); return GO_OK;
    case NN_CONV:
        GO_TRY(conv_run(&s->ops[i], &p->l->conv[i], CONV_OUT, p->l->stream, value(p, l->in), to,
                        NULL, err));
        break;
    case NN_DENSE: dense(w, value(p, l->in), p->rows, in, out, to); break;
    case NN_ATTENTION: {
        const attention_work work = attention_of(p, i);
        attention_forward(&work, to);
        break;
    }
    case NN_PRODUCT:
        ELEMENTS(s, product, value(p, l->in), value(p, l->in2), to, false, live_numbers(p, l->out));
        break;
    default:
        ELEMENTS(s, pool, value(p, l->in), p->rows, s->points, in, p->mask, l->pool, to,
                 p->l->largest[i]);
    }
    finish(p, l, l->bias ? s->theta + s->p->bias[i] : NULL);
    return GO_OK;
}

static void take_inputs(const pass *p, const nn_batch *b)
{
    const nn_model *m = p->s->m;
    ELEMENTS(p->s, from_planes, b->planes, b->n, p->s->points, (size_t)m->planes,
             value(p, NN_PLANES));
    if (m->globals)
        memcpy(value(p, NN_GLOBALS), b->globals,
               (size_t)(b->n * m->globals) * sizeof(float));
    if (m->meta && b->meta)
        memcpy(value(p, NN_META), b->meta, (size_t)(b->n * m->meta) * sizeof(float));
}

static pass begin(onednn_gradient *s, int lane_number, const nn_batch *b)
{
    bool whole = true;
    for (size_t i = 0; b->mask && i < (size_t)b->n * s->points; i++)
        whole = whole && b->mask[i] > 0;
    return (pass){.s = s,
                  .l = &s->lanes[lane_number],
                  .rows = b->n,
                  .mask = whole ? NULL : b->mask};
}

static go_status forward(void *state, int lane_number, const nn_batch *b, go_error *err)
{
    onednn_gradient *s = state;
    const nn_model *m = s->m;
    const pass p = begin(s, lane_number, b);
    take_inputs(&p, b);
    for (int i = 0; i < m->n_layers; i++)
        GO_TRY(forward_layer(&p, i, err));
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        if (!b->out[o] || m->output[o] == NN_NONE)
            continue;
        nn_tensor t = m->tensors[m->output[o]];
        if (t.spatial)
            ELEMENTS(s, to_planes, value(&p, m->output[o]), b->n, s->points, (size_t)t.channels,
                     b->out[o]);
        else
            memcpy(b->out[o], value(&p, m->output[o]),
                   (size_t)(b->n * t.channels) * sizeof(float));
    }
    return GO_OK;
}

/* ---- buffers of gradients ---- */

/* The gradient of a vector, to be added to. */
static float *open_vector(const pass *p, int tensor)
{
    variable *v = &p->l->of[tensor];
    if (!v->reached)
        memset(v->gradient, 0, numbers_of(p->s, tensor) * sizeof(float));
    v->reached = true;
    return v->gradient;
}

/* A buffer for a spatial gradient: the one that was used last, which the processor still has. */
static void *take_buffer(const pass *p)
{
    const size_t bytes = p->s->largest, huge = (size_t)1 << 19;
    if (p->l->n_free)
        return p->l->free[--p->l->n_free];
    return bytes < huge ? zeros(bytes) : huge_calloc(1, bytes + ELEMENTS_SLACK);
}

/* What is in the buffer is no longer needed. */
static void release(const pass *p, void *buffer)
{
    if (buffer)
        p->l->free[p->l->n_free++] = buffer;
}

/* A spatial gradient to be written or, if it has been, added to. */
static go_status open_gradient(const pass *p, int tensor, go_error *err)
{
    variable *v = &p->l->of[tensor];
    if (!v->gradient)
        v->gradient = take_buffer(p);
    return v->gradient ? GO_OK : no_memory(err);
}

/* Ends a buffer whose numbers are a part of a spatial gradient. */
static void give(const pass *p, void *buffer, int to)
{
    variable *v = &p->l->of[to];
    if (to >= NN_N_INPUTS && !v->reached) {
        v->gradient = buffer;
        v->reached = true;
        return;
    }
    if (to >= NN_N_INPUTS)
        ELEMENTS(p->s, add, v->gradient, buffer, live_numbers(p, to));
    release(p, buffer);
}

/* ---- backward ---- */

/* Each of these ends the buffer g, the gradient of what layer i made. */

static go_status back_conv(const pass *p, int i, void *g, go_error *err)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    float *sum = p->sum + s->p->weights[i];
    if (s->half) {
        tiles_weights_gradient(l, s->settings.size, p->rows, (size_t)s->m->tensors[l->in].channels,
                               (size_t)s->m->tensors[l->out].channels, value(p, l->in), g,
                               p->l->scratch, sum);
    } else {
        GO_TRY(conv_run(&s->ops[i], &p->l->conv[i], CONV_WEIGHTS_GRADIENT, p->l->stream,
                        value(p, l->in), g, p->l->plain, err));
        for (size_t k = 0; k < l->n_weights; k++)
            sum[k] += p->l->plain[k];
    }
    if (l->in < NN_N_INPUTS)
        return GO_OK;
    void *to = take_buffer(p);
    if (!to)
        return no_memory(err);
    go_status status = conv_run(&s->ops[i], &p->l->conv[i], CONV_IN_GRADIENT, p->l->stream, to, g,
                                NULL, err);
    give(p, to, l->in);
    return status;
}

static void back_norm(const pass *p, int i, void *g)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const size_t channels = (size_t)s->m->tensors[l->out].channels;
    const float *scale = s->theta + s->p->weights[i];
    float *sum = p->sum + s->p->weights[i], *bias = l->bias ? p->sum + s->p->bias[i] : NULL;
    const elements_tail tail = norm_tail(p, i);
    if (!s->m->tensors[l->out].spatial) {
        elements_back_norm_32(g, value(p, l->in), open_vector(p, l->in), true, p->rows, 1, channels,
                              scale, &tail, sum, bias);
        return;
    }
    const bool adds = p->l->of[l->in].reached;
    void *to = adds ? p->l->of[l->in].gradient : g;
    if (l->kind == NN_RMS_NORM)
        ELEMENTS(s, back_rms_norm, g, value(p, l->in), to, adds, p->rows, s->points, channels, l,
                 scale, &tail, p->l->factors[i], sum, bias);
    else
        ELEMENTS(s, back_norm, g, value(p, l->in), to, adds, p->rows, s->points, channels, scale,
                 &tail, sum, bias);
    if (adds)
        release(p, g);
    else
        give(p, g, l->in);
}

static go_status back_pool(const pass *p, int i, const float *g, go_error *err)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    void *to = take_buffer(p);
    if (!to)
        return no_memory(err);
    ELEMENTS(s, back_pool, g, p->rows, s->points, (size_t)s->m->tensors[l->in].channels, p->mask,
             l->pool, p->l->largest[i], to);
    give(p, to, l->in);
    return GO_OK;
}

static go_status back_product(const pass *p, const nn_layer *l, void *g, go_error *err)
{
    const int of[] = {l->in, l->in2}, by[] = {l->in2, l->in};
    for (int k = 0; k < 2; k++) {
        variable *v = &p->l->of[of[k]];
        GO_TRY(open_gradient(p, of[k], err));
        ELEMENTS(p->s, product, g, value(p, by[k]), v->gradient, v->reached,
                 live_numbers(p, l->out));
        v->reached = true;
    }
    return GO_OK;
}

static go_status back_attention(const pass *p, int i, const void *g, go_error *err)
{
    const nn_layer *l = &p->s->m->layers[i];
    const attention_work work = attention_of(p, i);
    const int of[] = {l->in, l->in2, l->in3};
    attention_gradient to[3];
    for (int k = 0; k < 3; k++) {
        variable *v = &p->l->of[of[k]];
        GO_TRY(open_gradient(p, of[k], err));
        to[k] = (attention_gradient){v->gradient, v->reached};
        v->reached = true;
    }
    attention_backward(&work, g, to[0], to[1], to[2],
                       l->block != NN_NONE ? p->sum + p->s->p->weights[i] : NULL);
    return GO_OK;
}

/* From the gradient of a layer's result to that of its product, and what was added to it. */
static void back_finish(const pass *p, int i, void *g)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const nn_tensor t = s->m->tensors[l->out];
    float *bias = l->bias ? p->sum + s->p->bias[i] : NULL;
    float *per_channel = l->per_channel != NN_NONE ? open_vector(p, l->per_channel) : NULL;
    const elements_tail tail = {.mask = t.spatial ? p->mask : NULL, .activation = l->activation};
    if (t.spatial)
        ELEMENTS(s, back_finish, g, product_of(p, l), p->rows, s->points, (size_t)t.channels, &tail,
                 bias, per_channel);
    else
        elements_back_finish_32(g, product_of(p, l), p->rows, 1, (size_t)t.channels, &tail, bias,
                                per_channel);
}

static go_status back_spatial(const pass *p, int i, void *g, go_error *err)
{
    const nn_layer *l = &p->s->m->layers[i];
    if (l->kind == NN_NORM || l->kind == NN_RMS_NORM) {
        back_norm(p, i, g);
        return GO_OK;
    }
    back_finish(p, i, g);
    GO_TRY(l->kind == NN_PRODUCT ? back_product(p, l, g, err)
           : l->kind == NN_ATTENTION ? back_attention(p, i, g, err) : back_conv(p, i, g, err));
    if (l->add != NN_NONE)
        give(p, g, l->add);
    else
        release(p, g);
    return GO_OK;
}

static go_status back_vector(const pass *p, int i, float *g, go_error *err)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const size_t in = (size_t)s->m->tensors[l->in].channels;
    const size_t out = (size_t)s->m->tensors[l->out].channels;
    if (l->kind == NN_NORM) {
        back_norm(p, i, g);
        return GO_OK;
    }
    back_finish(p, i, g);
    if (l->kind == NN_DENSE)
        back_dense(s->theta + s->p->weights[i], value(p, l->in), g, p->rows, in, out,
                   p->sum + s->p->weights[i], l->in < NN_N_INPUTS ? NULL : open_vector(p, l->in));
    else
        GO_TRY(back_pool(p, i, g, err));
    if (l->add >= NN_N_INPUTS)
        elements_add_32(open_vector(p, l->add), g, live_numbers(p, l->add));
    return GO_OK;
}

static go_status back_layer(const pass *p, int i, go_error *err)
{
    variable *out = &p->l->of[p->s->m->layers[i].out];
    void *g = out->gradient;
    if (!out->reached)
        return GO_OK;
    if (!p->s->m->tensors[p->s->m->layers[i].out].spatial)
        return back_vector(p, i, g, err);
    out->gradient = NULL; /* back_spatial ends it */
    go_status status = back_spatial(p, i, g, err);
    if (status != GO_OK)
        release(p, g);
    return status;
}

static go_status take_output_gradient(const pass *p, int tensor, const float *from, go_error *err)
{
    nn_tensor t = p->s->m->tensors[tensor];
    variable *v = &p->l->of[tensor];
    if (t.spatial)
        GO_TRY(open_gradient(p, tensor, err));
    if (t.spatial)
        ELEMENTS(p->s, from_planes, from, p->rows, p->s->points, (size_t)t.channels, v->gradient);
    else
        memcpy(v->gradient, from, (size_t)(p->rows * t.channels) * sizeof(float));
    v->reached = true;
    return GO_OK;
}

/* Nothing is known yet; buffers that an error left in use are free again. */
static void forget_gradients(const pass *p)
{
    for (int t = 0; t < p->s->m->n_tensors; t++) {
        variable *v = &p->l->of[t];
        v->reached = false;
        if (p->s->m->tensors[t].spatial) {
            release(p, v->gradient);
            v->gradient = NULL;
        }
    }
}

static go_status backward(void *state, int lane_number, const nn_batch *b,
                          const float *const out[NN_N_OUTPUTS], float *sum, go_error *err)
{
    onednn_gradient *s = state;
    pass p = begin(s, lane_number, b);
    p.sum = sum;
    forget_gradients(&p);
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (out[o] && s->m->output[o] != NN_NONE)
            GO_TRY(take_output_gradient(&p, s->m->output[o], out[o], err));
    for (int i = s->m->n_layers - 1; i >= 0; i--)
        GO_TRY(back_layer(&p, i, err));
    return GO_OK;
}

/* ---- the table ---- */

static go_status available(const nn_gradient *self, go_error *err)
{
    const dnnl_cpu_isa_t isa = dnnl_get_effective_cpu_isa();
    if (self->precision == NN_BFLOAT16 && isa < dnnl_cpu_isa_avx512_core_amx)
        return go_fail(err, GO_EUNSUPPORTED, "onednn16 needs a processor with AMX; use the backend "
                       "onednn");
    return GO_OK;
}

const nn_gradient nn_gradient_onednn = {
    NN_GRADIENT_ONEDNN_IS,
    .available = available,
    .create = create,
    .load = load,
    .forward = forward,
    .backward = backward,
    .destroy = destroy,
};

const nn_gradient nn_gradient_onednn16 = {
    NN_GRADIENT_ONEDNN16_IS,
    .available = available,
    .create = create,
    .load = load,
    .forward = forward,
    .backward = backward,
    .destroy = destroy,
};
