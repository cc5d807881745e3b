/* Layouts, the ends of layers, norms and pooling, see kernels.h. */
#include "nn/cudnn/device.cuh"
#include "nn/cudnn/kernels.h"

enum { BLOCK = 256, WARPS = BLOCK / WARP };

/* ---- between the caller's planes and channels last ---- */

template <typename T>
static __global__ void import_kernel(gpu_view v, const float *planes, T *out)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x, groups = (unsigned)v.stride / GPU_GROUP;
    unsigned p = i % (unsigned)v.points, g = i / (unsigned)v.points % groups;
    unsigned n = i / (unsigned)v.points / groups;
    if (n >= (unsigned)v.n)
        return;
    group<T> made;
    for (unsigned k = 0; k < GPU_GROUP; k++) {
        unsigned c = g * GPU_GROUP + k;
        bool real = c < (unsigned)v.channels;
        store(&made.x[k], real ? planes[((size_t)n * v.channels + c) * v.points + p] : 0);
    }
    *(group<T> *)(out + ((size_t)n * v.points + p) * v.stride + g * GPU_GROUP) = made;
}

template <typename T>
static __global__ void export_kernel(gpu_view v, const T *in, float *planes)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    unsigned p = i % (unsigned)v.points, c = i / (unsigned)v.points % (unsigned)v.channels;
    unsigned n = i / (unsigned)v.points / (unsigned)v.channels;
    if (n < (unsigned)v.n)
        planes[i] = to_float(in[((size_t)n * v.points + p) * v.stride + c]);
}

extern "C" cudaError_t gpu_import(cudaStream_t s, gpu_view v, const float *planes, void *out)
{
    unsigned blocks = blocks_for((size_t)v.n * v.points * v.stride / GPU_GROUP, BLOCK);
    BY_TYPE(v.type, LAUNCH(import_kernel<T>, blocks, BLOCK, s, v, planes, (T *)out));
    return cudaGetLastError();
}

extern "C" cudaError_t gpu_export(cudaStream_t s, gpu_view v, const void *in, float *planes)
{
    unsigned blocks = blocks_for((size_t)v.n * v.points * v.channels, BLOCK);
    BY_TYPE(v.type, LAUNCH(export_kernel<T>, blocks, BLOCK, s, v, (const T *)in, planes));
    return cudaGetLastError();
}

/* ---- element by element ---- */

/* The tail upon the group of channels c .. at point p of position n. */
template <typename T>
static __device__ group<T> end_of_layer(const gpu_view &v, const gpu_tail &tail, unsigned n,
                                        size_t point, unsigned c, float *x)
{
    group<T> made, add;
    bool inside = !tail.mask || tail.mask[point] > 0;
    if (tail.add)
        add = *(const group<T> *)((const T *)tail.add + point * v.stride + c);
    for (unsigned k = 0; k < GPU_GROUP; k++) {
        if (tail.bias)
            x[k] += tail.bias[c + k];
        if (tail.per_channel)
            x[k] += tail.per_channel[(size_t)n * v.stride + c + k];
        if (tail.add)
            x[k] += to_float(add.x[k]);
        store(&made.x[k], inside ? activate(tail.activation, x[k]) : 0);
    }
    return made;
}

template <typename T>
static __global__ void finish_kernel(gpu_view v, const T *in, const T *in2, const float *scale,
                                     gpu_tail tail, T *out)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x, groups = (unsigned)v.stride / GPU_GROUP;
    unsigned point = i / groups, c = i % groups * GPU_GROUP, n = point / (unsigned)v.points;
    if (n >= (unsigned)v.n)
        return;
    size_t at = (size_t)point * v.stride + c;
    group<T> a = *(const group<T> *)(in + at), b;
    float x[GPU_GROUP];
    if (in2)
        b = *(const group<T> *)(in2 + at);
    for (unsigned k = 0; k < GPU_GROUP; k++) {
        x[k] = to_float(a.x[k]);
        if (in2)
            x[k] *= to_float(b.x[k]);
        if (scale)
            x[k] *= scale[c + k];
    }
    *(group<T> *)(out + at) = end_of_layer<T>(v, tail, n, point, c, x);
}

extern "C" cudaError_t gpu_finish(cudaStream_t s, gpu_view v, const void *in, const void *in2,
                                  const float *scale, gpu_tail tail, void *out)
{
    unsigned blocks = blocks_for((size_t)v.n * v.points * v.stride / GPU_GROUP, BLOCK);
    BY_TYPE(v.type, LAUNCH(finish_kernel<T>, blocks, BLOCK, s, v, (const T *)in, (const T *)in2,
                           scale, tail, (T *)out));
    return cudaGetLastError();
}

/* ---- RMS norm ---- */

/* The sum over a block, in all its threads.  Not static: nvcc would name its shared memory after the
 * folder of the build, which then shows in the machine code.                  */
__device__ float block_sum(float x)
{
    __shared__ float part[WARPS];
    x = warp_sum(x);
    __syncthreads(); /* an earlier sum has been read */
    if (threadIdx.x % WARP == 0)
        part[threadIdx.x / WARP] = x;
    __syncthreads();
    x = 0;
    for (int w = 0; w < WARPS; w++)
        x += part[w];
    return x;
}

/* One block for each position: 1 / sqrt(mean of squares + epsilon). */
template <typename T>
static __global__ void rms_board_kernel(gpu_view v, const T *in, const float *area,
                                        float epsilon, float *factor)
{
    size_t numbers = (size_t)v.points * v.stride;
    float sum = 0;
    for (size_t i = threadIdx.x; i < numbers; i += BLOCK) {
        float x = to_float(in[blockIdx.x * numbers + i]); /* 0 off the board */
        sum += x * x;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        factor[blockIdx.x] = rsqrtf(sum / (v.channels * area[blockIdx.x]) + epsilon);
}

/* One warp for each point; the factor is the point's own where none is given. */
template <typename T>
static __global__ void rms_kernel(gpu_view v, const T *in, const float *scale,
                                  const float *factor, float epsilon, gpu_tail tail, T *out)
{
    unsigned point = blockIdx.x * WARPS + threadIdx.x / WARP, lane = threadIdx.x % WARP;
    unsigned n = point / (unsigned)v.points;
    bool real = n < (unsigned)v.n;
    size_t start = (size_t)point * v.stride;
    float sum = 0;
    for (unsigned c = lane; real && c < (unsigned)v.stride; c += WARP)
        sum += to_float(in[start + c]) * to_float(in[start + c]);
    sum = warp_sum(sum);
    float f = real && factor ? factor[n] : rsqrtf(sum / v.channels + epsilon);
    for (unsigned c = lane * GPU_GROUP; real && c < (unsigned)v.stride; c += WARP * GPU_GROUP) {
        group<T> a = *(const group<T> *)(in + start + c);
        float x[GPU_GROUP];
        for (unsigned k = 0; k < GPU_GROUP; k++)
            x[k] = to_float(a.x[k]) * f * scale[c + k];
        *(group<T> *)(out + start + c) = end_of_layer<T>(v, tail, n, point, c, x);
    }
}

template <typename T>
static void rms_norm(cudaStream_t s, gpu_view v, const nn_layer *l, const T *in,
                     const float *scale, const float *area, float *factor, gpu_tail tail, T *out)
{
    if (l->whole_board)
        LAUNCH(rms_board_kernel<T>, (unsigned)v.n, BLOCK, s, v, in, area, l->epsilon, factor);
    LAUNCH(rms_kernel<T>, blocks_for((size_t)v.n * v.points, WARPS), BLOCK, s, v, in, scale,
           (const float *)(l->whole_board ? factor : NULL), l->epsilon, tail, out);
}

extern "C" cudaError_t gpu_rms_norm(cudaStream_t s, gpu_view v, const nn_layer *l,
                                    const void *in, const float *scale, const float *area,
                                    float *factor, gpu_tail tail, void *out)
{
    BY_TYPE(v.type, rms_norm(s, v, l, (const T *)in, scale, area, factor, tail, (T *)out));
    return cudaGetLastError();
}

/* ---- pooling ---- */

/* One block for each position and 32 channels: a thread adds up every WARPS-th
 * point of its channel, the first warp what the others found.                */
template <typename T>
static __global__ void pool_kernel(gpu_view v, bool largest, const T *in, const float *mask,
                                   const float *area, float *out, int out_stride,
                                   uint16_t *largest_at)
{
    __shared__ float sums[WARPS][WARP], most[WARPS][WARP];
    __shared__ unsigned places[WARPS][WARP];
    unsigned lane = threadIdx.x % WARP, w = threadIdx.x / WARP, n = blockIdx.x;
    unsigned c = blockIdx.y * WARP + lane;
    unsigned place = 0;
    float sum = 0, top = -INFINITY;
    for (unsigned p = w; c < (unsigned)v.channels && p < (unsigned)v.points; p += WARPS) {
        size_t point = (size_t)n * v.points + p;
        float x = to_float(in[point * v.stride + c]); /* 0 off the board */
        sum += x;
        if (x > top && (!mask || mask[point] > 0)) {
            top = x;
            place = p;
        }
    }
    sums[w][lane] = sum;
    most[w][lane] = top;
    places[w][lane] = place;
    __syncthreads();
    if (w > 0 || c >= (unsigned)v.channels)
        return;
    for (unsigned other = 1; other < WARPS; other++) {
        sum += sums[other][lane];
        if (most[other][lane] > top || (most[other][lane] == top && places[other][lane] < place)) {
            top = most[other][lane];
            place = places[other][lane];
        }
    }
    if (largest_at)
        largest_at[(size_t)n * v.stride + c] = (uint16_t)place;
    float mean = sum / area[n], wide = sqrtf(area[n]) - 14;
    float *to = out + (size_t)n * out_stride;
    if (c == 0) /* the lanes beyond the last channel */
        for (int i = 3 * v.channels; i < out_stride; i++)
            to[i] = 0;
    to[c] = mean;
    to[v.channels + c] = mean * wide * 0.1f;
    to[2 * v.channels + c] = largest ? top : mean * (wide * wide * 0.01f - 0.1f);
}

extern "C" cudaError_t gpu_pool(cudaStream_t s, gpu_view v, nn_pool_kind kind, const void *in,
                                const float *mask, const float *area, float *out, int out_stride,
                                uint16_t *largest_at)
{
    dim3 grid((unsigned)v.n, blocks_for((size_t)v.channels, WARP));
    bool largest = kind == NN_POOL_MAX;
    BY_TYPE(v.type, LAUNCH(pool_kernel<T>, grid, BLOCK, s, v, largest, (const T *)in, mask, area,
                           out, out_stride, largest_at));
    return cudaGetLastError();
}

/* ---- vector times matrix ---- */

/* One warp for each number made. */
template <typename T>
static __global__ void dense_kernel(unsigned inputs, const T *in, const float *weights,
                                    gpu_view to, gpu_tail tail, float *out)
{
    unsigned n = blockIdx.x, o = blockIdx.y * WARPS + threadIdx.x / WARP;
    unsigned lane = threadIdx.x % WARP;
    bool real = o < (unsigned)to.channels;
    float sum = 0;
    for (unsigned i = lane; real && i < inputs; i += WARP)
        sum += to_float(in[(size_t)n * inputs + i]) * weights[(size_t)o * inputs + i];
    sum = warp_sum(sum);
    if (lane > 0 || o >= (unsigned)to.stride)
        return;
    size_t at = (size_t)n * to.stride + o;
    if (!real) { /* a lane beyond the last channel */
        out[at] = 0;
        return;
    }
    sum += (tail.bias ? tail.bias[o] : 0) + (tail.per_channel ? tail.per_channel[at] : 0) +
           (tail.add ? ((const float *)tail.add)[at] : 0);
    out[at] = activate(tail.activation, sum);
}

extern "C" cudaError_t gpu_dense(cudaStream_t s, gpu_view from, const void *in,
                                 const float *weights, gpu_view to, gpu_tail tail, float *out)
{
    dim3 grid((unsigned)to.n, blocks_for((size_t)to.stride, WARPS));
    unsigned inputs = (unsigned)(from.points * from.stride);
    BY_TYPE(from.type, LAUNCH(dense_kernel<T>, grid, BLOCK, s, inputs, (const T *)in, weights, to,
                              tail, out));
    return cudaGetLastError();
}
