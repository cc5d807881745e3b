/* The transforms of F(4x4, 3x3) and F(3x3, 3x3), see winograd.h.  With the
 * points 0, 1, -1, 2, -2 and infinity the three matrices of the first are
 *
 *     1-D input  d0..d5     1-D kernel g0..g2          1-D result from m0..m5
 *     4d0 - 5d2 + d4        g0 / 4                     m0 + m1 + m2 + m3 + m4
 *     -4(d1 + d2) + d3 + d4 -(g0 + g1 + g2) / 6        m1 - m2 + 2 (m3 - m4)
 *     4(d1 - d2) - d3 + d4  -(g0 - g1 + g2) / 6        m1 + m2 + 4 (m3 + m4)
 *     2(d3 - d1) - d2 + d4  g0 / 24 + g1 / 12 + g2 / 6 m1 - m2 + 8 (m3 - m4) + m5
 *     2(d1 - d3) - d2 + d4  g0 / 24 - g1 / 12 + g2 / 6
 *     4d1 - 5d3 + d5        g2
 *
 * and, with the points 0, 1, -1, 2 and infinity, those of the second
 *
 *     2(d0 - d2) - d1 + d3  g0 / 2                     m0 + m1 + m2 + m3
 *     -2d1 - d2 + d3        -(g0 + g1 + g2) / 2        m1 - m2 + 2m3
 *     2d1 - 3d2 + d3        -(g0 - g1 + g2) / 6        m1 + m2 + 4m3 + m4
 *     d3 - d1               g0 / 6 + g1 / 3 + 2g2 / 3
 *     2(d1 - d3) - d2 + d4  g2
 *
 * each applied to the columns and then to the rows.  `out`, the side of a tile, is a
 * constant in all hot loops, so that the compiler specialises each form.         */
#include "nn/onednn/winograd.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { MOST_OUT = 4, MOST_IN = MOST_OUT + 2, MOST = MOST_IN * MOST_IN };

/* ---- which form ---- */

static size_t tiles_of(int out, int size)
{
    size_t side = (size_t)(size + out - 1) / (size_t)out;
    return side * side;
}

static size_t products_of(int out)
{
    return (size_t)((out + 2) * (out + 2));
}

/* In units of a product of a tile; reading the kernels of a product costs about as
 * much as six tiles (measured, see doc/performance/networks.md).              */
static size_t cost_of(int out, int size)
{
    enum { READING = 6 };
    return products_of(out) * (tiles_of(out, size) + READING);
}

static int out_of(int size)
{
    return cost_of(3, size) < cost_of(4, size) ? 3 : 4;
}

int winograd_side(int size)
{
    return out_of(size);
}

size_t winograd_tiles(int size)
{
    return tiles_of(out_of(size), size);
}

size_t winograd_products(int size)
{
    return products_of(out_of(size));
}

bool winograd_pays(const nn_layer *l, int size)
{
    return onednn_is_3x3(l) &&
           winograd_products(size) * winograd_tiles(size) < (size_t)(9 * size * size);
}

/* ---- weights ---- */

typedef double kernel_lanes __attribute__((vector_size(128))); /* one of each of sixteen kernels */

INLINE void kernel_line(int out, const kernel_lanes *g, size_t step, kernel_lanes *to, size_t to_step)
{
    kernel_lanes g0 = g[0], g1 = g[step], g2 = g[2 * step];
    to[0] = g0 / (out == 3 ? 2 : 4);
    to[to_step] = -(g0 + g1 + g2) / (out == 3 ? 2 : 6);
    to[2 * to_step] = -(g0 - g1 + g2) / 6;
    if (out == 3) {
        to[3 * to_step] = (g0 + 2 * g1 + 4 * g2) / 6;
        to[4 * to_step] = g2;
        return;
    }
    to[3 * to_step] = g0 / 24 + g1 / 12 + g2 / 6;
    to[4 * to_step] = g0 / 24 - g1 / 12 + g2 / 6;
    to[5 * to_step] = g2;
}

/* n kernels `step` numbers apart, at most sixteen, to their products, `apart` apart. */
INLINE void kernels(int out, const float *weights, size_t step, size_t n, float *to, size_t apart)
{
    kernel_lanes g[9] = {0}, columns[MOST_IN * 3], all[MOST];
    const size_t in = (size_t)out + 2;
    for (size_t o = 0; o < n; o++)
        for (size_t k = 0; k < 9; k++)
            g[k][o] = (double)weights[o * step + k];
    for (size_t x = 0; x < 3; x++)
        kernel_line(out, g + x, 3, columns + x, 3);
    for (size_t y = 0; y < in; y++)
        kernel_line(out, columns + y * 3, 1, all + y * in, 1);
    for (size_t k = 0; k < in * in; k++)
        for (size_t o = 0; o < ONEDNN_LANES; o++)
            to[k * apart + o] = (float)all[k][o];
}

void winograd_weights(const float *weights, int channels_in, int channels_out, int size, float *to)
{
    const size_t in = (size_t)channels_in, out = (size_t)channels_out;
    const size_t stride = onednn_stride(channels_out), apart = onednn_stride(channels_in) * stride;
    memset(to, 0, winograd_products(size) * apart * sizeof *to);
    for (size_t i = 0; i < in; i++)
        for (size_t o = 0; o < out; o += ONEDNN_LANES) {
            const float *from = weights + (o * in + i) * 9;
            const size_t n = out - o < ONEDNN_LANES ? out - o : ONEDNN_LANES;
            if (out_of(size) == 3)
                kernels(3, from, in * 9, n, to + i * stride + o, apart);
            else
                kernels(4, from, in * 9, n, to + i * stride + o, apart);
        }
}

/* ---- input ---- */

INLINE void input_line4(const lanes *d, size_t step, lanes *to)
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

INLINE void input_line3(const lanes *d, size_t step, lanes *to)
{
    lanes d0 = d[0], d1 = d[step], d2 = d[2 * step], d3 = d[3 * step], d4 = d[4 * step];
    lanes difference = d3 - d2, twice = 2.0f * d1;
    to[0] = 2.0f * (d0 - d2) - d1 + d3;
    to[1] = difference - twice;
    to[2] = difference - 2.0f * d2 + twice;
    to[3] = d3 - d1;
    to[4] = twice - 2.0f * d3 - d2 + d4;
}

INLINE void input_line(int out, const lanes *d, size_t step, lanes *to)
{
    if (out == 3)
        input_line3(d, step, to);
    else
        input_line4(d, step, to);
}

/* from: the channels of each input of a tile; to: where the first product goes, the
 * others `apart` numbers apart.                                              */
INLINE void input_tile(int out, const float *const *from, size_t c, float *to, size_t apart)
{
    lanes d[MOST], columns[MOST], line[MOST_IN];
    size_t in = (size_t)out + 2;
    for (size_t k = 0; k < in * in; k++)
        d[k] = lanes_load(from[k] + c);
    for (size_t x = 0; x < in; x++)
        input_line(out, d + x, in, columns + x * in); /* turned: [x][transformed y] */
    for (size_t y = 0; y < in; y++) {
        input_line(out, columns + y, in, line);
        for (size_t x = 0; x < in; x++)
            lanes_store(to + (y * in + x) * apart + c, line[x]);
    }
}

INLINE void input(int out, winograd_board b, const float *in, const float *zero, float *to)
{
    const int wide = out + 2, size = b.size;
    for (int y = 0; y < size; y += out)
        for (int x = 0; x < size; x += out, to += b.stride) {
            const float *from[MOST];
            for (int k = 0; k < wide * wide; k++) {
                int row = y - 1 + k / wide, column = x - 1 + k % wide;
                bool inside = row >= 0 && row < size && column >= 0 && column < size;
                from[k] = inside ? in + (size_t)(row * size + column) * b.channels : zero;
            }
            for (size_t c = 0; c < b.stride; c += LANES)
                input_tile(out, from, c, to, b.apart);
        }
}

void winograd_input(winograd_board b, const float *in, const float *zero, float *to)
{
    if (out_of(b.size) == 3)
        input(3, b, in, zero, to);
    else
        input(4, b, in, zero, to);
}

/* ---- output ---- */

INLINE void output_line(int out, const lanes *m, size_t step, lanes *to)
{
    lanes sum = m[step] + m[2 * step], difference = m[step] - m[2 * step], m3 = m[3 * step];
    if (out == 3) {
        to[0] = m[0] + sum + m3;
        to[1] = difference + 2.0f * m3;
        to[2] = sum + 4.0f * m3 + m[4 * step];
        return;
    }
    lanes sum2 = m3 + m[4 * step], difference2 = m3 - m[4 * step];
    to[0] = m[0] + sum + sum2;
    to[1] = difference + 2.0f * difference2;
    to[2] = sum + 4.0f * sum2;
    to[3] = difference + 8.0f * difference2 + m[5 * step];
}

INLINE void output_tile(int out, const float *from, size_t apart, lanes *result)
{
    lanes m[MOST_IN], columns[MOST_IN * MOST_OUT];
    size_t in = (size_t)out + 2, n = (size_t)out;
    for (size_t x = 0; x < in; x++) {
        for (size_t y = 0; y < in; y++)
            m[y] = lanes_load(from + (y * in + x) * apart);
        output_line(out, m, 1, columns + x * n); /* turned: [x][y] */
    }
    for (size_t y = 0; y < n; y++)
        output_line(out, columns + y, n, result + y * n);
}

/* The part of a tile at column x, row y that lies in the buffer: n channels from c on. */
INLINE void store_tile(int out, winograd_board b, const onednn_tail *t, const lanes *result, int x,
                       int y, size_t c, size_t n, float *to)
{
    const int rows = b.size - y < out ? b.size - y : out;
    const int columns = b.size - x < out ? b.size - x : out;
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < columns; k++) {
            const size_t p = (size_t)((y + r) * b.size + x + k);
            const lanes made = lanes_tail(t, result[r * out + k], p, b.channels, c);
            if (n == LANES)
                lanes_store(to + p * b.channels + c, made);
            else
                memcpy(to + p * b.channels + c, &made, n * sizeof *to);
        }
}

INLINE void output(int out, winograd_board b, const onednn_tail *t, const float *from, float *to)
{
    for (int y = 0; y < b.size; y += out)
        for (int x = 0; x < b.size; x += out, from += b.stride)
            for (size_t c = 0; c < b.channels; c += LANES) {
                lanes result[MOST_OUT * MOST_OUT];
                output_tile(out, from + c, b.apart, result);
                if (b.channels - c >= LANES) /* a constant in its loops */
                    store_tile(out, b, t, result, x, y, c, LANES, to);
                else
                    store_tile(out, b, t, result, x, y, c, b.channels - c, to);
            }
}

void winograd_output(winograd_board b, const onednn_tail *t, const float *from, float *out)
{
    if (out_of(b.size) == 3)
        output(3, b, t, from, out);
    else
        output(4, b, t, from, out);
}
