/* The parts of attention beside its two matrix products. */
#include <math.h>
#include <string.h>

#include "nn/onednn_lanes.h"

float onednn_largest(const float *row, const float *bias, size_t n)
{
    lanes most = lanes_of(-INFINITY);
    for (size_t i = 0; i < n; i += ONEDNN_LANES)
        most = lanes_max(most, lanes_load(row + i) + lanes_load(bias + i));
    float largest = most[0];
    for (int i = 1; i < ONEDNN_LANES; i++)
        largest = fmaxf(largest, most[i]);
    return largest;
}

float onednn_exponents(float *row, const float *bias, float shift, size_t n)
{
    lanes sum = lanes_of(0);
    for (size_t i = 0; i < n; i += ONEDNN_LANES) {
        lanes e = lanes_exp2(lanes_load(row + i) + lanes_load(bias + i) - shift);
        sum += e;
        lanes_store(row + i, e);
    }
    return lanes_sum(sum);
}

void onednn_turn_table(const float *frequency, int dim, int size, float *turn)
{
    size_t stride = onednn_stride(dim);
    for (int p = 0; p < size * size; p++, turn += 2 * stride) {
        int x = p % size, y = p / size;
        for (int d = 0; d < dim; d++) {
            const float *f = frequency ? frequency + d / 2 * 2 : NULL;
            float angle = f ? (float)x * f[0] + (float)y * f[1] : 0;
            turn[d] = cosf(angle);
            turn[stride + (size_t)d] = d % 2 ? sinf(angle) : -sinf(angle);
        }
    }
}

static inline lanes neighbours(lanes x)
{
    return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
}

float onednn_turn(const float *in, size_t step, const float *turn, int dim, float scale,
                  size_t points, float *out)
{
    size_t stride = onednn_stride(dim);
    float longest = 0;
    for (size_t p = 0; p < points; p++, in += step, out += stride, turn += 2 * stride) {
        lanes squares = lanes_of(0);
        for (size_t d = 0; d < stride; d += ONEDNN_LANES) {
            lanes x = lanes_load(in + d) * scale;
            x = x * lanes_load(turn + d) + neighbours(x) * lanes_load(turn + stride + d);
            squares += x * x;
            lanes_store(out + d, x);
        }
        float square = lanes_sum(squares);
        longest = square > longest ? square : longest;
    }
    return sqrtf(longest);
}

void onednn_transpose(const float *in, int dim, size_t points, size_t wide, float *out)
{
    size_t stride = onednn_stride(dim);
    for (size_t d = 0; d < (size_t)dim; d++) {
        for (size_t p = 0; p < points; p++)
            out[d * wide + p] = in[p * stride + d];
        memset(out + d * wide + points, 0, (wide - points) * sizeof *out);
    }
}
