#include "nn/onednn/kernels.h"

#include <math.h>
#include <string.h>

void onednn_add_vectors(const float *a, const float *b, size_t stride, float *to)
{
    for (size_t i = 0; i < stride; i++)
        to[i] = (a ? a[i] : 0) + (b ? b[i] : 0);
}

static inline __attribute__((always_inline)) void finish(const onednn_tail *t, size_t points,
                                                         size_t stride, float *out)
{
    for (size_t p = 0; p < points; p++)
        for (size_t c = 0; c < stride; c += LANES) {
            float *at = out + p * stride + c;
            lanes_store(at, lanes_tail(t, lanes_load(at), p, stride, c));
        }
}

void onednn_finish(const onednn_tail *t, size_t points, size_t stride, float *out)
{
    ONEDNN_WITH_TAIL(t, finish, points, stride, out);
}

static inline __attribute__((always_inline)) void
multiply(const onednn_tail *t, const float *in, const float *in2, size_t step, size_t points,
         size_t stride, float *out)
{
    for (size_t p = 0; p < points; p++)
        for (size_t c = 0; c < stride; c += LANES) {
            lanes x = lanes_load(in + p * stride + c) * lanes_load(in2 + p * step + c);
            lanes_store(out + p * stride + c, lanes_tail(t, x, p, stride, c));
        }
}

void onednn_multiply(const onednn_tail *t, const float *in, const float *in2, size_t step,
                     size_t points, size_t stride, float *out)
{
    ONEDNN_WITH_TAIL(t, multiply, in, in2, step, points, stride, out);
}

/* ---- RMS norm ---- */

static float square_sum(const float *in, size_t stride)
{
    lanes sum = lanes_of(0);
    for (size_t c = 0; c < stride; c += LANES)
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
        for (size_t c = 0; c < stride; c += LANES) {
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
    for (size_t c = 0; c < n; c += LANES) {
        pooled r = pool_lanes(in + c, mask, points, stride);
        for (size_t i = 0; i < LANES && c + i < n; i++) {
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
        for (size_t o = 0; o < stride; o += LANES)
            lanes_store(out + o, lanes_load(out + o) + x * lanes_load(row + o));
    }
}

/* ---- bfloat16 ---- */

void onednn_halve(const float *in, size_t n, bfloat16 *to)
{
    for (size_t i = 0; i < n; i += LANES)
        lanes_store_half(to + i, lanes_round(lanes_load(in + i)));
}

/* ---- attention ---- */

float onednn_largest(const float *row, const float *bias, size_t n)
{
    lanes most = lanes_of(-INFINITY);
    for (size_t i = 0; i < n; i += LANES)
        most = lanes_max(most, lanes_load(row + i) + lanes_load(bias + i));
    float largest = most[0];
    for (int i = 1; i < LANES; i++)
        largest = fmaxf(largest, most[i]);
    return largest;
}

float onednn_exponents(float *row, const float *bias, float shift, size_t n)
{
    lanes sum = lanes_of(0);
    for (size_t i = 0; i < n; i += LANES) {
        lanes e = lanes_exp2(lanes_load(row + i) + lanes_load(bias + i) - shift);
        sum += e;
        lanes_store(row + i, e);
    }
    return lanes_sum(sum);
}

float onednn_half_exponents(const float *row, const float *bias, float shift, size_t n,
                            bfloat16 *to)
{
    lanes sum = lanes_of(0);
    for (size_t i = 0; i < n; i += LANES) {
        lanes e = lanes_round(lanes_exp2(lanes_load(row + i) + lanes_load(bias + i) - shift));
        sum += e;
        lanes_store_half(to + i, e);
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
#if LANES == 16
    return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
#elif LANES == 8
    return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
#else
    return __builtin_shufflevector(x, x, 1, 0, 3, 2);
#endif
}

float onednn_turn(const float *in, size_t step, const float *turn, int dim, float scale,
                  size_t points, float *out)
{
    size_t stride = onednn_stride(dim);
    float longest = 0;
    for (size_t p = 0; p < points; p++, in += step, out += stride, turn += 2 * stride) {
        lanes squares = lanes_of(0);
        for (size_t d = 0; d < stride; d += LANES) {
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

#if LANES == 16

/* Rows `by` apart swap the off-diagonal blocks of `by` numbers.  Done for 1, 2, 4 and
 * 8, this turns rows into columns.                                            */
#define SWAP(by, i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15)            \
    static inline void swap##by(lanes *row)                                                       \
    {                                                                                             \
        for (int i = 0; i < 16; i++) {                                                            \
            if (i & (by))                                                                         \
                continue;                                                                         \
            lanes a = row[i], b = row[i + (by)];                                                  \
            row[i] = __builtin_shufflevector(a, b, i0, i1, i2, i3, i4, i5, i6, i7, i8, i9,        \
                                             i10, i11, i12, i13, i14, i15);                       \
            row[i + (by)] = __builtin_shufflevector(                                              \
                a, b, i0 + by, i1 + by, i2 + by, i3 + by, i4 + by, i5 + by, i6 + by, i7 + by,     \
                i8 + by, i9 + by, i10 + by, i11 + by, i12 + by, i13 + by, i14 + by, i15 + by);    \
        }                                                                                         \
    }
SWAP(1, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30)
SWAP(2, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
SWAP(4, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27)
SWAP(8, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)

#endif

/* Transposes `rows` x `columns` numbers, at most sixteen each way; the rest of a row of
 * the result is 0.                                                            */
static void transpose_square(const float *in, size_t stride, size_t rows, float *out, size_t wide,
                             size_t columns)
{
#if LANES == 16
    lanes row[LANES];
    for (size_t i = 0; i < LANES; i++)
        row[i] = i < rows ? lanes_load(in + i * stride) : lanes_of(0);
    swap1(row);
    swap2(row);
    swap4(row);
    swap8(row);
    for (size_t i = 0; i < columns; i++)
        lanes_store(out + i * wide, row[i]);
#else
    for (size_t i = 0; i < columns; i++)
        for (size_t k = 0; k < ONEDNN_LANES; k++)
            out[i * wide + k] = k < rows ? in[k * stride + i] : 0;
#endif
}

static size_t sixteen_of(size_t n)
{
    return n < ONEDNN_LANES ? n : ONEDNN_LANES;
}

void onednn_transpose(const float *in, int dim, size_t points, size_t wide, float *out)
{
    size_t stride = onednn_stride(dim), n = (size_t)dim;
    for (size_t d = 0; d < n; d += ONEDNN_LANES)
        for (size_t p = 0; p < points; p += ONEDNN_LANES)
            transpose_square(in + p * stride + d, stride, sixteen_of(points - p),
                             out + d * wide + p, wide, sixteen_of(n - d));
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
