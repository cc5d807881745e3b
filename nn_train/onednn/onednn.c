/* onednn.c -- forward and backward with oneDNN's products: in float32, or with the
 * factors of all products in bfloat16, the sums and the parameters in float32. */
#include "nn_train/onednn/onednn.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "nn/onednn/dnnl.h"
#include "nn_train/onednn/attention.h"
#include "nn_train/onednn/elements.h"
#include "nn_train/onednn/pass.h"
#include "nn_train/onednn/tiles.h"

static go_status check_layer(const nn_model *m, const nn_layer *l, go_error *err)
{
    static const char advice[] = "train with --backend reference, which is slow";
    if (l->kind == NN_DENSE && m->tensors[l->in].spatial)
        return go_fail(err, GO_EUNSUPPORTED,
                       "oneDNN cannot train the layer '%s', a matrix for one board size; %s",
                       l->name, advice);
    if ((l->kind == NN_NORM || l->kind == NN_RMS_NORM) &&
        (l->add != NN_NONE || l->per_channel != NN_NONE))
        return go_fail(err, GO_EUNSUPPORTED,
                       "oneDNN cannot train the norm '%s', which has an addition; %s", l->name,
                       advice);
    if (l->kind == NN_CONV && (l->kernel_x / 2 * l->dilation_x > NN_MAX_SIZE ||
                               l->kernel_y / 2 * l->dilation_y > NN_MAX_SIZE))
        return go_fail(
            err, GO_EUNSUPPORTED,
            "oneDNN cannot train the layer '%s', whose kernel is larger than the largest board; %s",
            l->name, advice);
    if (m->tensors[l->out].channels > ELEMENTS_MAX)
        return go_fail(err, GO_EUNSUPPORTED,
                       "oneDNN cannot train the layer '%s' of %d channels, at most %d; %s", l->name,
                       m->tensors[l->out].channels, ELEMENTS_MAX, advice);
    return GO_OK;
}

/* In float32 only Winograd's form takes some boards at a time. */
static bool reads_norms(const onednn_gradient *s, int i)
{
    return s->m->layers[i].kind == NN_CONV && (s->half || s->ops[i].winograd);
}

/* Which norms convolutions compute as they read. */
static void find_norms(onednn_gradient *s)
{
    const nn_model *m = s->m;
    for (int t = 0; t < m->n_tensors; t++)
        s->norm_of[t] = NN_NONE;
    for (int i = 0; i < m->n_layers; i++)
        if (m->layers[i].kind == NN_NORM)
            s->norm_of[m->layers[i].out] = i;
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        const int reads[] = {reads_norms(s, i) ? NN_NONE : l->in, l->in2, l->in3, l->per_channel,
                             l->add};
        for (size_t k = 0; k < sizeof reads / sizeof *reads; k++)
            if (reads[k] != NN_NONE)
                s->norm_of[reads[k]] = NN_NONE;
    }
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (m->output[o] != NN_NONE)
            s->norm_of[m->output[o]] = NN_NONE;
}

static go_status prepare(onednn_gradient *s, go_error *err)
{
    const nn_model *m = s->m;
    size_t scratch = 64;
    s->ops = calloc((size_t)m->n_layers, sizeof *s->ops);
    s->angles = calloc((size_t)m->n_layers, sizeof *s->angles);
    s->norm_of = calloc((size_t)m->n_tensors, sizeof *s->norm_of);
    s->lanes = calloc((size_t)s->settings.lanes, sizeof *s->lanes);
    s->theta = state_zeros(s->p->n * sizeof(float));
    if (!s->ops || !s->angles || !s->norm_of || !s->lanes || !s->theta ||
        dnnl_engine_create(&s->engine, dnnl_cpu, 0) != dnnl_success ||
        dnnl_stream_create(&s->stream, s->engine, dnnl_stream_default_flags) != dnnl_success)
        return state_no_memory(err);
    for (int t = 0; t < m->n_tensors; t++)
        s->largest = bytes_of(s, t) > s->largest ? bytes_of(s, t) : s->largest;
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        GO_TRY(check_layer(m, l, err));
        if (l->kind == NN_ATTENTION) {
            const size_t bytes = attention_scratch(l, s->points) * sizeof(float);
            scratch = bytes > scratch ? bytes : scratch;
            s->angles[i] = state_zeros(attention_angles_size(l, s->points) * sizeof(float));
            if (!s->angles[i])
                return state_no_memory(err);
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
    find_norms(s);
    for (int i = 0; i < s->settings.lanes; i++)
        GO_TRY(lane_create(s, &s->lanes[i], scratch, err));
    return GO_OK;
}

static void destroy(void *state)
{
    onednn_gradient *s = state;
    if (!s)
        return;
    for (int i = 0; s->lanes && i < s->settings.lanes; i++)
        lane_destroy(s, &s->lanes[i]);
    for (int i = 0; s->ops && i < s->m->n_layers; i++)
        conv_ops_destroy(&s->ops[i]);
    for (int i = 0; s->angles && i < s->m->n_layers; i++)
        free(s->angles[i]);
    free(s->angles);
    free(s->norm_of);
    free(s->lanes);
    free(s->ops);
    free(s->theta);
    dnnl_stream_destroy(s->stream);
    dnnl_engine_destroy(s->engine);
    free(s);
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
        return state_no_memory(err);
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

static go_status available(const nn_gradient *self, go_error *err)
{
    if (self->precision == NN_BFLOAT16 && !onednn_has_tiles())
        return go_fail(err, GO_EUNSUPPORTED, "onednn16 needs a processor with AMX; use the backend "
                       "onednn");
    return GO_OK;
}

const nn_gradient nn_gradient_onednn = {
    NN_GRADIENT_ONEDNN_IS,
    .available = available,
    .create = create,
    .load = load,
    .forward = pass_forward,
    .backward = pass_backward,
    .destroy = destroy,
};

const nn_gradient nn_gradient_onednn16 = {
    NN_GRADIENT_ONEDNN16_IS,
    .available = available,
    .create = create,
    .load = load,
    .forward = pass_forward,
    .backward = pass_backward,
    .destroy = destroy,
};
