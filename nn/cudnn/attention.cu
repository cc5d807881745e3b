/* Attention between the points of a board, see kernels.h.
 *
 * A thread has one query; the block goes through the keys tile by tile, and each
 * thread keeps the largest score so far, the sum of the exponents and the
 * weighted values, rescaled when the largest grows (Milakov and Gimelshein 2018,
 * as FlashAttention uses it).  No matrix of scores is ever stored.           */
#include "nn/cudnn/device.cuh"
#include "nn/cudnn/kernels.h"

enum { QUERIES = 128, TILE = 32, STEP = 8 };

/* Channel d of a head at a point: turned, when there is a table to turn by. */
template <typename T>
static __device__ float turned(const T *row, unsigned d, const float *turn)
{
    if (!turn)
        return to_float(row[d]);
    unsigned even = d & ~1u;
    float a = to_float(row[even]), b = to_float(row[even + 1]);
    float c = turn[even], s = turn[even + 1];
    return d == even ? a * c - b * s : a * s + b * c;
}

/* Keys and values `first` .. of the tile to shared memory, 0 where there is none. */
template <typename T, int DIM>
static __device__ void load_tile(const gpu_attention_args &a, unsigned n, unsigned kv,
                                 unsigned points, unsigned first, float (*key)[DIM],
                                 float (*value)[DIM], float *open)
{
    const T *k = (const T *)a.k, *v = (const T *)a.v;
    unsigned key_dim = (unsigned)a.key_dim, value_dim = (unsigned)a.value_dim;
    for (unsigned i = threadIdx.x; i < TILE * DIM; i += QUERIES) {
        unsigned j = i / DIM, d = i % DIM, p = first + j;
        size_t point = (size_t)n * points + p;
        bool real = p < points;
        const float *turn = a.turn ? a.turn + ((size_t)kv * points + p) * key_dim : NULL;
        key[j][d] = real && d < key_dim
                        ? turned(k + point * a.k_stride + kv * key_dim, d, turn) : 0;
        value[j][d] = real && d < value_dim
                          ? to_float(v[point * a.v_stride + kv * value_dim + d]) : 0;
        if (d == 0)
            open[j] = real && (!a.mask || a.mask[point] > 0);
    }
}

/* What one thread knows of its query so far. */
template <int DIM> struct running {
    float q[DIM], sum[DIM], total, largest;
};

/* STEP keys at a time: their scores stay in registers. */
template <int DIM>
static __device__ void look_at(running<DIM> *r, float (*key)[DIM], float (*value)[DIM],
                               const float *open)
{
    float score[STEP], largest = r->largest;
#pragma unroll /* the arrays are registers */
    for (int j = 0; j < STEP; j++) {
        float dot = 0;
#pragma unroll
        for (int d = 0; d < DIM; d++)
            dot += r->q[d] * key[j][d];
        score[j] = open[j] > 0 ? dot : -INFINITY;
        largest = score[j] > largest ? score[j] : largest;
    }
    if (largest == -INFINITY)
        return; /* nothing but closed points so far */
    float shrink = expf(r->largest - largest);
    r->total *= shrink;
#pragma unroll
    for (int d = 0; d < DIM; d++)
        r->sum[d] *= shrink;
#pragma unroll
    for (int j = 0; j < STEP; j++) {
        float weight = expf(score[j] - largest);
        r->total += weight;
#pragma unroll
        for (int d = 0; d < DIM; d++)
            r->sum[d] += weight * value[j][d];
    }
    r->largest = largest;
}

template <typename T, int DIM>
static __global__ void attention_kernel(gpu_view to, gpu_attention_args a, T *out)
{
    __shared__ __align__(16) float key[TILE][DIM];
    __shared__ __align__(16) float value[TILE][DIM];
    __shared__ float open[TILE];
    unsigned p = blockIdx.x * QUERIES + threadIdx.x, points = (unsigned)to.points;
    unsigned h = blockIdx.y, n = blockIdx.z, kv = h / (unsigned)(a.heads / a.kv_heads);
    size_t point = (size_t)n * points + p;
    bool mine = p < points;
    unsigned key_dim = (unsigned)a.key_dim;
    running<DIM> r = {{0}, {0}, 0, -INFINITY};
    const float *turn = a.turn ? a.turn + ((size_t)kv * points + p) * key_dim : NULL;
    float shrink = rsqrtf((float)a.key_dim);
#pragma unroll
    for (unsigned d = 0; d < DIM; d++)
        r.q[d] = mine && d < key_dim
                     ? turned((const T *)a.q + point * a.q_stride + h * key_dim, d, turn) * shrink
                     : 0;
    for (unsigned first = 0; first < points; first += TILE) {
        __syncthreads(); /* the last tile has been read */
        load_tile<T, DIM>(a, n, kv, points, first, key, value, open);
        __syncthreads();
        for (int j = 0; j < TILE; j += STEP)
            look_at(&r, key + j, value + j, open + j);
    }
    T *to_row = out + point * to.stride + h * (unsigned)a.value_dim;
    bool inside = mine && (!a.mask || a.mask[point] > 0); /* so its own key counted */
#pragma unroll
    for (unsigned d = 0; d < DIM; d++)
        if (mine && d < (unsigned)a.value_dim)
            store(to_row + d, inside ? r.sum[d] / r.total : 0);
    if (mine && h == 0) /* the lanes beyond the last channel */
        for (int c = to.channels; c < to.stride; c++)
            store(out + point * to.stride + c, 0);
}

template <typename T>
static void launch(cudaStream_t s, gpu_view to, gpu_attention_args a, T *out)
{
    dim3 grid(blocks_for((size_t)to.points, QUERIES), (unsigned)a.heads, (unsigned)to.n);
    int dim = a.key_dim > a.value_dim ? a.key_dim : a.value_dim;
    auto kernel = dim <= 32 ? attention_kernel<T, 32> : attention_kernel<T, GPU_MOST_HEAD>;
    LAUNCH(kernel, grid, QUERIES, s, to, a, out);
}

extern "C" cudaError_t gpu_attention(cudaStream_t s, gpu_view to, gpu_attention_args a, void *out)
{
    if (to.type == NN_HALF)
        launch(s, to, a, (__half *)out);
    else
        launch(s, to, a, (float *)out);
    return cudaGetLastError();
}
