#include "nn_train/onednn/winograd_conv.h"

#include <stdlib.h>
#include <string.h>

#include "nn/onednn/status.h"
#include "nn/onednn/winograd.h"
#include "nn_train/onednn/winograd_back.h"

enum { TILES = 64 }; /* at a time, at least: the rows of the matrices */

/* ---- products ---- */

/* Matrices `apart` numbers apart; transposed, one column lies behind the other. */
typedef struct matrix {
    size_t rows, columns, apart;
    bool transposed;
} matrix;

static matrix transposed(matrix m)
{
    return (matrix){m.columns, m.rows, m.apart, true};
}

static dnnl_status_t describe(onednn_desc *md, size_t count, matrix m)
{
    const dnnl_dims_t dims = {(dnnl_dim_t)count, (dnnl_dim_t)m.rows, (dnnl_dim_t)m.columns};
    const dnnl_dims_t steps = {(dnnl_dim_t)m.apart, m.transposed ? 1 : dims[2],
                               m.transposed ? dims[1] : 1};
    return onednn_desc_by_strides(md, 3, dims, dnnl_f32, steps);
}

/* left x right = result, or added to it. */
static dnnl_status_t create_product(winograd_conv *c, int which, dnnl_engine_t engine,
                                    dnnl_primitive_attr_t attr, matrix left, matrix right,
                                    matrix result)
{
    const size_t count = winograd_products(c->size);
    onednn_desc *md = c->matrix[which];
    dnnl_primitive_desc_t pd;
    DNNL_TRY(describe(&md[0], count, left));
    DNNL_TRY(describe(&md[1], count, right));
    DNNL_TRY(describe(&md[2], count, result));
    DNNL_TRY(onednn_product(&pd, engine, md[0], md[1], md[2], attr));
    dnnl_status_t status = onednn_desc_wanted(&md[3], pd, dnnl_query_scratchpad_md);
    if (status == dnnl_success)
        status = dnnl_primitive_create(&c->product[which], pd);
    dnnl_primitive_desc_destroy(pd);
    return status;
}

/* The attributes of products, and of those that are added to what is there. */
static dnnl_status_t create_attributes(dnnl_primitive_attr_t attr[2])
{
    dnnl_post_ops_t sum = NULL;
    dnnl_status_t status;
    (void)((status = dnnl_primitive_attr_create(&attr[0])) ||
           (status = dnnl_primitive_attr_create(&attr[1])) ||
           (status = dnnl_primitive_attr_set_scratchpad_mode(attr[0], dnnl_scratchpad_mode_user)) ||
           (status = dnnl_primitive_attr_set_scratchpad_mode(attr[1], dnnl_scratchpad_mode_user)) ||
           (status = dnnl_post_ops_create(&sum)) ||
           (status = onednn_append_sum(sum)) ||
           (status = dnnl_primitive_attr_set_post_ops(attr[1], sum)));
    dnnl_post_ops_destroy(sum);
    return status;
}

/* ---- sizes ---- */

static size_t tiles_of(const winograd_conv *c)
{
    return (size_t)c->boards * winograd_tiles(c->size);
}

/* Where the tiles of the n-th board at hand lie. */
static winograd_board board_of(const winograd_conv *c, int channels)
{
    const size_t stride = onednn_stride(channels);
    return (winograd_board){c->size, (size_t)channels, stride, tiles_of(c) * stride};
}

static size_t board_tiles(winograd_board b)
{
    return winograd_tiles(b.size) * b.stride;
}

/* Numbers of the three transformed arrays. */
static size_t numbers_of_tiles(const winograd_conv *c, int channels)
{
    return winograd_products(c->size) * tiles_of(c) * onednn_stride(channels);
}

static size_t numbers_of_weights(const winograd_conv *c)
{
    return winograd_products(c->size) * onednn_stride(c->in) * onednn_stride(c->out);
}

static size_t aligned(size_t numbers)
{
    return (numbers * sizeof(float) + 63) / 64 * 64;
}

static size_t board_numbers(const winograd_conv *c)
{
    return (size_t)(c->size * c->size * c->in);
}

static float *zeros(size_t numbers)
{
    const size_t bytes = aligned(numbers);
    float *p = aligned_alloc(64, bytes);
    if (p)
        memset(p, 0, bytes);
    return p;
}

dnnl_status_t winograd_conv_create(winograd_conv *c, dnnl_engine_t engine, int rows, int size,
                                   int in, int out)
{
    const int tiles = (int)winograd_tiles(size), boards = (TILES + tiles - 1) / tiles;
    *c = (winograd_conv){.size = size, .boards = boards < rows ? boards : rows, .in = in,
                         .out = out};
    const size_t t = tiles_of(c), wide_in = onednn_stride(in), wide_out = onednn_stride(out);
    /* Beyond the channels lie those of the next point, which meet weights of 0 or make what nobody
     * reads; oneDNN is twice as slow with matrices that leave numbers out. */
    const matrix x = {t, wide_in, t * wide_in, false};
    const matrix y = {t, wide_out, t * wide_out, false};
    const matrix w = {wide_in, wide_out, wide_in * wide_out, false};
    dnnl_primitive_attr_t attr[2] = {NULL, NULL};
    dnnl_status_t status;
    c->weights = zeros(numbers_of_weights(c));
    c->zero = zeros(wide_in > wide_out ? wide_in : wide_out);
    if (!c->weights || !c->zero)
        return dnnl_out_of_memory;
    (void)((status = create_attributes(attr)) ||
           (status = create_product(c, WINOGRAD_OUT, engine, attr[0], x, w, y)) ||
           (status = create_product(c, WINOGRAD_IN_GRADIENT, engine, attr[0], y, transposed(w), x)) ||
           (status = create_product(c, WINOGRAD_WEIGHTS_GRADIENT, engine, attr[1], transposed(x), y,
                                    w)));
    dnnl_primitive_attr_destroy(attr[0]);
    dnnl_primitive_attr_destroy(attr[1]);
    return status;
}

void winograd_conv_destroy(winograd_conv *c)
{
    for (int k = 0; k < WINOGRAD_PRODUCTS; k++) {
        dnnl_primitive_destroy(c->product[k]);
        for (int i = 0; i < WINOGRAD_MATRICES; i++)
            onednn_desc_free(&c->matrix[k][i]);
    }
    free(c->weights);
    free(c->zero);
    *c = (winograd_conv){0};
}

static size_t largest_scratch(const winograd_conv *c)
{
    size_t most = 0;
    for (int k = 0; k < WINOGRAD_PRODUCTS; k++) {
        const size_t bytes = onednn_desc_bytes(c->matrix[k][3]);
        most = bytes > most ? bytes : most;
    }
    return most;
}

size_t winograd_conv_scratch(const winograd_conv *c)
{
    return aligned(numbers_of_tiles(c, c->in)) + aligned(numbers_of_tiles(c, c->out)) +
           aligned(numbers_of_weights(c)) + aligned(board_numbers(c)) + ELEMENTS_SLACK +
           largest_scratch(c);
}

void winograd_conv_load(winograd_conv *c, const float *weights)
{
    winograd_weights(weights, c->in, c->out, c->size, c->weights);
}

/* ---- a lane ---- */

dnnl_status_t winograd_memory_create(winograd_memory *m, const winograd_conv *c,
                                     dnnl_engine_t engine, void *scratch)
{
    unsigned char *at = scratch;
    m->in = scratch;
    m->out = (void *)(at += aligned(numbers_of_tiles(c, c->in)));
    m->weights = (void *)(at += aligned(numbers_of_tiles(c, c->out)));
    m->board = (void *)(at += aligned(numbers_of_weights(c)));
    at += aligned(board_numbers(c)) + ELEMENTS_SLACK;
    void *const handles[WINOGRAD_PRODUCTS][WINOGRAD_MATRICES] = {
        [WINOGRAD_OUT] = {m->in, c->weights, m->out, at},
        [WINOGRAD_IN_GRADIENT] = {m->out, c->weights, m->in, at},
        [WINOGRAD_WEIGHTS_GRADIENT] = {m->in, m->out, m->weights, at}};
    for (int k = 0; k < WINOGRAD_PRODUCTS; k++)
        for (int i = 0; i < WINOGRAD_MATRICES; i++)
            DNNL_TRY(dnnl_memory_create(&m->matrix[k][i], c->matrix[k][i], engine, handles[k][i]));
    return dnnl_success;
}

void winograd_memory_destroy(winograd_memory *m)
{
    for (int k = 0; k < WINOGRAD_PRODUCTS; k++)
        for (int i = 0; i < WINOGRAD_MATRICES; i++)
            dnnl_memory_destroy(m->matrix[k][i]);
    *m = (winograd_memory){0};
}

static dnnl_status_t multiply(const winograd_conv *c, const winograd_memory *m, int which,
                              dnnl_stream_t stream)
{
    const dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, m->matrix[which][0]},
                                    {DNNL_ARG_WEIGHTS, m->matrix[which][1]},
                                    {DNNL_ARG_DST, m->matrix[which][2]},
                                    {DNNL_ARG_SCRATCHPAD, m->matrix[which][3]}};
    DNNL_TRY(dnnl_primitive_execute(c->product[which], stream, 4, args));
    return dnnl_stream_wait(stream);
}

static int boards_at_hand(const winograd_conv *c, int left)
{
    return left < c->boards ? left : c->boards;
}

/* Transforms n boards, the first of them the one in this row. */
static void transform_in(const winograd_conv *c, const winograd_memory *m,
                         const elements_source *from, int row, int n)
{
    const winograd_board x = board_of(c, c->in);
    const size_t points = (size_t)(c->size * c->size);
    for (int i = 0; i < n; i++)
        winograd_input(x, elements_read_32(from, row + i, 1, points, (size_t)c->in, m->board),
                       c->zero, m->in + (size_t)i * board_tiles(x));
}

dnnl_status_t winograd_conv_forward(const winograd_conv *c, const winograd_memory *m,
                                    dnnl_stream_t stream, int row, int n,
                                    const elements_source *from, float *out)
{
    const winograd_board y = board_of(c, c->out);
    const size_t points = (size_t)(c->size * c->size);
    const onednn_tail tail = {.shift = c->zero, .activation = NN_IDENTITY};
    out += (size_t)row * points * y.channels;
    for (int done = 0, some; done < n; done += some) {
        some = boards_at_hand(c, n - done);
        transform_in(c, m, from, row + done, some);
        DNNL_TRY(multiply(c, m, WINOGRAD_OUT, stream));
        for (int i = 0; i < some; i++, out += points * y.channels)
            winograd_output(y, &tail, m->out + (size_t)i * board_tiles(y), out);
    }
    return dnnl_success;
}

dnnl_status_t winograd_conv_backward(const winograd_conv *c, const winograd_memory *m,
                                     dnnl_stream_t stream, int rows, const elements_source *from,
                                     const float *g, float *to, float *sum)
{
    const winograd_board x = board_of(c, c->in), y = board_of(c, c->out);
    const size_t points = (size_t)(c->size * c->size);
    memset(m->weights, 0, numbers_of_weights(c) * sizeof *m->weights);
    for (int done = 0, n; done < rows; done += n) {
        n = boards_at_hand(c, rows - done);
        if (n < c->boards) { /* of the others nothing is to be added */
            memset(m->in, 0, numbers_of_tiles(c, c->in) * sizeof *m->in);
            memset(m->out, 0, numbers_of_tiles(c, c->out) * sizeof *m->out);
        }
        transform_in(c, m, from, done, n);
        for (int i = 0; i < n; i++, g += points * y.channels)
            winograd_back_output(y, g, c->zero, m->out + (size_t)i * board_tiles(y));
        DNNL_TRY(multiply(c, m, WINOGRAD_WEIGHTS_GRADIENT, stream));
        if (!to)
            continue;
        DNNL_TRY(multiply(c, m, WINOGRAD_IN_GRADIENT, stream)); /* over the transformed input */
        for (int i = 0; i < n; i++, to += points * x.channels)
            winograd_back_input(x, m->in + (size_t)i * board_tiles(x), to);
    }
    winograd_back_weights(m->weights, c->in, c->out, c->size, sum);
    return dnnl_success;
}
