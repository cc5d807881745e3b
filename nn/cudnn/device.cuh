/* device.cuh -- what the kernels share: numbers in groups, sums of a warp.
 *
 * LAUNCH and warp_sum also exist for a processor, in tests/cuda_on_cpu, so that
 * the kernels can be tested where there is no GPU.                           */
#ifndef KATACHI_NN_CUDNN_DEVICE_CUH
#define KATACHI_NN_CUDNN_DEVICE_CUH

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "nn/cudnn/gpu.h"

#ifdef __CUDACC__
#define LAUNCH(kernel, grid, block, stream, ...) kernel<<<grid, block, 0, stream>>>(__VA_ARGS__)

/* The sum over the 32 threads of a warp, in each of them. */
static __device__ inline float warp_sum(float x)
{
    for (int step = 16; step; step /= 2)
        x += __shfl_xor_sync(0xffffffffu, x, step);
    return x;
}
#endif

enum { WARP = 32 };

static __host__ __device__ inline float to_float(float x)
{
    return x;
}

static __host__ __device__ inline float to_float(__half x)
{
    return __half2float(x);
}

static __host__ __device__ inline float to_float(__nv_bfloat16 x)
{
    return __bfloat162float(x);
}

static __host__ __device__ inline void store(float *to, float x)
{
    *to = x;
}

static __host__ __device__ inline void store(__half *to, float x)
{
    *to = __float2half(x);
}

static __host__ __device__ inline void store(__nv_bfloat16 *to, float x)
{
    *to = __float2bfloat16(x);
}

/* Runs a statement with T for the type of a view's numbers. */
#define BY_TYPE(type, ...)                                       \
    switch (type) {                                              \
    case NN_HALF: { typedef __half T; __VA_ARGS__; break; }      \
    case NN_BFLOAT16: { typedef __nv_bfloat16 T; __VA_ARGS__; break; } \
    default: { typedef float T; __VA_ARGS__; break; }            \
    }

/* Neighbouring channels, read and written at once. */
template <typename T> struct alignas(16) group {
    T x[GPU_GROUP];
};

static __host__ __device__ inline float activate(nn_activation a, float x)
{
    float e;
    switch (a) {
    case NN_RELU: return x > 0 ? x : 0;
    case NN_SILU: return x / (1 + expf(-x));
    case NN_MISH:
        /* tanh(log(1 + e^x)) = (e^2 + 2e) / (e^2 + 2e + 2), and 1 for large x */
        if (x > 15)
            return x;
        e = expf(x);
        e = e * (e + 2);
        return x * (e / (e + 2));
    default: return x;
    }
}

static inline unsigned blocks_for(size_t work, unsigned block)
{
    return (unsigned)((work + block - 1) / block);
}

#endif
