/* Gradients: that of the reference against finite differences, the others against it. */
#include "nn_train/gradient/gradient.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn_train/onednn/onednn.h"
#include "nn_train/reference/reference.h"
#include "tests/support/unit.h"

enum { SIZE = 9, AREA = SIZE * SIZE, ROWS = 3 };

/* A network and a batch of three rows, of boards of 9, 7 and 9 lines. */
typedef struct work {
    nn_model *m;
    nn_parameters p;
    float *theta;
    nn_batch batch;
    float *planes, *globals, *mask, *wanted[NN_N_OUTPUTS];
} work;

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
    assert_int_equal(nn_random_shape_parse(shape_text, &shape, NULL), GO_OK);
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&m, bytes, n, "random", NULL), GO_OK);
    free(bytes);
    return m;
}

static work begin(const char *shape)
{
    work w = {.m = random_model(shape)};
    rng r = rng_seed(7);
    assert_int_equal(nn_parameters_create(&w.p, w.m, NULL), GO_OK);
    w.theta = calloc(w.p.n, sizeof(float));
    w.planes = calloc((size_t)(ROWS * w.m->planes * AREA), sizeof(float));
    w.globals = calloc((size_t)(ROWS * w.m->globals), sizeof(float));
    w.mask = calloc(ROWS * AREA, sizeof(float));
    nn_parameters_get(&w.p, w.theta);
    for (int n = 0; n < ROWS; n++)
        for (int i = 0; i < AREA; i++) {
            int side = n == 1 ? 7 : 9;
            w.mask[n * AREA + i] = i % SIZE < side && i / SIZE < side;
            for (int c = 0; c < w.m->planes; c++)
                w.planes[(n * w.m->planes + c) * AREA + i] =
                    w.mask[n * AREA + i] * (float)(rng_double(&r) < 0.3);
        }
    for (int i = 0; i < ROWS * w.m->globals; i++)
        w.globals[i] = (float)normal(&r);
    w.batch = (nn_batch){.n = ROWS, .planes = w.planes, .globals = w.globals, .mask = w.mask};
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t n = ROWS * nn_output_numbers(w.m, (nn_output)o, SIZE);
        w.batch.out[o] = calloc(n + 1, sizeof(float));
        w.wanted[o] = calloc(n + 1, sizeof(float));
        for (size_t i = 0; i < n; i++)
            w.wanted[o][i] = (float)normal(&r);
    }
    return w;
}

static void end(work *w)
{
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        free(w->batch.out[o]);
        free(w->wanted[o]);
    }
    free(w->theta);
    free(w->planes);
    free(w->globals);
    free(w->mask);
    nn_parameters_destroy(&w->p);
    nn_model_destroy(w->m);
}

static void *start(const nn_gradient *g, const work *w)
{
    void *state = NULL;
    go_error err;
    const nn_gradient_settings settings = {.size = SIZE, .rows = ROWS, .lanes = 1};
    assert_int_equal(g->create(g, &state, &w->p, &settings, &err), GO_OK);
    return state;
}

/* The wanted combination of the answers: its gradient at the outputs is `wanted`. */
static double combination(const nn_gradient *g, void *state, const work *w, const float *theta)
{
    double sum = 0;
    assert_int_equal(g->load(state, theta, NULL), GO_OK);
    assert_int_equal(g->forward(state, 0, &w->batch, NULL), GO_OK);
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        for (size_t i = 0; i < ROWS * nn_output_numbers(w->m, (nn_output)o, SIZE); i++)
            sum += (double)w->batch.out[o][i] * (double)w->wanted[o][i];
    return sum;
}

static float *gradient(const nn_gradient *g, const work *w)
{
    void *state = start(g, w);
    float *sum = calloc(w->p.n, sizeof *sum);
    combination(g, state, w, w->theta);
    assert_int_equal(g->backward(state, 0, &w->batch, (const float *const *)w->wanted, sum, NULL),
                     GO_OK);
    g->destroy(state);
    return sum;
}

/* Along random directions, layer by layer: the slope of the combination. */
static void finite_differences(const char *shape, double tolerance)
{
    work w = begin(shape);
    rng r = rng_seed(3);
    const nn_gradient *g = &nn_gradient_reference;
    void *state = start(g, &w);
    float *sum = gradient(g, &w), *moved = calloc(w.p.n, sizeof *moved);
    for (int i = 0; i < w.m->n_layers; i++) {
        const nn_layer *l = &w.m->layers[i];
        size_t n = l->n_weights + (l->bias ? (size_t)w.m->tensors[l->out].channels : 0);
        double told = 0, size = 0, step = 2e-4, found = 0;
        if (!n)
            continue;
        float *direction = calloc(n, sizeof *direction);
        for (size_t k = 0; k < n; k++) {
            direction[k] = (float)normal(&r);
            told += (double)direction[k] * (double)sum[w.p.weights[i] + k];
            size += fabs((double)direction[k] * (double)sum[w.p.weights[i] + k]);
        }
        for (int sign = -1; sign <= 1; sign += 2) {
            memcpy(moved, w.theta, w.p.n * sizeof *moved);
            for (size_t k = 0; k < n; k++)
                moved[w.p.weights[i] + k] += (float)(sign * step * (double)direction[k]);
            found += sign * combination(g, state, &w, moved) / (2 * step);
        }
        if (fabs(found - told) > tolerance * (size / sqrt((double)n) + fabs(told)))
            fail_msg("%s: the slope is %g, the gradient tells %g", l->name, found, told);
        free(direction);
    }
    g->destroy(state);
    free(sum);
    free(moved);
    end(&w);
}

static void the_reference_agrees_with_finite_differences(void **state)
{
    (void)state;
    finite_differences("3x16nbt", 0.05);
    finite_differences("4x16", 0.2); /* ReLU has kinks */
}

static void compare(const nn_gradient *g, const char *shape, double tolerance)
{
    go_error err;
    if (g->available(g, &err) != GO_OK) {
        print_message("%s\n", err.message);
        skip();
    }
    work w = begin(shape);
    float *right = gradient(&nn_gradient_reference, &w), *got = gradient(g, &w);
    for (int i = 0; i < w.m->n_layers; i++) {
        const nn_layer *l = &w.m->layers[i];
        size_t n = l->n_weights + (l->bias ? (size_t)w.m->tensors[l->out].channels : 0);
        double miss = 0, all = 0;
        for (size_t k = w.p.weights[i]; k < w.p.weights[i] + n; k++) {
            miss += pow((double)got[k] - (double)right[k], 2);
            all += pow((double)right[k], 2);
        }
        if (sqrt(miss) > tolerance * sqrt(all) + 1e-9)
            fail_msg("%s: off by %g of its length", l->name, sqrt(miss / all));
    }
    free(right);
    free(got);
    end(&w);
}

static void onednn_agrees_with_the_reference(void **state)
{
    (void)state;
    compare(&nn_gradient_onednn, "4x16", 1e-3);
    compare(&nn_gradient_onednn, "3x40", 1e-3);
}

static void bfloat16_is_near_it(void **state)
{
    (void)state;
    compare(&nn_gradient_onednn16, "4x16", 0.35);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_agrees_with_finite_differences),
        cmocka_unit_test(onednn_agrees_with_the_reference),
        cmocka_unit_test(bfloat16_is_near_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
