#define LANES 16 /* of a tile, whatever else the processor has */
#include "nn_train/onednn/tiles.h"

#include <string.h>

#include "nn/onednn/amx.h"
#include "nn/onednn/lanes.h"
#include "nn_train/onednn/elements.h"

enum {
    TILE = TILE_ROWS, /* and floats in one */
    PAIR = 2 * TILE,  /* channels are padded to two tiles, and a tile has 32 points */
    LINE = 64,        /* bytes of a cache line */
    STEPS = 9,        /* of 32 points at a time: what 2 x 2 tiles need of them fits into 48 KB */
    MOST_POINTS = NN_MAX_SIZE * (2 * NN_MAX_SIZE) + PAIR
};

/* How boards lie in the scratch memory. */
typedef struct layout {
    const nn_layer *l;
    int size;
    size_t in, out, wide_in, wide_out; /* channels, also padded */
    size_t pitch;   /* points from line to line, with zeros between */
    size_t points;  /* of all lines, rounded up */
    size_t margin;  /* pairs of zeros before and after those of g */
    size_t pairs;   /* of g, with its margins */
    size_t part;    /* points that are multiplied at a time */
    int boards;     /* that are transformed at a time */
    int kernels;
} layout;

static layout layout_of(const nn_layer *l, int size, size_t in, size_t out)
{
    const size_t pad_x = (size_t)(l->kernel_x / 2 * l->dilation_x);
    const size_t pad_y = (size_t)(l->kernel_y / 2 * l->dilation_y);
    layout y = {.l = l,
                .size = size,
                .in = in,
                .out = out,
                .wide_in = onednn_rounded_up(in, PAIR),
                .wide_out = onednn_rounded_up(out, PAIR),
                .pitch = onednn_rounded_up((size_t)size + pad_x, 2),
                .kernels = l->kernel_y * l->kernel_x};
    y.points = onednn_rounded_up((size_t)size * y.pitch, PAIR);
    const size_t steps = y.points / PAIR, parts = (steps + STEPS - 1) / STEPS;
    y.part = (steps + parts - 1) / parts * PAIR;
    y.boards = steps < STEPS ? (int)(STEPS / steps) : 1;
    y.margin = (pad_y * y.pitch + pad_x) / 2 + 1;
    y.pairs = y.points / 2 + 2 * y.margin;
    return y;
}

/* The scratch memory: sums, the boards of x, those of g, those of g in pairs that begin with the
 * odd points, and a board of x as it was, for a norm.                         */
static size_t sums_of(const layout *y)
{
    return (size_t)y->kernels * y->wide_in * y->wide_out;
}

static size_t numbers_in(const layout *y)
{
    return y->wide_in * y->points;
}

static size_t numbers_out(const layout *y)
{
    return y->wide_out * y->pairs * 2;
}

size_t tiles_scratch(const nn_layer *l, int size, size_t in, size_t out)
{
    const layout y = layout_of(l, size, in, out);
    return sums_of(&y) * sizeof(float) +
           (size_t)y.boards * (numbers_in(&y) + 2 * numbers_out(&y)) * sizeof(uint16_t) +
           (size_t)(size * size) * in * sizeof(uint16_t) + ELEMENTS_SLACK;
}

/* ---- transforming a board ---- */

/* Sixteen channels of two points, the second in the upper halves. */
static inline bit_lanes pair(const uint16_t *a, const uint16_t *b)
{
    return lanes_widen(a) | lanes_widen(b) << 16;
}

/* Exchanges, in each pair of rows `step` apart, the numbers in whose column and row this bit
 * differs.                                                                    */
#define EXCHANGE(r, step, low, high)                                        \
    for (int i = 0; i < TILE; i++)                                          \
        if (!(i & (step))) {                                                \
            const bit_lanes a = (r)[i], b = (r)[i + (step)];                \
            (r)[i] = __builtin_shufflevector(a, b, low);                    \
            (r)[i + (step)] = __builtin_shufflevector(a, b, high);          \
        }
#define LOW_1 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30
#define HIGH_1 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31
#define LOW_2 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define HIGH_2 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
#define LOW_4 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27
#define HIGH_4 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31
#define LOW_8 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
#define HIGH_8 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31

static inline void transpose(bit_lanes r[TILE])
{
    EXCHANGE(r, 1, LOW_1, HIGH_1)
    EXCHANGE(r, 2, LOW_2, HIGH_2)
    EXCHANGE(r, 4, LOW_4, HIGH_4)
    EXCHANGE(r, 8, LOW_8, HIGH_8)
}

/* Where each point of the padded lines is on the board; `nothing` is a point of zeros, and after
 * the last one there are two more of them.                                    */
static void find_points(const layout *y, const uint16_t *board, size_t channels,
                        const uint16_t *nothing, const uint16_t *at[MOST_POINTS + 2])
{
    const size_t size = (size_t)y->size;
    size_t k = 0;
    for (size_t line = 0; line < size; line++)
        for (size_t column = 0; column < y->pitch; column++, k++)
            at[k] = column < size ? board + (line * size + column) * channels : nothing;
    for (; k < y->points + 2; k++)
        at[k] = nothing;
}

/* From [points][in] to [in][points], with zeros in the gaps. */
static void transform_in(const layout *y, const uint16_t *const *at, uint16_t *to)
{
    for (size_t k = 0; k < y->points; k += PAIR)
        for (size_t c = 0; c < y->in; c += TILE) {
            bit_lanes r[TILE];
            for (size_t i = 0; i < TILE; i++) {
                const uint16_t *one = at[k + 2 * i], *two = at[k + 2 * i + 1]; // NOLINT: set
                r[i] = pair(one + c, two + c);
            }
            transpose(r);
            for (size_t i = 0; i < TILE; i++)
                memcpy(to + (c + i) * y->points + k, &r[i], sizeof r[i]);
        }
}

/* From [points][out] to [out / 32][pairs][32][2], and the same in pairs of an odd point and the
 * even one after it, of which the first has nothing before it.                */
static void transform_out(const layout *y, const uint16_t *const *at, uint16_t *even, uint16_t *odd)
{
    for (size_t k = 0; k <= y->points; k += 2)
        for (size_t c = 0; c < y->out; c += TILE) {
            const size_t block = (c / PAIR * y->pairs + y->margin) * 2 * PAIR + 2 * (c % PAIR);
            const bit_lanes before = lanes_widen(k ? at[k - 1] + c : at[y->points] + c);
            const bit_lanes one = lanes_widen(at[k] + c), two = lanes_widen(at[k + 1] + c);
            const bit_lanes both = one | two << 16, shifted = before | one << 16;
            memcpy(even + block + k * PAIR, &both, sizeof both);
            memcpy(odd + block + k * PAIR, &shifted, sizeof shifted);
        }
}

/* ---- products ---- */

#ifdef __x86_64__

#define WITH_TILES AMX_TARGET("amx-bf16")

/* Adds to 32 x 32 sums the products of 32 rows of x and 32 columns of g, over that many points of
 * n boards.  Tiles 0 to 3 are sums, 4 and 5 of x, 6 and 7 of g.               */
WITH_TILES static void multiply(const layout *y, const uint16_t *x, const uint16_t *g, int n,
                                size_t points, float *sums)
{
    const size_t x_step = y->points * sizeof *x, g_step = 2 * PAIR * sizeof *g;
    const size_t step = y->wide_out * sizeof *sums;
    float *below = sums + TILE * y->wide_out;
    _tile_loadd(0, sums, step);
    _tile_loadd(1, sums + TILE, step);
    _tile_loadd(2, below, step);
    _tile_loadd(3, below + TILE, step);
    for (int i = 0; i < n; i++) {
        for (size_t k = 0; k < points; k += PAIR) {
            _tile_loadd(4, x + k, x_step);
            _tile_loadd(5, x + TILE * y->points + k, x_step);
            _tile_loadd(6, g + k * PAIR, g_step);
            _tile_loadd(7, g + k * PAIR + 2 * TILE, g_step);
            _tile_dpbf16ps(0, 4, 6);
            _tile_dpbf16ps(1, 4, 7);
            _tile_dpbf16ps(2, 5, 6);
            _tile_dpbf16ps(3, 5, 7);
        }
        x += numbers_in(y);
        g += numbers_out(y);
    }
    _tile_stored(0, sums, step);
    _tile_stored(1, sums + TILE, step);
    _tile_stored(2, below, step);
    _tile_stored(3, below + TILE, step);
}

#else

static void multiply(const layout *y, const uint16_t *x, const uint16_t *g, int n, size_t points,
                     float *sums)
{
    /* no processor of another kind has AMX */
    (void)y, (void)x, (void)g, (void)n, (void)points, (void)sums;
}

#endif

/* Memory that will be wanted, of which a share is fetched at a time. */
typedef struct ahead {
    const char *at, *end;
    size_t share; /* bytes */
} ahead;

static void fetch(ahead *a)
{
    const size_t left = (size_t)(a->end - a->at);
    const char *end = a->at + (left < a->share ? left : a->share);
    for (; a->at < end; a->at += LINE)
        __builtin_prefetch(a->at, 0, 2);
    a->at = end;
}

/* The boards at hand, transformed, and those that come next. */
typedef struct boards {
    int n;
    uint16_t *in, *out, *odd;
    uint16_t *norm; /* a board */
    ahead next_in, next_out;
} boards;

/* The shifts by an odd or an even number of points of 32 channels each of x and g, for points that
 * are few enough to stay in the processor's first cache.                      */
static void multiply_part(const layout *y, boards *b, bool odd, size_t in, size_t out, size_t from,
                          float *sums)
{
    const nn_layer *l = y->l;
    const size_t left = y->points - from, points = left < y->part ? left : y->part;
    const uint16_t *x = b->in + in * y->points + from;
    const uint16_t *g = (odd ? b->odd : b->out) + (out * y->pairs + y->margin * PAIR) * 2 +
                        from * PAIR;
    for (int k = 0; k < y->kernels; k++) {
        const int dy = (k / l->kernel_x - l->kernel_y / 2) * l->dilation_y;
        const int dx = (k % l->kernel_x - l->kernel_x / 2) * l->dilation_x;
        const int shift = dy * (int)y->pitch + dx;
        if ((shift % 2 != 0) != odd)
            continue;
        fetch(&b->next_in);
        fetch(&b->next_out);
        multiply(y, x, g - (shift - odd) / 2 * 2 * PAIR, b->n, points,
                 sums + ((size_t)k * y->wide_in + in) * y->wide_out + out);
    }
}

static void multiply_all(const layout *y, boards *b, float *sums)
{
    for (int odd = 0; odd < 2; odd++)
        for (size_t i = 0; i < y->wide_in; i += PAIR)
            for (size_t o = 0; o < y->wide_out; o += PAIR)
                for (size_t from = 0; from < y->points; from += y->part)
                    multiply_part(y, b, odd, i, o, from, sums);
}

/* From [kernels][in][out] to [out][in][kernels]. */
static void add_sums(const layout *y, const float *sums, float *to)
{
    const size_t kernels = (size_t)y->kernels;
    for (size_t i = 0; i < y->in; i++)
        for (size_t o = 0; o < y->out; o++)
            for (size_t k = 0; k < kernels; k++)
                to[(o * y->in + i) * kernels + k] += sums[(k * y->wide_in + i) * y->wide_out + o];
}

/* Transforms n boards of x and g, from this row on. */
static void take_boards(const layout *y, boards *b, const elements_source *x, const uint16_t *g,
                        int row, int n)
{
    static const uint16_t nothing[ELEMENTS_MAX + TILE];
    const uint16_t *at[MOST_POINTS + 2];
    const size_t points = (size_t)(y->size * y->size);
    b->n = n;
    for (int i = 0; i < n; i++) {
        const size_t to = (size_t)i * numbers_out(y);
        find_points(y, elements_read_16(x, row + i, 1, points, y->in, b->norm), y->in, nothing, at);
        transform_in(y, at, b->in + (size_t)i * numbers_in(y));
        find_points(y, g + (size_t)(row + i) * points * y->out, y->out, nothing, at);
        transform_out(y, at, b->out + to, b->odd + to);
    }
}

/* While boards are multiplied, n more of x or g are fetched, from this row on. */
static ahead look_ahead(const layout *y, const uint16_t *all, size_t channels, int row, int n)
{
    const size_t board = (size_t)(y->size * y->size) * channels, numbers = (size_t)n * board;
    const uint16_t *from = all + (size_t)row * board;
    const size_t parts = (y->points + y->part - 1) / y->part;
    const size_t products = sums_of(y) / (PAIR * PAIR) * parts, bytes = numbers * sizeof *from;
    return (ahead){(const char *)from, (const char *)(from + numbers),
                   onednn_rounded_up(bytes / products + 1, LINE)}; // NOLINT: there are products
}

void tiles_weights_gradient(const nn_layer *l, int size, int rows, size_t in, size_t out,
                            const elements_source *x, const uint16_t *g, void *scratch, float *sum)
{
    const layout y = layout_of(l, size, in, out);
    float *sums = scratch;
    boards b = {.in = (void *)(sums + sums_of(&y))};
    b.out = b.in + (size_t)y.boards * numbers_in(&y);
    b.odd = b.out + (size_t)y.boards * numbers_out(&y);
    b.norm = b.odd + (size_t)y.boards * numbers_out(&y);
    memset(scratch, 0, tiles_scratch(l, size, in, out));
    amx_begin();
    for (int row = 0; row < rows; row += y.boards) {
        const int left = rows - row, n = left < y.boards ? left : y.boards;
        const int more = left - n < y.boards ? left - n : y.boards;
        take_boards(&y, &b, x, g, row, n);
        b.next_in = look_ahead(&y, x->in, in, row + n, more);
        b.next_out = look_ahead(&y, g, out, row + n, more);
        multiply_all(&y, &b, sums);
    }
    amx_end();
    add_sums(&y, sums, sum);
}
