/* gradient_work.h -- a network, a batch and a loss, to compare gradients with. */
#ifndef KATACHI_TESTS_SUPPORT_GRADIENT_WORK_H
#define KATACHI_TESTS_SUPPORT_GRADIENT_WORK_H

#include "nn_train/gradient/gradient.h"

enum { WORK_SIZE = 9, WORK_AREA = WORK_SIZE * WORK_SIZE, WORK_ROWS = 3 };

/* A batch of boards of the size, the second one two lines smaller in the same buffer; usually
 * three, of 9, 7 and 9 lines.                                                 */
typedef struct gradient_work {
    int size, rows;
    nn_model *m;
    nn_parameters p;
    float *theta;
    nn_batch batch;
    float *planes, *globals, *meta, *mask, *wanted[NN_N_OUTPUTS];
} gradient_work;

/* Of random weights, not folded; `shape` as in nn_random_shape_parse, or "v8" to "v17": the tiny
 * network of that version of the format (tests/support/tiny_net.h), with every kind of layer. */
gradient_work gradient_work_begin(const char *shape);
gradient_work gradient_work_of(const char *shape, int size, int rows);
void gradient_work_end(gradient_work *w);

/* Lets its norms learn by statistics, of which some have been seen. */
void gradient_work_normalise(gradient_work *w, nn_norms norms);

/* A state of the backend, which is available, for it. */
void *gradient_work_start(const nn_gradient *g, const gradient_work *w);

/* The wanted combination of the answers: its gradient at the outputs is `wanted`. */
double gradient_work_combination(const nn_gradient *g, void *state, const gradient_work *w,
                                 const float *theta);

/* The gradient of that by the parameters [p.n]; the caller frees it. */
float *gradient_work_gradient(const nn_gradient *g, const gradient_work *w);

/* How many numbers of a layer learn; positions that follow from a rule of the file do not. */
size_t gradient_work_numbers(const gradient_work *w, const nn_layer *l);

/* Skips the test, with a sentence, where the backend is not available. */
void gradient_work_needs(const nn_gradient *g);

/* Fails where a layer's gradient differs by more than `tolerance` of its length; the second one
 * compares with the reference and skips like gradient_work_needs.             */
void gradient_work_near(const gradient_work *w, const float *got, const float *right,
                        double tolerance);
void gradient_work_compare(const nn_gradient *g, const char *shape, double tolerance);
void gradient_work_compare_norms(const nn_gradient *g, const char *shape, nn_norms norms,
                                 double tolerance);

#endif
