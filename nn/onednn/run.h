/* run.h -- one position through all layers of a plan, in the buffers of a worker. */
#ifndef KATACHI_NN_ONEDNN_RUN_H
#define KATACHI_NN_ONEDNN_RUN_H

#include "nn/onednn/plan.h"

/* Buffers of one thread. */
typedef struct onednn_worker {
    dnnl_stream_t stream;
    dnnl_memory_t (*memory)[STEP_OPS][OP_N_MEMORIES]; /* [n_layers] */
    float **slot;
    float *input[NN_N_INPUTS];
    uint8_t *board;        /* int8: its inputs with a border */
    float *kinds;          /* the convolution of the planes: its scratch */
    float *transformed[2]; /* Winograd: before and after the products */
    float *turned[2];      /* attention: queries, keys [points][stride] */
    float *keys;           /* attention: keys [key_dim][wide] */
    float *scores;         /* attention: [points][wide] */
    bfloat16 *halves;      /* the left side of a product, rounded */
    bfloat16 *half_keys;   /* attention: keys, rounded */
    bfloat16 *exponents;   /* attention: scores as exponents, rounded */
    bfloat16 *values;      /* attention: a head's values, rounded [points][stride] */
    float *sums;           /* attention: of each row of scores [points] */
    float *key_bias;       /* attention: [wide], 0 on the board, else very low */
    float *shift, *zero;   /* [widest] */
    float *scratch;        /* of the primitives */
    const float *mask; /* [points], or NULL: the whole buffer */
    double area;
} onednn_worker;

go_status onednn_worker_create(onednn_worker *w, const onednn_plan *p, go_error *err);
void onednn_worker_destroy(onednn_worker *w, const onednn_plan *p);

/* The buffer of a tensor; NULL for NN_NONE. */
float *onednn_tensor(const onednn_plan *p, const onednn_worker *w, int tensor);

/* All layers, from the worker's inputs, mask and area. */
go_status onednn_run(const onednn_plan *p, onednn_worker *w, go_error *err);

#endif
