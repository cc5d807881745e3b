/* dnnl.h -- oneDNN 2 and 3 through one interface: what differs between them.
 *
 * A descriptor of a memory is a pointer here, as in version 3: whoever makes one with these
 * functions frees it with onednn_desc_free.  All other functions of oneDNN take such pointers in
 * both versions.                                                              */
#ifndef KATACHI_NN_ONEDNN_DNNL_H
#define KATACHI_NN_ONEDNN_DNNL_H

#include <stdbool.h>
#include <stddef.h>

#include <oneapi/dnnl/dnnl.h>

#if DNNL_VERSION_MAJOR < 3
typedef dnnl_memory_desc_t *onednn_desc;
#else
typedef dnnl_memory_desc_t onednn_desc;
#endif

/* Each makes *out, which is NULL after an error.  `strides` are in numbers; the last function
 * copies a descriptor that a primitive asks for.                              */
dnnl_status_t onednn_desc_by_strides(onednn_desc *out, int n, const dnnl_dims_t dims,
                                     dnnl_data_type_t type, const dnnl_dims_t strides);
dnnl_status_t onednn_desc_by_tag(onednn_desc *out, int n, const dnnl_dims_t dims,
                                 dnnl_data_type_t type, dnnl_format_tag_t tag);
dnnl_status_t onednn_desc_wanted(onednn_desc *out, const_dnnl_primitive_desc_t pd,
                                 dnnl_query_t what);
void onednn_desc_free(onednn_desc *d); /* NULL is accepted, and left */
size_t onednn_desc_bytes(const onednn_desc d); /* 0 for NULL */

/* How a convolution walks over the board: steps of 1; gaps between the points of its window. */
typedef struct onednn_window {
    dnnl_dims_t steps, gaps, padding;
} onednn_window;

onednn_window onednn_window_of(int kernel_y, int kernel_x, int dilation_y, int dilation_x);

/* Is a convolution with it right on boards of this side?  Code that oneDNN 2.6.3 generates for
 * AVX-512 reads beside the board where the window reaches four or more columns to each side and the
 * board has one column less than twice as many (5x5 with gaps of 1, or 9x9, on 7x7).  */
bool onednn_window_is_safe(const onednn_window *w, int size);

/* Primitives to be created: a product a b = c, a convolution, and the gradient of its weights. */
dnnl_status_t onednn_product(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, const onednn_desc a,
                             const onednn_desc b, const onednn_desc c, dnnl_primitive_attr_t attr);
dnnl_status_t onednn_convolution(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, bool learns,
                                 const onednn_window *window, const onednn_desc in,
                                 const onednn_desc weights, const onednn_desc out,
                                 dnnl_primitive_attr_t attr);
dnnl_status_t onednn_weights_gradient(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
                                      const onednn_window *window, const onednn_desc in,
                                      const onednn_desc gradient, const onednn_desc out,
                                      const_dnnl_primitive_desc_t forward,
                                      dnnl_primitive_attr_t attr);

/* Does the layout round up some dimension?  Code that oneDNN 3.7.2 generates to reorder numbers
 * misplaces those of the last block then (of 40 output channels of a 1x1 convolution, or 22 inputs
 * of a 5x5 one).                                                              */
bool onednn_desc_is_padded(const onednn_desc d);

/* Puts an array of numbers, the last dimension closest together, where a layout wants them: `to`
 * of onednn_desc_bytes, in float32 or bfloat16; padding becomes 0.            */
void onednn_place(const onednn_desc d, const float *from, void *to);

/* The attribute of primitives that add to what is there. */
dnnl_status_t onednn_append_sum(dnnl_post_ops_t ops);

/* ---- instructions ---- */

/* Does oneDNN use these instructions here?  (ONEDNN_MAX_CPU_ISA limits them.)  A set of
 * instructions is a set of bits; larger ones contain smaller ones.            */
static inline bool onednn_uses(dnnl_cpu_isa_t isa)
{
    return ((unsigned)dnnl_get_effective_cpu_isa() & (unsigned)isa) == (unsigned)isa;
}

/* Tiles of bfloat16 (AMX): up to sixteen times the rate of float32. */
static inline bool onednn_has_tiles(void) { return onednn_uses(dnnl_cpu_isa_avx512_core_amx); }

/* Dot products of bfloat16 (AVX512_BF16). */
static inline bool onednn_has_dots(void) { return onednn_uses(dnnl_cpu_isa_avx512_core_bf16); }

/* Are they faster than float32?  Twice as fast on AMD's Zen 4 and 5.  Intel's processors since
 * Sapphire Rapids, which have tiles unless a hypervisor hides them, multiply one vector at a time
 * and are slower.                                                             */
static inline bool onednn_dots_pay(void)
{
#ifdef __x86_64__
    return onednn_has_dots() && (!__builtin_cpu_is("intel") || __builtin_cpu_is("cooperlake"));
#else
    return false;
#endif
}

#endif
