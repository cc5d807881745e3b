#include "nn_train/reference/transformer.h"

#include <math.h>
#include <string.h>

static bool inside(const reference_board *b, size_t p)
{
    return !b->mask || b->mask[p] > 0;
}

/* ---- RMS norm ---- */

/* The sum of x y over the channels of point p, or of the whole board. */
static double sum_of_products(const reference_board *b, const nn_layer *l, size_t channels, size_t p,
                              const double *x, const double *y)
{
    double sum = 0;
    for (size_t c = 0; c < channels; c++) {
        const size_t first = l->whole_board ? 0 : p, last = l->whole_board ? b->points : p + 1;
        for (size_t i = first; i < last; i++)
            sum += x[c * b->points + i] * y[c * b->points + i];
    }
    return sum;
}

/* 1 / sqrt(mean(in^2) + epsilon) at point p; *n is how many numbers the mean is of. */
static double rms_factor(const reference_board *b, const nn_layer *l, size_t channels, size_t p,
                         const double *in, double *n)
{
    *n = (double)channels * (l->whole_board ? b->area : 1);
    return 1 / sqrt(sum_of_products(b, l, channels, p, in, in) / *n + (double)l->epsilon);
}

void reference_rms_forward(const reference_board *b, const nn_layer *l, size_t channels,
                           const double *weights, const double *in, double *out)
{
    double n, factor = 0;
    for (size_t p = 0; p < b->points; p++) {
        if (p == 0 || !l->whole_board)
            factor = rms_factor(b, l, channels, p, in, &n);
        for (size_t c = 0; c < channels; c++)
            out[c * b->points + p] = weights[c] * factor * in[c * b->points + p];
    }
}

/* With f the factor and n the numbers of its mean, d f / d in_j = -f^3 in_j / n. */
void reference_rms_backward(const reference_board *b, const nn_layer *l, size_t channels,
                            const double *weights, const double *in, const double *g,
                            double *in_gradient, float *weights_gradient)
{
    double n = 1, factor = 0, pull = 0;
    for (size_t p = 0; p < b->points; p++) {
        if (p == 0 || !l->whole_board) {
            const size_t first = l->whole_board ? 0 : p, last = l->whole_board ? b->points : p + 1;
            factor = rms_factor(b, l, channels, p, in, &n);
            pull = 0;
            for (size_t c = 0; c < channels; c++)
                for (size_t i = first; i < last; i++)
                    pull += weights[c] * g[c * b->points + i] * in[c * b->points + i];
            pull *= factor * factor * factor / n;
        }
        for (size_t c = 0; c < channels; c++) {
            const size_t i = c * b->points + p;
            weights_gradient[c] += (float)(g[i] * factor * in[i]);
            in_gradient[i] += weights[c] * factor * g[i] - pull * in[i];
        }
    }
}

/* ---- attention ---- */

/* The cosine and sine by which a pair of channels is turned at point p. */
static void angle(const reference_board *b, const double *frequency, size_t p, double *cosine,
                  double *sine)
{
    const size_t column = p % (size_t)b->size, row = p / (size_t)b->size;
    const double x = (double)column, y = (double)row;
    const double t = x * frequency[0] + y * frequency[1];
    *cosine = cos(t);
    *sine = sin(t);
}

/* A head's queries or keys, turned. */
static void turn(const reference_board *b, const nn_layer *l, const double *frequency,
                 const double *in, double *out)
{
    const size_t n = b->points, pairs = (size_t)l->key_dim / 2;
    memcpy(out, in, (size_t)l->key_dim * n * sizeof *out);
    for (size_t k = 0; l->n_weights && k < pairs; k++)
        for (size_t p = 0; p < n; p++) {
            double c, s, x = in[2 * k * n + p], y = in[(2 * k + 1) * n + p];
            angle(b, frequency + 2 * k, p, &c, &s);
            out[2 * k * n + p] = x * c - y * s;
            out[(2 * k + 1) * n + p] = x * s + y * c;
        }
}

/* The gradient g of what was turned, turned back and added to that of the input; the angle t
 * moves the turned pair (a, b) by (-b, a).                                    */
static void turn_back(const reference_board *b, const nn_layer *l, const double *frequency,
                      const double *turned, const double *g, double *in_gradient,
                      float *of_frequency)
{
    const size_t n = b->points, pairs = (size_t)l->key_dim / 2;
    if (!l->n_weights)
        for (size_t i = 0; i < (size_t)l->key_dim * n; i++)
            in_gradient[i] += g[i];
    for (size_t k = 0; l->n_weights && k < pairs; k++) {
        const size_t one = 2 * k * n, two = one + n;
        double of_x = 0, of_y = 0;
        for (size_t p = 0; p < n; p++) {
            double c, s;
            angle(b, frequency + 2 * k, p, &c, &s);
            in_gradient[one + p] += g[one + p] * c + g[two + p] * s;
            in_gradient[two + p] += g[two + p] * c - g[one + p] * s;
            const double of_t = g[two + p] * turned[one + p] - g[one + p] * turned[two + p];
            const size_t column = p % (size_t)b->size, row = p / (size_t)b->size;
            of_x += of_t * (double)column;
            of_y += of_t * (double)row;
        }
        if (of_frequency) {
            of_frequency[2 * k] += (float)of_x;
            of_frequency[2 * k + 1] += (float)of_y;
        }
    }
}

/* softmax of q.k / sqrt(key_dim) over the board, from point `from`. */
static void attend(const reference_board *b, const nn_layer *l, const double *q, const double *k,
                   size_t from, double *share)
{
    const size_t n = b->points;
    double largest = -INFINITY, sum = 0;
    for (size_t p = 0; p < n; p++) {
        share[p] = 0;
        for (size_t d = 0; d < (size_t)l->key_dim; d++)
            share[p] += q[d * n + from] * k[d * n + p];
        share[p] /= sqrt((double)l->key_dim);
        largest = inside(b, p) ? fmax(largest, share[p]) : largest;
    }
    for (size_t p = 0; p < n; p++)
        sum += share[p] = inside(b, p) ? exp(share[p] - largest) : 0;
    for (size_t p = 0; p < n; p++)
        share[p] /= sum;
}

/* One head and what it needs. */
typedef struct head {
    const reference_board *b;
    const nn_layer *l;
    const double *frequency;     /* of its keys */
    double *query, *key, *share; /* turned; scratch of one point's attention */
    const double *value;
} head;

static head open_head(const reference_board *b, const nn_layer *l, int h, const double *frequencies,
                      const reference_attention *in, double *scratch)
{
    const size_t keys = (size_t)l->key_dim * b->points, kv = (size_t)(h / (l->heads / l->kv_heads));
    head e = {b, l, frequencies + kv * (size_t)l->key_dim, scratch, scratch + keys,
              scratch + 4 * keys, in->value + kv * (size_t)l->value_dim * b->points};
    turn(b, l, e.frequency, in->query + (size_t)h * keys, e.query);
    turn(b, l, e.frequency, in->key + kv * keys, e.key);
    return e;
}

size_t reference_attention_scratch(const nn_layer *l, size_t points)
{
    return (4 * (size_t)l->key_dim + 2) * points;
}

static void head_forward(const head *e, double *out)
{
    const size_t n = e->b->points;
    for (size_t p = 0; p < n; p++) {
        attend(e->b, e->l, e->query, e->key, p, e->share);
        for (size_t d = 0; d < (size_t)e->l->value_dim; d++) {
            double sum = 0;
            for (size_t i = 0; i < n; i++)
                sum += e->share[i] * e->value[d * n + i];
            out[d * n + p] = inside(e->b, p) ? sum : 0;
        }
    }
}

void reference_attention_forward(const reference_board *b, const nn_layer *l,
                                 const double *frequencies, const reference_attention *in,
                                 double *scratch, double *out)
{
    for (int h = 0; h < l->heads; h++) {
        const head e = open_head(b, l, h, frequencies, in, scratch);
        head_forward(&e, out + (size_t)(h * l->value_dim) * b->points);
    }
}

/* Gradients of one head: of its values, and of its turned queries and keys.
 *
 *     out_p = sum_i a_pi v_i            d v_i = sum_p a_pi g_p         d a_pi = g_p . v_i
 *     a_pi = softmax_i(s_pi)            d s_pi = a_pi (d a_pi - sum_j a_pj d a_pj)
 *     s_pi = q_p . k_i / sqrt(key_dim)                                          */
static void head_backward(const head *e, const double *g, double *of_share, double *of_query,
                          double *of_key, double *of_value)
{
    const size_t n = e->b->points, keys = (size_t)e->l->key_dim, wide = (size_t)e->l->value_dim;
    for (size_t p = 0; p < n; p++) {
        double mean = 0;
        if (!inside(e->b, p))
            continue;
        attend(e->b, e->l, e->query, e->key, p, e->share);
        for (size_t i = 0; i < n; i++) {
            of_share[i] = 0;
            for (size_t d = 0; d < wide; d++) {
                of_share[i] += g[d * n + p] * e->value[d * n + i];
                of_value[d * n + i] += g[d * n + p] * e->share[i];
            }
            mean += e->share[i] * of_share[i];
        }
        for (size_t i = 0; i < n; i++) {
            const double s = e->share[i] * (of_share[i] - mean) / sqrt((double)keys);
            for (size_t d = 0; d < keys; d++) {
                of_query[d * n + p] += s * e->key[d * n + i];
                of_key[d * n + i] += s * e->query[d * n + p];
            }
        }
    }
}

void reference_attention_backward(const reference_board *b, const nn_layer *l,
                                  const double *frequencies, const reference_attention *in,
                                  const double *g, double *scratch,
                                  const reference_attention *in_gradient, float *of_frequencies)
{
    const size_t n = b->points, keys = (size_t)l->key_dim * n, wide = (size_t)l->value_dim * n;
    for (int h = 0; h < l->heads; h++) {
        const head e = open_head(b, l, h, frequencies, in, scratch);
        const size_t kv = (size_t)(h / (l->heads / l->kv_heads));
        double *of_query = scratch + 2 * keys, *of_key = of_query + keys;
        float *of = of_frequencies ? of_frequencies + kv * (size_t)l->key_dim : NULL;
        memset(of_query, 0, 2 * keys * sizeof *of_query);
        head_backward(&e, g + (size_t)h * wide, e.share + n, of_query, of_key,
                      in_gradient->value + kv * wide);
        turn_back(b, l, e.frequency, e.query, of_query, in_gradient->query + (size_t)h * keys, of);
        turn_back(b, l, e.frequency, e.key, of_key, in_gradient->key + kv * keys, of);
    }
}
