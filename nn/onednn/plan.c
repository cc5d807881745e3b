#include "nn/onednn/plan.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/onednn/dnnl.h"
#include "nn/onednn/int8.h"
#include "nn/onednn/kernels.h"
#include "nn/onednn/pointwise.h"
#include "nn/onednn/sparse.h"
#include "nn/onednn/status.h"
#include "nn/onednn/winograd.h"

/* ---- primitives ---- */

/* Creates the primitive and describes its memories; ends pd. */
static dnnl_status_t create_op(onednn_plan *p, onednn_op *op, dnnl_primitive_desc_t pd)
{
    static const dnnl_query_t query[OP_N_MEMORIES] = {dnnl_query_src_md, dnnl_query_weights_md,
                                                      dnnl_query_dst_md, dnnl_query_scratchpad_md};
    dnnl_status_t status = dnnl_success;
    for (int m = 0; m < OP_N_MEMORIES && status == dnnl_success; m++)
        status = onednn_desc_wanted(&op->memory[m], pd, query[m]);
    size_t scratch = onednn_desc_bytes(op->memory[OP_SCRATCH]);
    if (scratch > p->scratch)
        p->scratch = scratch;
    if (status == dnnl_success)
        status = dnnl_primitive_create(&op->primitive, pd);
    dnnl_primitive_desc_destroy(pd);
    return status;
}

/* A matrix in memory: rows, columns, and numbers from row to row. */
typedef struct matrix {
    size_t rows, columns, step;
    dnnl_data_type_t type;
} matrix;

/* `count` of them, one after the other. */
static dnnl_status_t describe(onednn_desc *md, size_t count, matrix m)
{
    dnnl_dims_t dims = {(dnnl_dim_t)count, (dnnl_dim_t)m.rows, (dnnl_dim_t)m.columns};
    dnnl_dims_t steps = {(dnnl_dim_t)(m.rows * m.step), (dnnl_dim_t)m.step, 1};
    return onednn_desc_by_strides(md, 3, dims, m.type, steps);
}

static dnnl_status_t describe_one(onednn_desc *md, matrix m)
{
    dnnl_dims_t dims = {(dnnl_dim_t)m.rows, (dnnl_dim_t)m.columns};
    dnnl_dims_t steps = {(dnnl_dim_t)m.step, 1};
    return onednn_desc_by_strides(md, 2, dims, m.type, steps);
}

/* One that oneDNN may arrange as it likes. */
static dnnl_status_t describe_any(onednn_desc *md, matrix m)
{
    dnnl_dims_t dims = {(dnnl_dim_t)m.rows, (dnnl_dim_t)m.columns};
    return onednn_desc_by_tag(md, 2, dims, m.type, dnnl_format_tag_any);
}

static void free_descriptors(onednn_desc *md, int n)
{
    for (int i = 0; i < n; i++)
        onednn_desc_free(&md[i]);
}

/* The product of described matrices, whose descriptors it frees. */
static dnnl_status_t product_of(onednn_plan *p, onednn_op *op, onednn_desc md[3],
                                dnnl_status_t described)
{
    dnnl_primitive_desc_t pd;
    dnnl_status_t status = described;
    if (status == dnnl_success)
        status = onednn_product(&pd, p->engine, md[0], md[1], md[2], p->attr);
    free_descriptors(md, 3);
    return status == dnnl_success ? create_op(p, op, pd) : status;
}

/* `count` products a x b = c, one after the other. */
static dnnl_status_t product_op(onednn_plan *p, onednn_op *op, size_t count, matrix a, matrix b,
                                matrix c)
{
    onednn_desc md[3] = {NULL};
    dnnl_status_t status;
    (void)((status = describe(&md[0], count, a)) || (status = describe(&md[1], count, b)) ||
           (status = describe(&md[2], count, c)));
    return product_of(p, op, md, status);
}

/* A single product, for which oneDNN may arrange b. */
static dnnl_status_t half_product_op(onednn_plan *p, onednn_op *op, matrix a, matrix b, matrix c,
                                     bool arrange)
{
    onednn_desc md[3] = {NULL};
    dnnl_status_t status;
    (void)((status = describe_one(&md[0], a)) ||
           (status = arrange ? describe_any(&md[1], b) : describe_one(&md[1], b)) ||
           (status = describe_one(&md[2], c)));
    return product_of(p, op, md, status);
}

/* The step's left sides are rounded to `numbers` of bfloat16. */
static void round_left(onednn_plan *p, onednn_step *s, size_t numbers)
{
    s->half = true;
    if (numbers > p->halves)
        p->halves = numbers;
}

static size_t stride_of(const onednn_plan *p, int tensor)
{
    return onednn_stride(p->model->tensors[tensor].channels);
}

/* Weights, [in][out] or [out][in][y][x], in the layout that the step's primitive wants. */
static dnnl_status_t arrange_weights(onednn_step *s, const float *weights)
{
    const onednn_desc wanted = s->op[0].memory[OP_WEIGHTS];
    s->weights = onednn_numbers(onednn_desc_bytes(wanted) / sizeof(float) + 1);
    if (!s->weights)
        return dnnl_out_of_memory;
    onednn_place(wanted, weights, s->weights);
    return dnnl_success;
}

/* ---- convolutions ---- */

static dnnl_status_t plan_winograd(onednn_plan *p, onednn_step *s)
{
    const nn_layer *l = s->layer;
    size_t tiles = winograd_tiles(p->size), products = winograd_products(p->size);
    size_t in = stride_of(p, l->in), out = stride_of(p, l->out), larger = in > out ? in : out;
    if (products * tiles * larger > p->transformed)
        p->transformed = products * tiles * larger;
    s->weights = onednn_numbers(products * in * out);
    if (!s->weights)
        return dnnl_out_of_memory;
    winograd_weights(l->weights, p->model->tensors[l->in].channels,
                     p->model->tensors[l->out].channels, p->size, s->weights);
    return product_op(p, &s->op[0], products, (matrix){tiles, in, in, dnnl_f32},
                      (matrix){in, out, out, dnnl_f32}, (matrix){tiles, out, out, dnnl_f32});
}

static dnnl_status_t plan_int8(onednn_plan *p, onednn_step *s)
{
    const nn_layer *l = s->layer;
    const size_t board = int8_board_bytes(p->size, stride_of(p, l->in));
    if (board > p->board)
        p->board = board;
    s->weights = int8_weights_create(l->weights, p->model->tensors[l->in].channels,
                                     p->model->tensors[l->out].channels,
                                     l->kernel_y * l->kernel_x);
    return s->weights ? dnnl_success : dnnl_out_of_memory;
}

/* [out][rest] to [rest][out stride]. */
static void transpose_weights(const float *weights, size_t out, size_t rest, float *to)
{
    size_t stride = onednn_stride((int)out);
    for (size_t o = 0; o < out; o++)
        for (size_t i = 0; i < rest; i++)
            to[i * stride + o] = weights[o * rest + i];
}

/* [in stride][out stride] of a 1x1 convolution; NULL: out of memory. */
static float *matrix_of(const onednn_plan *p, const nn_layer *l)
{
    float *weights = onednn_numbers(stride_of(p, l->in) * stride_of(p, l->out));
    if (weights)
        transpose_weights(l->weights, (size_t)p->model->tensors[l->out].channels,
                          (size_t)p->model->tensors[l->in].channels, weights);
    return weights;
}

static dnnl_status_t plan_pointwise(onednn_plan *p, onednn_step *s)
{
    s->weights = matrix_of(p, s->layer);
    return s->weights ? dnnl_success : dnnl_out_of_memory;
}

static dnnl_status_t plan_matrix(onednn_plan *p, onednn_step *s)
{
    const nn_layer *l = s->layer;
    size_t in = stride_of(p, l->in), out = stride_of(p, l->out);
    float *weights = matrix_of(p, l);
    if (!weights)
        return dnnl_out_of_memory;
    matrix b = {in, out, out, dnnl_f32}, result = {p->points, out, out, dnnl_f32};
    if (!p->half) {
        s->weights = weights;
        return product_op(p, &s->op[0], 1, (matrix){p->points, in, in, dnnl_f32}, b, result);
    }
    round_left(p, s, p->points * in);
    b.type = dnnl_bf16;
    dnnl_status_t status = half_product_op(p, &s->op[0], (matrix){p->points, in, in, dnnl_bf16}, b,
                                           result, true);
    if (status == dnnl_success)
        status = arrange_weights(s, weights);
    free(weights);
    return status;
}

/* Columns of the kernel; two more, to be zeros, where oneDNN would be wrong without. */
static int width_of(const onednn_plan *p, const nn_layer *l)
{
    const onednn_window w = onednn_window_of(1, l->kernel_x, 1, l->dilation_x);
    return onednn_window_is_safe(&w, p->size) ? l->kernel_x : l->kernel_x + 2;
}

/* The convolution's primitive; oneDNN chooses the layout of the weights. */
static dnnl_status_t convolution_op(onednn_plan *p, onednn_step *s, size_t in, size_t out)
{
    const nn_layer *l = s->layer;
    const int width = width_of(p, l);
    const onednn_window window = onednn_window_of(l->kernel_y, width, l->dilation_y, l->dilation_x);
    dnnl_dims_t source = {1, (dnnl_dim_t)in, p->size, p->size};
    dnnl_dims_t result = {1, (dnnl_dim_t)out, p->size, p->size};
    dnnl_dims_t weights = {(dnnl_dim_t)out, (dnnl_dim_t)in, l->kernel_y, width};
    const dnnl_data_type_t type = p->half ? dnnl_bf16 : dnnl_f32;
    onednn_desc md[3] = {NULL};
    dnnl_primitive_desc_t pd;
    dnnl_status_t status;
    (void)((status = onednn_desc_by_tag(&md[0], 4, source, type, dnnl_nhwc)) ||
           (status = onednn_desc_by_tag(&md[1], 4, weights, type, dnnl_format_tag_any)) ||
           (status = onednn_desc_by_tag(&md[2], 4, result, dnnl_f32, dnnl_nhwc)) ||
           (status = onednn_convolution(&pd, p->engine, false, &window, md[0], md[1], md[2],
                                        p->attr)));
    free_descriptors(md, 3);
    return status == dnnl_success ? create_op(p, &s->op[0], pd) : status;
}

static dnnl_status_t plan_convolution(onednn_plan *p, onednn_step *s)
{
    const nn_layer *l = s->layer;
    size_t in = stride_of(p, l->in), out = stride_of(p, l->out);
    const size_t channels = (size_t)p->model->tensors[l->in].channels;
    const size_t lines = channels * (size_t)l->kernel_y, lines_in = in * (size_t)l->kernel_y;
    const size_t line = (size_t)l->kernel_x, wide = (size_t)width_of(p, l);
    if (p->half)
        round_left(p, s, p->points * in);
    DNNL_TRY(convolution_op(p, s, in, out));
    float *padded = onednn_numbers(out * lines_in * wide); /* channels rounded up */
    if (!padded)
        return dnnl_out_of_memory;
    for (size_t o = 0; o < (size_t)p->model->tensors[l->out].channels; o++)
        for (size_t k = 0; k < lines; k++)
            memcpy(padded + (o * lines_in + k) * wide + (wide - line) / 2,
                   l->weights + (o * lines + k) * line, line * sizeof *padded);
    dnnl_status_t status = arrange_weights(s, padded);
    free(padded);
    return status;
}

/* ---- the other layers ---- */

static dnnl_status_t plan_attention(onednn_plan *p, onednn_step *s)
{
    const nn_layer *l = s->layer;
    size_t points = p->points, wide = p->wide, key = (size_t)l->key_dim;
    size_t value = (size_t)l->value_dim, stride = onednn_stride(l->key_dim);
    size_t table = 2 * stride * points;
    s->turn = onednn_numbers((size_t)l->kv_heads * table);
    if (!s->turn)
        return dnnl_out_of_memory;
    for (int kv = 0; kv < l->kv_heads; kv++)
        onednn_turn_table(l->weights ? l->weights + kv * l->key_dim : NULL, l->key_dim, p->size,
                          s->turn + (size_t)kv * table);
    if (stride > p->head)
        p->head = stride;
    matrix queries = {points, key, stride, dnnl_f32}, keys = {key, wide, wide, dnnl_f32};
    matrix scores = {points, wide, wide, dnnl_f32}, exponents = {points, points, wide, dnnl_f32};
    matrix values = {points, value, stride_of(p, l->in3), dnnl_f32};
    matrix result = {points, value, stride_of(p, l->out), dnnl_f32};
    if (!p->half) {
        DNNL_TRY(product_op(p, &s->op[0], 1, queries, keys, scores));
        return product_op(p, &s->op[1], 1, exponents, values, result);
    }
    round_left(p, s, points * stride);
    if (onednn_stride(l->value_dim) > p->value)
        p->value = onednn_stride(l->value_dim);
    queries.type = keys.type = values.type = exponents.type = dnnl_bf16;
    values.step = onednn_stride(l->value_dim);
    DNNL_TRY(half_product_op(p, &s->op[0], queries, keys, scores, false));
    return half_product_op(p, &s->op[1], exponents, values, result, false);
}

/* Norms have one number for each channel: a row; dense layers a matrix. */
static dnnl_status_t plan_loops(onednn_plan *p, onednn_step *s)
{
    const nn_layer *l = s->layer;
    size_t out = (size_t)p->model->tensors[l->out].channels;
    if (!l->weights)
        return dnnl_success;
    size_t rows = l->n_weights / out;
    s->weights = onednn_numbers(rows * onednn_stride((int)out));
    if (!s->weights)
        return dnnl_out_of_memory;
    transpose_weights(l->weights, out, rows, s->weights);
    return dnnl_success;
}

static dnnl_status_t plan_sparse(onednn_plan *p, onednn_step *s)
{
    const nn_layer *l = s->layer;
    const int in = p->model->tensors[l->in].channels, out = p->model->tensors[l->out].channels;
    s->weights = onednn_numbers((size_t)(l->kernel_y * l->kernel_x * in) * onednn_stride(out));
    if (!s->weights)
        return dnnl_out_of_memory;
    sparse_weights(l, in, out, s->weights);
    if (sparse_scratch(l, out) > p->kinds)
        p->kinds = sparse_scratch(l, out);
    return dnnl_success;
}

/* Winograd's transforms are cheap beside the products that it spares (measured: see
 * doc/performance/networks.md).                                              */
static onednn_way way_of(const onednn_plan *p, const nn_layer *l)
{
    if (l->kind == NN_ATTENTION)
        return WAY_ATTENTION;
    if (l->kind != NN_CONV)
        return WAY_LOOPS;
    const bool tiles = p->half && onednn_has_tiles();
    if (p->int8 && int8_pays(p->model, (int)(l - p->model->layers)))
        return WAY_INT8;
    if (l->kernel_y == 1 && l->kernel_x == 1)
        return !tiles && pointwise_pays(p->model->tensors[l->out].channels) ? WAY_POINTWISE
                                                                             : WAY_MATRIX;
    if (!tiles && sparse_suits(l, p->model->tensors[l->in].channels))
        return WAY_SPARSE;
    if (tiles)
        return WAY_CONVOLUTION;
    return winograd_pays(l, p->size) ? WAY_WINOGRAD : WAY_CONVOLUTION;
}

static bool is_half_product(const onednn_step *s)
{
    return s->half && (s->way == WAY_MATRIX || s->way == WAY_CONVOLUTION);
}

/* ---- the whole ---- */

static dnnl_status_t add_step(onednn_plan *p, onednn_step *s, const nn_layer *l)
{
    nn_tensor made = p->model->tensors[l->out];
    *s = (onednn_step){.layer = l, .way = way_of(p, l),
                       .bias = onednn_numbers(onednn_stride(made.channels))};
    if (!s->bias)
        return dnnl_out_of_memory;
    if (l->bias)
        memcpy(s->bias, l->bias, (size_t)made.channels * sizeof *s->bias);
    switch (s->way) {
    case WAY_SPARSE: return plan_sparse(p, s);
    case WAY_POINTWISE: return plan_pointwise(p, s);
    case WAY_WINOGRAD: return plan_winograd(p, s);
    case WAY_INT8: return plan_int8(p, s);
    case WAY_MATRIX: return plan_matrix(p, s);
    case WAY_CONVOLUTION: return plan_convolution(p, s);
    case WAY_ATTENTION: return plan_attention(p, s);
    case WAY_LOOPS: break;
    }
    return plan_loops(p, s);
}

/* p has its model, size and ways of computing. */
static go_status plan_create(onednn_plan *p, go_error *err)
{
    const nn_model *model = p->model;
    const int size = p->size;
    size_t points = (size_t)(size * size), tensors = (size_t)model->n_tensors;
    p->points = points;
    p->wide = onednn_stride((int)points);
    p->widest = ONEDNN_LANES;
    dnnl_status_t status;
    (void)((status = dnnl_engine_create(&p->engine, dnnl_cpu, 0)) ||
           (status = dnnl_primitive_attr_create(&p->attr)) ||
           (status = dnnl_primitive_attr_set_scratchpad_mode(p->attr, dnnl_scratchpad_mode_user)));
    if (status != dnnl_success)
        return onednn_status(status, "start", err);
    const nn_slots *slots = &p->slots;
    p->steps = calloc((size_t)model->n_layers + 1, sizeof *p->steps);
    p->slot_numbers = malloc(tensors * sizeof *p->slot_numbers);
    if (nn_slots_create(&p->slots, model) != GO_OK || !p->steps || !p->slot_numbers)
        return onednn_status(dnnl_out_of_memory, "prepare a network", err);
    for (int i = 0; i < slots->n; i++)
        p->slot_numbers[i] = onednn_stride(slots->channels[i]) *
                             (slots->spatial[i] ? points : 1) + ONEDNN_LANES; /* see onednn_turn */
    for (size_t t = 0; t < tensors; t++)
        if (onednn_stride(model->tensors[t].channels) > p->widest)
            p->widest = onednn_stride(model->tensors[t].channels);
    for (int i = 0; i < model->n_layers; i++) {
        onednn_step *s = &p->steps[i];
        status = add_step(p, s, &model->layers[i]);
        s->rounded = i && is_half_product(s) && is_half_product(s - 1) &&
                     s->layer->in == s[-1].layer->in; /* as queries, keys and values */
        if (status == dnnl_success)
            continue;
        char what[80];
        snprintf(what, sizeof what, "prepare the layer %s", model->layers[i].name);
        return onednn_status(status, what, err);
    }
    return GO_OK;
}

static void plan_destroy(onednn_plan *p)
{
    for (int i = 0; p->steps && i < p->model->n_layers; i++) {
        onednn_step *s = &p->steps[i];
        for (int k = 0; k < STEP_OPS; k++) {
            dnnl_primitive_destroy(s->op[k].primitive);
            free_descriptors(s->op[k].memory, OP_N_MEMORIES);
        }
        free(s->weights);
        free(s->bias);
        free(s->turn);
    }
    free(p->steps);
    nn_slots_destroy(&p->slots);
    free(p->slot_numbers);
    dnnl_primitive_attr_destroy(p->attr);
    dnnl_engine_destroy(p->engine);
}

/* ---- plans in use, each shared by all sessions of its model and size ---- */

typedef struct shared_plan {
    onednn_plan plan; /* first: a plan's address is that of its entry */
    int users;
    struct shared_plan *next;
} shared_plan;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static shared_plan *all; /* guarded by the lock */

/* Winograd in float32 is as fast as dot products of bfloat16 without it, so with these alone
 * only transformers gain, or what is left when int8 has the 3x3 convolutions.  */
static bool half_pays(const nn_model *model, nn_precision precision)
{
    if (precision == NN_FLOAT32 || !(onednn_has_tiles() || onednn_dots_pay()))
        return false;
    if (precision == NN_INT8 || onednn_has_tiles())
        return true;
    for (int i = 0; i < model->n_layers; i++)
        if (model->layers[i].kind == NN_ATTENTION)
            return true;
    return false;
}

static bool is_plan(const onednn_plan *p, const onednn_plan *wanted)
{
    return p->model == wanted->model && p->size == wanted->size && p->half == wanted->half &&
           p->int8 == wanted->int8;
}

/* While its plan is in use a model is borrowed, so no other can have its address. */
go_status onednn_plan_take(const onednn_plan **out, const nn_model *model, int size,
                           nn_precision precision, go_error *err)
{
    go_status status = GO_OK;
    const onednn_plan wanted = {.model = model, .size = size, .half = half_pays(model, precision),
                                .int8 = precision == NN_INT8};
    pthread_mutex_lock(&lock);
    shared_plan *s = all;
    while (s && !is_plan(&s->plan, &wanted))
        s = s->next;
    if (!s && (s = calloc(1, sizeof *s))) {
        s->plan = wanted;
        status = plan_create(&s->plan, err);
        if (status == GO_OK) {
            s->next = all;
            all = s;
        } else {
            plan_destroy(&s->plan);
            free(s);
        }
    } else if (!s) {
        status = go_fail(err, GO_ENOMEM, "out of memory for a network on %dx%d", size, size);
    }
    if (status == GO_OK)
        s->users++;
    pthread_mutex_unlock(&lock);
    *out = status == GO_OK ? &s->plan : NULL;
    return status;
}

void onednn_plan_release(const onednn_plan *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&lock);
    shared_plan **at = &all;
    while (&(*at)->plan != p)
        at = &(*at)->next;
    shared_plan *s = *at;
    if (--s->users == 0) {
        *at = s->next;
        plan_destroy(&s->plan);
        free(s);
    }
    pthread_mutex_unlock(&lock);
}
