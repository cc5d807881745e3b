/* What each way of learning makes of a gradient. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn_train/optimise/optimiser.h"
#include "tests/support/unit.h"

static nn_model *small_model(void)
{
    nn_random_shape shape;
    nn_model *m;
    char *bytes;
    size_t n;
    assert_int_equal(nn_random_shape_parse("b1c8", &shape, NULL), GO_OK);
    shape.to_learn = true;
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&m, bytes, n, "net", NULL), GO_OK);
    free(bytes);
    return m;
}

/* What is learned from two gradients of length 1, the second one `times` as long. */
static float *learned(const nn_parameters *p, optimiser_kind kind, double clip, float times)
{
    const optimiser_settings s = {.kind = (int)kind, .momentum = -1, .squares = 0.99, .size = 0.2,
                                  .decay = -1, .clip = clip};
    const averaging_settings none = {.kind = AVERAGE_NONE};
    optimiser o;
    rng random = rng_seed(3);
    float *g = calloc(p->n + 1, sizeof *g), *theta = calloc(p->n, sizeof *theta);
    assert_true(g && theta);
    assert_int_equal(optimiser_create(&o, p, &s, &none, 1, NULL), GO_OK);
    for (int step = 0; step < 2; step++) {
        for (size_t i = 0; i < p->learned; i++)
            g[i] = (float)rng_double(&random) - 0.5f;
        if (p->n > p->learned)
            g[p->n - 1] = 1; /* rows of the statistics */
        const double length = optimiser_length(&o, g);
        const float scale = (float)(1 / length) * (step ? times : 1);
        for (size_t i = 0; i < p->learned; i++)
            g[i] *= scale;
        optimiser_step(&o, g, optimiser_length(&o, g), 1);
    }
    memcpy(theta, o.theta, p->n * sizeof *theta);
    optimiser_destroy(&o);
    free(g);
    return theta;
}

static double distance(const float *a, const float *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
    return sum;
}

/* A gradient a thousand times as long as the others teaches no more than they, whatever learns. */
static void long_gradients_are_shortened(void **state)
{
    (void)state;
    nn_model *m = small_model();
    nn_parameters p;
    assert_int_equal(nn_parameters_create(&p, m, NULL), GO_OK);
    for (optimiser_kind kind = 0; kind < OPTIMISER_N; kind++) {
        float *usual = learned(&p, kind, 1, 1), *clipped = learned(&p, kind, 1, 1000);
        float *whole = learned(&p, kind, 0, 1000);
        assert_true(distance(usual, clipped, p.learned) < 1e-8);
        assert_true(distance(usual, whole, p.learned) > 1e-6);
        free(usual);
        free(clipped);
        free(whole);
    }
    nn_parameters_destroy(&p);
    nn_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_gradients_are_shortened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
