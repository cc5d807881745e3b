/* half.h -- a float as an IEEE 754 half, rounded to the nearest, ties to even.
 *
 * Numbers that are too large become infinity; nn_session_run reports the answers
 * that are then not finite.                                                   */
#ifndef KATACHI_NN_CUDNN_HALF_H
#define KATACHI_NN_CUDNN_HALF_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t gpu_half(float x)
{
    uint32_t bits, sign, made;
    memcpy(&bits, &x, sizeof bits);
    sign = bits >> 16 & 0x8000;
    float size = fabsf(x);
    if (!(size < 65520.0f)) /* rounds beyond the largest half, 65504, or NaN */
        made = size != size ? 0x7e00 : 0x7c00;
    else if (size < 6.103515625e-05f) /* below 2^-14: steps of 2^-24 */
        made = (uint32_t)nearbyintf(size * 16777216.0f);
    else { /* 13 bits fewer, and the exponent counted from 15 in place of 127 */
        bits &= 0x7fffffff;
        made = (bits + 0xfff + (bits >> 13 & 1) - ((127u - 15u) << 23)) >> 13;
    }
    return (uint16_t)(sign | made);
}

#endif
