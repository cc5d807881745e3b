/* state.h -- a network that learns on the GPU, shared by the files of the plug-in.
 *
 * All lanes put their work on one stream, one lane's after another's, under a lock; a lane
 * waits for its own work without it, so that others encode positions and compute losses
 * meanwhile.  So only what a lane must keep from forward to backward is its own: the values
 * of all tensors.  Gradients of tensors and scratch are shared.
 *
 * Tensors and factors are bfloat16 in the layout of nn/cudnn/gpu.h, or float in the backend for
 * checking.  theta and its gradient are float vectors; load packs theta into each layer's
 * layout and type.  Sums are float.                                           */
#ifndef KATACHI_NN_TRAIN_CUDNN_STATE_H
#define KATACHI_NN_TRAIN_CUDNN_STATE_H

#include <pthread.h>

#include "nn/cudnn/conv.h"
#include "nn_train/cudnn/back.h"
#include "nn_train/gradient/gradient.h"

/* A layer's numbers, packed, or NULL, and its convolutions by what they make, shared by
 * layers of one shape.                                                        */
typedef struct learn_layer {
    void *weights;
    float *bias;
    gpu_conv *conv[GPU_MAKES_WEIGHTS + 1];
} learn_layer;

/* The ways through a lane's layers. */
typedef enum learn_way { LEARN_FORWARD, LEARN_BACKWARD, LEARN_WAYS } learn_way;

typedef struct learn_lane {
    void **value;         /* [n_tensors] */
    void **before;        /* [n_tensors]: before the activation, where the result does not tell */
    uint16_t **largest;   /* [n_layers]: where NN_POOL found the largest values */
    gpu_batch_norm *norm; /* [n_layers]: those that learn by statistics */
    float *count;         /* points that count */
    gpu_pair planes, globals, meta, mask, area;
    gpu_pair out[NN_N_OUTPUTS]; /* answers, then their gradients; see enqueue.c */
    float *sum;           /* [p->n], pinned: the gradient */
    cudaEvent_t done;
    bool masked;          /* in the batch that it is learning from */
    int gone[LEARN_WAYS][2];                 /* times without, with a mask; counts to 2 */
    cudaGraphExec_t recorded[LEARN_WAYS][2]; /* the launches without, with a mask; or NULL */
    nn_norms norms;       /* of the launches that are recorded */
} learn_lane;

typedef struct learn_state {
    const nn_parameters *p;
    const nn_model *m;
    nn_gradient_settings settings;
    nn_precision type; /* of spatial tensors */
    int points;
    pthread_mutex_t lock; /* of the stream and all that is not a lane's */
    cudaStream_t stream;
    gpu_math *math;
    void **allocated, **pinned; /* all memory, to be freed at the end */
    int n_allocated, n_pinned;
    learn_layer *layer; /* [n_layers] */
    learn_lane *lane;   /* [lanes] */
    float *theta, *sum; /* [p->n] on the GPU */
    float *theta_host;  /* the same, pinned */
    float *planes;      /* room for planes and for spatial answers */
    float *parts;       /* see back.h */
    void *packed;       /* room for one layer's weights */
    void *spare;        /* room for one tensor */
    float *of_scale, *of_bias; /* room for sums of one norm */
    void **gradient;    /* [n_tensors] of NULL for inputs */
    void **now;         /* [n_tensors]: the same in the order in which a pass has put them */
    bool *reached;      /* [n_tensors]: the gradient has been written in this pass */
} learn_state;

/* All arrays of a state whose settings are set, and its end. */
go_status learn_memory_create(learn_state *s, go_error *err);
void learn_memory_destroy(learn_state *s);

/* Destroys the recorded launches of a lane. */
void learn_forget_recorded(learn_lane *l);

/* The view of a tensor of a lane; is `before` kept of it? */
gpu_view learn_view(const learn_state *s, int tensor);
bool learn_keeps_before(const nn_layer *l);

/* Packs theta, which is on the GPU, for all layers. */
go_status learn_pack(learn_state *s, go_error *err);

/* The way through the layers on the stream, from copying inputs to copying results. */
go_status learn_forward(learn_state *s, learn_lane *l, go_error *err);
go_status learn_backward(learn_state *s, learn_lane *l, go_error *err);

#endif
