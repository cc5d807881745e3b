/* pointwise.h -- small 1x1 convolutions, as in the heads of a network: a product of matrices of
 * which oneDNN's takes longer to begin and to finish than to compute.         */
#ifndef KATACHI_NN_ONEDNN_POINTWISE_H
#define KATACHI_NN_ONEDNN_POINTWISE_H

#include "nn/onednn/lanes.h"

/* Convolutions with so few results for each point (measured). */
bool pointwise_pays(int channels_out);

/* in [points][in stride] times weights [in stride][out stride], with the tail. */
void pointwise_multiply(const float *in, size_t points, size_t in_stride, const float *weights,
                        size_t stride, const onednn_tail *t, float *out);

#endif
