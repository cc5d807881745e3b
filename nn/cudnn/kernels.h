/* kernels.h -- the kernels of the plug-in, for all but convolutions.
 *
 * Each call puts work on the stream and returns; pointers are to the GPU's memory.
 * Formulas: nn/model/model.h.                                                 */
#ifndef KATACHI_NN_CUDNN_KERNELS_H
#define KATACHI_NN_CUDNN_KERNELS_H

#include "nn/cudnn/gpu.h"

enum { GPU_MOST_HEAD = 64 }; /* channels of a head of attention, at most */

#ifdef __cplusplus
extern "C" {
#endif

/* float[n][channels][points] to the layout of gpu.h, and back. */
cudaError_t gpu_import(cudaStream_t s, gpu_view v, const float *planes, void *out);
cudaError_t gpu_export(cudaStream_t s, gpu_view v, const void *in, float *planes);

/* scale[c] * in * in2 with its tail; scale and in2 may be NULL, out may be in. */
cudaError_t gpu_finish(cudaStream_t s, gpu_view v, const void *in, const void *in2,
                       const float *scale, gpu_tail tail, void *out);

/* NN_RMS_NORM with its tail.  `factor` is room for n floats.                 */
cudaError_t gpu_rms_norm(cudaStream_t s, gpu_view v, const nn_layer *l, const void *in,
                         const float *scale, const float *area, float *factor, gpu_tail tail,
                         void *out);

/* NN_POOL without its tail; out float[n][out_stride].  The first points that have the largest
 * values go to largest_at [n][stride], if it is not NULL.                     */
cudaError_t gpu_pool(cudaStream_t s, gpu_view v, nn_pool_kind kind, const void *in,
                     const float *mask, const float *area, float *out, int out_stride,
                     uint16_t *largest_at);

/* NN_DENSE with its tail: `from` is the view of in, weights float[out.channels]
 * [from.points * from.stride], out float.                                     */
cudaError_t gpu_dense(cudaStream_t s, gpu_view from, const void *in, const float *weights,
                      gpu_view to, gpu_tail tail, float *out);

/* NN_ATTENTION without its tail.  `turn` holds cosine and sine for each key head,
 * point and pair of channels, float[kv_heads][points][key_dim / 2][2], or NULL.
 *   q, k, v  views of the same n, points and type
 *   to       the view of out                                                 */
typedef struct gpu_attention_args {
    const void *q, *k, *v;
    int q_stride, k_stride, v_stride;
    int heads, kv_heads, key_dim, value_dim;
    const float *turn, *mask;
} gpu_attention_args;
cudaError_t gpu_attention(cudaStream_t s, gpu_view to, gpu_attention_args a, void *out);

#ifdef __cplusplus
}
#endif

#endif
