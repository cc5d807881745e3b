/* layers.c -- each kind of layer, forward and backward. */
#include <math.h>
#include <string.h>

#include "nn_train/reference/state.h"

/* ---- products ---- */

/* Calls for each pair of points that a number of the kernel joins. */
#define EACH_PAIR(s, l, ky, kx, from, to)                                                      \
    for (int y = 0, dy = ((ky) - (l)->kernel_y / 2) * (l)->dilation_y,                         \
             dx = ((kx) - (l)->kernel_x / 2) * (l)->dilation_x, size = (s)->settings.size;     \
         y < size; y++)                                                                        \
        for (int x = 0, to = y * size, from = (y + dy) * size + dx; x < size; x++, to++, from++) \
            if (y + dy >= 0 && y + dy < size && x + dx >= 0 && x + dx < size)

static void conv(const row *r, const nn_layer *l, const double *w)
{
    const size_t points = r->s->points;
    const int in = r->s->m->tensors[l->in].channels, out = r->s->m->tensors[l->out].channels;
    double *to = r->of[l->out].before;
    memset(to, 0, numbers_of(r->s, l->out) * sizeof *to);
    for (int o = 0; o < out; o++, to += points)
        for (int i = 0; i < in; i++) {
            const double *from = r->of[l->in].value + (size_t)i * points;
            for (int ky = 0; ky < l->kernel_y; ky++)
                for (int kx = 0; kx < l->kernel_x; kx++, w++)
                    EACH_PAIR(r->s, l, ky, kx, f, t) to[t] += *w * from[f];
        }
}

static void back_conv(const row *r, const nn_layer *l, const double *w, const double *g, float *sum)
{
    const size_t points = r->s->points;
    const int in = r->s->m->tensors[l->in].channels, out = r->s->m->tensors[l->out].channels;
    for (int o = 0; o < out; o++, g += points)
        for (int i = 0; i < in; i++) {
            const double *from = r->of[l->in].value + (size_t)i * points;
            double *to = r->of[l->in].gradient + (size_t)i * points;
            for (int ky = 0; ky < l->kernel_y; ky++)
                for (int kx = 0; kx < l->kernel_x; kx++, w++, sum++) {
                    double all = 0;
                    EACH_PAIR(r->s, l, ky, kx, f, t)
                    {
                        all += g[t] * from[f];
                        to[f] += g[t] * *w;
                    }
                    *sum += (float)all;
                }
        }
}

static void dense(const row *r, const nn_layer *l, const double *w)
{
    const size_t out = (size_t)r->s->m->tensors[l->out].channels, in = l->n_weights / out;
    for (size_t o = 0; o < out; o++) {
        double all = 0;
        for (size_t i = 0; i < in; i++)
            all += w[o * in + i] * r->of[l->in].value[i];
        r->of[l->out].before[o] = all;
    }
}

static void back_dense(const row *r, const nn_layer *l, const double *w, const double *g, float *sum)
{
    const size_t out = (size_t)r->s->m->tensors[l->out].channels, in = l->n_weights / out;
    for (size_t o = 0; o < out; o++)
        for (size_t i = 0; i < in; i++) {
            sum[o * in + i] += (float)(g[o] * r->of[l->in].value[i]);
            r->of[l->in].gradient[i] += g[o] * w[o * in + i];
        }
}

/* The factors of the sum over the board in the three parts. */
static void pool_factors(const row *r, nn_pool_kind kind, double factor[3])
{
    const double wide = sqrt(r->board.area) - 14;
    factor[0] = 1 / r->board.area;
    factor[1] = factor[0] * wide * 0.1;
    factor[2] = kind == NN_POOL_MAX ? 0 : factor[0] * (wide * wide * 0.01 - 0.1);
}

static size_t largest(const row *r, const double *x)
{
    size_t best = 0;
    double most = -INFINITY;
    for (size_t p = 0; p < r->s->points; p++)
        if (inside(r, p) && x[p] > most) {
            most = x[p];
            best = p;
        }
    return best;
}

static void pool(const row *r, const nn_layer *l)
{
    const size_t channels = (size_t)r->s->m->tensors[l->in].channels, points = r->s->points;
    double factor[3], *to = r->of[l->out].before;
    pool_factors(r, l->pool, factor);
    for (size_t c = 0; c < channels; c++) {
        const double *x = r->of[l->in].value + c * points;
        double all = 0;
        for (size_t p = 0; p < points; p++)
            all += x[p];
        for (size_t k = 0; k < 3; k++)
            to[k * channels + c] = all * factor[k];
        if (l->pool == NN_POOL_MAX)
            to[2 * channels + c] = x[largest(r, x)];
    }
}

static void back_pool(const row *r, const nn_layer *l, const double *g)
{
    const size_t channels = (size_t)r->s->m->tensors[l->in].channels, points = r->s->points;
    double factor[3];
    pool_factors(r, l->pool, factor);
    for (size_t c = 0; c < channels; c++) {
        double *to = r->of[l->in].gradient + c * points;
        for (size_t p = 0; p < points; p++)
            for (size_t k = 0; k < 3; k++)
                to[p] += inside(r, p) ? g[k * channels + c] * factor[k] : 0;
        if (l->pool == NN_POOL_MAX)
            to[largest(r, r->of[l->in].value + c * points)] += g[2 * channels + c];
    }
}

/* ---- transformers ---- */

static reference_attention attention_values(const row *r, const nn_layer *l)
{
    return (reference_attention){r->of[l->in].value, r->of[l->in2].value, r->of[l->in3].value};
}

/* Positions that the file computes by a rule do not learn: it has no place for others. */
static void back_attention(const row *r, const nn_layer *l, const double *w, const double *g,
                           float *sum)
{
    const reference_attention in = attention_values(r, l);
    const reference_attention back = {r->of[l->in].gradient, r->of[l->in2].gradient,
                                      r->of[l->in3].gradient};
    reference_attention_backward(&r->board, l, w, &in, g, r->scratch, &back,
                                 l->block != NN_NONE ? sum : NULL);
}

static void back_product(const row *r, const nn_layer *l, const double *g, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r->of[l->in].gradient[i] += g[i] * r->of[l->in2].value[i];
        r->of[l->in2].gradient[i] += g[i] * r->of[l->in].value[i];
    }
}

/* ---- layers ---- */

static double activate(nn_activation a, double x)
{
    switch (a) {
    case NN_RELU: return x > 0 ? x : 0;
    case NN_MISH: return x * tanh(log1p(exp(x)));
    case NN_SILU: return x / (1 + exp(-x));
    default: return x;
    }
}

static double slope(nn_activation a, double x)
{
    const double sigmoid = 1 / (1 + exp(-x)), t = tanh(log1p(exp(x)));
    switch (a) {
    case NN_RELU: return x > 0;
    case NN_MISH: return t + x * (1 - t * t) * sigmoid;
    case NN_SILU: return sigmoid * (1 + x * (1 - sigmoid));
    default: return 1;
    }
}

void row_forward(const row *r, int number)
{
    const nn_layer *l = &r->s->m->layers[number];
    const double *w = r->s->theta + r->s->p->weights[number];
    const double *bias = r->s->theta + r->s->p->bias[number];
    variable *out = &r->of[l->out];
    const size_t points = points_of(r->s, l->out), n = numbers_of(r->s, l->out);
    switch (l->kind) {
    case NN_CONV: conv(r, l, w); break;
    case NN_DENSE: dense(r, l, w); break;
    case NN_POOL: pool(r, l); break;
    case NN_RMS_NORM:
        reference_rms_forward(&r->board, l, n / points, w, r->of[l->in].value, out->before);
        break;
    case NN_ATTENTION: {
        const reference_attention in = attention_values(r, l);
        reference_attention_forward(&r->board, l, w, &in, r->scratch, out->before);
        break;
    }
    case NN_PRODUCT:
        for (size_t i = 0; i < n; i++)
            out->before[i] = r->of[l->in].value[i] * r->of[l->in2].value[i];
        break;
    default:
        row_norm(r, number);
        bias = NULL;
    }
    for (size_t i = 0; i < n; i++) {
        out->before[i] += (bias && l->bias ? bias[i / points] : 0) +
                          (l->per_channel != NN_NONE ? r->of[l->per_channel].value[i / points] : 0) +
                          (l->add != NN_NONE ? r->of[l->add].value[i] : 0);
        out->value[i] = points == 1 || inside(r, i % points)
                            ? activate(l->activation, out->before[i]) : 0;
    }
}

void row_backward(const row *r, int number, float *sum)
{
    const nn_layer *l = &r->s->m->layers[number];
    const double *w = r->s->theta + r->s->p->weights[number];
    float *weights = sum + r->s->p->weights[number], *bias = sum + r->s->p->bias[number];
    variable *out = &r->of[l->out];
    double *g = out->gradient;
    const size_t points = points_of(r->s, l->out), n = numbers_of(r->s, l->out);
    for (size_t i = 0; i < n; i++) {
        bool counts = points == 1 || inside(r, i % points);
        g[i] = counts ? g[i] * slope(l->activation, out->before[i]) : 0;
        if (l->bias && !r->norm[number])
            bias[i / points] += (float)g[i];
        if (l->per_channel != NN_NONE)
            r->of[l->per_channel].gradient[i / points] += g[i];
        if (l->add != NN_NONE)
            r->of[l->add].gradient[i] += g[i];
    }
    switch (l->kind) {
    case NN_CONV: back_conv(r, l, w, g, weights); break;
    case NN_DENSE: back_dense(r, l, w, g, weights); break;
    case NN_POOL: back_pool(r, l, g); break;
    case NN_RMS_NORM:
        reference_rms_backward(&r->board, l, n / points, w, r->of[l->in].value, g,
                               r->of[l->in].gradient, weights);
        break;
    case NN_ATTENTION: back_attention(r, l, w, g, weights); break;
    case NN_PRODUCT: back_product(r, l, g, n); break;
    default: row_back_norm(r, number, sum);
    }
}
