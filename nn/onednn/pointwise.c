#include "nn/onednn/pointwise.h"

/* Results in registers: those of so many points and vectors of channels, beside their weights. */
enum {
#if LANES == 8
    POINTS = 6,
#else
    POINTS = 9,
#endif
    VECTORS = 2
};

#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

bool pointwise_pays(int channels_out)
{
    return channels_out <= 64;
}

/* Points from p and vectors from channel c on; their numbers are constants where it is called. */
static inline __attribute__((always_inline)) void
multiply_block(int points, int vectors, size_t p, size_t c, const float *in, size_t in_stride,
               const float *weights, size_t stride, const onednn_tail *t, float *out)
{
    lanes sum[POINTS][VECTORS];
    const float *from = in + p * in_stride;
    UNROLL
    for (int i = 0; i < points; i++) {
        UNROLL
        for (int v = 0; v < vectors; v++)
            sum[i][v] = lanes_of(0);
    }
    for (size_t k = 0; k < in_stride; k++) {
        lanes w[VECTORS];
        UNROLL
        for (int v = 0; v < vectors; v++)
            w[v] = lanes_load(weights + k * stride + c + (size_t)(v * LANES));
        UNROLL
        for (int i = 0; i < points; i++) {
            const float a = from[(size_t)i * in_stride + k];
            UNROLL
            for (int v = 0; v < vectors; v++)
                sum[i][v] += a * w[v];
        }
    }
    UNROLL
    for (int i = 0; i < points; i++) {
        UNROLL
        for (int v = 0; v < vectors; v++) {
            const size_t at = p + (size_t)i, channel = c + (size_t)(v * LANES);
            lanes_store(out + at * stride + channel,
                        lanes_tail(t, sum[i][v], at, stride, channel));
        }
    }
}

/* A column of one vector of channels or more, a constant where it is called. */
static inline __attribute__((always_inline)) void
multiply_column(int vectors, size_t points, size_t c, const float *in, size_t in_stride,
                const float *weights, size_t stride, const onednn_tail *t, float *out)
{
    size_t p = 0;
    for (; p + POINTS <= points; p += POINTS)
        multiply_block(POINTS, vectors, p, c, in, in_stride, weights, stride, t, out);
    for (; p < points; p++)
        multiply_block(1, vectors, p, c, in, in_stride, weights, stride, t, out);
}

void pointwise_multiply(const float *in, size_t points, size_t in_stride, const float *weights,
                        size_t stride, const onednn_tail *t, float *out)
{
    size_t c = 0;
    for (; c + VECTORS * LANES <= stride; c += VECTORS * LANES)
        multiply_column(VECTORS, points, c, in, in_stride, weights, stride, t, out);
    for (; c < stride; c += LANES)
        multiply_column(1, points, c, in, in_stride, weights, stride, t, out);
}
