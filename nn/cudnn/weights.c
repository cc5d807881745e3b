/* A network's numbers, padded and transposed to the layout of gpu.h. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nn/cudnn/half.h"
#include "nn/cudnn/state.h"

/* In the session's own stream, like all its work: waiting for the whole GPU is not
 * allowed while another session records its launches.                         */
static cudaError_t copy(const gpu_state *s, const void *from, size_t bytes, void *to)
{
    cudaError_t e = cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, s->stream);
    return e == cudaSuccess ? cudaStreamSynchronize(s->stream) : e;
}

/* floats to the GPU, as half if wanted. */
static go_status send(gpu_state *s, const float *numbers, size_t n, bool half, void **out,
                      go_error *err)
{
    uint16_t *small = NULL;
    const void *from = numbers;
    if (half) {
        small = malloc(n * sizeof *small);
        if (!small)
            return go_fail(err, GO_ENOMEM, "out of memory for the network's weights");
        for (size_t i = 0; i < n; i++)
            small[i] = gpu_half(numbers[i]);
        from = small;
    }
    size_t bytes = n * (half ? sizeof *small : sizeof *numbers);
    go_status status = gpu_allocate(s, bytes, out, err);
    if (status == GO_OK)
        status = gpu_check(copy(s, from, bytes, *out), "copying the network's weights", err);
    free(small);
    return status;
}

/* [out][in][n] to [out][n][stride]: the points of a kernel, or of a flattened board. */
static void turn(const nn_layer *l, int in, size_t n, int out, float *to)
{
    size_t stride = (size_t)gpu_stride(in);
    for (size_t o = 0; o < (size_t)out; o++)
        for (size_t i = 0; i < (size_t)in; i++)
            for (size_t k = 0; k < n; k++)
                to[(o * n + k) * stride + i] = l->weights[(o * (size_t)in + i) * n + k];
}

/* Cosine and sine for each key head, point and pair of channels. */
static void turn_table(const nn_layer *l, int size, float *to)
{
    for (int kv = 0; kv < l->kv_heads; kv++) {
        const float *frequency = l->weights + (size_t)kv * (size_t)(l->key_dim / 2 * 2);
        for (int p = 0; p < size * size; p++) {
            for (int pair = 0; pair < l->key_dim / 2; pair++) {
                int x = p % size, y = p / size;
                float t = (float)x * frequency[2 * pair] + (float)y * frequency[2 * pair + 1];
                *to++ = cosf(t);
                *to++ = sinf(t);
            }
        }
    }
}

static go_status send_weights(gpu_state *s, int layer, go_error *err)
{
    const nn_layer *l = &s->model->layers[layer];
    const nn_tensor *in = &s->model->tensors[l->in], *out = &s->model->tensors[l->out];
    size_t points = in->spatial ? (size_t)s->points : 1, stride = (size_t)gpu_stride(in->channels);
    size_t kernel = (size_t)(l->kernel_y * l->kernel_x), wide = (size_t)gpu_stride(out->channels);
    size_t room = l->kind == NN_CONV    ? wide * kernel * stride
                  : l->kind == NN_DENSE ? (size_t)out->channels * points * stride
                  : l->kind == NN_ATTENTION
                      ? (size_t)l->kv_heads * points * (size_t)(l->key_dim / 2 * 2)
                      : wide;
    float *numbers = calloc(room, sizeof *numbers);
    if (!numbers)
        return go_fail(err, GO_ENOMEM, "out of memory for the network's weights");
    if (l->kind == NN_CONV)
        turn(l, in->channels, kernel, out->channels, numbers);
    else if (l->kind == NN_DENSE)
        turn(l, in->channels, points, out->channels, numbers);
    else if (l->kind == NN_ATTENTION)
        turn_table(l, s->settings.size, numbers);
    else
        memcpy(numbers, l->weights, l->n_weights * sizeof *numbers);
    go_status status = send(s, numbers, room, s->half && l->kind == NN_CONV,
                            &s->layer[layer].weights, err);
    free(numbers);
    return status;
}

static go_status send_bias(gpu_state *s, int layer, go_error *err)
{
    const nn_layer *l = &s->model->layers[layer];
    int channels = s->model->tensors[l->out].channels;
    size_t room = (size_t)gpu_stride(channels);
    float *numbers = calloc(room, sizeof *numbers);
    void *bias = NULL;
    if (!numbers)
        return go_fail(err, GO_ENOMEM, "out of memory for the network's weights");
    memcpy(numbers, l->bias, (size_t)channels * sizeof *numbers);
    go_status status = send(s, numbers, room, false, &bias, err);
    s->layer[layer].bias = bias;
    if (status == GO_OK && l->kind == NN_CONV)
        status = send(s, numbers, room, s->half, &s->layer[layer].same_bias, err);
    free(numbers);
    return status;
}

go_status gpu_upload(gpu_state *s, go_error *err)
{
    for (int i = 0; i < s->model->n_layers; i++) {
        const nn_layer *l = &s->model->layers[i];
        if (l->weights)
            GO_TRY(send_weights(s, i, err));
        if (l->bias)
            GO_TRY(send_bias(s, i, err));
    }
    return GO_OK;
}
