/* state.h -- a network that learns by oneDNN, and its lanes, shared by the files of the folder.
 *
 * What a layer computes with is common to all lanes and, but for the parameters, made once; a
 * lane has the values of all tensors and the buffers of their gradients.        */
#ifndef KATACHI_NN_TRAIN_ONEDNN_STATE_H
#define KATACHI_NN_TRAIN_ONEDNN_STATE_H

#include "nn_train/gradient/batch_norm.h"
#include "nn_train/gradient/gradient.h"
#include "nn_train/onednn/conv.h"

/* A tensor of one lane and its gradient: [rows][points][channels] of the state's type, or
 * float[rows][channels].  A spatial gradient has a buffer only while it is needed. */
typedef struct variable {
    void *value, *gradient;
    void *before; /* what the activation was taken of; NULL: the value tells its slope */
    double *moments; /* [2][channels]: sums of its numbers and of their squares over the rows at
                      * hand, where a norm learns by them; else NULL */
    bool reached; /* the gradient has been written */
} variable;

/* A norm that learns by statistics, in one lane; arrays of floats have slack as tensors have. */
typedef struct lane_norm {
    batch_norm *channel;           /* [channels]; NULL: its scales and biases are parameters */
    float *scale, *bias;           /* [channels]: as applied */
    float *mean, *square;          /* [channels] */
    float *of_scale, *of_bias;     /* [channels]: sums of gradients, then factors */
} lane_norm;

typedef struct lane {
    void *memory;        /* of all that follows but the buffers in `free` */
    dnnl_stream_t stream;
    variable *of;        /* [n_tensors] */
    conv_memory *conv;   /* [n_layers] */
    uint16_t **largest;  /* [n_layers]: where NN_POOL found the largest values */
    float **factors;     /* [n_layers]: what NN_RMS_NORM multiplied by */
    lane_norm *norm;     /* [n_layers] */
    void *scratch;       /* of oneDNN */
    void **free;         /* [n_free]: buffers for gradients, the one last used at the end */
    int n_free;
    float *plain;        /* the largest weights */
} lane;

typedef struct onednn_gradient {
    const nn_parameters *p;
    const nn_model *m;
    nn_gradient_settings settings;
    bool half;
    size_t points, element, largest; /* bytes of the largest tensor */
    dnnl_engine_t engine;
    dnnl_stream_t stream; /* of load */
    conv_ops *ops;        /* [n_layers] */
    int *norm_of;         /* [n_tensors]: the norm that makes it, where only convolutions read it that
                           * compute it, some boards at a time: no lane keeps it; NN_NONE */
    float *theta;
    float **angles;       /* [n_layers]: of NN_ATTENTION */
    lane *lanes;
} onednn_gradient;

/* Numbers and bytes of a tensor in a full batch. */
static inline size_t numbers_of(const onednn_gradient *s, int tensor)
{
    nn_tensor t = s->m->tensors[tensor];
    return (size_t)s->settings.rows * (t.spatial ? s->points : 1) * (size_t)t.channels;
}

static inline size_t bytes_of(const onednn_gradient *s, int tensor)
{
    return numbers_of(s, tensor) * (s->m->tensors[tensor].spatial ? s->element : sizeof(float));
}

/* Zeros, aligned to 64 bytes and with 64 to spare, to be freed; NULL when memory runs out. */
void *state_zeros(size_t bytes);

/* The sentence for that. */
go_status state_no_memory(go_error *err);

/* A lane of a state whose operations are prepared, and its end, also where creating it failed.
 * `scratch` is in bytes.                                                       */
go_status lane_create(onednn_gradient *s, lane *l, size_t scratch, go_error *err);
void lane_destroy(const onednn_gradient *s, lane *l);

#endif
