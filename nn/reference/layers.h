/* layers.h -- the formulas of the layers, see nn/model/model.h. */
#ifndef KATACHI_NN_REFERENCE_LAYERS_H
#define KATACHI_NN_REFERENCE_LAYERS_H

#include "nn/model/model.h"

/* Shapes and the mask of one position, for the layers below. */
typedef struct reference_view {
    int size;          /* side of the buffer */
    const float *mask; /* [size * size] of 0 and 1 */
    double area;       /* sum of the mask */
    float *scratch;    /* [size * size * 2 * most key channels], for attention */
} reference_view;

/* f(in) of one layer and one position, before what all layers have in common.
 * `in` and `out` are the tensors without the dimension of the batch.         */
void reference_conv(const reference_view *v, const nn_layer *l, const float *in, int channels_in,
                    float *out, int channels_out);
void reference_dense(const nn_layer *l, const float *in, float *out, int channels_out);
void reference_norm(const reference_view *v, const nn_layer *l, const float *in, float *out,
                    int channels, bool spatial);
void reference_rms_norm(const reference_view *v, const nn_layer *l, const float *in, float *out,
                        int channels);
void reference_pool(const reference_view *v, const nn_layer *l, const float *in, int channels,
                    float *out);
void reference_attention(const reference_view *v, const nn_layer *l, const float *q,
                         const float *k, const float *value, float *out);

#endif
