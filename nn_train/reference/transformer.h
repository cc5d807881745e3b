/* transformer.h -- RMS norms and attention of one position, forward and backward, in double.
 *
 * The formulas are those of nn/model/model.h.  Tensors are [channels][points] and 0 off the
 * board; gradients are added to.                                              */
#ifndef KATACHI_NN_TRAIN_REFERENCE_TRANSFORMER_H
#define KATACHI_NN_TRAIN_REFERENCE_TRANSFORMER_H

#include "nn/model/model.h"

/* The board of the position. */
typedef struct reference_board {
    int size;
    size_t points;
    double area;
    const float *mask; /* [points]; NULL: all 1 */
} reference_board;

/* weights  in  [channels] */
void reference_rms_forward(const reference_board *b, const nn_layer *l, size_t channels,
                           const double *weights, const double *in, double *out);
void reference_rms_backward(const reference_board *b, const nn_layer *l, size_t channels,
                            const double *weights, const double *in, const double *g,
                            double *in_gradient, float *weights_gradient);

/* What attention reads, and in the same form the gradients. */
typedef struct reference_attention {
    double *query, *key, *value;
} reference_attention;

/* Numbers of the scratch memory that the functions below need. */
size_t reference_attention_scratch(const nn_layer *l, size_t points);

/* frequencies  in   l->n_weights, or none
 *   of_frequencies  their gradient; NULL: they do not learn                    */
void reference_attention_forward(const reference_board *b, const nn_layer *l,
                                 const double *frequencies, const reference_attention *in,
                                 double *scratch, double *out);
void reference_attention_backward(const reference_board *b, const nn_layer *l,
                                  const double *frequencies, const reference_attention *in,
                                  const double *g, double *scratch,
                                  const reference_attention *in_gradient, float *of_frequencies);

#endif
