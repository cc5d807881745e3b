#include "nn_train/onednn/conv.h"

#include <stdlib.h>
#include <string.h>

#include "nn/onednn/status.h"
#include "nn/onednn/winograd.h"

/* ---- descriptions ---- */

typedef struct shape {
    onednn_window window;
    /* weights in the layout that oneDNN likes; `turned` are those of the way back */
    onednn_desc weights, turned, gradient;
} shape;

static dnnl_status_t describe(shape *s, conv_ops *c, const nn_layer *l, int rows, int size, int in,
                              int out, dnnl_data_type_t type)
{
    dnnl_dims_t from = {rows, in, size, size}, to = {rows, out, size, size};
    dnnl_dims_t w = {out, in, l->kernel_y, l->kernel_x}, back = {in, out, l->kernel_y, l->kernel_x};
    *s = (shape){
        .window = onednn_window_of(l->kernel_y, l->kernel_x, l->dilation_y, l->dilation_x)};
    if (!onednn_window_is_safe(&s->window, size))
        return dnnl_unimplemented;
    DNNL_TRY(onednn_desc_by_tag(&s->weights, 4, w, type, dnnl_format_tag_any));
    DNNL_TRY(onednn_desc_by_tag(&s->turned, 4, back, type, dnnl_format_tag_any));
    DNNL_TRY(onednn_desc_by_tag(&s->gradient, 4, w, dnnl_f32, dnnl_format_tag_any));
    DNNL_TRY(onednn_desc_by_tag(&c->in, 4, from, type, dnnl_nhwc));
    DNNL_TRY(onednn_desc_by_tag(&c->out, 4, to, type, dnnl_nhwc));
    DNNL_TRY(onednn_desc_by_tag(&c->turned, 4, back, dnnl_f32, dnnl_oihw));
    return onednn_desc_by_tag(&c->plain, 4, w, dnnl_f32, dnnl_oihw);
}

static void shape_free(shape *s)
{
    onednn_desc_free(&s->weights);
    onednn_desc_free(&s->turned);
    onednn_desc_free(&s->gradient);
}

/* The gradient of the input is a convolution, too, of the gradient of the output with the weights
 * turned by half a circle, in and out exchanged; forward, oneDNN is twice as fast at it. */
static dnnl_status_t describe_product(const shape *s, const conv_ops *c, conv_product which,
                                      dnnl_primitive_attr_t attr, dnnl_engine_t engine,
                                      dnnl_primitive_desc_t forward, dnnl_primitive_desc_t *pd)
{
    if (which == CONV_OUT)
        return onednn_convolution(pd, engine, true, &s->window, c->in, s->weights, c->out, attr);
    if (which == CONV_IN_GRADIENT)
        return onednn_convolution(pd, engine, true, &s->window, c->out, s->turned, c->in, attr);
    return onednn_weights_gradient(pd, engine, &s->window, c->in, s->gradient, c->out, forward,
                                   attr);
}

static dnnl_status_t create_arrangement(conv_ops *c, conv_product which, dnnl_engine_t engine)
{
    onednn_desc from = which == CONV_IN_GRADIENT ? c->turned : c->plain;
    onednn_desc to = c->weights[which];
    if (which == CONV_WEIGHTS_GRADIENT) {
        from = to;
        to = c->plain;
    }
    dnnl_primitive_desc_t pd;
    if (onednn_desc_is_padded(to))
        return dnnl_success; /* onednn_place arranges them */
    DNNL_TRY(dnnl_reorder_primitive_desc_create(&pd, from, engine, to, engine, NULL));
    dnnl_status_t status = dnnl_primitive_create(&c->arrange[which], pd);
    dnnl_primitive_desc_destroy(pd);
    return status;
}

static dnnl_status_t create_product(conv_ops *c, const shape *s, conv_product which,
                                    dnnl_primitive_attr_t attr, dnnl_engine_t engine,
                                    dnnl_primitive_desc_t forward, dnnl_primitive_desc_t *pd)
{
    DNNL_TRY(describe_product(s, c, which, attr, engine, forward, pd));
    dnnl_query_t weights = which == CONV_WEIGHTS_GRADIENT ? dnnl_query_diff_weights_md
                                                          : dnnl_query_weights_md;
    DNNL_TRY(onednn_desc_wanted(&c->weights[which], *pd, weights));
    DNNL_TRY(onednn_desc_wanted(&c->scratch[which], *pd, dnnl_query_scratchpad_md));
    DNNL_TRY(dnnl_primitive_create(&c->product[which], *pd));
    DNNL_TRY(create_arrangement(c, which, engine));
    return which == CONV_WEIGHTS_GRADIENT
               ? dnnl_success
               : dnnl_memory_create(&c->loaded[which], c->weights[which], engine,
                                    DNNL_MEMORY_ALLOCATE);
}

/* As many boards as are about 200 KB, and a divisor of all. */
static int rows_at_a_time(const conv_ops *c, int rows)
{
    const size_t wide = c->channels_in > c->channels_out ? c->channels_in : c->channels_out;
    while (rows % 2 == 0 && (size_t)rows * c->points * wide * c->element > (size_t)200 << 10)
        rows /= 2;
    return rows;
}

go_status conv_ops_create(conv_ops *c, dnnl_engine_t engine, const nn_layer *l, int rows, int size,
                          int in, int out, dnnl_data_type_t type, go_error *err)
{
    if (type == dnnl_f32 && winograd_pays(l, size)) {
        c->winograd = calloc(1, sizeof *c->winograd);
        return onednn_status(c->winograd ? winograd_conv_create(c->winograd, engine, rows, size, in,
                                                                out)
                                         : dnnl_out_of_memory,
                             "prepare a convolution that learns", err);
    }
    shape s;
    dnnl_primitive_attr_t attr = NULL;
    dnnl_primitive_desc_t pd[CONV_PRODUCTS] = {NULL};
    c->points = (size_t)(size * size);
    c->channels_in = (size_t)in;
    c->channels_out = (size_t)out;
    c->window = (size_t)(l->kernel_y * l->kernel_x);
    c->element = type == dnnl_f32 ? sizeof(float) : sizeof(uint16_t);
    c->rows = type == dnnl_f32 ? rows : rows_at_a_time(c, rows);
    c->turning = malloc(l->n_weights * sizeof *c->turning);
    if (!c->turning)
        return onednn_status(dnnl_out_of_memory, "prepare a convolution that learns", err);
    dnnl_status_t status = describe(&s, c, l, c->rows, size, in, out, type);
    if (status == dnnl_success)
        status = dnnl_primitive_attr_create(&attr);
    if (status == dnnl_success)
        dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user);
    for (int k = 0; k < CONV_PRODUCTS && status == dnnl_success; k++)
        status = create_product(c, &s, (conv_product)k, attr, engine, pd[CONV_OUT], &pd[k]);
    for (int k = 0; k < CONV_PRODUCTS; k++)
        dnnl_primitive_desc_destroy(pd[k]);
    dnnl_primitive_attr_destroy(attr);
    shape_free(&s);
    return onednn_status(status, "prepare a convolution that learns", err);
}

void conv_ops_destroy(conv_ops *c)
{
    for (int k = 0; k < CONV_PRODUCTS; k++) {
        dnnl_primitive_destroy(c->product[k]);
        dnnl_primitive_destroy(c->arrange[k]);
        onednn_desc_free(&c->weights[k]);
        onednn_desc_free(&c->scratch[k]);
    }
    onednn_desc_free(&c->in);
    onednn_desc_free(&c->out);
    onednn_desc_free(&c->plain);
    onednn_desc_free(&c->turned);
    dnnl_memory_destroy(c->loaded[0]);
    dnnl_memory_destroy(c->loaded[1]);
    free(c->turning);
    if (c->winograd)
        winograd_conv_destroy(c->winograd);
    free(c->winograd);
    *c = (conv_ops){0};
}

/* Of oneDNN; the boards of a norm lie behind it. */
static size_t scratch_of_products(const conv_ops *c)
{
    size_t most = 0;
    for (int k = 0; k < CONV_PRODUCTS; k++) {
        size_t bytes = onednn_desc_bytes(c->scratch[k]);
        most = bytes > most ? bytes : most;
    }
    return (most + 63) / 64 * 64;
}

size_t conv_ops_scratch(const conv_ops *c)
{
    return c->winograd ? winograd_conv_scratch(c->winograd)
                       : scratch_of_products(c) + (size_t)c->rows * c->points * c->channels_in *
                                                      c->element + ELEMENTS_SLACK;
}

/* From [out][in][points] to [in][out][points], the points in reverse. */
static void turn(const conv_ops *c, const float *weights, float *turned)
{
    const size_t out = c->channels_out, in = c->channels_in, points = c->window;
    for (size_t i = 0; i < in; i++)
        for (size_t o = 0; o < out; o++)
            for (size_t p = 0; p < points; p++)
                turned[(i * out + o) * points + p] = weights[(o * in + i + 1) * points - 1 - p];
}

static dnnl_status_t arrange(conv_ops *c, conv_product which, const onednn_desc form,
                             const float *weights, dnnl_engine_t engine, dnnl_stream_t stream)
{
    dnnl_memory_t from;
    if (!c->arrange[which]) {
        void *to;
        DNNL_TRY(dnnl_memory_get_data_handle(c->loaded[which], &to));
        onednn_place(c->weights[which], weights, to);
        return dnnl_success;
    }
    DNNL_TRY(dnnl_memory_create(&from, form, engine, (void *)weights));
    const dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, c->loaded[which]}};
    dnnl_status_t status = dnnl_primitive_execute(c->arrange[which], stream, 2, args);
    if (status == dnnl_success)
        status = dnnl_stream_wait(stream);
    dnnl_memory_destroy(from);
    return status;
}

go_status conv_ops_load(conv_ops *c, dnnl_engine_t engine, dnnl_stream_t stream,
                        const float *weights, go_error *err)
{
    if (c->winograd) {
        winograd_conv_load(c->winograd, weights);
        return GO_OK;
    }
    dnnl_status_t status = arrange(c, CONV_OUT, c->plain, weights, engine, stream);
    turn(c, weights, c->turning);
    if (status == dnnl_success)
        status = arrange(c, CONV_IN_GRADIENT, c->turned, c->turning, engine, stream);
    return onednn_status(status, "arrange weights", err);
}

/* ---- a lane ---- */

go_status conv_memory_create(conv_memory *m, const conv_ops *c, dnnl_engine_t engine, void *scratch,
                             go_error *err)
{
    dnnl_status_t status;
    if (c->winograd)
        return onednn_status(winograd_memory_create(&m->winograd, c->winograd, engine, scratch),
                             "prepare memory", err);
    m->norm = (unsigned char *)scratch + scratch_of_products(c);
    (void)((status = dnnl_memory_create(&m->in, c->in, engine, DNNL_MEMORY_NONE)) ||
           (status = dnnl_memory_create(&m->out, c->out, engine, DNNL_MEMORY_NONE)) ||
           (status = dnnl_memory_create(&m->plain, c->plain, engine, DNNL_MEMORY_NONE)) ||
           (status = dnnl_memory_create(&m->weights_gradient, c->weights[CONV_WEIGHTS_GRADIENT],
                                        engine, DNNL_MEMORY_ALLOCATE)));
    for (int k = 0; k < CONV_PRODUCTS && status == dnnl_success; k++)
        status = dnnl_memory_create(&m->scratch[k], c->scratch[k], engine, scratch);
    return onednn_status(status, "prepare memory", err);
}

void conv_memory_destroy(conv_memory *m)
{
    dnnl_memory_destroy(m->in);
    dnnl_memory_destroy(m->out);
    dnnl_memory_destroy(m->plain);
    dnnl_memory_destroy(m->weights_gradient);
    for (int k = 0; k < CONV_PRODUCTS; k++)
        dnnl_memory_destroy(m->scratch[k]);
    winograd_memory_destroy(&m->winograd);
    *m = (conv_memory){0};
}

/* Runs a product on as many boards as it takes.  The weights' gradient is left in w->plain. */
static dnnl_status_t run_product(const conv_work *w, conv_product which, void *in, void *out)
{
    static const int in_name[] = {DNNL_ARG_SRC, DNNL_ARG_DST, DNNL_ARG_SRC};
    static const int out_name[] = {DNNL_ARG_DST, DNNL_ARG_SRC, DNNL_ARG_DIFF_DST};
    static const int weights_name[] = {DNNL_ARG_WEIGHTS, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_WEIGHTS};
    const conv_ops *c = w->ops;
    const conv_memory *m = w->memory;
    const bool makes_weights = which == CONV_WEIGHTS_GRADIENT;
    const dnnl_exec_arg_t args[] = {
        {in_name[which], m->in},
        {out_name[which], m->out},
        {weights_name[which], makes_weights ? m->weights_gradient : c->loaded[which]},
        {DNNL_ARG_SCRATCHPAD, m->scratch[which]}};
    DNNL_TRY(dnnl_memory_set_data_handle(m->in, in));
    DNNL_TRY(dnnl_memory_set_data_handle(m->out, out));
    DNNL_TRY(dnnl_primitive_execute(c->product[which], w->stream, 4, args));
    if (makes_weights) {
        const dnnl_exec_arg_t to_plain[] = {{DNNL_ARG_FROM, m->weights_gradient},
                                            {DNNL_ARG_TO, m->plain}};
        DNNL_TRY(dnnl_memory_set_data_handle(m->plain, w->plain));
        DNNL_TRY(dnnl_primitive_execute(c->arrange[which], w->stream, 2, to_plain));
    }
    return dnnl_stream_wait(w->stream);
}

int conv_part(const conv_work *w)
{
    return w->ops->winograd ? w->ops->winograd->boards : w->ops->rows;
}

/* Where board `row` of a tensor is. */
static void *board_at(const conv_ops *c, const void *tensor, int row, size_t channels)
{
    return (unsigned char *)tensor + (size_t)row * c->points * channels * c->element;
}

static dnnl_status_t forward(const conv_work *w, int row, int n, void *out)
{
    const conv_ops *c = w->ops;
    for (int from = row; from < row + n; from += c->rows) {
        const int left = row + n - from, some = left < c->rows ? left : c->rows;
        const void *in = c->element == sizeof(float)
                             ? board_at(c, w->source.in, from, c->channels_in)
                             : elements_read_16(&w->source, from, some, c->points, c->channels_in,
                                                w->memory->norm);
        DNNL_TRY(run_product(w, CONV_OUT, (void *)in, board_at(c, out, from, c->channels_out)));
    }
    return dnnl_success;
}

go_status conv_forward(const conv_work *w, int row, int n, void *out, go_error *err)
{
    const winograd_conv *winograd = w->ops->winograd;
    return onednn_status(winograd ? winograd_conv_forward(winograd, &w->memory->winograd, w->stream,
                                                          row, n, &w->source, out)
                                  : forward(w, row, n, out),
                         "multiply", err);
}

static dnnl_status_t backward(const conv_work *w, void *g, void *to, float *sum)
{
    const conv_ops *c = w->ops;
    if (sum) { /* in float32, all boards at once, also those that a fuller lane left there */
        const size_t n = c->channels_out * c->channels_in * c->window;
        memset(board_at(c, g, w->rows, c->channels_out), 0,
               (size_t)(c->rows - w->rows) * c->points * c->channels_out * c->element);
        DNNL_TRY(run_product(w, CONV_WEIGHTS_GRADIENT, (void *)w->source.in, g));
        for (size_t k = 0; k < n; k++)
            sum[k] += w->plain[k];
    }
    for (int row = 0; to && row < w->rows; row += c->rows)
        DNNL_TRY(run_product(w, CONV_IN_GRADIENT, board_at(c, to, row, c->channels_in),
                             board_at(c, g, row, c->channels_out)));
    return dnnl_success;
}

go_status conv_backward(const conv_work *w, void *g, void *to, float *sum, go_error *err)
{
    const winograd_conv *winograd = w->ops->winograd;
    return onednn_status(winograd ? winograd_conv_backward(winograd, &w->memory->winograd,
                                                           w->stream, w->rows, &w->source, g, to,
                                                           sum)
                                  : backward(w, g, to, sum),
                         "multiply", err);
}
