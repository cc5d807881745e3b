#include "nn/onednn/int8_rows.h"

#include <stdbool.h>
#ifdef __aarch64__
#include <sys/auxv.h>
#endif

#include "nn/onednn/dnnl.h"

#if defined(__x86_64__) || defined(__aarch64__)

/* Neighbours off the board are left out. */
typedef struct int8_row_part {
    int lines;
    bool first, last; /* it begins or ends at the edge */
} int8_row_part;

typedef int32_t four_bytes __attribute__((aligned(1), may_alias));

#ifndef __clang__
#define UNROLL _Pragma("GCC unroll 16")
#elif __has_feature(address_sanitizer)
#define UNROLL /* clang would check the unrolled loops for minutes */
#else
#define UNROLL _Pragma("unroll")
#endif

#endif

#ifdef __x86_64__

typedef int32_t vector64 __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t vector32 __attribute__((vector_size(32), aligned(4), may_alias));

/* By hand, because gcc 12 copies the sums to and fro around its own function for it. */
#define ROW row64
#define BLOCK block64
#define TAP tap64
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))
#define VECTOR vector64
#define WIDE 16
#define DOT(sum, x, w) __asm__("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(x), "v"(w))
#define MOST 14
#define PANELS 2
#define CASES                                                                                      \
    CASE(1)                                                                                        \
    CASE(2)                                                                                        \
    CASE(3)                                                                                        \
    CASE(4) CASE(5) CASE(6) CASE(7) CASE(8) CASE(9) CASE(10) CASE(11) CASE(12) CASE(13) CASE(14)
#include "nn/onednn/int8_rows_body.h"
#undef ROW
#undef BLOCK
#undef TAP
#undef TARGET
#undef VECTOR
#undef WIDE
#undef DOT
#undef MOST
#undef PANELS
#undef CASES

#define ROW row32
#define BLOCK block32
#define TAP tap32
#define TARGET __attribute__((target("avx2")))
#define VECTOR vector32
#define WIDE 8
#define DOT(sum, x, w) __asm__("%{vex%} vpdpbusd %2, %1, %0" : "+x"(sum) : "x"(x), "x"(w))
#define MOST 6
#define PANELS 1
#define CASES CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)
#include "nn/onednn/int8_rows_body.h"

int8_row_function *int8_rows_of_processor(int *panels)
{
    *panels = 2;
    if (onednn_uses(dnnl_cpu_isa_avx512_core_vnni))
        return row64;
    *panels = 1;
    return onednn_uses(dnnl_cpu_isa_avx2_vnni) ? row32 : NULL;
}

#elif defined(__aarch64__)

typedef int32_t vector16 __attribute__((vector_size(16), aligned(4), may_alias));

#define ROW row16
#define BLOCK block16
#define TAP tap16
#ifdef __clang__
#define TARGET __attribute__((target("dotprod")))
#else
#define TARGET __attribute__((target("arch=armv8.2-a+dotprod")))
#endif
#define VECTOR vector16
#define WIDE 4
#define DOT(sum, x, w) __asm__("sdot %0.4s, %1.16b, %2.16b" : "+w"(sum) : "w"(x), "w"(w))
#define MOST 6
#define PANELS 1
#define CASES CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)
#include "nn/onednn/int8_rows_body.h"

int8_row_function *int8_rows_of_processor(int *panels)
{
    *panels = 1;
    return getauxval(AT_HWCAP) & HWCAP_ASIMDDP ? row16 : NULL;
}

#else

int8_row_function *int8_rows_of_processor(int *panels)
{
    *panels = 1;
    return NULL;
}

#endif
