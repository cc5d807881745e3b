/* back.h -- the kernels of the plug-in that only learning needs.
 *
 * As in nn/cudnn/kernels.h, each call puts work on the stream.  Sums over positions and points
 * are formed in the same order each time: first those of a block, called parts, then of
 * these.  Gradients of parameters are written, not added to.                  */
#ifndef KATACHI_NN_TRAIN_CUDNN_BACK_H
#define KATACHI_NN_TRAIN_CUDNN_BACK_H

#include "nn/cudnn/gpu.h"
#include "nn_train/gradient/batch_norm.h"

enum { GPU_PART_POINTS = 128 }; /* of one position, at most */

/* Floats of the room for parts that layers with this view need. */
static inline size_t gpu_parts_room(gpu_view v)
{
    return 2 * (size_t)v.n * (size_t)(v.points / GPU_PART_POINTS + 1) * (size_t)v.stride;
}

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of a layer, float[outs][ins][k] as they are learned, become T[outs][k][stride], zero
 * beyond `ins`; and back, for gradients.                                      */
typedef struct gpu_packing {
    nn_precision type;
    int outs, ins, k, stride;
} gpu_packing;
cudaError_t gpu_pack(cudaStream_t s, gpu_packing p, const float *from, void *to);
cudaError_t gpu_unpack(cudaStream_t s, gpu_packing p, const void *from, float *to);

/* Back through the tail of a layer, g being the gradient of its result:
 *
 *     g <- mask * activation'(before) * g        bias[c] = sum of g over all points
 *                                         per_channel[n][c] += sum over those of n
 *
 *   before       T, what the activation was applied to; for NN_RELU the result will do
 *   bias         [channels], NULL where there is none
 *   per_channel  [n][stride], NULL where there is none
 *   parts        room, see gpu_parts_room                                      */
typedef struct gpu_back_tail {
    nn_activation activation;
    const void *before;
    const float *mask; /* NULL: all 1 */
    float *bias, *per_channel, *parts;
} gpu_back_tail;
cudaError_t gpu_back_finish(cudaStream_t s, gpu_view v, gpu_back_tail t, void *g);

/* Back through NN_NORM, out = mask * activation(scale * in + bias):
 *
 *     d = mask * activation'(scale * in + bias) * g        in_gradient = scale * d
 *     scale_gradient[c] = sum of d * in                    bias_gradient[c] = sum of d
 *
 * The gradient of `in` is added to in_gradient if `adds`.                     */
typedef struct gpu_back_norm_args {
    nn_activation activation;
    const void *in, *g;
    const float *scale, *bias, *mask; /* bias, mask: may be NULL */
    float *scale_gradient, *bias_gradient, *parts;
    void *in_gradient;
    bool adds;
} gpu_back_norm_args;
cudaError_t gpu_back_norm(cudaStream_t s, gpu_view v, gpu_back_norm_args a);

/* How many points of n boards count, to *to. */
cudaError_t gpu_count_points(cudaStream_t s, gpu_view v, const float *mask, float *to);

/* A norm that learns by statistics (nn_train/gradient/batch_norm.h). */
typedef struct gpu_batch_norm {
    batch_norm *channel;                  /* [channels] */
    float *scale, *bias, *mean, *square;  /* [stride], 0 beyond the channels; as applied, and
                                           * what the rows showed */
} gpu_batch_norm;

/* Finds it from numbers and, packed or not, gamma, beta and what was seen: [2 * channels].
 * `count` is as gpu_count_points wrote it.                                    */
typedef struct gpu_statistics_args {
    nn_norms norms;
    const float *gamma, *beta, *seen, *mask, *count;
    float *parts;
} gpu_statistics_args;
cudaError_t gpu_find_statistics(cudaStream_t s, gpu_view v, gpu_statistics_args a, const void *in,
                                gpu_batch_norm to);

/* After gpu_back_norm with its sums in of_scale and of_bias [stride], which change: the gradients
 * of gamma, beta and, as such, the statistics, and what each number changes for the others, which
 * is added to in_gradient.                                                    */
typedef struct gpu_back_statistics_args {
    const void *in;
    const float *mask, *count;
    float *of_scale, *of_bias;
    float *gamma, *beta, *seen; /* [channels], [channels], [2 * channels] */
    void *in_gradient;
} gpu_back_statistics_args;
cudaError_t gpu_back_statistics(cudaStream_t s, gpu_view v, gpu_back_statistics_args a,
                                gpu_batch_norm norm);

/* to += from. */
cudaError_t gpu_add(cudaStream_t s, gpu_view v, const void *from, void *to);

/* Back through NN_POOL; v is the view of its input, g float[n][g_stride], largest_at as gpu_pool
 * wrote it.  Written to in_gradient, or added if `adds`.                      */
cudaError_t gpu_back_pool(cudaStream_t s, gpu_view v, nn_pool_kind kind, const float *g, int g_stride,
                          const float *mask, const float *area, const uint16_t *largest_at,
                          void *in_gradient, bool adds);

/* Back through NN_DENSE from a vector: `from` and `to` are the views of in and out, weights
 * [to.channels][from.stride], weights_gradient [to.channels][from.channels].  Adds to
 * in_gradient [n][from.stride], unless it is NULL.                            */
cudaError_t gpu_back_dense(cudaStream_t s, gpu_view from, gpu_view to, const float *in,
                           const float *weights, const float *g, float *weights_gradient,
                           float *in_gradient);

#ifdef __cplusplus
}
#endif

#endif
