#include "nn/onednn/dnnl.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t onednn_desc_bytes(const onednn_desc d)
{
    return d ? dnnl_memory_desc_get_size(d) : 0;
}

onednn_window onednn_window_of(int kernel_y, int kernel_x, int dilation_y, int dilation_x)
{
    return (onednn_window){.steps = {1, 1},
                           .gaps = {dilation_y - 1, dilation_x - 1},
                           .padding = {kernel_y / 2 * dilation_y, kernel_x / 2 * dilation_x}};
}

bool onednn_window_is_safe(const onednn_window *w, int size)
{
    enum { NEAR = 3 };
    const dnnl_dim_t reach = w->padding[1];
    return reach <= NEAR || size != 2 * reach - 1;
}

/* ---- layouts ---- */

/* Where the number at a position lies: blocks within blocks, the last the innermost, and strides
 * from block to block.                                                        */
typedef struct layout {
    int n, blocks;
    dnnl_data_type_t type;
    const dnnl_dim_t *dims, *padded, *strides, *block, *of; /* of: a block's dimension */
} layout;

static layout layout_of(const onednn_desc d);

bool onednn_desc_is_padded(const onednn_desc d)
{
    const layout l = layout_of(d);
    for (int i = 0; i < l.n; i++)
        if (l.padded[i] != l.dims[i])
            return true;
    return false;
}

static size_t place_of(const layout *l, const dnnl_dims_t position)
{
    dnnl_dims_t left;
    dnnl_dim_t place = 0, step = 1;
    memcpy(left, position, (size_t)l->n * sizeof left[0]);
    for (int k = l->blocks; k-- > 0; step *= l->block[k]) {
        place += left[l->of[k]] % l->block[k] * step;
        left[l->of[k]] /= l->block[k];
    }
    for (int i = 0; i < l->n; i++)
        place += left[i] * l->strides[i];
    return (size_t)place;
}

/* Rounded to the nearest, of two as near to the even one. */
static uint16_t bfloat16_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* To the next position, the last dimension first; false: that was the last one. */
static bool step(const layout *l, dnnl_dims_t position)
{
    for (int i = l->n; i-- > 0; position[i] = 0)
        if (++position[i] < l->dims[i])
            return true;
    return false;
}

void onednn_place(const onednn_desc d, const float *from, void *to)
{
    const layout l = layout_of(d);
    dnnl_dims_t position = {0};
    memset(to, 0, onednn_desc_bytes(d));
    do {
        const size_t place = place_of(&l, position);
        if (l.type == dnnl_bf16)
            ((uint16_t *)to)[place] = bfloat16_of(*from++);
        else
            ((float *)to)[place] = *from++;
    } while (step(&l, position));
}

#if DNNL_VERSION_MAJOR < 3

/* ---- version 2: descriptors are structs, and operations have descriptors of their own ---- */

static layout layout_of(const onednn_desc d)
{
    const dnnl_blocking_desc_t *b = &d->format_desc.blocking;
    return (layout){.n = d->ndims, .blocks = b->inner_nblks, .type = d->data_type, .dims = d->dims,
                    .padded = d->padded_dims, .strides = b->strides, .block = b->inner_blks,
                    .of = b->inner_idxs};
}

/* What an initialiser has made of a new descriptor. */
static dnnl_status_t made(onednn_desc *out, onednn_desc d, dnnl_status_t status)
{
    if (status != dnnl_success)
        free(d);
    *out = status == dnnl_success ? d : NULL;
    return status;
}

dnnl_status_t onednn_desc_by_strides(onednn_desc *out, int n, const dnnl_dims_t dims,
                                     dnnl_data_type_t type, const dnnl_dims_t strides)
{
    onednn_desc d = malloc(sizeof *d);
    return made(out, d, d ? dnnl_memory_desc_init_by_strides(d, n, dims, type, strides)
                          : dnnl_out_of_memory);
}

dnnl_status_t onednn_desc_by_tag(onednn_desc *out, int n, const dnnl_dims_t dims,
                                 dnnl_data_type_t type, dnnl_format_tag_t tag)
{
    onednn_desc d = malloc(sizeof *d);
    return made(out, d, d ? dnnl_memory_desc_init_by_tag(d, n, dims, type, tag)
                          : dnnl_out_of_memory);
}

dnnl_status_t onednn_desc_wanted(onednn_desc *out, const_dnnl_primitive_desc_t pd,
                                 dnnl_query_t what)
{
    *out = malloc(sizeof **out);
    if (!*out)
        return dnnl_out_of_memory;
    **out = *dnnl_primitive_desc_query_md(pd, what, 0);
    return dnnl_success;
}

void onednn_desc_free(onednn_desc *d)
{
    free(*d);
    *d = NULL;
}

dnnl_status_t onednn_product(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, const onednn_desc a,
                             const onednn_desc b, const onednn_desc c, dnnl_primitive_attr_t attr)
{
    dnnl_matmul_desc_t op;
    const dnnl_status_t status = dnnl_matmul_desc_init(&op, a, b, NULL, c);
    return status == dnnl_success ? dnnl_primitive_desc_create(pd, &op, attr, engine, NULL)
                                  : status;
}

dnnl_status_t onednn_convolution(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, bool learns,
                                 const onednn_window *window, const onednn_desc in,
                                 const onednn_desc weights, const onednn_desc out,
                                 dnnl_primitive_attr_t attr)
{
    dnnl_convolution_desc_t op;
    const dnnl_status_t status = dnnl_dilated_convolution_forward_desc_init(
        &op, learns ? dnnl_forward_training : dnnl_forward_inference, dnnl_convolution_direct, in,
        weights, NULL, out, window->steps, window->gaps, window->padding, window->padding);
    return status == dnnl_success ? dnnl_primitive_desc_create(pd, &op, attr, engine, NULL)
                                  : status;
}

dnnl_status_t onednn_weights_gradient(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
                                      const onednn_window *window, const onednn_desc in,
                                      const onednn_desc gradient, const onednn_desc out,
                                      const_dnnl_primitive_desc_t forward,
                                      dnnl_primitive_attr_t attr)
{
    dnnl_convolution_desc_t op;
    const dnnl_status_t status = dnnl_dilated_convolution_backward_weights_desc_init(
        &op, dnnl_convolution_direct, in, gradient, NULL, out, window->steps, window->gaps,
        window->padding, window->padding);
    return status == dnnl_success ? dnnl_primitive_desc_create(pd, &op, attr, engine, forward)
                                  : status;
}

dnnl_status_t onednn_append_sum(dnnl_post_ops_t ops)
{
    return dnnl_post_ops_append_sum(ops, 1);
}

#else

/* ---- version 3 ---- */

static layout layout_of(const onednn_desc d)
{
    layout l = {0};
    (void)dnnl_memory_desc_query(d, dnnl_query_ndims_s32, &l.n);
    (void)dnnl_memory_desc_query(d, dnnl_query_inner_nblks_s32, &l.blocks);
    (void)dnnl_memory_desc_query(d, dnnl_query_data_type, &l.type);
    (void)dnnl_memory_desc_query(d, dnnl_query_dims, &l.dims);
    (void)dnnl_memory_desc_query(d, dnnl_query_padded_dims, &l.padded);
    (void)dnnl_memory_desc_query(d, dnnl_query_strides, &l.strides);
    (void)dnnl_memory_desc_query(d, dnnl_query_inner_blks, &l.block);
    (void)dnnl_memory_desc_query(d, dnnl_query_inner_idxs, &l.of);
    return l;
}

dnnl_status_t onednn_desc_by_strides(onednn_desc *out, int n, const dnnl_dims_t dims,
                                     dnnl_data_type_t type, const dnnl_dims_t strides)
{
    *out = NULL;
    return dnnl_memory_desc_create_with_strides(out, n, dims, type, strides);
}

dnnl_status_t onednn_desc_by_tag(onednn_desc *out, int n, const dnnl_dims_t dims,
                                 dnnl_data_type_t type, dnnl_format_tag_t tag)
{
    *out = NULL;
    return dnnl_memory_desc_create_with_tag(out, n, dims, type, tag);
}

dnnl_status_t onednn_desc_wanted(onednn_desc *out, const_dnnl_primitive_desc_t pd,
                                 dnnl_query_t what)
{
    *out = NULL;
    return dnnl_memory_desc_clone(out, dnnl_primitive_desc_query_md(pd, what, 0));
}

void onednn_desc_free(onednn_desc *d)
{
    if (*d)
        dnnl_memory_desc_destroy(*d);
    *d = NULL;
}

dnnl_status_t onednn_product(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, const onednn_desc a,
                             const onednn_desc b, const onednn_desc c, dnnl_primitive_attr_t attr)
{
    return dnnl_matmul_primitive_desc_create(pd, engine, a, b, NULL, c, attr);
}

dnnl_status_t onednn_convolution(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, bool learns,
                                 const onednn_window *window, const onednn_desc in,
                                 const onednn_desc weights, const onednn_desc out,
                                 dnnl_primitive_attr_t attr)
{
    return dnnl_convolution_forward_primitive_desc_create(
        pd, engine, learns ? dnnl_forward_training : dnnl_forward_inference,
        dnnl_convolution_direct, in, weights, NULL, out, window->steps, window->gaps,
        window->padding, window->padding, attr);
}

dnnl_status_t onednn_weights_gradient(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
                                      const onednn_window *window, const onednn_desc in,
                                      const onednn_desc gradient, const onednn_desc out,
                                      const_dnnl_primitive_desc_t forward,
                                      dnnl_primitive_attr_t attr)
{
    return dnnl_convolution_backward_weights_primitive_desc_create(
        pd, engine, dnnl_convolution_direct, in, gradient, NULL, out, window->steps, window->gaps,
        window->padding, window->padding, forward, attr);
}

dnnl_status_t onednn_append_sum(dnnl_post_ops_t ops)
{
    return dnnl_post_ops_append_sum(ops, 1, 0, dnnl_data_type_undef);
}

#endif
