/* attention.h -- NN_ATTENTION forward and backward for a lane's rows, one head of one position
 * after another: small products in float32, whatever the tensors are.
 *
 * With q and k turned by their points' angles, s = q k^T / sqrt(key_dim), a = softmax(s):
 *
 *     out = a v           d v = a^T g        d a = g v^T
 *     d s = a (d a - sum of a d a in the row)
 *     d q = d s k / sqrt(key_dim)            d k = d s^T q / sqrt(key_dim)
 *
 * Backward, a is computed once more: that costs less than keeping it.           */
#ifndef KATACHI_NN_TRAIN_ONEDNN_ATTENTION_H
#define KATACHI_NN_TRAIN_ONEDNN_ATTENTION_H

#include "nn/model/model.h"

/* Floats of scratch memory, aligned to 64 bytes. */
size_t attention_scratch(const nn_layer *l, size_t points);

/* Cosine and sine of each point's angles: float[kv_heads][points][key_dim / 2][2].  Without
 * frequencies (l->n_weights is 0) there are none.                              */
size_t attention_angles_size(const nn_layer *l, size_t points);
void attention_angles(const nn_layer *l, int size, const float *frequencies, float *angles);

/* Tensors [rows][points][channels] of bfloat16 if `half`, else float; ELEMENTS_SLACK bytes beyond
 * their ends may be read.                                                     */
typedef struct attention_work {
    const nn_layer *l;
    bool half;
    int size, rows;
    const float *mask;       /* [rows][points]; NULL: all 1 */
    const float *angles;
    float *scratch;
    const void *query, *key, *value;
} attention_work;

void attention_forward(const attention_work *w, void *out);

/* A gradient to be written or, if `adds`, added to. */
typedef struct attention_gradient {
    void *to;
    bool adds;
} attention_gradient;

/* g is the gradient of `out`, 0 off the board; that of the frequencies is added to, or NULL. */
void attention_backward(const attention_work *w, const void *g, attention_gradient query,
                        attention_gradient key, attention_gradient value, float *of_frequencies);

#endif
