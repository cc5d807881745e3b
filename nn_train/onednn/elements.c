#include "nn_train/onednn/elements.h"

#include <math.h>
#include <string.h>

elements_pool elements_pool_of(float area)
{
    const float wide = sqrtf(area) - 14, mean = 1 / area;
    return (elements_pool){mean, mean * wide * 0.1f, mean * (wide * wide * 0.01f - 0.1f)};
}

static inline float from_half(uint16_t x)
{
    union {
        uint32_t bits;
        float value;
    } u = {.bits = (uint32_t)x << 16};
    return u.value;
}

/* To the nearest, ties to even. */
static inline uint16_t to_half(float x)
{
    union {
        float value;
        uint32_t bits;
    } u = {.value = x};
    return (uint16_t)((u.bits + 0x7fff + (u.bits >> 16 & 1)) >> 16);
}

#define ELEMENT float
#define NAME(function) elements_##function##_32
#define TO_FLOAT(x) (x)
#define FROM_FLOAT(x) (x)
#include "nn_train/onednn/elements_body.h"

#define ELEMENT uint16_t
#define NAME(function) elements_##function##_16
#define TO_FLOAT(x) from_half(x)
#define FROM_FLOAT(x) to_half(x)
#include "nn_train/onednn/elements_body.h"
