/* pass.h -- one lane's way through a batch, forward and backward. */
#ifndef KATACHI_NN_TRAIN_ONEDNN_PASS_H
#define KATACHI_NN_TRAIN_ONEDNN_PASS_H

#include "nn_train/onednn/attention.h"
#include "nn_train/onednn/elements.h"
#include "nn_train/onednn/state.h"

/* Calls the function for the state's type of number. */
#define ELEMENTS(s, function, ...)                                        \
    ((s)->half ? elements_##function##_16(__VA_ARGS__) : elements_##function##_32(__VA_ARGS__))

typedef struct pass {
    const onednn_gradient *s;
    lane *l;
    int rows;
    const float *mask;
    float *sum; /* backward: of the parameters' gradient */
} pass;

static inline void *value(const pass *p, int tensor)
{
    return tensor == NN_NONE ? NULL : p->l->of[tensor].value;
}

/* Where a layer's product goes, before what finish adds. */
static inline void *product_of(const pass *p, const nn_layer *l)
{
    const variable *v = &p->l->of[l->out];
    return v->before ? v->before : v->value;
}

/* Numbers of a tensor in the rows at hand. */
static inline size_t live_numbers(const pass *p, int tensor)
{
    return numbers_of(p->s, tensor) / (size_t)p->s->settings.rows * (size_t)p->rows;
}

pass pass_begin(onednn_gradient *s, int lane_number, const nn_batch *b);

/* The scales of layer i, a norm, and what follows them. */
const float *pass_norm_scale(const pass *p, int i);
elements_tail pass_norm_tail(const pass *p, int i);

/* Layer i, NN_CONV or NN_ATTENTION, in the words of its functions. */
conv_work pass_conv(const pass *p, int i);
attention_work pass_attention(const pass *p, int i);

/* Layer i, a norm that learns by statistics: before it goes forward, and when its sums are in
 * of_scale and of_bias, which become the a and b of elements_back_norm.       */
void pass_find_statistics(const pass *p, int i);
void pass_back_statistics(const pass *p, int i);

/* Those of nn_gradient. */
go_status pass_forward(void *state, int lane_number, const nn_batch *b, go_error *err);
go_status pass_backward(void *state, int lane_number, const nn_batch *b,
                        const float *const out[NN_N_OUTPUTS], float *sum, go_error *err);

#endif
