#include "nn/onednn/kernels.h"

#include <math.h>
#include <string.h>

void onednn_add_vectors(const float *a, const float *b, size_t stride, float *to)
{
    for (size_t i = 0; i < stride; i++)
        to[i] = (a ? a[i] : 0) + (b ? b[i] : 0);
}

void onednn_finish(const onednn_tail *t, size_t points, size_t stride, float *out)
{
    for (size_t p = 0; p < points; p++)
        for (size_t c = 0; c < stride; c += ONEDNN_LANES) {
            float *at = out + p * stride + c;
            lanes_store(at, lanes_tail(t, lanes_load(at), p, stride, c));
        }
}

void onednn_multiply(const onednn_tail *t, const float *in, const float *in2, size_t step,
                     size_t points, size_t stride, float *out)
{
    for (size_t p = 0; p < points; p++)
        for (size_t c = 0; c < stride; c += ONEDNN_LANES) {
            lanes x = lanes_load(in + p * stride + c) * lanes_load(in2 + p * step + c);
            lanes_store(out + p * stride + c, lanes_tail(t, x, p, stride, c));
        }
}

/* ---- RMS norm ---- */

static float square_sum(const float *in, size_t stride)
{
    lanes sum = lanes_of(0);
    for (size_t c = 0; c < stride; c += ONEDNN_LANES)
        sum += lanes_load(in + c) * lanes_load(in + c);
    return lanes_sum(sum);
}

static double board_mean(const float *in, size_t points, size_t stride, double numbers)
{
    double sum = 0;
    for (size_t p = 0; p < points; p++) /* 0 off the board */
        sum += (double)square_sum(in + p * stride, stride);
    return sum / numbers;
}

void onednn_rms_norm(const onednn_tail *t, const nn_layer *l, const float *in, const float *scale,
                     int channels, double area, size_t points, float *out)
{
    size_t stride = onednn_stride(channels);
    double mean = l->whole_board ? board_mean(in, points, stride, channels * area) : 0;
    for (size_t p = 0; p < points; p++) {
        const float *row = in + p * stride;
        if (!l->whole_board)
            mean = (double)square_sum(row, stride) / channels;
        float factor = (float)(1 / sqrt(mean + (double)l->epsilon));
        for (size_t c = 0; c < stride; c += ONEDNN_LANES) {
            lanes x = lanes_load(row + c) * lanes_load(scale + c) * factor;
            lanes_store(out + p * stride + c, lanes_tail(t, x, p, stride, c));
        }
    }
}

/* ---- pooling ---- */

typedef struct pooled {
    lanes sum, largest;
} pooled;

static inline pooled pool_lanes(const float *in, const float *mask, size_t points, size_t stride)
{
    pooled r = {lanes_of(0), lanes_of(-INFINITY)};
    for (size_t p = 0; p < points; p++) {
        lanes x = lanes_load(in + p * stride);
        if (mask && !(mask[p] > 0))
            continue;
        r.sum += x;
        r.largest = lanes_max(x, r.largest);
    }
    return r;
}

void onednn_pool(const nn_layer *l, const float *in, const float *mask, int channels, double area,
                 size_t points, float *out)
{
    size_t stride = onednn_stride(channels), n = (size_t)channels;
    double wide = sqrt(area) - 14;
    memset(out, 0, onednn_stride(3 * channels) * sizeof *out);
    for (size_t c = 0; c < n; c += ONEDNN_LANES) {
        pooled r = pool_lanes(in + c, mask, points, stride);
        for (size_t i = 0; i < ONEDNN_LANES && c + i < n; i++) {
            double mean = (double)r.sum[i] / area;
            out[c + i] = (float)mean;
            out[n + c + i] = (float)(mean * wide * 0.1);
            out[2 * n + c + i] = l->pool == NN_POOL_MAX ?
                r.largest[i] : (float)(mean * (wide * wide * 0.01 - 0.1));
        }
    }
}

/* ---- dense ---- */

void onednn_dense(const float *in, size_t step, const float *weights, size_t n, size_t stride,
                  float *out)
{
    for (size_t i = 0; i < n; i++) {
        float x = in[i * step];
        const float *row = weights + i * stride;
        for (size_t o = 0; o < stride; o += ONEDNN_LANES)
            lanes_store(out + o, lanes_load(out + o) + x * lanes_load(row + o));
    }
}

/* ---- layouts ---- */

void onednn_from_planes(const float *planes, int channels, size_t points, float *out)
{
    size_t stride = onednn_stride(channels);
    memset(out, 0, points * stride * sizeof *out);
    for (size_t c = 0; c < (size_t)channels; c++)
        for (size_t p = 0; p < points; p++)
            out[p * stride + c] = planes[c * points + p];
}

void onednn_to_planes(const float *in, int channels, size_t points, float *planes)
{
    size_t stride = onednn_stride(channels);
    for (size_t c = 0; c < (size_t)channels; c++)
        for (size_t p = 0; p < points; p++)
            planes[c * points + p] = in[p * stride + c];
}
