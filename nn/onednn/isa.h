/* isa.h -- which instructions oneDNN uses on this processor (ONEDNN_MAX_CPU_ISA limits them). */
#ifndef KATACHI_NN_ONEDNN_ISA_H
#define KATACHI_NN_ONEDNN_ISA_H

#include <stdbool.h>

#include <oneapi/dnnl/dnnl.h>

/* An instruction set is a set of bits; larger ones contain smaller ones. */
static inline bool onednn_uses(dnnl_cpu_isa_t isa)
{
    return ((unsigned)dnnl_get_effective_cpu_isa() & (unsigned)isa) == (unsigned)isa;
}

/* Tiles of bfloat16 (AMX): up to sixteen times the rate of float32. */
static inline bool onednn_has_tiles(void) { return onednn_uses(dnnl_cpu_isa_avx512_core_amx); }

/* Dot products of bfloat16 (AVX512_BF16): twice the rate of float32. */
static inline bool onednn_has_dots(void) { return onednn_uses(dnnl_cpu_isa_avx512_core_bf16); }

#endif
