/* The parts of attention beside its two matrix products. */
#include <math.h>
#include <string.h>

#include "nn/onednn_lanes.h"

float onednn_exponents(float *row, const float *bias, size_t n)
{
    lanes largest = lanes_of(-INFINITY), sums = lanes_of(0);
    float most = -INFINITY, sum = 0;
    for (size_t i = 0; i < n; i += ONEDNN_LANES) {
        lanes x = lanes_load(row + i) + lanes_load(bias + i);
        largest = lanes_max(x, largest);
    }
    for (int i = 0; i < ONEDNN_LANES; i++)
        most = largest[i] > most ? largest[i] : most;
    for (size_t i = 0; i < n; i += ONEDNN_LANES) {
        lanes e = lanes_exp(lanes_load(row + i) + lanes_load(bias + i) - most);
        sums += e;
        lanes_store(row + i, e);
    }
    for (int i = 0; i < ONEDNN_LANES; i++)
        sum += sums[i];
    return sum;
}

void onednn_turn_table(const float *frequency, int dim, int size, float *turn)
{
    for (int p = 0; p < size * size; p++)
        for (int d = 0; d < dim; d++) {
            const float *f = frequency ? frequency + d / 2 * 2 : NULL;
            float angle = f ? (float)(p % size) * f[0] + (float)(p / size) * f[1] : 0;
            *turn++ = cosf(angle);
            *turn++ = d % 2 ? sinf(angle) : -sinf(angle);
        }
}

void onednn_turn(const float *in, size_t step, const float *turn, int dim, float scale,
                 size_t points, float *out)
{
    for (size_t p = 0; p < points; p++, in += step, out += dim, turn += 2 * dim)
        for (int d = 0; d < dim; d++) {
            int other = dim % 2 ? d : d ^ 1; /* only even dimensions are turned */
            out[d] = scale * (in[d] * turn[2 * d] + in[other] * turn[2 * d + 1]);
        }
}

void onednn_transpose(const float *in, int dim, size_t points, size_t wide, float *out)
{
    for (size_t d = 0; d < (size_t)dim; d++) {
        for (size_t p = 0; p < points; p++)
            out[d * wide + p] = in[p * (size_t)dim + d];
        memset(out + d * wide + points, 0, (wide - points) * sizeof *out);
    }
}
