/* reference.c -- plain C in double, one row after another: slow and obviously right. */
#include "nn_train/reference/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn_train/reference/transformer.h"

/* A tensor of one row, [channels][points] or [channels], and its gradient. */
typedef struct variable {
    double *value, *before, *gradient; /* before: the activation */
} variable;

typedef struct lane {
    variable *of;    /* [rows][n_tensors] */
    double *scratch; /* of attention */
} lane;

typedef struct reference_gradient {
    const nn_parameters *p;
    const nn_model *m;
    nn_gradient_settings settings;
    size_t points;
    double *theta;
    lane *lanes;
} reference_gradient;

/* A row of a lane. */
typedef struct row {
    const reference_gradient *s;
    variable *of;
    double *scratch;
    reference_board board;
} row;

/* ---- memory ---- */

static size_t points_of(const reference_gradient *s, int tensor)
{
    return s->m->tensors[tensor].spatial ? s->points : 1;
}

static size_t numbers_of(const reference_gradient *s, int tensor)
{
    return points_of(s, tensor) * (size_t)s->m->tensors[tensor].channels;
}

static void destroy(void *state)
{
    reference_gradient *s = state;
    if (!s)
        return;
    for (int i = 0; s->lanes && i < s->settings.lanes; i++) {
        for (int t = 0; s->lanes[i].of && t < s->settings.rows * s->m->n_tensors; t++)
            free(s->lanes[i].of[t].value);
        free(s->lanes[i].of);
        free(s->lanes[i].scratch);
    }
    free(s->lanes);
    free(s->theta);
    free(s);
}

static size_t scratch_of(const reference_gradient *s)
{
    size_t most = 1;
    for (int i = 0; i < s->m->n_layers; i++) {
        const nn_layer *l = &s->m->layers[i];
        size_t n = l->kind == NN_ATTENTION ? reference_attention_scratch(l, s->points) : 0;
        most = n > most ? n : most;
    }
    return most;
}

static bool allocate(reference_gradient *s)
{
    s->theta = calloc(s->p->n + 1, sizeof *s->theta);
    s->lanes = calloc((size_t)s->settings.lanes, sizeof *s->lanes);
    if (!s->theta || !s->lanes)
        return false;
    for (int i = 0; i < s->settings.lanes; i++) {
        int n = s->settings.rows * s->m->n_tensors;
        variable *of = s->lanes[i].of = calloc((size_t)n, sizeof *of);
        for (int t = 0; of && t < n; t++) {
            size_t numbers = numbers_of(s, t % s->m->n_tensors);
            of[t].value = calloc(3 * numbers + 1, sizeof(double));
            if (!of[t].value)
                return false;
            of[t].before = of[t].value + numbers;
            of[t].gradient = of[t].before + numbers;
        }
        s->lanes[i].scratch = malloc(scratch_of(s) * sizeof(double));
        if (!of || !s->lanes[i].scratch)
            return false;
    }
    return true;
}

static go_status create(const nn_gradient *self, void **state, const nn_parameters *p,
                        const nn_gradient_settings *settings, go_error *err)
{
    (void)self;
    const nn_model *m = p->model;
    *state = NULL;
    reference_gradient *s = calloc(1, sizeof *s);
    if (s) {
        s->p = p;
        s->m = m;
        s->settings = *settings;
        s->points = (size_t)(settings->size * settings->size);
    }
    if (!s || !allocate(s)) {
        destroy(s);
        return go_fail(err, GO_ENOMEM, "out of memory for a network that learns");
    }
    *state = s;
    return GO_OK;
}

static go_status load(void *state, const float *theta, go_error *err)
{
    reference_gradient *s = state;
    (void)err;
    for (size_t i = 0; i < s->p->n; i++)
        s->theta[i] = (double)theta[i];
    return GO_OK;
}

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

static bool inside(const row *r, size_t p)
{
    return !r->board.mask || r->board.mask[p] > 0;
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

static void forward_layer(const row *r, int number)
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
        for (size_t i = 0; i < n; i++)
            out->before[i] = w[i / points] * r->of[l->in].value[i];
    }
    for (size_t i = 0; i < n; i++) {
        out->before[i] += (l->bias ? bias[i / points] : 0) +
                          (l->per_channel != NN_NONE ? r->of[l->per_channel].value[i / points] : 0) +
                          (l->add != NN_NONE ? r->of[l->add].value[i] : 0);
        out->value[i] = points == 1 || inside(r, i % points)
                            ? activate(l->activation, out->before[i]) : 0;
    }
}

static void back_layer(const row *r, int number, float *sum)
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
        if (l->bias)
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
    default:
        for (size_t i = 0; i < n; i++) {
            weights[i / points] += (float)(g[i] * r->of[l->in].value[i]);
            r->of[l->in].gradient[i] += g[i] * w[i / points];
        }
    }
}

/* ---- batches ---- */

static row row_of(reference_gradient *s, int lane_number, const nn_batch *b, int i)
{
    const lane *l = &s->lanes[lane_number];
    row r = {s, l->of + i * s->m->n_tensors, l->scratch,
             {s->settings.size, s->points, 0, b->mask ? b->mask + (size_t)i * s->points : NULL}};
    for (size_t p = 0; p < s->points; p++)
        r.board.area += inside(&r, p);
    return r;
}

static void take_input(const row *r, int tensor, const float *from, int i)
{
    const size_t n = numbers_of(r->s, tensor);
    for (size_t k = 0; from && k < n; k++)
        r->of[tensor].value[k] = (double)from[(size_t)i * n + k];
}

static go_status forward(void *state, int lane_number, const nn_batch *b, go_error *err)
{
    reference_gradient *s = state;
    (void)err;
    for (int i = 0; i < b->n; i++) {
        const row r = row_of(s, lane_number, b, i);
        take_input(&r, NN_PLANES, b->planes, i);
        take_input(&r, NN_GLOBALS, b->globals, i);
        take_input(&r, NN_META, b->meta, i);
        for (int l = 0; l < s->m->n_layers; l++)
            forward_layer(&r, l);
        for (int o = 0; o < NN_N_OUTPUTS; o++) {
            int t = s->m->output[o];
            size_t n = t == NN_NONE || !b->out[o] ? 0 : numbers_of(s, t);
            for (size_t k = 0; k < n; k++)
                b->out[o][(size_t)i * n + k] = (float)r.of[t].value[k];
        }
    }
    return GO_OK;
}

static go_status backward(void *state, int lane_number, const nn_batch *b,
                          const float *const out[NN_N_OUTPUTS], float *sum, go_error *err)
{
    reference_gradient *s = state;
    (void)err;
    for (int i = 0; i < b->n; i++) {
        const row r = row_of(s, lane_number, b, i);
        for (int t = 0; t < s->m->n_tensors; t++)
            memset(r.of[t].gradient, 0, numbers_of(s, t) * sizeof(double));
        for (int o = 0; o < NN_N_OUTPUTS; o++) {
            int t = s->m->output[o];
            size_t n = t == NN_NONE || !out[o] ? 0 : numbers_of(s, t);
            for (size_t k = 0; k < n; k++)
                r.of[t].gradient[k] = (double)out[o][(size_t)i * n + k];
        }
        for (int l = s->m->n_layers - 1; l >= 0; l--)
            back_layer(&r, l, sum);
    }
    return GO_OK;
}

static go_status available(const nn_gradient *self, go_error *err)
{
    (void)self;
    (void)err;
    return GO_OK;
}

const nn_gradient nn_gradient_reference = {
    .name = "reference",
    .sentence = "plain C in double, slow and obviously right",
    .precision = NN_FLOAT32,
    .rows = 64,
    .available = available,
    .create = create,
    .load = load,
    .forward = forward,
    .backward = backward,
    .destroy = destroy,
};
