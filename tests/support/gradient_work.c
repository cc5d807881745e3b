#include "tests/support/gradient_work.h"

#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn_train/reference/reference.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

static double normal(rng *r)
{
    return rng_double(r) + rng_double(r) + rng_double(r) - 1.5;
}

static nn_model *random_model(const char *shape_text)
{
    char *bytes = NULL;
    size_t n = 0;
    nn_model *m = NULL;
    nn_random_shape shape;
    if (shape_text[0] == 'v')
        return tiny_model((int)strtol(shape_text + 1, NULL, 10), WORK_SIZE);
    assert_int_equal(nn_random_shape_parse(shape_text, &shape, NULL), GO_OK);
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&m, bytes, n, "random", NULL), GO_OK);
    free(bytes);
    return m;
}

gradient_work gradient_work_begin(const char *shape)
{
    return gradient_work_of(shape, WORK_SIZE, WORK_ROWS);
}

gradient_work gradient_work_of(const char *shape, int size, int rows)
{
    const int area = size * size;
    gradient_work w = {.m = random_model(shape), .size = size, .rows = rows};
    rng r = rng_seed(7);
    assert_int_equal(nn_parameters_create(&w.p, w.m, NULL), GO_OK);
    w.theta = calloc(w.p.n, sizeof(float));
    w.planes = calloc((size_t)(rows * w.m->planes * area), sizeof(float));
    w.globals = calloc((size_t)(rows * w.m->globals), sizeof(float));
    w.meta = calloc((size_t)(rows * w.m->meta) + 1, sizeof(float));
    w.mask = calloc((size_t)(rows * area), sizeof(float));
    nn_parameters_get(&w.p, w.theta);
    for (int n = 0; n < rows; n++)
        for (int i = 0; i < area; i++) {
            int side = n == 1 ? size - 2 : size;
            w.mask[n * area + i] = i % size < side && i / size < side;
            for (int c = 0; c < w.m->planes; c++)
                w.planes[(n * w.m->planes + c) * area + i] =
                    w.mask[n * area + i] * (float)(rng_double(&r) < 0.3);
        }
    for (int i = 0; i < rows * w.m->globals; i++)
        w.globals[i] = (float)normal(&r);
    for (int i = 0; i < rows * w.m->meta; i++)
        w.meta[i] = (float)normal(&r);
    w.batch = (nn_batch){.n = rows, .planes = w.planes, .globals = w.globals, .meta = w.meta,
                         .mask = w.mask};
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t n = (size_t)rows * nn_output_numbers(w.m, (nn_output)o, size);
        w.batch.out[o] = calloc(n + 1, sizeof(float));
        w.wanted[o] = calloc(n + 1, sizeof(float));
        for (size_t i = 0; i < n; i++)
            w.wanted[o][i] = (float)normal(&r);
    }
    return w;
}

void gradient_work_normalise(gradient_work *w, nn_norms norms)
{
    rng r = rng_seed(11);
    nn_parameters_normalise(&w->p, norms);
    free(w->theta);
    w->theta = calloc(w->p.n, sizeof(float));
    nn_parameters_get(&w->p, w->theta);
    for (int i = 0; i < w->m->n_layers; i++) {
        float *seen = w->theta + w->p.statistics[i];
        const size_t channels = w->m->layers[i].n_weights;
        for (size_t c = 0; nn_parameters_normalises(&w->p, i) && c < channels; c++) {
            seen[c] = (float)(0.3 * normal(&r));
            seen[channels + c] = seen[c] * seen[c] + (float)(0.1 + rng_double(&r));
        }
    }
}

void gradient_work_end(gradient_work *w)
{
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        free(w->batch.out[o]);
        free(w->wanted[o]);
    }
    free(w->theta);
    free(w->planes);
    free(w->globals);
    free(w->meta);
    free(w->mask);
    nn_parameters_destroy(&w->p);
    nn_model_destroy(w->m);
}

void *gradient_work_start(const nn_gradient *g, const gradient_work *w)
{
    void *state = NULL;
    go_error err;
    const nn_gradient_settings settings = {.size = w->size, .rows = w->rows, .lanes = 1};
    assert_int_equal(g->create(g, &state, &w->p, &settings, &err), GO_OK);
    return state;
}

double gradient_work_combination(const nn_gradient *g, void *state, const gradient_work *w,
                                 const float *theta)
{
    double sum = 0;
    assert_int_equal(g->load(state, theta, NULL), GO_OK);
    assert_int_equal(g->forward(state, 0, &w->batch, NULL), GO_OK);
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        for (size_t i = 0;
             i < (size_t)w->rows * nn_output_numbers(w->m, (nn_output)o, w->size); i++)
            sum += (double)w->batch.out[o][i] * (double)w->wanted[o][i];
    return sum;
}

float *gradient_work_gradient(const nn_gradient *g, const gradient_work *w)
{
    void *state = gradient_work_start(g, w);
    float *sum = calloc(w->p.n, sizeof *sum);
    gradient_work_combination(g, state, w, w->theta);
    assert_int_equal(g->backward(state, 0, &w->batch, (const float *const *)w->wanted, sum, NULL),
                     GO_OK);
    g->destroy(state);
    return sum;
}

size_t gradient_work_numbers(const gradient_work *w, const nn_layer *l)
{
    return (l->block == NN_NONE ? 0 : l->n_weights) +
           (l->bias ? (size_t)w->m->tensors[l->out].channels : 0);
}

void gradient_work_needs(const nn_gradient *g)
{
    go_error err;
    if (g->available(g, &err) == GO_OK)
        return;
    print_message("%s\n", err.message);
    skip();
}

void gradient_work_compare(const nn_gradient *g, const char *shape, double tolerance)
{
    gradient_work_compare_norms(g, shape, NN_NORMS_FIXED, tolerance);
}

void gradient_work_compare_norms(const nn_gradient *g, const char *shape, nn_norms norms,
                                 double tolerance)
{
    gradient_work_needs(g);
    gradient_work w = gradient_work_begin(shape);
    gradient_work_normalise(&w, norms);
    float *right = gradient_work_gradient(&nn_gradient_reference, &w);
    float *got = gradient_work_gradient(g, &w);
    gradient_work_near(&w, got, right, tolerance);
    free(right);
    free(got);
    gradient_work_end(&w);
}

void gradient_work_near(const gradient_work *w, const float *got, const float *right,
                        double tolerance)
{
    for (int i = 0; i < w->m->n_layers; i++) {
        const nn_layer *l = &w->m->layers[i];
        size_t n = gradient_work_numbers(w, l);
        double miss = 0, all = 0;
        for (size_t k = w->p.weights[i]; k < w->p.weights[i] + n; k++) {
            miss += pow((double)got[k] - (double)right[k], 2);
            all += pow((double)right[k], 2);
        }
        if (!(sqrt(miss) <= tolerance * sqrt(all) + 1e-9))
            fail_msg("%s, layer %d '%s': off by %g of its length", w->m->name, i, l->name,
                     sqrt(miss / all));
    }
    for (size_t k = w->p.learned; k < w->p.n; k++)
        if (!(fabs((double)got[k] - (double)right[k]) <= tolerance * (1 + fabs((double)right[k]))))
            fail_msg("%s: statistic %zu of %zu is %g, not %g", w->m->name, k - w->p.learned,
                     w->p.n - w->p.learned, (double)got[k], (double)right[k]);
}
