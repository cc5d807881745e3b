/* A batch as launches on the stream: inputs, layer by layer, outputs. */
#include "nn/cudnn/kernels.h"
#include "nn/cudnn/state.h"

/* The view of a tensor for a batch of n. */
static gpu_view view_of(const gpu_state *s, int tensor, int n)
{
    nn_tensor t = s->model->tensors[tensor];
    return (gpu_view){.type = s->half && t.spatial ? NN_HALF : NN_FLOAT32, .n = n,
                      .points = t.spatial ? s->points : 1, .channels = t.channels,
                      .stride = gpu_stride(t.channels)};
}

static void *memory_of(const gpu_state *s, int tensor)
{
    switch (tensor) {
    case NN_NONE: return NULL;
    case NN_PLANES: return s->imported;
    case NN_GLOBALS: return s->globals.device;
    case NN_META: return s->meta.device;
    default: return s->slot[s->slots.of[tensor]];
    }
}

/* ---- convolutions ---- */

gpu_conv_shape gpu_conv_shape_of(const gpu_state *s, int layer, int n)
{
    const nn_layer *l = &s->model->layers[layer];
    return (gpu_conv_shape){
        .type = s->half ? NN_HALF : NN_FLOAT32, .n = n, .size = s->settings.size,
        .in_stride = gpu_stride(s->model->tensors[l->in].channels),
        .stride = gpu_stride(s->model->tensors[l->out].channels),
        .kernel_y = l->kernel_y, .kernel_x = l->kernel_x,
        .dilation_y = l->dilation_y, .dilation_x = l->dilation_x,
        .bias = l->bias != NULL, .add = l->add != NN_NONE,
        .per_channel = l->per_channel != NN_NONE, .activation = l->activation};
}

gpu_conv_arrays gpu_conv_arrays_of(const gpu_state *s, int layer)
{
    const nn_layer *l = &s->model->layers[layer];
    return (gpu_conv_arrays){.in = memory_of(s, l->in), .weights = s->layer[layer].weights,
                             .bias = s->layer[layer].same_bias, .add = memory_of(s, l->add),
                             .out = memory_of(s, l->out)};
}

static go_status convolve(gpu_state *s, const gpu_bucket *b, int layer, gpu_tail tail,
                          go_error *err)
{
    gpu_conv_arrays a = gpu_conv_arrays_of(s, layer);
    gpu_view v = view_of(s, s->model->layers[layer].out, b->n);
    GO_TRY(gpu_conv_run(b->conv[layer], &a, err));
    if (gpu_conv_fused(b->conv[layer])) {
        if (!tail.mask)
            return GO_OK;
        tail = (gpu_tail){.mask = tail.mask};
    }
    return gpu_check(gpu_finish(s->stream, v, a.out, NULL, NULL, tail, a.out),
                     "ending a convolution", err);
}

/* ---- the other layers ---- */

/* Applies the tail to a result, if there is more to it than the mask. */
static cudaError_t finish(gpu_state *s, gpu_view v, gpu_tail tail, void *out)
{
    bool plain = !tail.bias && !tail.per_channel && !tail.add && tail.activation == NN_IDENTITY;
    return plain ? cudaSuccess : gpu_finish(s->stream, v, out, NULL, NULL, tail, out);
}

static cudaError_t attend(gpu_state *s, int layer, gpu_view v, gpu_tail tail, void *out)
{
    const nn_layer *l = &s->model->layers[layer];
    gpu_attention_args a = {
        .q = memory_of(s, l->in), .k = memory_of(s, l->in2), .v = memory_of(s, l->in3),
        .q_stride = gpu_stride(s->model->tensors[l->in].channels),
        .k_stride = gpu_stride(s->model->tensors[l->in2].channels),
        .v_stride = gpu_stride(s->model->tensors[l->in3].channels),
        .heads = l->heads, .kv_heads = l->kv_heads, .key_dim = l->key_dim,
        .value_dim = l->value_dim, .turn = s->layer[layer].weights, .mask = tail.mask};
    cudaError_t e = gpu_attention(s->stream, v, a, out);
    return e == cudaSuccess ? finish(s, v, tail, out) : e;
}

static cudaError_t pool(gpu_state *s, const nn_layer *l, gpu_view v, gpu_tail tail, void *out)
{
    gpu_view from = view_of(s, l->in, v.n);
    cudaError_t e = gpu_pool(s->stream, from, l->pool, memory_of(s, l->in), tail.mask,
                             s->area.device, out, v.stride, NULL);
    tail.mask = NULL;
    return e == cudaSuccess ? finish(s, v, tail, out) : e;
}

static go_status run_layer(gpu_state *s, const gpu_bucket *b, int layer, bool masked,
                           go_error *err)
{
    const nn_layer *l = &s->model->layers[layer];
    gpu_view v = view_of(s, l->out, b->n);
    bool spatial = s->model->tensors[l->out].spatial || l->kind == NN_POOL;
    gpu_tail tail = {.bias = s->layer[layer].bias, .per_channel = memory_of(s, l->per_channel),
                     .add = memory_of(s, l->add), .activation = l->activation,
                     .mask = masked && spatial ? s->mask.device : NULL};
    const void *in = memory_of(s, l->in), *in2 = memory_of(s, l->in2);
    const float *weights = s->layer[layer].weights;
    void *out = memory_of(s, l->out);
    cudaError_t e = cudaErrorNotSupported;
    switch (l->kind) {
    case NN_CONV: return convolve(s, b, layer, tail, err);
    case NN_DENSE:
        e = gpu_dense(s->stream, view_of(s, l->in, v.n), in, weights, v, tail, out);
        break;
    case NN_NORM: e = gpu_finish(s->stream, v, in, NULL, weights, tail, out); break;
    case NN_RMS_NORM:
        e = gpu_rms_norm(s->stream, v, l, in, weights, s->area.device, s->factor, tail, out);
        break;
    case NN_POOL: e = pool(s, l, v, tail, out); break;
    case NN_ATTENTION: e = attend(s, layer, v, tail, out); break;
    case NN_PRODUCT: e = gpu_finish(s->stream, v, in, in2, NULL, tail, out); break;
    case NN_N_LAYER_KINDS: break;
    }
    return gpu_check(e, l->name[0] ? l->name : "a layer", err);
}

/* ---- inputs and outputs ---- */

static cudaError_t copy(gpu_state *s, const gpu_pair *p, int n, enum cudaMemcpyKind way)
{
    size_t bytes = (size_t)n * p->row * sizeof(float);
    bool there = way == cudaMemcpyHostToDevice;
    if (!bytes)
        return cudaSuccess;
    return cudaMemcpyAsync(there ? p->device : p->host, there ? p->host : p->device, bytes, way,
                           s->stream);
}

static cudaError_t bring_inputs(gpu_state *s, int n, bool masked)
{
    const gpu_pair *in[GPU_INPUTS] = {&s->planes, &s->globals, &s->meta, &s->area, &s->mask};
    cudaError_t e = cudaSuccess;
    for (int i = 0; e == cudaSuccess && i < (masked ? GPU_INPUTS : GPU_INPUTS - 1); i++)
        e = copy(s, in[i], n, cudaMemcpyHostToDevice);
    if (e != cudaSuccess)
        return e;
    return gpu_import(s->stream, view_of(s, NN_PLANES, n), s->planes.device, s->imported);
}

static cudaError_t fetch_output(gpu_state *s, int n, nn_output o)
{
    int tensor = s->model->output[o];
    cudaError_t e = cudaSuccess;
    gpu_pair from = s->out[o];
    if (tensor == NN_NONE)
        return e;
    if (s->model->tensors[tensor].spatial)
        e = gpu_export(s->stream, view_of(s, tensor, n), memory_of(s, tensor), from.device);
    else
        from.device = memory_of(s, tensor);
    return e == cudaSuccess ? copy(s, &from, n, cudaMemcpyDeviceToHost) : e;
}

go_status gpu_enqueue(gpu_state *s, const gpu_bucket *b, bool masked, go_error *err)
{
    GO_TRY(gpu_check(bring_inputs(s, b->n, masked), "copying positions", err));
    for (int i = 0; i < s->model->n_layers; i++)
        GO_TRY(run_layer(s, b, i, masked, err));
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        GO_TRY(gpu_check(fetch_output(s, b->n, (nn_output)o), "copying answers", err));
    return GO_OK;
}
