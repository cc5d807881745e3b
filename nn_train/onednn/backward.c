/* backward.c -- from the gradients of a batch's answers to those of the parameters. */
#include <string.h>

#include "base/huge.h"
#include "nn_train/onednn/pass.h"
#include "nn_train/onednn/tiles.h"

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
    return bytes < huge ? state_zeros(bytes) : huge_calloc(1, bytes + ELEMENTS_SLACK);
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
    return v->gradient ? GO_OK : state_no_memory(err);
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

/* ---- layers ---- */

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

/* Each of these ends the buffer g, the gradient of what layer i made. */

static go_status back_conv(const pass *p, int i, void *g, go_error *err)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const conv_work work = pass_conv(p, i);
    float *sum = p->sum + s->p->weights[i];
    void *to = l->in < NN_N_INPUTS ? NULL : take_buffer(p);
    if (!to && l->in >= NN_N_INPUTS)
        return state_no_memory(err);
    if (s->half)
        tiles_weights_gradient(l, s->settings.size, p->rows, (size_t)s->m->tensors[l->in].channels,
                               (size_t)s->m->tensors[l->out].channels, &work.source, g,
                               p->l->scratch, sum);
    go_status status = conv_backward(&work, g, to, s->half ? NULL : sum, err);
    if (to)
        give(p, to, l->in);
    return status;
}

/* Adds to the gradients of a norm's parameters; g is that of its result.  What statistics add to
 * the gradient of what was read is left in of_scale and of_bias.              */
static void sum_norm(const pass *p, int i, const void *g)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const nn_tensor t = s->m->tensors[l->out];
    const lane_norm *n = &p->l->norm[i];
    const float *scale = pass_norm_scale(p, i);
    const elements_tail tail = pass_norm_tail(p, i);
    float *sum = p->sum + s->p->weights[i], *bias = p->sum + s->p->bias[i];
    if (n->channel) {
        sum = memset(n->of_scale, 0, l->n_weights * sizeof *sum);
        bias = memset(n->of_bias, 0, l->n_weights * sizeof *bias);
    }
    if (t.spatial)
        ELEMENTS(s, norm_sums, g, value(p, l->in), p->rows, s->points, (size_t)t.channels, scale,
                 &tail, sum, bias);
    else
        elements_norm_sums_32(g, value(p, l->in), p->rows, 1, (size_t)t.channels, scale, &tail, sum,
                              bias);
    if (n->channel)
        pass_back_statistics(p, i);
}

static void back_norm(const pass *p, int i, void *g)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const size_t channels = (size_t)s->m->tensors[l->out].channels;
    const float *scale = pass_norm_scale(p, i);
    const lane_norm *n = &p->l->norm[i];
    const float *a = n->channel ? n->of_scale : NULL, *b = n->channel ? n->of_bias : NULL;
    const elements_tail tail = pass_norm_tail(p, i);
    if (l->kind == NN_NORM)
        sum_norm(p, i, g);
    if (!s->m->tensors[l->out].spatial) {
        elements_back_norm_32(g, value(p, l->in), open_vector(p, l->in), true, p->rows, 1, channels,
                              scale, &tail, a, b);
        return;
    }
    const bool adds = p->l->of[l->in].reached;
    void *to = adds ? p->l->of[l->in].gradient : g;
    if (l->kind == NN_RMS_NORM)
        ELEMENTS(s, back_rms_norm, g, value(p, l->in), to, adds, p->rows, s->points, channels, l,
                 scale, &tail, p->l->factors[i], p->sum + s->p->weights[i],
                 l->bias ? p->sum + s->p->bias[i] : NULL);
    else
        ELEMENTS(s, back_norm, g, value(p, l->in), to, adds, p->rows, s->points, channels, scale,
                 &tail, a, b);
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
        return state_no_memory(err);
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
    const attention_work work = pass_attention(p, i);
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

/* ---- all of them ---- */

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

go_status pass_backward(void *state, int lane_number, const nn_batch *b,
                        const float *const out[NN_N_OUTPUTS], float *sum, go_error *err)
{
    onednn_gradient *s = state;
    pass p = pass_begin(s, lane_number, b);
    p.sum = sum;
    forget_gradients(&p);
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (out[o] && s->m->output[o] != NN_NONE)
            GO_TRY(take_output_gradient(&p, s->m->output[o], out[o], err));
    for (int i = s->m->n_layers - 1; i >= 0; i--)
        GO_TRY(back_layer(&p, i, err));
    if (s->p->n > s->p->learned)
        sum[s->p->n - 1] += 1;
    return GO_OK;
}
