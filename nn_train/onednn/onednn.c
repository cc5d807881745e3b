/* onednn.c -- forward and backward with oneDNN's products: in float32, or with the
 * factors of all products in bfloat16, the sums and the parameters in float32. */
#include "nn_train/onednn/onednn.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "nn_train/onednn/conv.h"
#include "nn_train/onednn/elements.h"

/* A tensor of one lane and its gradient: [rows][points][channels] of the state's type, or
 * float[rows][channels].                                                      */
typedef struct variable {
    void *value, *gradient;
    bool reached; /* the gradient has been written */
} variable;

typedef struct lane {
    dnnl_stream_t stream;
    variable *of;        /* [n_tensors] */
    conv_memory *conv;   /* [n_layers] */
    uint16_t **largest;  /* [n_layers]: where NN_POOL found the largest values */
    void *scratch;       /* of oneDNN */
    void *spare;         /* one spatial tensor */
    float *plain;        /* the largest weights */
} lane;

typedef struct onednn_gradient {
    const nn_parameters *p;
    const nn_model *m;
    nn_gradient_settings settings;
    bool half;
    size_t points, element;
    dnnl_engine_t engine;
    dnnl_stream_t stream; /* of load */
    conv_ops *ops;        /* [n_layers] */
    float *theta;
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

static void destroy_lane(const onednn_gradient *s, lane *l)
{
    for (int t = 0; l->of && t < s->m->n_tensors; t++) {
        free(l->of[t].value);
        free(l->of[t].gradient);
    }
    for (int i = 0; i < s->m->n_layers; i++) {
        if (l->conv)
            conv_memory_destroy(&l->conv[i]);
        if (l->largest)
            free(l->largest[i]);
    }
    free(l->of);
    free(l->conv);
    free(l->largest);
    free(l->scratch);
    free(l->spare);
    free(l->plain);
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

static go_status create_lane(onednn_gradient *s, lane *l, size_t scratch, go_error *err)
{
    const nn_model *m = s->m;
    size_t spare = 0, plain = 0;
    l->of = calloc((size_t)m->n_tensors, sizeof *l->of);
    l->conv = calloc((size_t)m->n_layers, sizeof *l->conv);
    l->largest = calloc((size_t)m->n_layers, sizeof *l->largest);
    l->scratch = zeros(scratch);
    if (!l->of || !l->conv || !l->largest || !l->scratch)
        return no_memory(err);
    if (dnnl_stream_create(&l->stream, s->engine, dnnl_stream_default_flags) != dnnl_success)
        return no_memory(err);
    for (int t = 0; t < m->n_tensors; t++) {
        l->of[t].value = zeros(bytes_of(s, t));
        l->of[t].gradient = t < NN_N_INPUTS ? NULL : zeros(bytes_of(s, t));
        if (!l->of[t].value || (t >= NN_N_INPUTS && !l->of[t].gradient))
            return no_memory(err);
        spare = bytes_of(s, t) > spare ? bytes_of(s, t) : spare;
    }
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *y = &m->layers[i];
        plain = y->n_weights > plain ? y->n_weights : plain;
        if (y->kind == NN_CONV)
            GO_TRY(conv_memory_create(&l->conv[i], &s->ops[i], s->engine, l->scratch, err));
        if (y->kind == NN_POOL &&
            !(l->largest[i] = calloc(numbers_of(s, y->out) / 3 + 1, sizeof **l->largest)))
            return no_memory(err);
    }
    l->spare = zeros(spare);
    l->plain = zeros(plain * sizeof(float));
    return l->spare && l->plain ? GO_OK : no_memory(err);
}

/* ---- creating ---- */

static go_status check_layer(const nn_model *m, const nn_layer *l, go_error *err)
{
    bool known = l->kind == NN_CONV || l->kind == NN_NORM || l->kind == NN_POOL ||
                 (l->kind == NN_DENSE && !m->tensors[l->in].spatial);
    bool simple = (l->activation == NN_IDENTITY || l->activation == NN_RELU) &&
                  (l->kind != NN_NORM || (l->add == NN_NONE && l->per_channel == NN_NONE));
    if (!known || !simple || m->tensors[l->out].channels > ELEMENTS_MAX)
        return go_fail(err, GO_EUNSUPPORTED, "the layer '%s' cannot be trained with oneDNN: it "
                       "trains convolutions, scales, pooling and matrices with ReLU", l->name);
    return GO_OK;
}

static go_status prepare(onednn_gradient *s, go_error *err)
{
    const nn_model *m = s->m;
    size_t scratch = 64;
    s->ops = calloc((size_t)m->n_layers, sizeof *s->ops);
    s->lanes = calloc((size_t)s->settings.lanes, sizeof *s->lanes);
    s->theta = zeros(s->p->n * sizeof(float));
    if (!s->ops || !s->lanes || !s->theta ||
        dnnl_engine_create(&s->engine, dnnl_cpu, 0) != dnnl_success ||
        dnnl_stream_create(&s->stream, s->engine, dnnl_stream_default_flags) != dnnl_success)
        return no_memory(err);
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        GO_TRY(check_layer(m, l, err));
        if (l->kind != NN_CONV)
            continue;
        GO_TRY(conv_ops_create(&s->ops[i], s->engine, l, s->settings.rows, s->settings.size,
                               m->tensors[l->in].channels, m->tensors[l->out].channels,
                               s->half ? dnnl_bf16 : dnnl_f32, err));
        size_t bytes = conv_ops_scratch(&s->ops[i]);
        scratch = bytes > scratch ? bytes : scratch;
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
    for (int i = 0; i < s->m->n_layers; i++)
        if (s->m->layers[i].kind == NN_CONV)
            GO_TRY(conv_ops_load(&s->ops[i], s->engine, s->stream, theta + s->p->weights[i], err));
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

static void dense(const float *w, const float *in, int rows, size_t inputs, size_t outputs,
                  float *out)
{
    for (int n = 0; n < rows; n++)
        for (size_t o = 0; o < outputs; o++) {
            float sum = 0;
            for (size_t i = 0; i < inputs; i++)
                sum += w[o * inputs + i] * in[(size_t)n * inputs + i];
            out[(size_t)n * outputs + o] = sum;
        }
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

static void finish(const pass *p, const nn_layer *l, const float *bias)
{
    nn_tensor t = p->s->m->tensors[l->out];
    const elements_tail tail = {.bias = bias,
                                .per_channel = value(p, l->per_channel),
                                .add = value(p, l->add),
                                .mask = t.spatial ? p->mask : NULL,
                                .activation = l->activation};
    if (t.spatial)
        ELEMENTS(p->s, finish, value(p, l->out), p->rows, p->s->points, (size_t)t.channels, &tail);
    else
        elements_finish_32(value(p, l->out), p->rows, 1, (size_t)t.channels, &tail);
}

static elements_tail norm_tail(const pass *p, int i)
{
    const nn_layer *l = &p->s->m->layers[i];
    return (elements_tail){.bias = p->s->theta + p->s->p->bias[i],
                           .mask = p->s->m->tensors[l->out].spatial ? p->mask : NULL,
                           .activation = l->activation};
}

static void norm(const pass *p, int i)
{
    const nn_layer *l = &p->s->m->layers[i];
    nn_tensor t = p->s->m->tensors[l->out];
    const float *scale = p->s->theta + p->s->p->weights[i];
    const elements_tail tail = norm_tail(p, i);
    if (t.spatial)
        ELEMENTS(p->s, norm, value(p, l->out), value(p, l->in), p->rows, p->s->points,
                 (size_t)t.channels, scale, &tail);
    else
        elements_norm_32(value(p, l->out), value(p, l->in), p->rows, 1, (size_t)t.channels, scale,
                         &tail);
}

static go_status forward_layer(const pass *p, int i, go_error *err)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const float *w = s->theta + s->p->weights[i];
    const size_t in = (size_t)s->m->tensors[l->in].channels;
    const size_t out = (size_t)s->m->tensors[l->out].channels;
    switch (l->kind) {
    case NN_CONV:
        GO_TRY(conv_run(&s->ops[i], &p->l->conv[i], CONV_OUT, p->l->stream, value(p, l->in),
                        value(p, l->out), NULL, err));
        break;
    case NN_DENSE: dense(w, value(p, l->in), p->rows, in, out, value(p, l->out)); break;
    case NN_NORM: norm(p, i); return GO_OK;
    default:
        ELEMENTS(s, pool, value(p, l->in), p->rows, s->points, in, p->mask, l->pool,
                 value(p, l->out), p->l->largest[i]);
    }
    if (l->bias || l->per_channel != NN_NONE || l->add != NN_NONE || l->activation != NN_IDENTITY ||
        (p->mask && s->m->tensors[l->out].spatial))
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

/* ---- backward ---- */

/* The gradient of a vector, to be added to. */
static float *open_vector(const pass *p, int tensor)
{
    variable *v = &p->l->of[tensor];
    if (!v->reached)
        memset(v->gradient, 0, numbers_of(p->s, tensor) * sizeof(float));
    v->reached = true;
    return v->gradient;
}

static size_t live_numbers(const pass *p, int tensor)
{
    return numbers_of(p->s, tensor) / (size_t)p->s->settings.rows * (size_t)p->rows;
}

/* Adds a gradient that is no longer needed where it is: the buffers change places if it is the
 * first.                                                                      */
static void give(const pass *p, void **gradient, int to)
{
    variable *v = &p->l->of[to];
    if (to < NN_N_INPUTS)
        return;
    if (!v->reached) {
        void *before = v->gradient;
        v->gradient = *gradient;
        *gradient = before;
        v->reached = true;
    } else if (p->s->m->tensors[to].spatial) {
        ELEMENTS(p->s, add, v->gradient, *gradient, live_numbers(p, to));
    } else {
        elements_add_32(v->gradient, *gradient, live_numbers(p, to));
    }
}

static go_status back_conv(const pass *p, int i, go_error *err)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    variable *in = &p->l->of[l->in];
    void *g = p->l->of[l->out].gradient;
    float *sum = p->sum + s->p->weights[i];
    GO_TRY(conv_run(&s->ops[i], &p->l->conv[i], CONV_WEIGHTS_GRADIENT, p->l->stream, in->value, g,
                    p->l->plain, err));
    elements_add_32(sum, p->l->plain, l->n_weights);
    if (l->in < NN_N_INPUTS)
        return GO_OK;
    void *to = in->reached ? p->l->spare : in->gradient;
    GO_TRY(conv_run(&s->ops[i], &p->l->conv[i], CONV_IN_GRADIENT, p->l->stream, to, g, NULL, err));
    if (in->reached)
        ELEMENTS(s, add, in->gradient, to, live_numbers(p, l->in));
    in->reached = true;
    return GO_OK;
}

static void back_norm(const pass *p, int i)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const float *scale = s->theta + s->p->weights[i];
    float *sum = p->sum + s->p->weights[i], *bias = p->sum + s->p->bias[i];
    variable *out = &p->l->of[l->out];
    nn_tensor t = s->m->tensors[l->out];
    const elements_tail tail = norm_tail(p, i);
    if (t.spatial)
        ELEMENTS(s, back_norm, out->gradient, out->value, value(p, l->in), p->rows, s->points,
                 (size_t)t.channels, scale, &tail, sum, bias);
    else
        elements_back_norm_32(out->gradient, out->value, value(p, l->in), p->rows, 1,
                              (size_t)t.channels, scale, &tail, sum, bias);
    give(p, &out->gradient, l->in);
}

static void back_pool(const pass *p, int i)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    variable *in = &p->l->of[l->in];
    void *to = in->reached ? p->l->spare : in->gradient;
    ELEMENTS(s, back_pool, p->l->of[l->out].gradient, p->rows, s->points,
             (size_t)s->m->tensors[l->in].channels, p->mask, l->pool, p->l->largest[i], to);
    if (in->reached)
        ELEMENTS(s, add, in->gradient, to, live_numbers(p, l->in));
    in->reached = true;
}

static go_status back_layer(const pass *p, int i, go_error *err)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    nn_tensor t = s->m->tensors[l->out];
    variable *out = &p->l->of[l->out];
    if (!out->reached)
        return GO_OK;
    if (l->kind == NN_NORM) {
        back_norm(p, i);
        return GO_OK;
    }
    const size_t channels = (size_t)t.channels, in = (size_t)s->m->tensors[l->in].channels;
    float *bias = l->bias ? p->sum + s->p->bias[i] : NULL;
    float *per_channel = l->per_channel != NN_NONE ? open_vector(p, l->per_channel) : NULL;
    const elements_tail tail = {.mask = t.spatial ? p->mask : NULL, .activation = l->activation};
    if (t.spatial)
        ELEMENTS(s, back_finish, out->gradient, out->value, p->rows, s->points, channels, &tail,
                 bias, per_channel);
    else
        elements_back_finish_32(out->gradient, out->value, p->rows, 1, channels, &tail, bias, NULL);
    switch (l->kind) {
    case NN_CONV: GO_TRY(back_conv(p, i, err)); break;
    case NN_DENSE:
        back_dense(s->theta + s->p->weights[i], value(p, l->in), out->gradient, p->rows, in,
                   channels, p->sum + s->p->weights[i],
                   l->in < NN_N_INPUTS ? NULL : open_vector(p, l->in));
        break;
    default: back_pool(p, i);
    }
    if (l->add != NN_NONE)
        give(p, &out->gradient, l->add);
    return GO_OK;
}

static void take_output_gradient(const pass *p, int tensor, const float *from)
{
    nn_tensor t = p->s->m->tensors[tensor];
    variable *v = &p->l->of[tensor];
    if (t.spatial)
        ELEMENTS(p->s, from_planes, from, p->rows, p->s->points, (size_t)t.channels, v->gradient);
    else
        memcpy(v->gradient, from, (size_t)(p->rows * t.channels) * sizeof(float));
    v->reached = true;
}

static go_status backward(void *state, int lane_number, const nn_batch *b,
                          const float *const out[NN_N_OUTPUTS], float *sum, go_error *err)
{
    onednn_gradient *s = state;
    pass p = begin(s, lane_number, b);
    p.sum = sum;
    for (int t = 0; t < s->m->n_tensors; t++)
        p.l->of[t].reached = false;
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (out[o] && s->m->output[o] != NN_NONE)
            take_output_gradient(&p, s->m->output[o], out[o]);
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
