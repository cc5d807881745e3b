#include "nn/onednn/sparse.h"

enum {
    CHANNELS = 64, /* at most: the bits of a word */
    KERNEL = 9,    /* lines and columns at most */
    AREA = NN_MAX_SIZE * NN_MAX_SIZE,
    LINE = NN_MAX_SIZE + KERNEL - 1, /* of a board with its surroundings */
    ROUND = 64,    /* kinds of points whose sums are kept at a time */
    HASHED = 2048, /* places of the table of kinds: more than twice the points */
    BLOCK = LANES == 16 ? 4 : 8 /* vectors of results in registers */
};

bool sparse_suits(const nn_layer *l, int channels_in)
{
    return l->kind == NN_CONV && l->in == NN_PLANES && channels_in <= CHANNELS &&
           l->kernel_y <= KERNEL && l->kernel_x <= KERNEL && l->dilation_y == 1 &&
           l->dilation_x == 1;
}

static size_t places_of(const nn_layer *l)
{
    return (size_t)(l->kernel_y * l->kernel_x);
}

void sparse_weights(const nn_layer *l, int channels_in, int channels_out, float *to)
{
    const size_t in = (size_t)channels_in, stride = onednn_stride(channels_out);
    const size_t places = places_of(l);
    for (size_t o = 0; o < (size_t)channels_out; o++)
        for (size_t i = 0; i < in * places; i++)
            to[i * stride + o] = l->weights[o * in * places + i];
}

/* The last rows are 0: those of points off the board, or of another round. */
size_t sparse_scratch(const nn_layer *l, int channels_out)
{
    return (ROUND + 1) * places_of(l) * onednn_stride(channels_out);
}

/* ---- kinds of points ---- */

typedef struct kinds {
    int n;
    uint16_t of[AREA];    /* of each point */
    uint16_t first[AREA]; /* the first point of each kind */
    uint64_t set[AREA];   /* the channels that are not 0 in each kind */
} kinds;

static bool same_row(const float *a, const float *b, size_t stride)
{
    return memcmp(a, b, stride * sizeof *a) == 0;
}

static void find_kinds(const float *in, size_t points, size_t stride, kinds *k)
{
    uint16_t table[HASHED] = {0}; /* kind + 1 */
    k->n = 0;
    for (size_t p = 0; p < points; p++) {
        const float *row = in + p * stride;
        uint64_t set = 0;
        for (size_t c = 0; c < stride; c += LANES)
            set |= (uint64_t)lanes_nonzero(lanes_load(row + c)) << c;
        size_t at = (size_t)(set * UINT64_C(0x9e3779b97f4a7c15) >> 53);
        while (table[at] && !(k->set[table[at] - 1] == set &&
                              same_row(in + k->first[table[at] - 1] * stride, row, stride)))
            at = (at + 1) % HASHED;
        if (!table[at]) {
            k->set[k->n] = set;
            k->first[k->n] = (uint16_t)p;
            table[at] = (uint16_t)++k->n;
        }
        k->of[p] = (uint16_t)(table[at] - 1);
    }
}

/* What a point of a kind adds to the results at all places of the kernel: [places][stride]. */
static void add_up(const float *row, uint64_t set, size_t numbers, const float *weights, float *to)
{
    memset(to, 0, numbers * sizeof *to);
    for (; set; set &= set - 1) {
        const size_t c = (size_t)__builtin_ctzll(set);
        for (size_t i = 0; i < numbers; i += LANES)
            lanes_store(to + i, lanes_load(to + i) + row[c] * lanes_load(weights + c * numbers + i));
    }
}

/* ---- results ---- */

/* One round: sums of the kinds `from` .. from + ROUND - 1. */
typedef struct round_of {
    const nn_layer *layer;
    int size, line;       /* line: from row to row of `slot` */
    size_t stride;
    bool begins, ends;
    const float *rows;    /* [ROUND + 1][places][stride] */
    uint8_t slot[LINE * LINE]; /* of each point and its surroundings: which of the rows */
} round_of;

static void find_slots(round_of *r, const kinds *k, int from)
{
    const nn_layer *l = r->layer;
    memset(r->slot, ROUND, sizeof r->slot);
    for (int y = 0; y < r->size; y++)
        for (int x = 0; x < r->size; x++) {
            const int kind = k->of[y * r->size + x] - from;
            if (kind >= 0 && kind < ROUND)
                r->slot[(y + l->kernel_y / 2) * r->line + x + l->kernel_x / 2] = (uint8_t)kind;
        }
}

/* `n` vectors from channel c on at a point; n is a constant where it is called. */
static inline __attribute__((always_inline)) void
sum_up(const round_of *r, int n, int y, int x, size_t c, const onednn_tail *t, float *out)
{
    const nn_layer *l = r->layer;
    const size_t p = (size_t)(y * r->size + x), places = places_of(l);
    const uint8_t *slot = r->slot + y * r->line + x;
    const float *rows = r->rows + c;
    float *to = out + p * r->stride + c;
    lanes sum[BLOCK];
    for (int v = 0; v < n; v++)
        sum[v] = r->begins ? lanes_of(0) : lanes_load(to + v * LANES);
    for (int i = 0; i < l->kernel_y; i++, slot += r->line)
        for (int k = 0; k < l->kernel_x; k++, rows += r->stride) {
            const float *row = rows + slot[k] * places * r->stride;
            for (int v = 0; v < n; v++)
                sum[v] += lanes_load(row + v * LANES);
        }
    for (int v = 0; v < n; v++) {
        const size_t at = c + (size_t)(v * LANES);
        lanes_store(to + v * LANES, r->ends ? lanes_tail(t, sum[v], p, r->stride, at) : sum[v]);
    }
}

static void sum_up_all(const round_of *r, const onednn_tail *t, float *out)
{
    for (int y = 0; y < r->size; y++)
        for (int x = 0; x < r->size; x++) {
            size_t c = 0;
            for (; c + BLOCK * LANES <= r->stride; c += BLOCK * LANES)
                sum_up(r, BLOCK, y, x, c, t, out);
            for (; c < r->stride; c += LANES)
                sum_up(r, 1, y, x, c, t, out);
        }
}

void sparse_convolve(const nn_layer *l, int size, int channels_in, int channels_out,
                     const float *in, const float *weights, float *scratch, const onednn_tail *t,
                     float *out)
{
    kinds k = {0};
    const size_t in_stride = onednn_stride(channels_in), stride = onednn_stride(channels_out);
    const size_t numbers = places_of(l) * stride;
    round_of r = {.layer = l, .size = size, .line = size + l->kernel_x - 1, .stride = stride,
                  .rows = scratch};
    memset(scratch + ROUND * numbers, 0, numbers * sizeof *scratch);
    find_kinds(in, (size_t)(size * size), in_stride, &k);
    for (int from = 0; from < k.n; from += ROUND) {
        const int n = k.n - from < ROUND ? k.n - from : ROUND;
        for (int i = 0; i < n; i++)
            add_up(in + k.first[from + i] * in_stride, k.set[from + i], numbers, weights,
                   scratch + (size_t)i * numbers);
        find_slots(&r, &k, from);
        r.begins = from == 0;
        r.ends = from + n == k.n;
        sum_up_all(&r, t, out);
    }
}
