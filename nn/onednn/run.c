#include "nn/onednn/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/onednn/int8.h"
#include "nn/onednn/kernels.h"
#include "nn/onednn/pointwise.h"
#include "nn/onednn/sparse.h"
#include "nn/onednn/status.h"
#include "nn/onednn/winograd.h"

/* ---- buffers ---- */

typedef struct buffer {
    void *at; /* of the pointer */
    size_t numbers; /* of the size of a float */
} buffer;

/* Everything but the slots. */
enum { BUFFERS = NN_N_INPUTS + 17 };

static void list_buffers(onednn_worker *w, const onednn_plan *p, buffer list[BUFFERS])
{
    const nn_model *m = p->model;
    const buffer all[BUFFERS] = {
        {&w->input[NN_PLANES], p->points * onednn_stride(m->planes)},
        {&w->input[NN_GLOBALS], onednn_stride(m->globals)},
        {&w->input[NN_META], onednn_stride(m->meta)},
        {&w->transformed[0], p->transformed}, {&w->transformed[1], p->transformed},
        {&w->kinds, p->kinds}, {&w->turned[0], p->points * p->head}, {&w->turned[1], p->points * p->head},
        {&w->keys, p->head * p->wide}, {&w->scores, p->head ? p->points * p->wide : 0},
        {&w->halves, p->halves / 2 + 1}, {&w->values, p->points * p->value / 2},
        {&w->half_keys, p->value ? p->head * p->wide / 2 : 0},
        {&w->exponents, p->value ? p->points * p->wide / 2 + 1 : 0}, {&w->sums, p->points},
        {&w->key_bias, p->wide}, {&w->shift, p->widest},
        {&w->zero, p->widest}, {&w->board, p->board / sizeof(float) + 1},
        {&w->scratch, p->scratch / sizeof(float) + 1}};
    memcpy(list, all, sizeof all);
}

static bool allocate(onednn_worker *w, const onednn_plan *p)
{
    buffer list[BUFFERS];
    bool done = true;
    list_buffers(w, p, list);
    for (int i = 0; i < BUFFERS; i++)
        done &= (*(void **)list[i].at = onednn_numbers(list[i].numbers)) != NULL;
    w->slot = calloc((size_t)p->slots.n + 1, sizeof *w->slot);
    w->memory = calloc((size_t)p->model->n_layers + 1, sizeof *w->memory);
    for (int i = 0; w->slot && i < p->slots.n; i++)
        done &= (w->slot[i] = onednn_numbers(p->slot_numbers[i])) != NULL;
    return done && w->slot && w->memory;
}

go_status onednn_worker_create(onednn_worker *w, const onednn_plan *p, go_error *err)
{
    *w = (onednn_worker){0};
    dnnl_status_t status = allocate(w, p) ? dnnl_success : dnnl_out_of_memory;
    if (status == dnnl_success)
        status = dnnl_stream_create(&w->stream, p->engine, dnnl_stream_default_flags);
    /* memory objects; only where they point changes later */
    for (int i = 0; i < p->model->n_layers; i++)
        for (int k = 0; k < STEP_OPS; k++) {
            const onednn_op *op = &p->steps[i].op[k];
            for (int m = 0; op->primitive && m < OP_N_MEMORIES && status == dnnl_success; m++)
                status = dnnl_memory_create(&w->memory[i][k][m], op->memory[m], p->engine,
                                            m == OP_SCRATCH ? w->scratch : DNNL_MEMORY_NONE);
        }
    return onednn_status(status, "prepare a thread", err);
}

void onednn_worker_destroy(onednn_worker *w, const onednn_plan *p)
{
    buffer list[BUFFERS];
    for (int i = 0; w->memory && i < p->model->n_layers; i++)
        for (int k = 0; k < STEP_OPS; k++)
            for (int m = 0; m < OP_N_MEMORIES; m++)
                dnnl_memory_destroy(w->memory[i][k][m]);
    free(w->memory);
    for (int i = 0; w->slot && i < p->slots.n; i++)
        free(w->slot[i]);
    free(w->slot);
    list_buffers(w, p, list);
    for (int i = 0; i < BUFFERS; i++)
        free(*(void **)list[i].at);
    dnnl_stream_destroy(w->stream);
}

float *onednn_tensor(const onednn_plan *p, const onednn_worker *w, int tensor)
{
    if (tensor == NN_NONE)
        return NULL;
    return tensor < NN_N_INPUTS ? w->input[tensor] : w->slot[p->slots.of[tensor]];
}

/* ---- layers ---- */

/* What a layer computes with, on this worker. */
typedef struct task {
    const onednn_plan *plan;
    onednn_worker *worker;
    const onednn_step *step;
    int index; /* of the step */
    const float *in;
    float *out;
    size_t stride_in, stride_out, points; /* points: 1 for vectors */
    onednn_tail tail;
} task;

static dnnl_status_t run_op(const task *t, int k, const void *source, const void *weights,
                            float *result)
{
    static const int name[OP_N_MEMORIES] = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST,
                                            DNNL_ARG_SCRATCHPAD};
    dnnl_memory_t *memory = t->worker->memory[t->index][k];
    void *at[] = {(void *)(uintptr_t)source, (void *)(uintptr_t)weights, result};
    dnnl_exec_arg_t args[OP_N_MEMORIES];
    for (int m = 0; m < OP_N_MEMORIES; m++) {
        if (m != OP_SCRATCH)
            dnnl_memory_set_data_handle(memory[m], at[m]);
        args[m] = (dnnl_exec_arg_t){name[m], memory[m]};
    }
    return dnnl_primitive_execute(t->step->op[k].primitive, t->worker->stream, OP_N_MEMORIES,
                                  args);
}

static dnnl_status_t run_winograd(const task *t)
{
    onednn_worker *w = t->worker;
    const int size = t->plan->size;
    const size_t tiles = winograd_tiles(size), in = t->stride_in, out = t->stride_out;
    const winograd_board from = {size, in, in, tiles * in}, to = {size, out, out, tiles * out};
    winograd_input(from, t->in, w->zero, w->transformed[0]);
    dnnl_status_t status = run_op(t, 0, w->transformed[0], t->step->weights, w->transformed[1]);
    winograd_output(to, &t->tail, w->transformed[1], t->out);
    return status;
}

static void run_sparse(const task *t)
{
    const nn_layer *l = t->step->layer;
    const nn_tensor *tensors = t->plan->model->tensors;
    sparse_convolve(l, t->plan->size, tensors[l->in].channels, tensors[l->out].channels, t->in,
                    t->step->weights, t->worker->kinds, &t->tail, t->out);
}

static void run_int8(const task *t)
{
    const int8_weights *weights = t->step->weights;
    uint8_t *board = t->worker->board;
    const int8_scale scale = int8_round(t->in, t->plan->size, t->stride_in, board);
    int8_convolve(board, t->plan->size, weights, (int32_t *)(void *)t->out);
    int8_finish(weights, scale, &t->tail, t->plan->size, t->out);
}

static dnnl_status_t run_product(const task *t)
{
    const nn_layer *l = t->step->layer;
    bool plain = !l->bias && l->per_channel == NN_NONE && !t->tail.add && !t->tail.mask &&
                 l->activation == NN_IDENTITY; /* as a transformer's projections */
    if (t->step->half && !t->step->rounded)
        onednn_halve(t->in, t->points * t->stride_in, t->worker->halves);
    dnnl_status_t status = run_op(t, 0, t->step->half ? (const void *)t->worker->halves : t->in,
                                  t->step->weights, t->out);
    if (!plain)
        onednn_finish(&t->tail, t->points, t->stride_out, t->out);
    return status;
}

static dnnl_status_t score(const task *t)
{
    onednn_worker *w = t->worker;
    if (!t->step->half)
        return run_op(t, 0, w->turned[0], w->keys, w->scores);
    onednn_halve(w->turned[0], t->plan->points * onednn_stride(t->step->layer->key_dim),
                 w->halves);
    return run_op(t, 0, w->halves, w->half_keys, w->scores);
}

/* Scores to exponents and their sums.  Where no score can be as large as the bound, nearly
 * everywhere, nothing can overflow and the largest need not be found.         */
static void make_exponents(const task *t, float bound)
{
    onednn_worker *w = t->worker;
    const size_t wide = t->plan->wide;
    for (size_t i = 0; i < t->plan->points; i++) {
        float *row = w->scores + i * wide;
        float shift = bound < 80 ? 0 : onednn_largest(row, w->key_bias, wide);
        w->sums[i] = t->step->half ? onednn_half_exponents(row, w->key_bias, shift, wide,
                                                           w->exponents + i * wide)
                                   : onednn_exponents(row, w->key_bias, shift, wide);
    }
}

/* One head: `longest` key, the values it reads and where its result goes. */
static dnnl_status_t attend(const task *t, const float *query, const float *turn, float longest,
                            const float *values, float *out)
{
    const onednn_plan *p = t->plan;
    const nn_layer *l = t->step->layer;
    onednn_worker *w = t->worker;
    float scale = 1.44269504f / sqrtf((float)l->key_dim); /* for exponents of two */
    longest *= onednn_turn(query, t->stride_in, turn, l->key_dim, scale, p->points, w->turned[0]);
    dnnl_status_t status = score(t);
    make_exponents(t, longest);
    if (status == dnnl_success)
        status = t->step->half ? run_op(t, 1, w->exponents, w->values, out)
                               : run_op(t, 1, w->scores, values, out);
    for (size_t i = 0; i < p->points; i++) { /* exponents become weights */
        float factor = 1 / w->sums[i];
        for (size_t d = 0; d < (size_t)l->value_dim; d++)
            out[i * t->stride_out + d] *= factor;
    }
    return status;
}

/* The keys and values that the heads from now on read. */
static float prepare_keys(const task *t, int kv, const float *turn)
{
    const onednn_plan *p = t->plan;
    const nn_layer *l = t->step->layer;
    onednn_worker *w = t->worker;
    const float *keys = onednn_tensor(p, w, l->in2), *values = onednn_tensor(p, w, l->in3);
    size_t stride = onednn_stride(l->value_dim);
    float longest = onednn_turn(keys + kv * l->key_dim, onednn_stride(l->kv_heads * l->key_dim),
                                turn, l->key_dim, 1, p->points, w->turned[1]);
    onednn_transpose(w->turned[1], l->key_dim, p->points, p->wide, w->keys);
    if (!t->step->half)
        return longest;
    onednn_halve(w->keys, (size_t)l->key_dim * p->wide, w->half_keys);
    for (size_t i = 0; i < p->points; i++)
        onednn_halve(values + i * onednn_stride(l->kv_heads * l->value_dim) + kv * l->value_dim,
                     stride, w->values + i * stride);
    return longest;
}

static dnnl_status_t run_attention(const task *t)
{
    const onednn_plan *p = t->plan;
    const nn_layer *l = t->step->layer;
    onednn_worker *w = t->worker;
    const float *values = onednn_tensor(p, w, l->in3);
    int shared = l->heads / l->kv_heads;
    float longest = 0;
    dnnl_status_t status = dnnl_success;
    memset(t->out, 0, t->points * t->stride_out * sizeof *t->out);
    for (int h = 0; h < l->heads && status == dnnl_success; h++) {
        int kv = h / shared;
        const float *turn = t->step->turn + 2 * (size_t)kv * onednn_stride(l->key_dim) * p->points;
        if (h % shared == 0)
            longest = prepare_keys(t, kv, turn);
        status = attend(t, t->in + h * l->key_dim, turn, longest, values + kv * l->value_dim,
                        t->out + h * l->value_dim);
    }
    onednn_finish(&t->tail, t->points, t->stride_out, t->out);
    return status;
}

/* A flattened board is [channel][point] in the weights. */
static void run_dense(const task *t)
{
    const nn_model *m = t->plan->model;
    nn_tensor in = m->tensors[t->step->layer->in];
    size_t channels = (size_t)in.channels, points = t->plan->points;
    const float *weights = t->step->weights;
    memset(t->out, 0, t->stride_out * sizeof *t->out);
    if (!in.spatial)
        onednn_dense(t->in, 1, weights, channels, t->stride_out, t->out);
    for (size_t c = 0; in.spatial && c < channels; c++)
        onednn_dense(t->in + c, t->stride_in, weights + c * points * t->stride_out, points,
                     t->stride_out, t->out);
    onednn_finish(&t->tail, 1, t->stride_out, t->out);
}

static void run_loops(const task *t)
{
    const nn_layer *l = t->step->layer;
    const onednn_worker *w = t->worker;
    nn_tensor in = t->plan->model->tensors[l->in];
    const float *scale = t->step->weights;
    switch (l->kind) {
    case NN_DENSE: run_dense(t); break;
    case NN_NORM:
        onednn_multiply(&t->tail, t->in, scale, 0, t->points, t->stride_out, t->out);
        break;
    case NN_RMS_NORM:
        onednn_rms_norm(&t->tail, l, t->in, scale, in.channels, w->area, t->points, t->out);
        break;
    case NN_POOL:
        onednn_pool(l, t->in, w->mask, in.channels, w->area, t->plan->points, t->out);
        onednn_finish(&t->tail, 1, t->stride_out, t->out);
        break;
    case NN_PRODUCT:
        onednn_multiply(&t->tail, t->in, onednn_tensor(t->plan, w, l->in2), t->stride_out,
                        t->points, t->stride_out, t->out);
        break;
    case NN_CONV:
    case NN_ATTENTION:
    case NN_N_LAYER_KINDS: break;
    }
}

static task task_of(const onednn_plan *p, onednn_worker *w, int i)
{
    const onednn_step *s = &p->steps[i];
    const nn_layer *l = s->layer;
    const nn_model *m = p->model;
    bool spatial = m->tensors[l->out].spatial;
    task t = {.plan = p, .worker = w, .step = s, .index = i, .in = onednn_tensor(p, w, l->in),
              .out = w->slot[p->slots.of[l->out]], .points = spatial ? p->points : 1,
              .stride_in = onednn_stride(m->tensors[l->in].channels),
              .stride_out = onednn_stride(m->tensors[l->out].channels)};
    t.tail = (onednn_tail){.shift = s->bias, .add = onednn_tensor(p, w, l->add),
                           .mask = spatial ? w->mask : NULL, .activation = l->activation};
    if (l->per_channel != NN_NONE) {
        onednn_add_vectors(s->bias, onednn_tensor(p, w, l->per_channel), t.stride_out, w->shift);
        t.tail.shift = w->shift;
    }
    return t;
}

static dnnl_status_t run_step(const task *t)
{
    switch (t->step->way) {
    case WAY_SPARSE: run_sparse(t); return dnnl_success;
    case WAY_POINTWISE:
        pointwise_multiply(t->in, t->points, t->stride_in, t->step->weights, t->stride_out,
                           &t->tail, t->out);
        return dnnl_success;
    case WAY_WINOGRAD: return run_winograd(t);
    case WAY_MATRIX:
    case WAY_CONVOLUTION: return run_product(t);
    case WAY_ATTENTION: return run_attention(t);
    case WAY_INT8: run_int8(t); return dnnl_success;
    case WAY_LOOPS: break;
    }
    run_loops(t);
    return dnnl_success;
}

go_status onednn_run(const onednn_plan *p, onednn_worker *w, go_error *err)
{
    for (size_t i = 0; p->head && i < p->wide; i++) /* keys off the board get no weight */
        w->key_bias[i] = i < p->points && (!w->mask || w->mask[i] > 0) ? 0 : -1e30f;
    for (int i = 0; i < p->model->n_layers; i++) {
        const task t = task_of(p, w, i);
        dnnl_status_t status = run_step(&t);
        if (status != dnnl_success)
            return onednn_status(status, "evaluate a network", err);
    }
    return GO_OK;
}
