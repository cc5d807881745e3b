#include "nn_train/onednn/attention.h"

#include <math.h>
#include <string.h>

#include "nn/onednn/lanes.h"
#include "nn_train/onednn/elements.h"

static size_t rounded(size_t n)
{
    return onednn_stride((int)n);
}

/* One head of one position: matrices whose columns are padded with zeros to whole lanes. */
typedef struct head {
    const attention_work *w;
    size_t n, wide;                 /* points; rounded up */
    size_t keys, values;            /* channels of a key and a value; below, rounded up */
    size_t key_step, value_step;
    size_t pairs;                   /* that are turned */
    float *q, *k;                   /* [n][key_step]: turned, q also divided by sqrt(key_dim) */
    float *v, *g, *out;             /* [n][value_step] */
    float *of_q, *of_k, *of_v;      /* gradients of those */
    float *turned;                  /* [largest][wide]: k or v with rows and columns exchanged */
    float *a, *s;                   /* [n][wide]: the attention and its gradient */
} head;

size_t attention_scratch(const nn_layer *l, size_t points)
{
    const size_t keys = rounded((size_t)l->key_dim), values = rounded((size_t)l->value_dim);
    const size_t wide = rounded(points), largest = keys > values ? keys : values;
    return points * (4 * keys + 4 * values + 2 * wide) + largest * wide;
}

static head head_of(const attention_work *w)
{
    const nn_layer *l = w->l;
    const size_t n = (size_t)(w->size * w->size);
    head h = {.w = w, .n = n, .wide = rounded(n), .keys = (size_t)l->key_dim,
              .values = (size_t)l->value_dim, .key_step = rounded((size_t)l->key_dim),
              .value_step = rounded((size_t)l->value_dim),
              .pairs = l->n_weights ? (size_t)l->key_dim / 2 : 0};
    float *at = w->scratch;
    float **const of_keys[] = {&h.q, &h.k, &h.of_q, &h.of_k};
    float **const of_values[] = {&h.v, &h.g, &h.out, &h.of_v};
    for (int i = 0; i < 4; i++, at += n * h.key_step)
        *of_keys[i] = at;
    for (int i = 0; i < 4; i++, at += n * h.value_step)
        *of_values[i] = at;
    h.a = at;
    h.s = at + n * h.wide;
    h.turned = h.s + n * h.wide;
    return h;
}

/* ---- small products ---- */

/* Four rows and LANES columns of c = a b, or c += a b; a's number (m, k) is at
 * m * a_row + k * a_column.                                                   */
static inline void multiply_some(size_t rows, size_t inner, const float *a, size_t a_row,
                                 size_t a_column, const float *b, size_t b_step, float *c,
                                 size_t c_step, bool adds)
{
    lanes sum[4] = {lanes_of(0), lanes_of(0), lanes_of(0), lanes_of(0)};
    if (rows == 4) {
        for (size_t k = 0; k < inner; k++) {
            const lanes from = lanes_load(b + k * b_step);
            const float *at = a + k * a_column;
            sum[0] += at[0] * from;
            sum[1] += at[a_row] * from;
            sum[2] += at[2 * a_row] * from;
            sum[3] += at[3 * a_row] * from;
        }
    } else {
        for (size_t k = 0; k < inner; k++)
            for (size_t m = 0; m < rows; m++)
                sum[m] += a[m * a_row + k * a_column] * lanes_load(b + k * b_step);
    }
    for (size_t m = 0; m < rows; m++) {
        float *to = c + m * c_step;
        if (adds)
            sum[m] += lanes_load(to);
        lanes_store(to, sum[m]);
    }
}

static void multiply(size_t rows, size_t columns, size_t inner, const float *a, size_t a_row,
                     size_t a_column, const float *b, size_t b_step, float *c, size_t c_step,
                     bool adds)
{
    for (size_t n = 0; n < columns; n += LANES)
        for (size_t m = 0; m < rows; m += 4)
            multiply_some(rows - m < 4 ? rows - m : 4, inner, a + m * a_row, a_row, a_column, b + n,
                          b_step, c + m * c_step + n, c_step, adds);
}

/* [n][step] to [channels][wide] */
static void exchange(const head *h, const float *from, size_t step, size_t channels)
{
    memset(h->turned, 0, channels * h->wide * sizeof *h->turned);
    for (size_t p = 0; p < h->n; p++)
        for (size_t d = 0; d < channels; d++)
            h->turned[d * h->wide + p] = from[p * step + d];
}

/* ---- rotary positions ---- */

size_t attention_angles_size(const nn_layer *l, size_t points)
{
    return l->n_weights * points;
}

void attention_angles(const nn_layer *l, int size, const float *frequencies, float *angles)
{
    const size_t n = (size_t)(size * size), pairs = (size_t)l->key_dim / 2;
    for (size_t kv = 0; l->n_weights && kv < (size_t)l->kv_heads; kv++)
        for (size_t p = 0; p < n; p++) {
            const size_t line = p / (size_t)size, column = p % (size_t)size;
            for (size_t k = 0; k < pairs; k++, angles += 2) {
                const float *f = frequencies + 2 * (kv * pairs + k);
                const float t = (float)column * f[0] + (float)line * f[1];
                angles[0] = cosf(t);
                angles[1] = sinf(t);
            }
        }
}

static const float *angles_of(const head *h, size_t kv)
{
    return h->w->angles + kv * h->n * 2 * h->pairs;
}

static void turn(const head *h, const float *angles, float *x)
{
    for (size_t p = 0; p < h->n; p++, x += h->key_step, angles += 2 * h->pairs)
        for (size_t k = 0; k < 2 * h->pairs; k += 2) {
            const float one = x[k], two = x[k + 1];
            x[k] = one * angles[k] - two * angles[k + 1];
            x[k + 1] = one * angles[k + 1] + two * angles[k];
        }
}

/* From the gradient g of what was turned, x, to that before; an angle's gradient is
 * x_1 g_2 - x_2 g_1 of its pair.                                              */
static void turn_back(const head *h, const float *angles, const float *x, float *g,
                      float *of_frequencies)
{
    const size_t size = (size_t)h->w->size;
    for (size_t p = 0; p < h->n; p++) {
        const size_t line = p / size, column = p % size;
        for (size_t k = 0; k < 2 * h->pairs; k += 2) {
            const float one = g[k], two = g[k + 1], of_t = x[k] * two - x[k + 1] * one;
            if (of_frequencies) {
                of_frequencies[k] += of_t * (float)column;
                of_frequencies[k + 1] += of_t * (float)line;
            }
            g[k] = one * angles[k] + two * angles[k + 1];
            g[k + 1] = two * angles[k] - one * angles[k + 1];
        }
        x += h->key_step;
        g += h->key_step;
        angles += 2 * h->pairs;
    }
}

static void scale(float *x, size_t n, float by)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= by;
}

/* ---- a head ---- */

/* A head's channels of a position's points. */
static void take(const head *h, const void *tensor, int row, size_t number, size_t heads,
                 size_t channels, float *to)
{
    const size_t all = heads * channels, first = (size_t)row * h->n * all + number * channels;
    if (h->w->half)
        elements_take_16((const uint16_t *)tensor + first, h->n, all, channels, to);
    else
        elements_take_32((const float *)tensor + first, h->n, all, channels, to);
}

static void give(const head *h, const float *from, int row, size_t number, size_t heads,
                 size_t channels, void *tensor, bool adds)
{
    const size_t all = heads * channels, first = (size_t)row * h->n * all + number * channels;
    if (h->w->half)
        elements_give_16(from, h->n, all, channels, (uint16_t *)tensor + first, adds);
    else
        elements_give_32(from, h->n, all, channels, (float *)tensor + first, adds);
}

static void softmax(float *x, size_t n, size_t wide, const float *mask)
{
    float most = -INFINITY;
    lanes sum = lanes_of(0);
    for (size_t i = 0; i < wide; i++) {
        x[i] = i < n && (!mask || mask[i] > 0) ? x[i] : -INFINITY;
        most = x[i] > most ? x[i] : most;
    }
    for (size_t i = 0; i < wide; i += LANES) {
        const lanes e = lanes_exp(lanes_load(x + i) - most);
        lanes_store(x + i, e);
        sum += e;
    }
    scale(x, wide, 1 / lanes_sum(sum));
}

static void open_keys(const head *h, int row, size_t kv)
{
    const size_t heads = (size_t)h->w->l->kv_heads;
    take(h, h->w->key, row, kv, heads, h->keys, h->k);
    take(h, h->w->value, row, kv, heads, h->values, h->v);
    turn(h, angles_of(h, kv), h->k);
}

/* The attention of head `number`. */
static void attend(const head *h, int row, size_t number, size_t kv)
{
    const float *mask = h->w->mask ? h->w->mask + (size_t)row * h->n : NULL;
    take(h, h->w->query, row, number, (size_t)h->w->l->heads, h->keys, h->q);
    turn(h, angles_of(h, kv), h->q);
    scale(h->q, h->n * h->key_step, 1 / sqrtf((float)h->keys));
    exchange(h, h->k, h->key_step, h->keys);
    multiply(h->n, h->wide, h->keys, h->q, h->key_step, 1, h->turned, h->wide, h->a, h->wide, false);
    for (size_t p = 0; p < h->n; p++)
        softmax(h->a + p * h->wide, h->n, h->wide, mask);
}

void attention_forward(const attention_work *w, void *out)
{
    const head h = head_of(w);
    const size_t shared = (size_t)(w->l->heads / w->l->kv_heads);
    for (int row = 0; row < w->rows; row++)
        for (size_t number = 0; number < (size_t)w->l->heads; number++) {
            if (number % shared == 0)
                open_keys(&h, row, number / shared);
            attend(&h, row, number, number / shared);
            multiply(h.n, h.value_step, h.n, h.a, h.wide, 1, h.v, h.value_step, h.out, h.value_step,
                     false);
            give(&h, h.out, row, number, (size_t)w->l->heads, h.values, out, false);
        }
}

/* Of one head whose attention is known: adds to the gradients of its keys and values, and makes
 * that of its queries.                                                        */
static void back_head(const head *h)
{
    exchange(h, h->v, h->value_step, h->values);
    multiply(h->n, h->wide, h->values, h->g, h->value_step, 1, h->turned, h->wide, h->s, h->wide,
             false);
    for (size_t p = 0; p < h->n; p++) {
        const float *a = h->a + p * h->wide;
        float *s = h->s + p * h->wide;
        lanes sum = lanes_of(0);
        for (size_t i = 0; i < h->wide; i += LANES)
            sum += lanes_load(a + i) * lanes_load(s + i);
        const float mean = lanes_sum(sum);
        for (size_t i = 0; i < h->wide; i += LANES)
            lanes_store(s + i, lanes_load(a + i) * (lanes_load(s + i) - mean));
    }
    multiply(h->n, h->value_step, h->n, h->a, 1, h->wide, h->g, h->value_step, h->of_v,
             h->value_step, true);
    multiply(h->n, h->key_step, h->n, h->s, 1, h->wide, h->q, h->key_step, h->of_k, h->key_step,
             true);
    multiply(h->n, h->key_step, h->n, h->s, h->wide, 1, h->k, h->key_step, h->of_q, h->key_step,
             false);
}

void attention_backward(const attention_work *w, const void *g, attention_gradient query,
                        attention_gradient key, attention_gradient value, float *of_frequencies)
{
    const head h = head_of(w);
    const size_t heads = (size_t)w->l->heads, kv_heads = (size_t)w->l->kv_heads;
    const size_t shared = heads / kv_heads;
    const float root = sqrtf((float)h.keys);
    for (int row = 0; row < w->rows; row++)
        for (size_t number = 0; number < heads; number++) {
            const size_t kv = number / shared;
            float *of = of_frequencies ? of_frequencies + kv * h.keys : NULL;
            if (number % shared == 0) {
                open_keys(&h, row, kv);
                memset(h.of_k, 0, h.n * h.key_step * sizeof *h.of_k);
                memset(h.of_v, 0, h.n * h.value_step * sizeof *h.of_v);
            }
            attend(&h, row, number, kv);
            take(&h, g, row, number, heads, h.values, h.g);
            back_head(&h);
            /* q was divided by the root, and so is its gradient */
            scale(h.of_q, h.n * h.key_step, 1 / root);
            scale(h.q, h.n * h.key_step, root);
            turn_back(&h, angles_of(&h, kv), h.q, h.of_q, of);
            give(&h, h.of_q, row, number, heads, h.keys, query.to, query.adds);
            if (number % shared != shared - 1)
                continue;
            turn_back(&h, angles_of(&h, kv), h.k, h.of_k, of);
            give(&h, h.of_k, row, kv, kv_heads, h.keys, key.to, key.adds);
            give(&h, h.of_v, row, kv, kv_heads, h.values, value.to, value.adds);
        }
}
