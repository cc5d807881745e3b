/* plan.h -- a model prepared for oneDNN: what each layer computes with.
 *
 * A plan is made once for a model and a size, for one position at a time, and is
 * read-only afterwards; each thread has a worker (run.h) with the buffers.  Layouts
 * are those of lanes.h.  A layer is computed in one of eight ways:
 *
 *     sparse       the convolution of the planes: sparse.h
 *     Winograd     3x3 convolutions: 36 or 25 matrix products between two transforms
 *     int8         the same ones, and 1x1 ones between them, in 8-bit integers: int8.h
 *     pointwise    small 1x1 convolutions: pointwise.h
 *     matrix       other 1x1 convolutions: one product [points][in] x [in][out]
 *     convolution  other kernels, dilated ones: oneDNN's own, channels last
 *     attention    for each head two products with a softmax between
 *     loops        the rest: kernels.h
 *
 * With `half` the factors of products and convolutions are rounded to bfloat16 and their
 * products are summed in float32; everything between them is float32.  AMX computes these
 * at up to sixteen times the rate of float32, AVX512_BF16 at twice its rate.  With AMX there
 * is no Winograd: its many weights are slower to read than the products are to compute.
 * With AVX512_BF16 alone Winograd stays, in float32 (in bfloat16 its transforms would magnify
 * the errors), and only networks with attention are computed with `half`.  With `int8`
 * convolutions are computed so wherever int8_pays, and the others with `half`, if the processor
 * has either of the two.
 *
 * Everything runs in the calling thread: threads share the positions, not the
 * layers, so that none waits for another within a position.                   */
#ifndef KATACHI_NN_ONEDNN_PLAN_H
#define KATACHI_NN_ONEDNN_PLAN_H

#include "nn/model/backend.h"
#include "nn/onednn/dnnl.h"
#include "nn/onednn/lanes.h"

typedef enum onednn_way {
    WAY_LOOPS,
    WAY_SPARSE,
    WAY_POINTWISE,
    WAY_WINOGRAD,
    WAY_INT8,
    WAY_MATRIX,
    WAY_CONVOLUTION,
    WAY_ATTENTION,
} onednn_way;

/* The memories of a primitive. */
enum { OP_SOURCE, OP_WEIGHTS, OP_RESULT, OP_SCRATCH, OP_N_MEMORIES };

/* A oneDNN primitive; `primitive` is NULL where a layer needs none. */
typedef struct onednn_op {
    dnnl_primitive_t primitive;
    onednn_desc memory[OP_N_MEMORIES];
} onednn_op;

enum { STEP_OPS = 2 }; /* attention: scores, values; else one */

typedef struct onednn_step {
    const nn_layer *layer;
    onednn_way way;
    onednn_op op[STEP_OPS];
    bool half;      /* the primitives take bfloat16 */
    bool rounded;   /* a product whose left side is that of the step before, rounded there */
    void *weights;  /* in the layout of the way, floats, with `half` bfloat16, or int8_weights;
                     * NULL: none */
    float *bias;    /* [stride] of the result; zeros when there is none */
    float *turn;    /* attention: onednn_turn_table of each key head */
} onednn_step;

typedef struct onednn_plan {
    const nn_model *model;
    int size;
    bool half, int8;
    size_t points, wide; /* wide: points rounded up to ONEDNN_LANES */
    dnnl_engine_t engine;
    dnnl_primitive_attr_t attr; /* of all primitives: scratch memory is the worker's */
    onednn_step *steps; /* [model->n_layers] */
    nn_slots slots;
    size_t *slot_numbers;   /* [slots.n] */
    size_t transformed;     /* numbers in the larger of Winograd's arrays */
    size_t kinds;           /* numbers that the convolution of the planes needs */
    size_t widest;          /* the largest stride */
    size_t head;            /* the largest stride of a key */
    size_t halves;          /* bfloat16 numbers in the largest left side of a product */
    size_t value;           /* the largest stride of a value; 0 without `half` */
    size_t board;           /* bytes of the largest board of int8 */
    size_t scratch;         /* bytes that a primitive wants for itself */
} onednn_plan;

/* The plan of a model, a size and a precision (lower ones only where they are faster): made at
 * the first call and shared by all users, in any thread, until the last releases it (NULL is
 * accepted).  With one copy the weights stay in the cache that the processors share.      */
go_status onednn_plan_take(const onednn_plan **out, const nn_model *model, int size,
                           nn_precision precision, go_error *err);
void onednn_plan_release(const onednn_plan *p);

#endif
