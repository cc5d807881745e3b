#include "nn_train/onednn/elements.h"

#include <math.h>
#include <string.h>

#include "nn/onednn/lanes.h"

elements_pool elements_pool_of(float area)
{
    const float wide = sqrtf(area) - 14, mean = 1 / area;
    return (elements_pool){mean, mean * wide * 0.1f, mean * (wide * wide * 0.01f - 0.1f)};
}

enum { CHANNELS = ELEMENTS_MAX + 2 * LANES };
enum { ELEMENTS_AHEAD = 4096 }; /* numbers between what is computed and what is fetched */

/* The derivative of the activation at x.  With e = e^x and n = e (e + 2), Mish is x n / (n + 2),
 * and the derivative of n / (n + 2) is 4 e (e + 1) / (n + 2)^2.                */
static inline lanes slope_of(nn_activation a, lanes x)
{
    switch (a) {
    case NN_RELU: return lanes_pick(x > 0, lanes_of(1), lanes_of(0));
    case NN_MISH: {
        const lanes e = lanes_exp(lanes_min(x, lanes_of(20))), n = e * (e + 2), q = 1 / (n + 2);
        return n * q + 4 * x * (e * q) * ((e + 1) * q);
    }
    case NN_SILU: {
        const lanes sigmoid = 1 / (1 + lanes_exp(-x));
        return sigmoid * (1 + x * (1 - sigmoid));
    }
    default: return lanes_of(1);
    }
}

/* ---- as many numbers as a vector has ---- */

static inline lanes load_32(const float *p)
{
    return lanes_load(p);
}

static inline lanes load_16(const uint16_t *p)
{
    return lanes_load_half(p);
}

static inline void store_32(float *p, lanes x)
{
    lanes_store(p, x);
}

static inline void store_16(uint16_t *p, lanes x)
{
    lanes_store_half(p, lanes_round(x));
}

/* LANES floats, or twice as many bfloat16: the even ones and the odd ones. */
static inline void split_32(const float *p, lanes part[1])
{
    part[0] = lanes_load(p);
}

static inline void split_16(const uint16_t *p, lanes part[2])
{
    const bit_lanes both = (bit_lanes)lanes_load((const float *)(const void *)p);
    part[0] = (lanes)(both << 16);
    part[1] = (lanes)(both & 0xffff0000u);
}

static inline void join_32(float *p, const lanes part[1])
{
    lanes_store(p, part[0]);
}

static inline void join_16(uint16_t *p, const lanes part[2])
{
    const bit_lanes even = (bit_lanes)lanes_round(part[0]) >> 16;
    const bit_lanes odd = (bit_lanes)lanes_round(part[1]);
    lanes_store((float *)(void *)p, (lanes)(even | odd));
}

static inline void add_lanes(float *sum, lanes x)
{
    lanes_store(sum, lanes_load(sum) + x);
}

/* The first n < 32 of 32 numbers. */
static inline void copy_first(void *to, const void *from, size_t n, size_t element)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t step = 16; step > 0; step /= 2)
        if (n & step) {
            memcpy(t, f, step * element);
            t += step * element;
            f += step * element;
        }
}

/* Adds the first n of the lanes' sums. */
static void add_sums(float *to, const float *sums, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] += sums[i];
}

/* How many of the `most` channels from c on there are. */
static inline size_t left_of(size_t most, size_t channels, size_t c)
{
    return channels - c < most ? channels - c : most;
}

static inline size_t left(size_t channels, size_t c)
{
    return left_of(LANES, channels, c);
}

/* Calls function(..., activation) with the activation as a constant, so that each is compiled
 * without a choice in its loops.                                              */
#define WITH_ACTIVATION(a, function, ...)                        \
    switch (a) {                                                 \
    case NN_RELU: function(__VA_ARGS__, NN_RELU); break;         \
    case NN_MISH: function(__VA_ARGS__, NN_MISH); break;         \
    case NN_SILU: function(__VA_ARGS__, NN_SILU); break;         \
    default: function(__VA_ARGS__, NN_IDENTITY);                 \
    }

#define INLINE static inline __attribute__((always_inline))

#define ELEMENT float
#define NAME(function) elements_##function##_32
#define LOAD load_32
#define STORE store_32
#define PARTS 1
#define SPLIT split_32
#define JOIN join_32
#include "nn_train/onednn/elements_body.h"

#define ELEMENT uint16_t
#define NAME(function) elements_##function##_16
#define LOAD load_16
#define STORE store_16
#define PARTS 2
#define SPLIT split_16
#define JOIN join_16
#include "nn_train/onednn/elements_body.h"
