/* The transposes of the transforms in nn/onednn/winograd.c, see winograd_back.h: if a line there
 * makes m0 = 2 (d0 - d2) - d1 + d3 and so on, here d0 is the sum of all m that d0 was taken
 * to, each with its factor.                                                   */
#include "nn_train/onednn/winograd_back.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { MOST_OUT = 4, MOST_IN = MOST_OUT + 2, MOST = MOST_IN * MOST_IN };

/* ---- result ---- */

INLINE void output_line(int out, const lanes *g, lanes *to)
{
    if (out == 3) {
        const lanes even = g[0] + g[2];
        to[0] = g[0];
        to[1] = even + g[1];
        to[2] = even - g[1];
        to[3] = g[0] + 2.0f * g[1] + 4.0f * g[2];
        to[4] = g[2];
        return;
    }
    const lanes even = g[0] + g[2], odd = g[1] + g[3];
    const lanes even2 = g[0] + 4.0f * g[2], odd2 = 2.0f * g[1] + 8.0f * g[3];
    to[0] = g[0];
    to[1] = even + odd;
    to[2] = even - odd;
    to[3] = even2 + odd2;
    to[4] = even2 - odd2;
    to[5] = g[3];
}

/* From out x out numbers to the products, `apart` from one to the next. */
INLINE void output_tile(int out, const float *const *from, size_t c, float *to, size_t apart)
{
    const int in = out + 2;
    lanes columns[MOST_IN * MOST_OUT], line[MOST_IN];
    for (int x = 0; x < out; x++) {
        for (int y = 0; y < out; y++)
            line[y] = lanes_load(from[y * out + x] + c);
        lanes made[MOST_IN];
        output_line(out, line, made);
        for (int y = 0; y < in; y++)
            columns[y * out + x] = made[y];
    }
    for (int y = 0; y < in; y++) {
        output_line(out, columns + y * out, line);
        for (int x = 0; x < in; x++)
            lanes_store(to + (size_t)(y * in + x) * apart + c, line[x]);
    }
}

INLINE void back_output(int out, winograd_board b, const float *g, const float *zero,
                        float *to)
{
    for (int y = 0; y < b.size; y += out)
        for (int x = 0; x < b.size; x += out, to += b.stride) {
            const float *from[MOST_OUT * MOST_OUT];
            for (int k = 0; k < out * out; k++) {
                const int row = y + k / out, column = x + k % out;
                const bool inside = row < b.size && column < b.size;
                from[k] = inside ? g + (size_t)(row * b.size + column) * b.channels : zero;
            }
            for (size_t c = 0; c < b.stride; c += LANES)
                output_tile(out, from, c, to, b.apart);
        }
}

void winograd_back_output(winograd_board b, const float *g, const float *zero, float *to)
{
    if (winograd_side(b.size) == 3)
        back_output(3, b, g, zero, to);
    else
        back_output(4, b, g, zero, to);
}

/* ---- input ---- */

INLINE void input_line(int out, const lanes *v, size_t step, lanes *to)
{
    const lanes v0 = v[0], v1 = v[step], v2 = v[2 * step], v3 = v[3 * step], v4 = v[4 * step];
    if (out == 3) {
        to[0] = 2.0f * v0;
        to[1] = 2.0f * (v2 - v1 + v4) - v0 - v3;
        to[2] = -2.0f * v0 - v1 - 3.0f * v2 - v4;
        to[3] = v0 + v1 + v2 + v3 - 2.0f * v4;
        to[4] = v4;
        return;
    }
    const lanes v5 = v[5 * step], sum = v1 + v2, sum2 = v3 + v4;
    const lanes difference = v2 - v1, difference2 = v4 - v3;
    to[0] = 4.0f * v0;
    to[1] = 4.0f * (difference + v5) + 2.0f * difference2;
    to[2] = -5.0f * v0 - 4.0f * sum - sum2;
    to[3] = -difference - 2.0f * difference2 - 5.0f * v5;
    to[4] = v0 + sum + sum2;
    to[5] = v5;
}

/* Adds the first n lanes. */
INLINE void add(float *to, lanes x, size_t n)
{
    x += lanes_load(to);
    if (n == LANES)
        lanes_store(to, x);
    else
        memcpy(to, &x, n * sizeof *to);
}

/* to: the channels of each input of a tile, of which n from c on are made; NULL: beside the board. */
INLINE void input_tile(int out, const float *from, size_t apart, float *const *to, size_t c,
                       size_t n)
{
    const int in = out + 2;
    lanes columns[MOST], line[MOST_IN];
    for (int x = 0; x < in; x++) {
        for (int y = 0; y < in; y++)
            line[y] = lanes_load(from + (size_t)(y * in + x) * apart + c);
        input_line(out, line, 1, columns + x * in); /* turned: [x][y] */
    }
    for (int y = 0; y < in; y++) {
        input_line(out, columns + y, (size_t)in, line);
        for (int x = 0; x < in; x++)
            if (to[y * in + x])
                add(to[y * in + x] + c, line[x], n);
    }
}

INLINE void back_input(int out, winograd_board b, const float *from, float *all)
{
    const int wide = out + 2, size = b.size;
    memset(all, 0, (size_t)(size * size) * b.channels * sizeof *all);
    for (int y = 0; y < size; y += out)
        for (int x = 0; x < size; x += out, from += b.stride) {
            float *to[MOST];
            for (int k = 0; k < wide * wide; k++) {
                const int row = y - 1 + k / wide, column = x - 1 + k % wide;
                const bool inside = row >= 0 && row < size && column >= 0 && column < size;
                to[k] = inside ? all + (size_t)(row * size + column) * b.channels : NULL;
            }
            for (size_t c = 0; c < b.channels; c += LANES)
                if (b.channels - c >= LANES) /* a constant in its loops */
                    input_tile(out, from, b.apart, to, c, LANES);
                else
                    input_tile(out, from, b.apart, to, c, b.channels - c);
        }
}

void winograd_back_input(winograd_board b, const float *from, float *to)
{
    if (winograd_side(b.size) == 3)
        back_input(3, b, from, to);
    else
        back_input(4, b, from, to);
}

/* ---- weights ---- */

INLINE void kernel_line(int out, const lanes *u, size_t step, lanes *to)
{
    const lanes sum = u[step] + u[2 * step], u3 = u[3 * step];
    if (out == 3) {
        const lanes u1 = u[step] / 2.0f, u2 = u[2 * step] / 6.0f, third = u3 / 3.0f;
        to[0] = u[0] / 2.0f - u1 - u2 + third / 2.0f;
        to[1] = u2 - u1 + third;
        to[2] = u[4 * step] - u1 - u2 + 2.0f * third;
        return;
    }
    const lanes u4 = u[4 * step], sum2 = (u3 + u4) / 24.0f;
    to[0] = u[0] / 4.0f - sum / 6.0f + sum2;
    to[1] = (u[2 * step] - u[step]) / 6.0f + (u3 - u4) / 12.0f;
    to[2] = u[5 * step] - sum / 6.0f + 4.0f * sum2;
}

/* From the products of LANES kernels, `apart` from one to the next. */
INLINE void kernels(int out, const float *from, size_t apart, lanes *to)
{
    const size_t in = (size_t)out + 2;
    lanes u[MOST_IN], columns[MOST_IN * 3];
    for (size_t x = 0; x < in; x++) {
        for (size_t y = 0; y < in; y++)
            u[y] = lanes_load(from + (y * in + x) * apart);
        kernel_line(out, u, 1, columns + x * 3); /* turned: [x][y] */
    }
    for (size_t y = 0; y < 3; y++)
        kernel_line(out, columns + y, 3, to + y * 3);
}

void winograd_back_weights(const float *from, int channels_in, int channels_out, int size, float *to)
{
    const size_t in = (size_t)channels_in, out = (size_t)channels_out;
    const size_t stride = onednn_stride(channels_out), apart = onednn_stride(channels_in) * stride;
    for (size_t i = 0; i < in; i++)
        for (size_t c = 0; c < out; c += LANES) {
            lanes w[9];
            if (winograd_side(size) == 3)
                kernels(3, from + i * stride + c, apart, w);
            else
                kernels(4, from + i * stride + c, apart, w);
            for (size_t o = c; o < c + LANES && o < out; o++)
                for (size_t k = 0; k < 9; k++)
                    to[(o * in + i) * 9 + k] += w[k][o - c];
        }
}
