/* From the gradient of a layer's result to those of what it was made from, see back.h. */
#include "nn_train/cudnn/back.h"

#include "nn/cudnn/device.cuh"

enum { BLOCK = 256, WARPS = BLOCK / WARP };

/* A block of sums: groups of channels by rows of points. */
enum { GROUPS = 8, WIDE = GROUPS * GPU_GROUP, ROWS = BLOCK / GROUPS };

/* ---- parameters ---- */

template <typename T>
static __global__ void pack_kernel(gpu_packing p, const float *from, T *to)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x, c = i % (unsigned)p.stride;
    unsigned k = i / (unsigned)p.stride % (unsigned)p.k, o = i / (unsigned)(p.stride * p.k);
    if (o < (unsigned)p.outs)
        store(&to[i], c < (unsigned)p.ins ? from[((size_t)o * p.ins + c) * p.k + k] : 0);
}

template <typename T>
static __global__ void unpack_kernel(gpu_packing p, const T *from, float *to)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x, k = i % (unsigned)p.k;
    unsigned c = i / (unsigned)p.k % (unsigned)p.ins, o = i / (unsigned)(p.ins * p.k);
    if (o < (unsigned)p.outs)
        to[i] = to_float(from[((size_t)o * p.k + k) * p.stride + c]);
}

extern "C" cudaError_t gpu_pack(cudaStream_t s, gpu_packing p, const float *from, void *to)
{
    unsigned blocks = blocks_for((size_t)p.outs * p.k * p.stride, BLOCK);
    BY_TYPE(p.type, LAUNCH(pack_kernel<T>, blocks, BLOCK, s, p, from, (T *)to));
    return cudaGetLastError();
}

extern "C" cudaError_t gpu_unpack(cudaStream_t s, gpu_packing p, const void *from, float *to)
{
    unsigned blocks = blocks_for((size_t)p.outs * p.k * p.ins, BLOCK);
    BY_TYPE(p.type, LAUNCH(unpack_kernel<T>, blocks, BLOCK, s, p, (const T *)from, to));
    return cudaGetLastError();
}

/* ---- sums ---- */

/* Parts of one position: by the number of its points only. */
static __host__ __device__ inline unsigned parts_of(const gpu_view &v)
{
    return ((unsigned)v.points + GPU_PART_POINTS - 1) / GPU_PART_POINTS;
}

/* The sums of the block's threads over its rows, to a part.  Not static, as block_sum in
 * nn/cudnn/kernels.cu.                                                        */
__device__ void block_part(const gpu_view &v, const float *sum, float *parts)
{
    __shared__ float rows[ROWS][WIDE];
    unsigned group = threadIdx.x % GROUPS, row = threadIdx.x / GROUPS;
    unsigned c = blockIdx.y * WIDE + threadIdx.x;
    __syncthreads(); /* an earlier sum has been read */
    for (unsigned k = 0; k < GPU_GROUP; k++)
        rows[row][group * GPU_GROUP + k] = sum[k];
    __syncthreads();
    if (threadIdx.x >= WIDE || c >= (unsigned)v.stride)
        return;
    float all = 0;
    for (unsigned r = 0; r < ROWS; r++)
        all += rows[r][threadIdx.x];
    parts[(size_t)blockIdx.x * v.stride + c] = all;
}

/* One block for each 32 channels of each of two sums: of all parts. */
static __global__ void sum_kernel(gpu_view v, const float *parts, unsigned n, float *to,
                                  const float *parts2, float *to2)
{
    parts = blockIdx.y ? parts2 : parts;
    to = blockIdx.y ? to2 : to;
    __shared__ float sums[WARPS][WARP];
    unsigned lane = threadIdx.x % WARP, w = threadIdx.x / WARP, c = blockIdx.x * WARP + lane;
    float sum = 0;
    for (unsigned i = w; c < (unsigned)v.channels && i < n; i += WARPS)
        sum += parts[(size_t)i * v.stride + c];
    sums[w][lane] = sum;
    __syncthreads();
    if (w > 0 || c >= (unsigned)v.channels)
        return;
    for (unsigned other = 1; other < WARPS; other++)
        sum += sums[other][lane];
    to[c] = sum;
}

/* One thread for each position and channel. */
static __global__ void position_kernel(gpu_view v, const float *parts, unsigned n, float *to)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x, c = i % (unsigned)v.stride;
    unsigned position = i / (unsigned)v.stride;
    if (position >= (unsigned)v.n)
        return;
    float sum = 0;
    for (unsigned k = 0; k < n; k++)
        sum += parts[((size_t)position * n + k) * v.stride + c];
    to[i] += sum;
}

/* Of one or, if to2 is not NULL, two kinds of parts. */
static void sum_parts(cudaStream_t s, gpu_view v, const float *parts, float *to,
                      const float *parts2, float *to2)
{
    dim3 grid(blocks_for((size_t)v.channels, WARP), to2 ? 2 : 1);
    unsigned n = (unsigned)v.n * parts_of(v);
    LAUNCH(sum_kernel, grid, BLOCK, s, v, parts, n, to, parts2, to2);
}

/* ---- tails and norms ---- */

static __device__ float slope(nn_activation a, float x)
{
    float e, square, t, sigmoid;
    switch (a) {
    case NN_RELU: return x > 0 ? 1 : 0;
    case NN_SILU:
        sigmoid = 1 / (1 + expf(-x));
        return sigmoid * (1 + x * (1 - sigmoid));
    case NN_MISH: /* x t with t = tanh(log(1 + e^x)), see activate in device.cuh */
        if (x > 15)
            return 1;
        e = expf(x);
        square = e * (e + 2);
        t = square / (square + 2);
        return t + x * (1 - t * t) * (e / (1 + e));
    default: return 1;
    }
}

/* One block for each part of a position and 64 channels. */
template <typename T>
static __global__ void finish_kernel(gpu_view v, gpu_back_tail t, T *g)
{
    unsigned n = blockIdx.x / parts_of(v), part = blockIdx.x % parts_of(v);
    unsigned c = blockIdx.y * WIDE + threadIdx.x % GROUPS * GPU_GROUP;
    unsigned first = part * GPU_PART_POINTS + threadIdx.x / GROUPS;
    unsigned end = (part + 1) * GPU_PART_POINTS;
    float sum[GPU_GROUP] = {0};
    for (unsigned p = first; c < (unsigned)v.stride && p < (unsigned)v.points && p < end; p += ROWS) {
        size_t point = (size_t)n * v.points + p, at = point * v.stride + c;
        bool inside = !t.mask || t.mask[point] > 0;
        group<T> d = *(const group<T> *)(g + at), before;
        if (t.before)
            before = *(const group<T> *)((const T *)t.before + at);
        for (unsigned k = 0; k < GPU_GROUP; k++) {
            float x = inside ? to_float(d.x[k]) : 0;
            if (t.before)
                x *= slope(t.activation, to_float(before.x[k]));
            store(&d.x[k], x);
            sum[k] += x;
        }
        *(group<T> *)(g + at) = d;
    }
    if (t.bias || t.per_channel)
        block_part(v, sum, t.parts);
}

static dim3 part_grid(gpu_view v)
{
    return dim3((unsigned)v.n * parts_of(v), blocks_for((size_t)v.stride, WIDE));
}

/* The rows of a vector are as good as points of one position. */
static gpu_view as_points(gpu_view v)
{
    if (v.points == 1) {
        v.points = v.n;
        v.n = 1;
    }
    return v;
}

extern "C" cudaError_t gpu_back_finish(cudaStream_t s, gpu_view v, gpu_back_tail t, void *g)
{
    if (!t.per_channel)
        v = as_points(v);
    if (t.activation == NN_IDENTITY)
        t.before = NULL;
    BY_TYPE(v.type, LAUNCH(finish_kernel<T>, part_grid(v), BLOCK, s, v, t, (T *)g));
    if (t.bias)
        sum_parts(s, v, t.parts, t.bias, NULL, NULL);
    unsigned blocks = blocks_for((size_t)v.n * v.stride, BLOCK), each = parts_of(v);
    if (t.per_channel)
        LAUNCH(position_kernel, blocks, BLOCK, s, v, t.parts, each, t.per_channel);
    return cudaGetLastError();
}

template <typename T>
static __global__ void norm_kernel(gpu_view v, gpu_back_norm_args a, const T *in, const T *g, T *to,
                                   float *scale_parts, float *bias_parts)
{
    unsigned n = blockIdx.x / parts_of(v), part = blockIdx.x % parts_of(v);
    unsigned c = blockIdx.y * WIDE + threadIdx.x % GROUPS * GPU_GROUP;
    unsigned first = part * GPU_PART_POINTS + threadIdx.x / GROUPS;
    unsigned end = (part + 1) * GPU_PART_POINTS;
    float of_scale[GPU_GROUP] = {0}, of_bias[GPU_GROUP] = {0};
    for (unsigned p = first; c < (unsigned)v.stride && p < (unsigned)v.points && p < end; p += ROWS) {
        size_t point = (size_t)n * v.points + p, at = point * v.stride + c;
        bool inside = !a.mask || a.mask[point] > 0;
        group<T> x = *(const group<T> *)(in + at), d = *(const group<T> *)(g + at), made;
        if (a.adds)
            made = *(const group<T> *)(to + at);
        for (unsigned k = 0; k < GPU_GROUP; k++) {
            float value = to_float(x.x[k]), scale = a.scale[c + k];
            float before = value * scale + (a.bias ? a.bias[c + k] : 0);
            float back = inside ? to_float(d.x[k]) * slope(a.activation, before) : 0;
            of_scale[k] += back * value;
            of_bias[k] += back;
            store(&made.x[k], back * scale + (a.adds ? to_float(made.x[k]) : 0));
        }
        *(group<T> *)(to + at) = made;
    }
    block_part(v, of_scale, scale_parts);
    if (bias_parts)
        block_part(v, of_bias, bias_parts);
}

extern "C" cudaError_t gpu_back_norm(cudaStream_t s, gpu_view v, gpu_back_norm_args a)
{
    v = as_points(v);
    float *bias_parts = a.bias_gradient ? a.parts + gpu_parts_room(v) / 2 : NULL;
    BY_TYPE(v.type, LAUNCH(norm_kernel<T>, part_grid(v), BLOCK, s, v, a, (const T *)a.in,
                           (const T *)a.g, (T *)a.in_gradient, a.parts, bias_parts));
    sum_parts(s, v, a.parts, a.scale_gradient, bias_parts, a.bias_gradient);
    return cudaGetLastError();
}

/* ---- norms that learn by statistics ---- */

/* One block. */
static __global__ void count_kernel(unsigned n, const float *mask, float *to)
{
    __shared__ float sums[BLOCK];
    float sum = 0;
    for (unsigned i = threadIdx.x; i < n; i += BLOCK)
        sum += mask[i] > 0 ? 1 : 0;
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (unsigned i = 1; i < BLOCK; i++)
        sum += sums[i];
    *to = sum;
}

extern "C" cudaError_t gpu_count_points(cudaStream_t s, gpu_view v, const float *mask, float *to)
{
    LAUNCH(count_kernel, 1, BLOCK, s, (unsigned)(v.n * v.points), mask, to);
    return cudaGetLastError();
}

/* One block for each part of a position and 64 channels: sums of x and x^2. */
template <typename T>
static __global__ void moments_kernel(gpu_view v, const float *mask, const T *in, float *parts,
                                      float *square_parts)
{
    unsigned n = blockIdx.x / parts_of(v), part = blockIdx.x % parts_of(v);
    unsigned c = blockIdx.y * WIDE + threadIdx.x % GROUPS * GPU_GROUP;
    unsigned first = part * GPU_PART_POINTS + threadIdx.x / GROUPS;
    unsigned end = (part + 1) * GPU_PART_POINTS;
    float sum[GPU_GROUP] = {0}, squares[GPU_GROUP] = {0};
    for (unsigned p = first; c < (unsigned)v.stride && p < (unsigned)v.points && p < end; p += ROWS) {
        size_t point = (size_t)n * v.points + p;
        if (mask && mask[point] <= 0)
            continue;
        group<T> x = *(const group<T> *)(in + point * v.stride + c);
        for (unsigned k = 0; k < GPU_GROUP; k++) {
            float value = to_float(x.x[k]);
            sum[k] += value;
            squares[k] += value * value;
        }
    }
    block_part(v, sum, parts);
    block_part(v, squares, square_parts);
}

/* One thread for each channel: from sums to means, and how they are applied. */
static __global__ void statistics_kernel(gpu_view v, gpu_statistics_args a, gpu_batch_norm to)
{
    unsigned c = blockIdx.x * BLOCK + threadIdx.x, channels = (unsigned)v.channels;
    if (c >= channels)
        return;
    float count = a.mask ? *a.count : (float)v.n * (float)v.points;
    float mean = to.mean[c] / count, square = to.square[c] / count;
    batch_norm n = batch_norm_of(a.norms, a.gamma[c], a.beta[c], mean, square, a.seen[c],
                                 a.seen[channels + c]);
    to.mean[c] = mean;
    to.square[c] = square;
    to.channel[c] = n;
    to.scale[c] = (float)n.scale;
    to.bias[c] = (float)n.bias;
}

extern "C" cudaError_t gpu_find_statistics(cudaStream_t s, gpu_view v, gpu_statistics_args a,
                                           const void *in, gpu_batch_norm to)
{
    float *square_parts = a.parts + gpu_parts_room(v) / 2;
    BY_TYPE(v.type, LAUNCH(moments_kernel<T>, part_grid(v), BLOCK, s, v, a.mask, (const T *)in,
                           a.parts, square_parts));
    sum_parts(s, v, a.parts, to.mean, square_parts, to.square);
    LAUNCH(statistics_kernel, blocks_for((size_t)v.channels, BLOCK), BLOCK, s, v, a, to);
    return cudaGetLastError();
}

/* One thread for each channel: of_scale and of_bias become the factors of a line. */
static __global__ void back_statistics_kernel(gpu_view v, gpu_back_statistics_args a,
                                              gpu_batch_norm norm)
{
    unsigned c = blockIdx.x * BLOCK + threadIdx.x, channels = (unsigned)v.channels;
    if (c >= channels)
        return;
    float count = a.mask ? *a.count : (float)v.n * (float)v.points;
    batch_norm n = norm.channel[c];
    batch_norm_gradient back = batch_norm_back(&n, a.of_scale[c], a.of_bias[c], count);
    a.gamma[c] = (float)back.gamma;
    a.beta[c] = (float)back.beta;
    a.seen[c] = norm.mean[c];
    a.seen[channels + c] = norm.square[c];
    a.of_scale[c] = (float)back.a;
    a.of_bias[c] = (float)back.b;
}

/* One thread for each group of channels: to += a x + b. */
template <typename T>
static __global__ void line_kernel(gpu_view v, const float *mask, const float *a, const float *b,
                                   const T *in, T *to)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x, groups = (unsigned)v.stride / GPU_GROUP;
    unsigned point = i / groups, c = i % groups * GPU_GROUP;
    if (point >= (unsigned)v.n * (unsigned)v.points || (mask && mask[point] <= 0))
        return;
    size_t at = (size_t)point * v.stride + c;
    group<T> x = *(const group<T> *)(in + at), made = *(const group<T> *)(to + at);
    for (unsigned k = 0; k < GPU_GROUP && c + k < (unsigned)v.channels; k++)
        store(&made.x[k], to_float(made.x[k]) + a[c + k] * to_float(x.x[k]) + b[c + k]);
    *(group<T> *)(to + at) = made;
}

extern "C" cudaError_t gpu_back_statistics(cudaStream_t s, gpu_view v, gpu_back_statistics_args a,
                                           gpu_batch_norm norm)
{
    LAUNCH(back_statistics_kernel, blocks_for((size_t)v.channels, BLOCK), BLOCK, s, v, a, norm);
    unsigned blocks = blocks_for((size_t)v.n * v.points * v.stride / GPU_GROUP, BLOCK);
    BY_TYPE(v.type, LAUNCH(line_kernel<T>, blocks, BLOCK, s, v, a.mask, a.of_scale, a.of_bias,
                           (const T *)a.in, (T *)a.in_gradient));
    return cudaGetLastError();
}

/* ---- sums of tensors ---- */

template <typename T>
static __global__ void add_kernel(size_t groups, const group<T> *from, group<T> *to)
{
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i >= groups)
        return;
    group<T> a = from[i], b = to[i];
    for (unsigned k = 0; k < GPU_GROUP; k++)
        store(&b.x[k], to_float(a.x[k]) + to_float(b.x[k]));
    to[i] = b;
}

extern "C" cudaError_t gpu_add(cudaStream_t s, gpu_view v, const void *from, void *to)
{
    size_t groups = (size_t)v.n * v.points * v.stride / GPU_GROUP;
    unsigned blocks = blocks_for(groups, BLOCK);
    BY_TYPE(v.type, LAUNCH(add_kernel<T>, blocks, BLOCK, s, groups, (const group<T> *)from,
                           (group<T> *)to));
    return cudaGetLastError();
}

/* ---- pooling ---- */

template <typename T>
static __global__ void pool_kernel(gpu_view v, bool largest, const float *g, int g_stride,
                                   const float *mask, const float *area, const uint16_t *largest_at,
                                   T *to, bool adds)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x, groups = (unsigned)v.stride / GPU_GROUP;
    unsigned point = i / groups, c = i % groups * GPU_GROUP, n = point / (unsigned)v.points;
    if (n >= (unsigned)v.n)
        return;
    size_t at = (size_t)point * v.stride + c;
    float mean = 1 / area[n], wide = sqrtf(area[n]) - 14;
    bool inside = !mask || mask[point] > 0;
    group<T> made;
    if (adds)
        made = *(const group<T> *)(to + at);
    for (unsigned k = 0; k < GPU_GROUP; k++) {
        float x = 0;
        if (inside && c + k < (unsigned)v.channels) {
            const float *d = g + (size_t)n * g_stride + c + k;
            x = mean * (d[0] + d[v.channels] * wide * 0.1f);
            if (!largest)
                x += mean * d[2 * v.channels] * (wide * wide * 0.01f - 0.1f);
            else if (largest_at[(size_t)n * v.stride + c + k] == point % (unsigned)v.points)
                x += d[2 * v.channels];
        }
        store(&made.x[k], x + (adds ? to_float(made.x[k]) : 0));
    }
    *(group<T> *)(to + at) = made;
}

extern "C" cudaError_t gpu_back_pool(cudaStream_t s, gpu_view v, nn_pool_kind kind, const float *g,
                                     int g_stride, const float *mask, const float *area,
                                     const uint16_t *largest_at, void *in_gradient, bool adds)
{
    unsigned blocks = blocks_for((size_t)v.n * v.points * v.stride / GPU_GROUP, BLOCK);
    bool largest = kind == NN_POOL_MAX;
    BY_TYPE(v.type, LAUNCH(pool_kernel<T>, blocks, BLOCK, s, v, largest, g, g_stride, mask, area,
                           largest_at, (T *)in_gradient, adds));
    return cudaGetLastError();
}

/* ---- vector times matrix ---- */

/* One thread for each weight. */
static __global__ void dense_weights_kernel(gpu_view from, gpu_view to, const float *in,
                                            const float *g, float *sum)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x, c = i % (unsigned)from.channels;
    unsigned o = i / (unsigned)from.channels;
    if (o >= (unsigned)to.channels)
        return;
    float all = 0;
    for (unsigned n = 0; n < (unsigned)from.n; n++)
        all += g[(size_t)n * to.stride + o] * in[(size_t)n * from.stride + c];
    sum[i] = all;
}

/* One thread for each input. */
static __global__ void dense_in_kernel(gpu_view from, gpu_view to, const float *weights,
                                       const float *g, float *in_gradient)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x, c = i % (unsigned)from.stride;
    unsigned n = i / (unsigned)from.stride;
    if (n >= (unsigned)from.n)
        return;
    float all = 0;
    for (unsigned o = 0; o < (unsigned)to.channels; o++)
        all += g[(size_t)n * to.stride + o] * weights[(size_t)o * from.stride + c];
    in_gradient[i] += all;
}

extern "C" cudaError_t gpu_back_dense(cudaStream_t s, gpu_view from, gpu_view to, const float *in,
                                      const float *weights, const float *g,
                                      float *weights_gradient, float *in_gradient)
{
    unsigned of_weights = blocks_for((size_t)from.channels * to.channels, BLOCK);
    unsigned of_in = blocks_for((size_t)from.n * from.stride, BLOCK);
    LAUNCH(dense_weights_kernel, of_weights, BLOCK, s, from, to, in, g, weights_gradient);
    if (in_gradient)
        LAUNCH(dense_in_kernel, of_in, BLOCK, s, from, to, weights, g, in_gradient);
    return cudaGetLastError();
}
