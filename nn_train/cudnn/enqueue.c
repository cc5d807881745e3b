/* Forward and backward as launches on the stream. */
#include <string.h>

#include "nn/cudnn/kernels.h"
#include "nn_train/cudnn/state.h"

/* ---- parameters ---- */

static gpu_packing packing_of(const learn_state *s, int i)
{
    const nn_layer *l = &s->m->layers[i];
    const int in = s->m->tensors[l->in].channels, out = s->m->tensors[l->out].channels;
    const bool conv = l->kind == NN_CONV, product = conv || l->kind == NN_DENSE;
    return (gpu_packing){.type = conv ? s->type : NN_FLOAT32, .outs = product ? out : 1,
                         .ins = product ? in : out, .k = conv ? l->kernel_y * l->kernel_x : 1,
                         .stride = gpu_stride(product ? in : out)};
}

static gpu_packing bias_packing(const learn_state *s, int i)
{
    const int out = s->m->tensors[s->m->layers[i].out].channels;
    return (gpu_packing){.type = NN_FLOAT32, .outs = 1, .ins = out, .k = 1,
                         .stride = gpu_stride(out)};
}

go_status learn_pack(learn_state *s, go_error *err)
{
    cudaError_t e = cudaSuccess;
    for (int i = 0; i < s->m->n_layers && e == cudaSuccess; i++) {
        const learn_layer *l = &s->layer[i];
        if (l->weights)
            e = gpu_pack(s->stream, packing_of(s, i), s->theta + s->p->weights[i], l->weights);
        if (l->bias && e == cudaSuccess)
            e = gpu_pack(s->stream, bias_packing(s, i), s->theta + s->p->bias[i], l->bias);
    }
    return gpu_check(e, "arranging weights", err);
}

/* ---- forward ---- */

/* A lane on its way. */
typedef struct pass {
    learn_state *s;
    learn_lane *l;
    const float *mask, *area;
} pass;

static void *value(const pass *p, int tensor)
{
    return tensor == NN_NONE ? NULL : p->l->value[tensor];
}

static gpu_tail tail_of(const pass *p, int i)
{
    const nn_layer *l = &p->s->m->layers[i];
    return (gpu_tail){.bias = p->s->layer[i].bias, .per_channel = value(p, l->per_channel),
                      .add = value(p, l->add), .activation = l->activation,
                      .mask = p->s->m->tensors[l->out].spatial ? p->mask : NULL};
}

/* The tail upon what lies in `made`, which is the result's or what is kept from before the
 * activation.                                                                 */
static cudaError_t finish(const pass *p, int i, gpu_tail tail, void *made)
{
    const nn_layer *l = &p->s->m->layers[i];
    const gpu_view v = learn_view(p->s, l->out);
    void *out = value(p, l->out);
    const bool kept = made != out;
    if (kept)
        tail.activation = NN_IDENTITY;
    cudaError_t e = cudaSuccess;
    if (tail.bias || tail.per_channel || tail.add || tail.mask || tail.activation != NN_IDENTITY)
        e = gpu_finish(p->s->stream, v, made, NULL, NULL, tail, made);
    if (kept && e == cudaSuccess)
        e = gpu_finish(p->s->stream, v, made, NULL, NULL,
                       (gpu_tail){.mask = tail.mask, .activation = l->activation}, out);
    return e;
}

static gpu_statistics_args statistics_of(const pass *p, int i)
{
    const learn_state *s = p->s;
    return (gpu_statistics_args){.norms = s->p->norms, .gamma = s->theta + s->p->weights[i],
                                 .beta = s->theta + s->p->bias[i],
                                 .seen = s->theta + s->p->statistics[i], .mask = p->mask,
                                 .count = p->l->count, .parts = s->parts};
}

static go_status forward_norm(const pass *p, int i, go_error *err)
{
    const learn_state *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const gpu_view v = learn_view(s, l->out);
    const gpu_batch_norm *norm = &p->l->norm[i];
    const float *scale = s->layer[i].weights;
    gpu_tail tail = tail_of(p, i);
    cudaError_t e = cudaSuccess;
    if (norm->channel) {
        e = gpu_find_statistics(s->stream, v, statistics_of(p, i), value(p, l->in), *norm);
        scale = norm->scale;
        tail.bias = norm->bias;
    }
    if (e == cudaSuccess)
        e = gpu_finish(s->stream, v, value(p, l->in), NULL, scale, tail, value(p, l->out));
    return gpu_check(e, l->name, err);
}

static go_status forward_layer(const pass *p, int i, go_error *err)
{
    learn_state *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const gpu_view from = learn_view(s, l->in), v = learn_view(s, l->out);
    const gpu_tail tail = tail_of(p, i), none = {0};
    void *in = value(p, l->in), *out = value(p, l->out), *weights = s->layer[i].weights;
    void *made = learn_keeps_before(l) ? p->l->before[l->out] : out;
    cudaError_t e = cudaSuccess;
    if (l->kind == NN_NORM)
        return forward_norm(p, i, err);
    if (l->kind == NN_CONV)
        GO_TRY(gpu_conv_run(s->layer[i].conv[GPU_MAKES_OUT],
                            &(gpu_conv_arrays){.in = in, .weights = weights, .out = made}, err));
    else if (l->kind == NN_DENSE)
        e = gpu_dense(s->stream, from, in, weights, v, none, made);
    else
        e = gpu_pool(s->stream, from, l->pool, in, p->mask, p->area, made, v.stride,
                     p->l->largest[i]);
    if (e == cudaSuccess)
        e = finish(p, i, tail, made);
    return gpu_check(e, l->name, err);
}

static cudaError_t to_gpu(const learn_state *s, const gpu_pair *p)
{
    size_t bytes = (size_t)s->settings.rows * p->row * sizeof(float);
    return bytes ? cudaMemcpyAsync(p->device, p->host, bytes, cudaMemcpyHostToDevice, s->stream)
                 : cudaSuccess;
}

static cudaError_t bring_inputs(const pass *p)
{
    const learn_lane *l = p->l;
    const gpu_pair *in[] = {&l->planes, &l->globals, &l->meta, &l->area, &l->mask};
    cudaError_t e = cudaSuccess;
    for (int i = 0; i < (p->mask ? 5 : 4) && e == cudaSuccess; i++)
        e = to_gpu(p->s, in[i]);
    return e == cudaSuccess ? gpu_import(p->s->stream, learn_view(p->s, NN_PLANES), p->s->planes,
                                         l->value[NN_PLANES])
                            : e;
}

static cudaError_t fetch_answers(const pass *p, int tensor, const gpu_pair *to)
{
    learn_state *s = p->s;
    const void *from = value(p, tensor);
    cudaError_t e = cudaSuccess;
    if (s->m->tensors[tensor].spatial) {
        e = gpu_export(s->stream, learn_view(s, tensor), from, s->planes);
        from = s->planes;
    }
    size_t bytes = (size_t)s->settings.rows * to->row * sizeof(float);
    return e == cudaSuccess ? cudaMemcpyAsync(to->host, from, bytes, cudaMemcpyDeviceToHost, s->stream)
                            : e;
}

static pass begin(learn_state *s, learn_lane *l)
{
    return (pass){s, l, l->masked ? l->mask.device : NULL, l->area.device};
}

go_status learn_forward(learn_state *s, learn_lane *l, go_error *err)
{
    const pass p = begin(s, l);
    GO_TRY(gpu_check(bring_inputs(&p), "copying positions", err));
    if (p.mask && s->p->norms != NN_NORMS_FIXED)
        GO_TRY(gpu_check(gpu_count_points(s->stream, learn_view(s, NN_PLANES), p.mask, l->count),
                         "counting points", err));
    for (int i = 0; i < s->m->n_layers; i++)
        GO_TRY(forward_layer(&p, i, err));
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (s->m->output[o] != NN_NONE)
            GO_TRY(gpu_check(fetch_answers(&p, s->m->output[o], &l->out[o]), "copying answers",
                             err));
    return GO_OK;
}

/* ---- backward ---- */

/* The gradient of a vector, to be added to. */
static cudaError_t open_vector(const pass *p, int tensor, float **out)
{
    learn_state *s = p->s;
    const gpu_view v = learn_view(s, tensor);
    const size_t bytes = (size_t)(v.n * v.stride) * sizeof(float);
    const bool first = !s->reached[tensor];
    s->reached[tensor] = true;
    *out = s->now[tensor];
    return first ? cudaMemsetAsync(*out, 0, bytes, s->stream) : cudaSuccess;
}

/* Adds a gradient that is no longer needed where it is: the arrays change places if it is the
 * first.                                                                      */
static cudaError_t give(const pass *p, int from, int to)
{
    learn_state *s = p->s;
    if (to < NN_N_INPUTS)
        return cudaSuccess;
    if (s->reached[to])
        return gpu_add(s->stream, learn_view(s, to), s->now[from], s->now[to]);
    void *given = s->now[from];
    s->now[from] = s->now[to];
    s->now[to] = given;
    s->reached[to] = true;
    return cudaSuccess;
}

static cudaError_t back_finish(const pass *p, int i)
{
    learn_state *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    gpu_back_tail t = {.activation = l->activation, .parts = s->parts,
                       .before = learn_keeps_before(l) ? p->l->before[l->out] : value(p, l->out),
                       .mask = s->m->tensors[l->out].spatial ? p->mask : NULL,
                       .bias = l->bias ? s->sum + s->p->bias[i] : NULL};
    if (l->per_channel != NN_NONE) {
        cudaError_t e = open_vector(p, l->per_channel, &t.per_channel);
        if (e != cudaSuccess)
            return e;
    }
    if (!t.bias && !t.per_channel && !t.mask && t.activation == NN_IDENTITY)
        return cudaSuccess;
    return gpu_back_finish(s->stream, learn_view(s, l->out), t, s->now[l->out]);
}

static cudaError_t back_norm(const pass *p, int i)
{
    learn_state *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const bool wanted = l->in >= NN_N_INPUTS;
    gpu_back_norm_args a = {.activation = l->activation, .in = value(p, l->in), .g = s->now[l->out],
                            .scale = s->layer[i].weights, .bias = s->layer[i].bias,
                            .mask = s->m->tensors[l->out].spatial ? p->mask : NULL,
                            .scale_gradient = s->sum + s->p->weights[i],
                            .bias_gradient = l->bias ? s->sum + s->p->bias[i] : NULL,
                            .parts = s->parts,
                            .in_gradient = wanted ? s->now[l->in] : s->spare,
                            .adds = wanted && s->reached[l->in]};
    const gpu_batch_norm *norm = &p->l->norm[i];
    s->reached[l->in] = true;
    if (norm->channel) {
        a.scale = norm->scale;
        a.bias = norm->bias;
        a.scale_gradient = s->of_scale;
        a.bias_gradient = s->of_bias;
    }
    cudaError_t e = gpu_back_norm(s->stream, learn_view(s, l->out), a);
    if (!norm->channel || e != cudaSuccess)
        return e;
    const gpu_back_statistics_args back = {
        .in = a.in, .mask = a.mask, .count = p->l->count, .of_scale = s->of_scale,
        .of_bias = s->of_bias, .gamma = s->sum + s->p->weights[i], .beta = s->sum + s->p->bias[i],
        .seen = s->sum + s->p->statistics[i], .in_gradient = a.in_gradient};
    return gpu_back_statistics(s->stream, learn_view(s, l->out), back, *norm);
}

static go_status back_conv(const pass *p, int i, go_error *err)
{
    learn_state *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    void *g = s->now[l->out];
    GO_TRY(gpu_conv_run(s->layer[i].conv[GPU_MAKES_WEIGHTS],
                        &(gpu_conv_arrays){.in = value(p, l->in), .weights = s->packed, .out = g},
                        err));
    GO_TRY(gpu_check(gpu_unpack(s->stream, packing_of(s, i), s->packed, s->sum + s->p->weights[i]),
                     l->name, err));
    if (l->in < NN_N_INPUTS)
        return GO_OK;
    const bool adds = s->reached[l->in];
    void *to = adds ? s->spare : s->now[l->in];
    s->reached[l->in] = true;
    GO_TRY(gpu_conv_run(s->layer[i].conv[GPU_MAKES_IN],
                        &(gpu_conv_arrays){.in = to, .weights = s->layer[i].weights, .out = g}, err));
    return adds ? gpu_check(gpu_add(s->stream, learn_view(s, l->in), to, s->now[l->in]), l->name, err)
                : GO_OK;
}

static cudaError_t back_pool(const pass *p, int i)
{
    learn_state *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const bool adds = s->reached[l->in];
    s->reached[l->in] = true;
    if (l->in < NN_N_INPUTS)
        return cudaSuccess;
    return gpu_back_pool(s->stream, learn_view(s, l->in), l->pool, s->now[l->out],
                         learn_view(s, l->out).stride, p->mask, p->area, p->l->largest[i],
                         s->now[l->in], adds);
}

static cudaError_t back_dense(const pass *p, int i)
{
    learn_state *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    float *in_gradient = NULL;
    cudaError_t e = l->in < NN_N_INPUTS ? cudaSuccess : open_vector(p, l->in, &in_gradient);
    if (e != cudaSuccess)
        return e;
    return gpu_back_dense(s->stream, learn_view(s, l->in), learn_view(s, l->out), value(p, l->in),
                          s->layer[i].weights, s->now[l->out], s->sum + s->p->weights[i],
                          in_gradient);
}

static go_status back_layer(const pass *p, int i, go_error *err)
{
    const nn_layer *l = &p->s->m->layers[i];
    if (!p->s->reached[l->out])
        return GO_OK;
    if (l->kind == NN_NORM)
        return gpu_check(back_norm(p, i), l->name, err);
    GO_TRY(gpu_check(back_finish(p, i), l->name, err));
    if (l->kind == NN_CONV)
        GO_TRY(back_conv(p, i, err));
    else
        GO_TRY(gpu_check(l->kind == NN_DENSE ? back_dense(p, i) : back_pool(p, i), l->name, err));
    return l->add == NN_NONE ? GO_OK : gpu_check(give(p, l->out, l->add), l->name, err);
}

static cudaError_t bring_gradient(const pass *p, int tensor, const gpu_pair *from)
{
    learn_state *s = p->s;
    const bool spatial = s->m->tensors[tensor].spatial;
    gpu_pair to = *from;
    to.device = spatial ? s->planes : s->now[tensor];
    s->reached[tensor] = true;
    cudaError_t e = to_gpu(s, &to);
    if (!spatial || e != cudaSuccess)
        return e;
    return gpu_import(s->stream, learn_view(s, tensor), s->planes, s->now[tensor]);
}

go_status learn_backward(learn_state *s, learn_lane *l, go_error *err)
{
    const pass p = begin(s, l);
    const size_t bytes = s->p->n * sizeof *s->sum;
    memcpy(s->now, s->gradient, (size_t)s->m->n_tensors * sizeof *s->now);
    memset(s->reached, 0, (size_t)s->m->n_tensors * sizeof *s->reached);
    GO_TRY(gpu_check(cudaMemsetAsync(s->sum, 0, bytes, s->stream), "clearing memory", err));
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (s->m->output[o] != NN_NONE)
            GO_TRY(gpu_check(bring_gradient(&p, s->m->output[o], &l->out[o]), "copying gradients",
                             err));
    for (int i = s->m->n_layers - 1; i >= 0; i--)
        GO_TRY(back_layer(&p, i, err));
    return gpu_check(cudaMemcpyAsync(l->sum, s->sum, bytes, cudaMemcpyDeviceToHost, s->stream),
                     "copying gradients", err);
}
