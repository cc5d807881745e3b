/* state.h -- a network on the GPU, shared by the files of the plug-in.
 *
 * Batches are rounded up to a power of four (or max_batch): a bucket.  Its fastest
 * convolutions and the recorded sequence of launches are determined when the first
 * batch of its size arrives, for one position and for max_batch at once.  That may
 * take seconds where cuDNN compiles what it proposes, hence few buckets; unused rows
 * cost a GPU next to nothing.                                                 */
#ifndef KATACHI_NN_CUDNN_STATE_H
#define KATACHI_NN_CUDNN_STATE_H

#include "nn/cudnn/conv.h"

enum { GPU_BUCKETS = 7, GPU_INPUTS = 5 }; /* 4^6 = NN_MAX_BATCH */

/* A layer's numbers on the GPU, padded as gpu.h says, or NULL. */
typedef struct gpu_layer {
    void *weights;     /* NN_CONV: of the tensors' type; else float */
    float *bias;       /* [stride] */
    void *same_bias;   /* NN_CONV: the bias in the tensors' type */
} gpu_layer;

typedef struct gpu_bucket {
    int n; /* positions */
    bool ready;
    gpu_conv **conv;            /* [n_layers], NULL for other layers; shared by like ones */
    bool warm[2];               /* evaluated once without, with a mask */
    cudaGraphExec_t recorded[2]; /* the launches without, with a mask; or NULL */
} gpu_bucket;

typedef struct gpu_state {
    const nn_model *model;
    nn_settings settings;
    bool half;
    int points;
    cudaStream_t stream;
    gpu_math *math;
    void **allocated; /* all memory on the GPU, to be freed at the end */
    int n_allocated;
    size_t bytes;     /* of all of it */
    nn_slots slots;
    void **slot;      /* [slots.n] */
    gpu_layer *layer; /* [n_layers] */
    gpu_pair planes, globals, meta, mask, area;
    gpu_pair out[NN_N_OUTPUTS]; /* spatial ones [channels][points], vectors [stride] */
    void *imported;             /* the planes in the layout of gpu.h */
    float *factor;              /* [max_batch], for NN_RMS_NORM */
    gpu_bucket bucket[GPU_BUCKETS];
} gpu_state;

/* Bytes on the GPU: a fixed part, and the part of each position of the batch. */
typedef struct gpu_memory {
    double fixed, each;
} gpu_memory;
go_status gpu_memory_plan(const nn_model *m, int size, bool half, gpu_memory *plan);

/* Memory on the GPU, zeroed, freed with the state. */
go_status gpu_allocate(gpu_state *s, size_t bytes, void **out, go_error *err);

/* All weights to the GPU. */
go_status gpu_upload(gpu_state *s, go_error *err);

/* Puts a batch of the bucket on the stream, from copying inputs to copying outputs. */
go_status gpu_enqueue(gpu_state *s, const gpu_bucket *b, bool masked, go_error *err);

/* The shape and the arrays of a layer's convolution. */
gpu_conv_shape gpu_conv_shape_of(const gpu_state *s, int layer, int n);
gpu_conv_arrays gpu_conv_arrays_of(const gpu_state *s, int layer);

#endif
