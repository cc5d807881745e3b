/* lanes.h -- layouts of the oneDNN backend, and as many floats at a time as a vector of the
 * processor has.
 *
 * Tensors lie channels last: a spatial one is float[points][stride], a vector
 * float[stride], where stride is the number of channels rounded up to
 * ONEDNN_LANES.  The lanes between channels and stride are always 0, so that no
 * loop has a remainder.  All arrays are aligned to 64 bytes.                  */
#ifndef KATACHI_NN_ONEDNN_LANES_H
#define KATACHI_NN_ONEDNN_LANES_H

#ifdef __AVX2__
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include <stdlib.h>
#include <string.h>

#include "nn/model/model.h"

enum { ONEDNN_LANES = 16 };

static inline size_t onednn_rounded_up(size_t n, size_t step)
{
    return (n + step - 1) / step * step;
}

static inline size_t onednn_stride(int channels)
{
    return onednn_rounded_up((size_t)channels, ONEDNN_LANES);
}

/* n zeros, aligned to 64 bytes, to be freed; NULL when memory runs out. */
static inline float *onednn_numbers(size_t n)
{
    size_t bytes = onednn_rounded_up(n * sizeof(float), 64);
    float *numbers = (float *)aligned_alloc(64, bytes ? bytes : 64);
    if (numbers)
        memset(numbers, 0, bytes);
    return numbers;
}

/* Three by three neighbours, without gaps. */
static inline bool onednn_is_3x3(const nn_layer *l)
{
    return l->kernel_y == 3 && l->kernel_x == 3 && l->dilation_y == 1 && l->dilation_x == 1;
}

/* The end of a layer: out = mask * activation(x + shift + add). */
typedef struct onednn_tail {
    const float *shift; /* [stride]: bias and per-channel vector together */
    const float *add;   /* a tensor like out, or NULL */
    const float *mask;  /* [points]; NULL: all 1, or out is a vector */
    nn_activation activation;
} onednn_tail;

/* Floats in a vector: a divisor of ONEDNN_LANES.  With longer ones gcc 12 compares number by number
 * and moves through memory what two branches bring together (tiles.c, for which the number is
 * given, does neither).                                                       */
#ifndef LANES
#ifdef __AVX512F__
#define LANES 16
#elif defined(__AVX2__)
#define LANES 8
#else
#define LANES 4
#endif
#endif

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int32_t int_lanes __attribute__((vector_size(4 * LANES)));
typedef uint32_t bit_lanes __attribute__((vector_size(4 * LANES)));

static inline lanes lanes_of(float x)
{
    return x - (lanes){0};
}

static inline lanes lanes_load(const float *p)
{
    return *(const lanes *)p;
}

static inline void lanes_store(float *p, lanes x)
{
    *(lanes *)p = x;
}

/* The upper halves of floats, whose lower halves are 0. */
typedef uint16_t bfloat16;
typedef bfloat16 half_lanes __attribute__((vector_size(2 * LANES), aligned(2), may_alias));

/* Rounded to the nearest bfloat16. */
static inline lanes lanes_round(lanes x)
{
    return (lanes)(((bit_lanes)x + 0x8000u) & 0xffff0000u);
}

/* Numbers of 16 bits, each in the lower half of one of 32.  (gcc 12 makes several
 * instructions of __builtin_convertvector where the processor has one.)        */
static inline bit_lanes lanes_widen(const bfloat16 *p)
{
#if defined(__AVX512F__) && LANES == 16
    return (bit_lanes)_mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)p));
#elif defined(__AVX2__) && LANES == 8
    return (bit_lanes)_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)p));
#else
    return __builtin_convertvector(*(const half_lanes *)p, bit_lanes);
#endif
}

static inline lanes lanes_load_half(const bfloat16 *p)
{
    return (lanes)(lanes_widen(p) << 16);
}

static inline void lanes_store_half(bfloat16 *p, lanes rounded)
{
#if defined(__AVX512F__) && LANES == 16
    const __m256i halves = _mm512_cvtepi32_epi16((__m512i)((bit_lanes)rounded >> 16));
    _mm256_storeu_si256((__m256i *)(void *)p, halves);
#elif defined(__AVX2__) && LANES == 8
    const __m256i x = (__m256i)((bit_lanes)rounded >> 16);
    _mm_storeu_si128((__m128i *)(void *)p, _mm_packus_epi32(_mm256_castsi256_si128(x),
                                                            _mm256_extracti128_si256(x, 1)));
#else
    *(half_lanes *)p = __builtin_convertvector((bit_lanes)rounded >> 16, half_lanes);
#endif
}

/* a where `which` is all ones, b where it is 0. */
static inline lanes lanes_pick(int_lanes which, lanes a, lanes b)
{
    return (lanes)((which & (int_lanes)a) | (~which & (int_lanes)b));
}

/* Where one of them is not a number: b, or that on ARM.  (Of the picks gcc 12 makes several
 * instructions.)                                                              */
static inline lanes lanes_max(lanes a, lanes b)
{
#if defined(__AVX512F__) && LANES == 16
    return (lanes)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__) && LANES == 8
    return (lanes)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__aarch64__) && LANES == 4
    return (lanes)vmaxq_f32((float32x4_t)a, (float32x4_t)b);
#else
    return lanes_pick((int_lanes)(a > b), a, b);
#endif
}

static inline lanes lanes_min(lanes a, lanes b)
{
#if defined(__AVX512F__) && LANES == 16
    return (lanes)_mm512_min_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__) && LANES == 8
    return (lanes)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__aarch64__) && LANES == 4
    return (lanes)vminq_f32((float32x4_t)a, (float32x4_t)b);
#else
    return lanes_pick((int_lanes)(a < b), a, b);
#endif
}

/* A bit for each lane that is not 0, or is not a number. */
static inline uint32_t lanes_nonzero(lanes x)
{
#if defined(__AVX512F__) && LANES == 16
    return _mm512_cmp_ps_mask((__m512)x, _mm512_setzero_ps(), _CMP_NEQ_UQ);
#elif defined(__AVX2__) && LANES == 8
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps((__m256)x, _mm256_setzero_ps(), _CMP_NEQ_UQ));
#else
    uint32_t set = 0;
    for (int i = 0; i < LANES; i++)
        set |= (uint32_t)(x[i] != 0) << i;
    return set;
#endif
}

/* 2^x as 2^n times a polynomial of degree five for 2^f, n being the integer nearest x
 * and |f| <= 1/2: the minimax one, by the Remez algorithm (relative error at most
 * 7.5e-8).  0 below -125; x must not be above 127.                            */
static inline lanes lanes_exp2(lanes x)
{
    const float magic = 12582912.0f; /* 1.5 * 2^23: adding it rounds to an integer */
    lanes shifted = x + magic, f = x - (shifted - magic);
    lanes p = lanes_of(1.3276472e-3f);
    p = p * f + 9.6755413e-3f;
    p = p * f + 5.5507133e-2f;
    p = p * f + 2.4022120e-1f;
    p = p * f + 6.9314697e-1f;
    p = p * f + 1.0f;
    bit_lanes scaled = (bit_lanes)p + ((bit_lanes)shifted << 23); /* its low bits: an integer */
    return (lanes)(scaled & (bit_lanes)(x > -125.0f));
}

static inline lanes lanes_exp(lanes x)
{
    return lanes_exp2(lanes_min(x * 1.44269504f, lanes_of(126.0f)));
}

/* The sum of the lanes. */
static inline float lanes_sum(lanes x)
{
#if LANES == 16
    x += __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    x += __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
    x += __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
#elif LANES == 8
    x += __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
    x += __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
#else
    x += __builtin_shufflevector(x, x, 2, 3, 0, 1);
#endif
    return x[0] + x[1];
}

static inline lanes lanes_mish(lanes x)
{
    lanes e = lanes_exp(lanes_min(x, lanes_of(20.0f)));
    lanes n = e * (e + 2.0f); /* tanh(log(1 + e)) = n / (n + 2) */
    return x * (n / (n + 2.0f));
}

static inline lanes lanes_activate(nn_activation a, lanes x)
{
    switch (a) {
    case NN_RELU: return lanes_max(x, lanes_of(0));
    case NN_MISH: return lanes_mish(x);
    case NN_SILU: return x / (1.0f + lanes_exp(-x));
    case NN_IDENTITY:
    case NN_N_ACTIVATIONS: break;
    }
    return x;
}

/* The end of a layer for the lanes from channel c of point p. */
static inline lanes lanes_tail(const onednn_tail *t, lanes x, size_t p, size_t stride, size_t c)
{
    if (t->mask && !(t->mask[p] > 0))
        return lanes_of(0);
    x += lanes_load(t->shift + c);
    if (t->add)
        x += lanes_load(t->add + p * stride + c);
    return lanes_activate(t->activation, x);
}

/* Calls an inline function with a tail: the three that nearly all layers of residual networks have
 * with constants, so that nothing is asked at each point.                     */
#define ONEDNN_WITH_TAIL(t, f, ...)                                                                \
    do {                                                                                           \
        if (!(t)->mask && !(t)->add && (t)->activation == NN_RELU)                                 \
            f(&(const onednn_tail){.shift = (t)->shift, .activation = NN_RELU}, __VA_ARGS__);      \
        else if (!(t)->mask && (t)->add && (t)->activation == NN_IDENTITY)                         \
            f(&(const onednn_tail){.shift = (t)->shift, .add = (t)->add,                           \
                                   .activation = NN_IDENTITY}, __VA_ARGS__);                       \
        else if (!(t)->mask && !(t)->add && (t)->activation == NN_MISH)                            \
            f(&(const onednn_tail){.shift = (t)->shift, .activation = NN_MISH}, __VA_ARGS__);      \
        else                                                                                       \
            f(t, __VA_ARGS__);                                                                     \
    } while (0)

#endif
