/* The transforms of F(4x4, 3x3), see nn/onednn_kernels.h.  With the points 0, 1,
 * -1, 2, -2 and infinity the three matrices are
 *
 *     1-D input  d0..d5     1-D kernel g0..g2          1-D result from m0..m5
 *     4d0 - 5d2 + d4        g0 / 4                     m0 + m1 + m2 + m3 + m4
 *     -4(d1 + d2) + d3 + d4 -(g0 + g1 + g2) / 6        m1 - m2 + 2 (m3 - m4)
 *     4(d1 - d2) - d3 + d4  -(g0 - g1 + g2) / 6        m1 + m2 + 4 (m3 + m4)
 *     2(d3 - d1) - d2 + d4  g0 / 24 + g1 / 12 + g2 / 6 m1 - m2 + 8 (m3 - m4) + m5
 *     2(d1 - d3) - d2 + d4  g0 / 24 - g1 / 12 + g2 / 6
 *     4d1 - 5d3 + d5        g2
 *
 * each applied to the columns and then to the rows.                           */
#include <string.h>

#include "nn/onednn_lanes.h"

enum { IN = WINOGRAD_IN, OUT = WINOGRAD_OUT, PRODUCTS = WINOGRAD_PRODUCTS };

/* ---- weights ---- */

static void kernel_line(const double *g, size_t step, double *to, size_t to_step)
{
    double g0 = g[0], g1 = g[step], g2 = g[2 * step];
    to[0] = g0 / 4;
    to[to_step] = -(g0 + g1 + g2) / 6;
    to[2 * to_step] = -(g0 - g1 + g2) / 6;
    to[3 * to_step] = g0 / 24 + g1 / 12 + g2 / 6;
    to[4 * to_step] = g0 / 24 - g1 / 12 + g2 / 6;
    to[5 * to_step] = g2;
}

void winograd_weights(const float *weights, int channels_in, int channels_out, float *to)
{
    size_t stride_in = onednn_stride(channels_in), stride_out = onednn_stride(channels_out);
    memset(to, 0, PRODUCTS * stride_in * stride_out * sizeof *to);
    for (size_t o = 0; o < (size_t)channels_out; o++)
        for (size_t i = 0; i < (size_t)channels_in; i++) {
            double g[9], columns[IN * 3], all[PRODUCTS];
            for (size_t k = 0; k < 9; k++)
                g[k] = (double)weights[(o * (size_t)channels_in + i) * 9 + k];
            for (size_t x = 0; x < 3; x++)
                kernel_line(g + x, 3, columns + x, 3);
            for (size_t y = 0; y < IN; y++)
                kernel_line(columns + y * 3, 1, all + y * IN, 1);
            for (size_t k = 0; k < PRODUCTS; k++)
                to[(k * stride_in + i) * stride_out + o] = (float)all[k];
        }
}

/* ---- input ---- */

static inline void input_line(const lanes *d, size_t step, lanes *to)
{
    lanes d0 = d[0], d1 = d[step], d2 = d[2 * step], d3 = d[3 * step], d4 = d[4 * step];
    lanes d5 = d[5 * step];
    lanes even = d4 - 4.0f * d2, odd = d3 - 4.0f * d1;
    lanes even2 = d4 - d2, odd2 = 2.0f * (d3 - d1);
    to[0] = 4.0f * d0 - 5.0f * d2 + d4;
    to[1] = even + odd;
    to[2] = even - odd;
    to[3] = even2 + odd2;
    to[4] = even2 - odd2;
    to[5] = 4.0f * d1 - 5.0f * d3 + d5;
}

/* `from`: where each of the 36 inputs of a tile has its channels; to: the first
 * of 36 places, `apart` numbers apart.                                       */
static inline void input_tile(const float *const *from, size_t c, float *to, size_t apart)
{
    lanes d[PRODUCTS], columns[PRODUCTS], line[IN];
    for (size_t k = 0; k < PRODUCTS; k++)
        d[k] = lanes_load(from[k] + c);
    for (size_t x = 0; x < IN; x++)
        input_line(d + x, IN, columns + x * IN); /* turned: [x][transformed y] */
    for (size_t y = 0; y < IN; y++) {
        input_line(columns + y, IN, line);
        for (size_t x = 0; x < IN; x++)
            lanes_store(to + (y * IN + x) * apart + c, line[x]);
    }
}

void winograd_input(const float *in, int size, size_t stride, const float *zero, float *to)
{
    size_t apart = winograd_tiles(size) * stride;
    for (int y = 0; y < size; y += OUT)
        for (int x = 0; x < size; x += OUT, to += stride) {
            const float *from[PRODUCTS];
            for (int k = 0; k < PRODUCTS; k++) {
                int row = y - 1 + k / IN, column = x - 1 + k % IN;
                bool inside = row >= 0 && row < size && column >= 0 && column < size;
                from[k] = inside ? in + (size_t)(row * size + column) * stride : zero;
            }
            for (size_t c = 0; c < stride; c += ONEDNN_LANES)
                input_tile(from, c, to, apart);
        }
}

/* ---- output ---- */

static inline void output_line(const lanes *m, size_t step, lanes *to)
{
    lanes sum = m[step] + m[2 * step], difference = m[step] - m[2 * step];
    lanes sum2 = m[3 * step] + m[4 * step], difference2 = m[3 * step] - m[4 * step];
    to[0] = m[0] + sum + sum2;
    to[1] = difference + 2.0f * difference2;
    to[2] = sum + 4.0f * sum2;
    to[3] = difference + 8.0f * difference2 + m[5 * step];
}

static inline void output_tile(const float *from, size_t apart, lanes *result)
{
    lanes m[IN], columns[IN * OUT];
    for (size_t x = 0; x < IN; x++) {
        for (size_t y = 0; y < IN; y++)
            m[y] = lanes_load(from + (y * IN + x) * apart);
        output_line(m, 1, columns + x * OUT); /* turned: [x][y] */
    }
    for (size_t y = 0; y < OUT; y++)
        output_line(columns + y, OUT, result + y * OUT);
}

/* The part of a tile at column x, row y that lies in the buffer. */
static inline void store_tile(const onednn_tail *t, const lanes *result, int size, int x, int y,
                              size_t stride, size_t c, float *out)
{
    int rows = size - y < OUT ? size - y : OUT, columns = size - x < OUT ? size - x : OUT;
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < columns; k++) {
            size_t p = (size_t)((y + r) * size + x + k);
            lanes_store(out + p * stride + c, lanes_tail(t, result[r * OUT + k], p, stride, c));
        }
}

void winograd_output(const onednn_tail *t, const float *from, int size, size_t stride, float *out)
{
    size_t apart = winograd_tiles(size) * stride;
    for (int y = 0; y < size; y += OUT)
        for (int x = 0; x < size; x += OUT, from += stride)
            for (size_t c = 0; c < stride; c += ONEDNN_LANES) {
                lanes result[OUT * OUT];
                output_tile(from + c, apart, result);
                store_tile(t, result, size, x, y, stride, c, out);
            }
}
