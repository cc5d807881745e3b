/* gradient_work.h -- a network, a batch and a loss, to compare gradients with. */
#ifndef KATACHI_TESTS_SUPPORT_GRADIENT_WORK_H
#define KATACHI_TESTS_SUPPORT_GRADIENT_WORK_H

#include "nn_train/gradient/gradient.h"

enum { WORK_SIZE = 9, WORK_AREA = WORK_SIZE * WORK_SIZE, WORK_ROWS = 3 };

/* A batch of three rows, of boards of 9, 7 and 9 lines in a buffer of 9. */
typedef struct gradient_work {
    nn_model *m;
    nn_parameters p;
    float *theta;
    nn_batch batch;
    float *planes, *globals, *meta, *mask, *wanted[NN_N_OUTPUTS];
} gradient_work;

/* Of random weights, not folded; `shape` as in nn_random_shape_parse, or "v8" to "v17": the tiny
 * network of that version of the format (tests/support/tiny_net.h), with every kind of layer. */
gradient_work gradient_work_begin(const char *shape);
void gradient_work_end(gradient_work *w);

/* A state of the backend, which is available, for it. */
void *gradient_work_start(const nn_gradient *g, const gradient_work *w);

/* The wanted combination of the answers: its gradient at the outputs is `wanted`. */
double gradient_work_combination(const nn_gradient *g, void *state, const gradient_work *w,
                                 const float *theta);

/* The gradient of that by the parameters [p.n]; the caller frees it. */
float *gradient_work_gradient(const nn_gradient *g, const gradient_work *w);

/* How many numbers of a layer learn; positions that follow from a rule of the file do not. */
size_t gradient_work_numbers(const gradient_work *w, const nn_layer *l);

/* Fails where a layer's gradient differs from the reference's by more than `tolerance` of its
 * length.                                                                     */
void gradient_work_compare(const nn_gradient *g, const char *shape, double tolerance);

#endif
