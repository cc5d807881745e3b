/* forward.c -- from a batch's inputs to its answers. */
#include <string.h>

#include "nn/onednn/lanes.h"
#include "nn_train/onednn/pass.h"

static float dot(const float *a, const float *b, size_t n)
{
    lanes sum = lanes_of(0);
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
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

/* From number `at` of a spatial tensor on; NULL stays NULL. */
static void *beginning_at(const onednn_gradient *s, void *tensor, size_t at)
{
    return tensor ? (unsigned char *)tensor + at * s->element : NULL;
}

/* Boards row to row + n - 1 of a tensor are known; they come in their order. */
static void measure(const pass *p, int tensor, int row, int n)
{
    const onednn_gradient *s = p->s;
    const nn_tensor t = s->m->tensors[tensor];
    const size_t channels = (size_t)t.channels, first = (size_t)row * s->points;
    double *moments = p->l->of[tensor].moments;
    if (!moments)
        return;
    if (row == 0)
        memset(moments, 0, 2 * channels * sizeof *moments);
    if (t.spatial)
        ELEMENTS(s, moments, beginning_at(s, value(p, tensor), first * channels), n, s->points,
                 channels, p->mask ? p->mask + first : NULL, moments);
    else
        elements_moments_32(value(p, tensor), n, 1, channels, NULL, moments);
}

/* What follows the product of a spatial layer, on boards row to row + n - 1. */
static void finish(const pass *p, const nn_layer *l, const float *bias, int row, int n)
{
    const onednn_gradient *s = p->s;
    const size_t channels = (size_t)s->m->tensors[l->out].channels;
    const size_t first = (size_t)row * s->points, at = first * channels;
    const float *per_channel = value(p, l->per_channel);
    const elements_tail tail = {.bias = bias,
                                .per_channel = per_channel ? per_channel + (size_t)row * channels
                                                           : NULL,
                                .add = beginning_at(s, value(p, l->add), at),
                                .mask = p->mask ? p->mask + first : NULL,
                                .activation = l->activation};
    if (bias || tail.per_channel || tail.add || tail.mask || l->activation != NN_IDENTITY)
        ELEMENTS(s, finish, beginning_at(s, product_of(p, l), at),
                 beginning_at(s, value(p, l->out), at), n, s->points, channels, &tail);
    measure(p, l->out, row, n);
}

static void finish_vector(const pass *p, const nn_layer *l, const float *bias)
{
    const elements_tail tail = {.bias = bias,
                                .per_channel = value(p, l->per_channel),
                                .add = value(p, l->add),
                                .activation = l->activation};
    elements_finish_32(product_of(p, l), value(p, l->out), p->rows, 1,
                       (size_t)p->s->m->tensors[l->out].channels, &tail);
    measure(p, l->out, 0, p->rows);
}

/* A product and what follows it, as many boards at a time as stay in the processor's caches. */
static go_status convolve(const pass *p, int i, const float *bias, go_error *err)
{
    const nn_layer *l = &p->s->m->layers[i];
    const conv_work work = pass_conv(p, i);
    const int part = conv_part(&work);
    for (int row = 0; row < p->rows; row += part) {
        const int n = p->rows - row < part ? p->rows - row : part;
        GO_TRY(conv_forward(&work, row, n, product_of(p, l), err));
        finish(p, l, bias, row, n);
    }
    return GO_OK;
}

static void norm(const pass *p, int i)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    nn_tensor t = s->m->tensors[l->out];
    const float *scale = pass_norm_scale(p, i);
    const elements_tail tail = pass_norm_tail(p, i);
    if (p->l->norm[i].channel)
        pass_find_statistics(p, i);
    if (s->norm_of[l->out] == i)
        return;
    if (l->kind == NN_RMS_NORM)
        ELEMENTS(s, rms_norm, value(p, l->out), value(p, l->in), p->rows, s->points,
                 (size_t)t.channels, l, scale, &tail, p->l->factors[i]);
    else if (t.spatial)
        ELEMENTS(s, norm, value(p, l->out), value(p, l->in), p->rows, s->points,
                 (size_t)t.channels, scale, &tail);
    else
        elements_norm_32(value(p, l->out), value(p, l->in), p->rows, 1, (size_t)t.channels, scale,
                         &tail);
    measure(p, l->out, 0, p->rows);
}

static go_status forward_layer(const pass *p, int i, go_error *err)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const float *w = s->theta + s->p->weights[i];
    const float *bias = l->bias ? s->theta + s->p->bias[i] : NULL;
    const size_t in = (size_t)s->m->tensors[l->in].channels;
    const size_t out = (size_t)s->m->tensors[l->out].channels;
    void *to = product_of(p, l);
    switch (l->kind) {
    case NN_NORM:
    case NN_RMS_NORM: norm(p, i); return GO_OK;
    case NN_CONV: return convolve(p, i, bias, err);
    case NN_DENSE: dense(w, value(p, l->in), p->rows, in, out, to); break;
    case NN_ATTENTION: {
        const attention_work work = pass_attention(p, i);
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
    if (s->m->tensors[l->out].spatial)
        finish(p, l, bias, 0, p->rows);
    else
        finish_vector(p, l, bias);
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
    const size_t meta = (size_t)(b->n * m->meta) * sizeof(float);
    if (b->meta)
        memcpy(value(p, NN_META), b->meta, meta);
    else
        memset(value(p, NN_META), 0, meta);
    for (int t = 0; t < NN_N_INPUTS; t++)
        measure(p, t, 0, b->n);
}

go_status pass_forward(void *state, int lane_number, const nn_batch *b, go_error *err)
{
    onednn_gradient *s = state;
    const nn_model *m = s->m;
    const pass p = pass_begin(s, lane_number, b);
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
