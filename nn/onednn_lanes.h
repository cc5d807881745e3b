/* onednn_lanes.h -- sixteen floats at a time, and their activations.
 *
 * The exponential is 2^k times a polynomial on half a power of two (as Cephes
 * does it; relative error below 2e-7); what overflows or vanishes is cut off. */
#ifndef KATACHI_NN_ONEDNN_LANES_H
#define KATACHI_NN_ONEDNN_LANES_H

#include <stdint.h>

#include "nn/onednn_kernels.h"

typedef float lanes __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t int_lanes __attribute__((vector_size(64)));

static inline lanes lanes_of(float x)
{
    return (lanes){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x};
}

static inline lanes lanes_load(const float *p)
{
    return *(const lanes *)p;
}

static inline void lanes_store(float *p, lanes x)
{
    *(lanes *)p = x;
}

/* a where which is all ones, b where it is 0. */
static inline lanes lanes_pick(int_lanes which, lanes a, lanes b)
{
    return (lanes)((which & (int_lanes)a) | (~which & (int_lanes)b));
}

static inline lanes lanes_max(lanes a, lanes b)
{
    return lanes_pick((int_lanes)(a > b), a, b);
}

static inline lanes lanes_min(lanes a, lanes b)
{
    return lanes_pick((int_lanes)(a < b), a, b);
}

static inline lanes lanes_exp(lanes x)
{
    const float magic = 12582912.0f; /* 1.5 * 2^23: adding it rounds to an integer */
    x = lanes_min(lanes_max(x, lanes_of(-87.0f)), lanes_of(88.0f));
    lanes shifted = x * 1.44269504f + magic, k = shifted - magic;
    lanes r = (x - k * 0.693359375f) + k * 2.12194440e-4f;
    lanes p = lanes_of(1.9875691500e-4f);
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * r * r + r + 1.0f;
    int_lanes power = ((int_lanes)shifted + 127) << 23; /* the low bits of shifted are k */
    return p * (lanes)power;
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

#endif
