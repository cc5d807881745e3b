#include "nn/reference/layers.h"

#include <math.h>
#include <string.h>

static size_t points_of(const reference_view *v)
{
    return (size_t)(v->size * v->size);
}

/* out[y][x] += w * in[y + dy][x + dx], zero outside the buffer. */
static void add_shifted(int size, const float *in, int dy, int dx, float w, float *out)
{
    int first_y = dy < 0 ? -dy : 0, last_y = dy > 0 ? size - dy : size;
    int first_x = dx < 0 ? -dx : 0, last_x = dx > 0 ? size - dx : size;
    for (int y = first_y; y < last_y; y++) {
        const float *from = in + (y + dy) * size + dx;
        float *to = out + y * size;
        for (int x = first_x; x < last_x; x++)
            to[x] += w * from[x];
    }
}

void reference_conv(const reference_view *v, const nn_layer *l, const float *in, int channels_in,
                    float *out, int channels_out)
{
    size_t points = points_of(v);
    const float *w = l->weights;
    for (int o = 0; o < channels_out; o++, out += points) {
        memset(out, 0, points * sizeof *out);
        for (int i = 0; i < channels_in; i++)
            for (int ky = 0; ky < l->kernel_y; ky++)
                for (int kx = 0; kx < l->kernel_x; kx++, w++)
                    add_shifted(v->size, in + (size_t)i * points,
                                (ky - l->kernel_y / 2) * l->dilation_y,
                                (kx - l->kernel_x / 2) * l->dilation_x, *w, out);
    }
}

void reference_dense(const nn_layer *l, const float *in, float *out, int channels_out)
{
    size_t inputs = l->n_weights / (size_t)channels_out;
    for (size_t o = 0; o < (size_t)channels_out; o++) {
        double sum = 0;
        for (size_t i = 0; i < inputs; i++)
            sum += (double)l->weights[o * inputs + i] * (double)in[i];
        out[o] = (float)sum;
    }
}

void reference_norm(const reference_view *v, const nn_layer *l, const float *in, float *out,
                    int channels, bool spatial)
{
    size_t points = spatial ? points_of(v) : 1;
    for (size_t c = 0; c < (size_t)channels; c++)
        for (size_t p = 0; p < points; p++)
            out[c * points + p] = l->weights[c] * in[c * points + p];
}

/* ---- RMS norm ---- */

static double square_sum(const float *in, size_t points, int channels, size_t p)
{
    double sum = 0;
    for (size_t c = 0; c < (size_t)channels; c++)
        sum += (double)in[c * points + p] * (double)in[c * points + p];
    return sum;
}

void reference_rms_norm(const reference_view *v, const nn_layer *l, const float *in, float *out,
                        int channels)
{
    size_t points = points_of(v);
    double board = 0, mean;
    for (size_t p = 0; l->whole_board && p < points; p++)
        board += square_sum(in, points, channels, p); /* 0 off the board */
    for (size_t p = 0; p < points; p++) {
        if (l->whole_board)
            mean = board / (channels * v->area);
        else
            mean = square_sum(in, points, channels, p) / channels;
        double factor = 1 / sqrt(mean + (double)l->epsilon);
        for (size_t c = 0; c < (size_t)channels; c++)
            out[c * points + p] = v->mask[p] > 0 ?
                (float)((double)in[c * points + p] * factor * (double)l->weights[c]) : 0;
    }
}

/* ---- pooling ---- */

void reference_pool(const reference_view *v, const nn_layer *l, const float *in, int channels,
                    float *out)
{
    double wide = sqrt(v->area) - 14;
    for (int c = 0; c < channels; c++, in += points_of(v)) {
        double sum = 0;
        float largest = -INFINITY;
        for (size_t p = 0; p < points_of(v); p++) {
            sum += (double)in[p]; /* 0 off the board */
            if (v->mask[p] > 0 && in[p] > largest)
                largest = in[p];
        }
        double mean = sum / v->area;
        out[c] = (float)mean;
        out[channels + c] = (float)(mean * wide * 0.1);
        out[2 * channels + c] = l->pool == NN_POOL_MAX ? largest
                                                       : (float)(mean * (wide * wide * 0.01 - 0.1));
    }
}

/* ---- attention ---- */

/* A head's queries or keys, each pair of channels turned by its point's angle. */
static void turn(const reference_view *v, const nn_layer *l, int kv, const float *in, float *out)
{
    size_t points = points_of(v), size = (size_t)v->size;
    if (!l->weights) {
        memcpy(out, in, (size_t)l->key_dim * points * sizeof *out);
        return;
    }
    const float *frequency = l->weights + kv * l->key_dim;
    for (size_t pair = 0; pair < (size_t)l->key_dim / 2; pair++) {
        const float *a = in + 2 * pair * points, *b = a + points;
        float *to_a = out + 2 * pair * points, *to_b = to_a + points;
        for (size_t p = 0; p < points; p++) {
            size_t x = p % size, y = p / size;
            float t = (float)x * frequency[2 * pair] + (float)y * frequency[2 * pair + 1];
            to_a[p] = a[p] * cosf(t) - b[p] * sinf(t);
            to_b[p] = a[p] * sinf(t) + b[p] * cosf(t);
        }
    }
}

/* The attention of point `from` to each point: softmax of q.k / sqrt(key_dim). */
static void attend(const reference_view *v, const nn_layer *l, const float *q, const float *k,
                   size_t from, float *weight)
{
    size_t points = points_of(v);
    float largest = -INFINITY;
    double sum = 0;
    memset(weight, 0, points * sizeof *weight);
    for (size_t d = 0; d < (size_t)l->key_dim; d++) {
        for (size_t p = 0; p < points; p++)
            weight[p] += q[d * points + from] * k[d * points + p];
    }
    for (size_t p = 0; p < points; p++) {
        weight[p] /= sqrtf((float)l->key_dim);
        if (v->mask[p] > 0 && weight[p] > largest)
            largest = weight[p];
    }
    for (size_t p = 0; p < points; p++) {
        weight[p] = v->mask[p] > 0 ? expf(weight[p] - largest) : 0;
        sum += (double)weight[p];
    }
    for (size_t p = 0; p < points; p++)
        weight[p] = (float)((double)weight[p] / sum);
}

/* In eight sums, which a processor can add in parallel. */
static float weighted_sum(const float *weight, const float *value, size_t points)
{
    float lane[8] = {0}, sum = 0;
    size_t p = 0;
    for (; p + 8 <= points; p += 8)
        for (size_t i = 0; i < 8; i++)
            lane[i] += weight[p + i] * value[p + i];
    for (; p < points; p++)
        sum += weight[p] * value[p];
    for (size_t i = 0; i < 8; i++)
        sum += lane[i];
    return sum;
}

static void attention_head(const reference_view *v, const nn_layer *l, const float *q,
                           const float *k, const float *value, float *out)
{
    size_t points = points_of(v);
    float weight[NN_MAX_SIZE * NN_MAX_SIZE];
    for (size_t p = 0; p < points; p++) {
        if (!(v->mask[p] > 0)) {
            for (size_t d = 0; d < (size_t)l->value_dim; d++)
                out[d * points + p] = 0;
            continue;
        }
        attend(v, l, q, k, p, weight);
        for (size_t d = 0; d < (size_t)l->value_dim; d++)
            out[d * points + p] = weighted_sum(weight, value + d * points, points);
    }
}

void reference_attention(const reference_view *v, const nn_layer *l, const float *q,
                         const float *k, const float *value, float *out)
{
    size_t points = points_of(v), key = (size_t)l->key_dim * points;
    size_t wide = (size_t)l->value_dim * points;
    float *turned_q = v->scratch, *turned_k = turned_q + key;
    int shared = l->heads / l->kv_heads; /* heads that read the same keys */
    for (int h = 0; h < l->heads; h++) {
        int kv = h / shared;
        turn(v, l, kv, q + (size_t)h * key, turned_q);
        if (h % shared == 0)
            turn(v, l, kv, k + (size_t)kv * key, turned_k);
        attention_head(v, l, turned_q, turned_k, value + (size_t)kv * wide,
                       out + (size_t)h * wide);
    }
}
