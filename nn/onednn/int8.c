#include "nn/onednn/int8.h"

#include <math.h>
#include <stdlib.h>

#include "nn/onednn/int8_rows.h"
#include "nn/onednn/int8_tiles.h"

enum { PANEL = ONEDNN_LANES }; /* output channels side by side */

/* Lines of a kernel, and points in each. */
static int side_of(int places)
{
    return places == 1 ? 1 : 3;
}

bool int8_available(void)
{
    int panels;
    return int8_rows_of_processor(&panels) != NULL;
}

static bool is_wide(const nn_model *m, const nn_layer *l)
{
    enum { FEWEST = 32 }; /* channels: with fewer there is little to gain */
    return l->kind == NN_CONV && l->in >= NN_N_INPUTS && m->tensors[l->in].channels >= FEWEST;
}

bool int8_pays(const nn_model *model, int index)
{
    const nn_layer *l = &model->layers[index];
    if (!is_wide(model, l) || onednn_is_3x3(l))
        return is_wide(model, l);
    if (l->kernel_y != 1 || l->kernel_x != 1)
        return false;
    for (int i = index + 1; i < model->n_layers; i++)
        if (is_wide(model, &model->layers[i]) && onednn_is_3x3(&model->layers[i]))
            return true;
    return false;
}

/* The points of the board as one row. */
static void multiply_points(const uint8_t *board, int size, const int8_weights *w, int32_t *sums)
{
    int most;
    int8_row_function *const row = int8_rows_of_processor(&most);
    const int8_row_shape s = {.in = w->in, .out = w->out, .panel = w->panel};
    const int all = (int)(w->out / PANEL);
    for (int p = 0; p < all; p += most)
        row(board, 1, size * size, &s, all - p < most ? all - p : most,
            w->bytes + (size_t)p * s.panel, sums + p * PANEL);
}

/* The weights of two panels stay in the first-level cache for a whole board. */
static void convolve_rows(const uint8_t *board, int size, const int8_weights *w, int32_t *sums)
{
    int most;
    int8_row_function *const row = int8_rows_of_processor(&most);
    const int8_row_shape s = {.in = w->in,
                              .line = (size_t)size * w->in,
                              .out = w->out,
                              .panel = w->panel,
                              .beside = true};
    const int all = (int)(w->out / PANEL);
    for (int p = 0; p < all; p += most)
        for (int y = 0; y < size; y++) {
            const int above = y > 0, below = y + 1 < size;
            const int8_t *bytes = w->bytes + (size_t)p * s.panel + (above ? 0 : w->line);
            row(board + (size_t)(y - above) * s.line, 1 + above + below, size, &s,
                all - p < most ? all - p : most, bytes,
                sums + (size_t)(y * size) * w->out + p * PANEL);
        }
}

static void convolve_tiles(const uint8_t *board, int size, const int8_weights *w, int32_t *sums)
{
    const int8_tiles_shape s = {.size = size,
                                .side = side_of(w->places),
                                .panels = (int)(w->out / PANEL),
                                .in = w->in,
                                .panel = w->panel,
                                .out = w->out};
    int8_tiles_convolve(board, &s, w->bytes, sums);
}

void int8_convolve(const uint8_t *board, int size, const int8_weights *w, int32_t *sums)
{
    if (int8_tiles_available())
        convolve_tiles(board, size, w, sums);
    else if (w->places == 1)
        multiply_points(board, size, w, sums);
    else
        convolve_rows(board, size, w, sums);
}

/* ---- weights ---- */

/* Is the neighbour k of nine on the board?  `place`: the point's line and column, each 0 at the
 * beginning, 2 at the end and 1 between.                                      */
static bool is_on_board(int place, int k)
{
    const int y = place / 3 - 1 + k / 3 - 1, x = place % 3 - 1 + k % 3 - 1;
    return abs(y) < 2 && abs(x) < 2;
}

/* One output channel: kernels [in][places]. */
static void round_channel(const float *kernels, size_t channels_in, size_t o, int8_weights *w)
{
    const size_t places = (size_t)w->places;
    float largest = 0;
    int32_t all[9] = {0}; /* sums of the weights of each neighbour */
    for (size_t i = 0; i < places * channels_in; i++)
        largest = fmaxf(largest, fabsf(kernels[i]));
    w->step[o] = largest / 127;
    for (size_t i = 0; i < channels_in; i++)
        for (size_t k = 0; k < places; k++) {
            const long steps = largest > 0 ? lrintf(kernels[i * places + k] * (127 / largest)) : 0;
            int8_t *line = w->bytes + o / PANEL * w->panel + k / 3 * w->line;
            line[((k % 3 * (w->in / 4) + i / 4) * PANEL + o % PANEL) * 4 + i % 4] = (int8_t)steps;
            all[k] += (int32_t)steps;
        }
    for (int place = 0; place < INT8_PLACES; place++)
        for (int k = 0; k < w->places; k++)
            w->sum[(size_t)place * w->out + o] +=
                places == 1 || is_on_board(place, k) ? all[k] : 0;
}

int8_weights *int8_weights_create(const float *weights, int channels_in, int channels_out,
                                  int places)
{
    const size_t in = onednn_stride(channels_in), out = onednn_stride(channels_out);
    enum { HEAD = 64 }; /* keeps what follows aligned */
    _Static_assert(sizeof(int8_weights) <= HEAD, "room for the struct");
    const size_t numbers = out * sizeof(float), side = (size_t)side_of(places), row = side * in;
    const size_t line = int8_tiles_available() ? int8_tiles_weights(row) : row * PANEL;
    char *memory = (char *)onednn_numbers(
        (HEAD + (1 + INT8_PLACES) * numbers + out / PANEL * side * line) / sizeof(float));
    if (!memory)
        return NULL;
    int8_weights *w = (int8_weights *)(void *)memory;
    *w = (int8_weights){.in = in,
                        .out = out,
                        .places = places,
                        .line = line,
                        .panel = side * line,
                        .step = (float *)(void *)(memory + HEAD),
                        .sum = (int32_t *)(void *)(memory + HEAD + numbers),
                        .bytes = (int8_t *)(memory + HEAD + (1 + INT8_PLACES) * numbers)};
    for (size_t o = 0; o < (size_t)channels_out; o++)
        round_channel(weights + o * (size_t)(channels_in * places), (size_t)channels_in, o, w);
    return w;
}

/* ---- inputs and results ---- */

static float largest_of(lanes x)
{
    float largest = x[0];
    for (int i = 1; i < LANES; i++)
        largest = x[i] > largest ? x[i] : largest;
    return largest;
}

/* Several at a time, because each waits for the one before. */
static int8_scale scale_of(const float *in, size_t n)
{
    enum { CHAINS = 4 };
    lanes high[CHAINS] = {lanes_of(0)}, low[CHAINS] = {lanes_of(0)}, check[CHAINS] = {lanes_of(0)};
    for (size_t i = 0; i < n; i += CHAINS * LANES)
        for (size_t k = 0; k < CHAINS; k++) {
            const size_t at = i + k * LANES;
            const lanes x = lanes_load(in + (at < n ? at : i));
            high[k] = lanes_max(high[k], x);
            low[k] = lanes_min(low[k], x);
            check[k] += x * 0.0f; /* NaN if x is not finite */
        }
    for (int k = 1; k < CHAINS; k++) {
        high[0] = lanes_max(high[0], high[k]);
        low[0] = lanes_min(low[0], low[k]);
        check[0] += check[k];
    }
    const float above = largest_of(high[0]), below = largest_of(-low[0]), range = above + below;
    if (!(lanes_sum(check[0]) == 0))
        return (int8_scale){NAN, 0};
    if (!(range > 0x1p-100f)) /* nothing that would count, and no division by 0 */
        return (int8_scale){1, 0};
    return (int8_scale){range / 255, (int32_t)lrintf(below / range * 255)};
}

/* The numbers, which fit into bytes. */
static inline void store_bytes(uint8_t *to, int_lanes x)
{
#if defined(__AVX512F__) && LANES == 16
    _mm_storeu_si128((__m128i *)(void *)to, _mm512_cvtepi32_epi8((__m512i)x));
#elif defined(__AVX2__) && LANES == 8
    const __m128i halves = _mm_packus_epi32(_mm256_castsi256_si128((__m256i)x),
                                            _mm256_extracti128_si256((__m256i)x, 1));
    _mm_storel_epi64((__m128i *)(void *)to, _mm_packus_epi16(halves, halves));
#else
    typedef uint8_t byte_lanes __attribute__((vector_size(LANES), aligned(1), may_alias));
    *(byte_lanes *)to = __builtin_convertvector(x, byte_lanes);
#endif
}

static void round_numbers(const float *in, size_t n, int8_scale s, uint8_t *to)
{
    const float factor = isfinite(s.step) ? 1 / s.step : 0, zero = (float)s.zero + 0.5f;
    for (size_t i = 0; i < n; i += LANES) {
        const lanes x = lanes_min(lanes_load(in + i) * factor + zero, lanes_of(255));
        store_bytes(to + i, __builtin_convertvector(x, int_lanes) - INT8_BELOW);
    }
}

size_t int8_board_bytes(int size, size_t stride)
{
    return int8_tiles_available() ? int8_tiles_board(size, stride) : (size_t)(size * size) * stride;
}

int8_scale int8_round(const float *in, int size, size_t stride, uint8_t *board)
{
    const size_t line = (size_t)size * stride;
    const int8_scale s = scale_of(in, (size_t)size * line);
    if (!int8_tiles_available()) {
        round_numbers(in, (size_t)size * line, s, board);
    } else {
        int8_tiles_border(board, size, stride);
        for (int y = 0; y < size; y++)
            round_numbers(in + (size_t)y * line, line, s, board + int8_tiles_line(size, stride, y));
    }
    return (int8_scale){s.step, s.zero - INT8_BELOW};
}

/* 0 at the beginning of a line or column, 2 at its end, 1 between. */
static int place_in(int i, int size)
{
    return i == 0 ? 0 : i + 1 == size ? 2 : 1;
}

/* Channel by channel, so that what depends on the channel stays in registers.  With constants for
 * what is asked at each point.                                                */
static inline __attribute__((always_inline)) void finish(const onednn_tail *tail, bool zero,
                                                         const int8_weights *w, int8_scale s,
                                                         int size, float *out)
{
    typedef int32_t sum_lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
    for (int y = 0, p = 0; y < size; y++)
        for (int x = 0; x < size; x++, p++) {
            const int place = 3 * place_in(y, size) + place_in(x, size);
            const int32_t *sum = w->sum + (size_t)place * w->out;
            for (size_t c = 0; c < w->out; c += LANES) {
                const lanes step = lanes_load(w->step + c) * s.step;
                float *at = out + (size_t)p * w->out + c;
                sum_lanes sums = *(const sum_lanes *)(const void *)at;
                if (zero)
                    sums -= *(const sum_lanes *)(sum + c) * s.zero;
                lanes_store(at, lanes_tail(tail, __builtin_convertvector(sums, lanes) * step,
                                           (size_t)p, w->out, c));
            }
        }
}

void int8_finish(const int8_weights *w, int8_scale s, const onednn_tail *t, int size, float *out)
{
    if (s.zero)
        ONEDNN_WITH_TAIL(t, finish, true, w, s, size, out);
    else
        ONEDNN_WITH_TAIL(t, finish, false, w, s, size, out);
}
