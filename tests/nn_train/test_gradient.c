/* Gradients: that of the reference against finite differences, the others against it. */
#include "nn_train/gradient/gradient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn_train/onednn/onednn.h"
#include "nn_train/reference/reference.h"
#include "tests/support/gradient_work.h"
#include "tests/support/unit.h"

static double normal(rng *r)
{
    return rng_double(r) + rng_double(r) + rng_double(r) - 1.5;
}

/* How much of a combination is lost where answers are rounded to float. */
static double rounding(const gradient_work *w)
{
    double squares = 0;
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        for (size_t i = 0; i < WORK_ROWS * nn_output_numbers(w->m, (nn_output)o, WORK_SIZE); i++)
            squares += pow((double)w->batch.out[o][i] * (double)w->wanted[o][i], 2);
    return 1e-7 * sqrt(squares);
}

/* Along random directions, layer by layer: the slope of the combination. */
static void finite_differences(const char *shape, double tolerance)
{
    gradient_work w = gradient_work_begin(shape);
    rng r = rng_seed(3);
    const nn_gradient *g = &nn_gradient_reference;
    void *state = gradient_work_start(g, &w);
    float *sum = gradient_work_gradient(g, &w), *moved = calloc(w.p.n, sizeof *moved);
    for (int i = 0; i < w.m->n_layers; i++) {
        const nn_layer *l = &w.m->layers[i];
        size_t n = gradient_work_numbers(&w, l);
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
            found += sign * gradient_work_combination(g, state, &w, moved) / (2 * step);
        }
        if (fabs(found - told) > tolerance * (size / sqrt((double)n) + fabs(told)) +
                                     rounding(&w) / step)
            fail_msg("%s, layer %d '%s': the slope is %g, the gradient tells %g", shape, i, l->name,
                     found, told);
        free(direction);
    }
    g->destroy(state);
    free(sum);
    free(moved);
    gradient_work_end(&w);
}

static void the_reference_agrees_with_finite_differences(void **state)
{
    (void)state;
    finite_differences("3x16nbt", 0.05);
    finite_differences("4x16", 0.2); /* ReLU has kinks */
    finite_differences("v8", 0.1);
    finite_differences("v12", 0.1);
    finite_differences("v16", 0.1);
    finite_differences("v17", 0.1);
}

static void onednn_agrees_with_the_reference(void **state)
{
    (void)state;
    gradient_work_compare(&nn_gradient_onednn, "4x16", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "3x40", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "3x40nbt", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "v12", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "v16", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "v17", 1e-3); /* attention, RMS norms, SwiGLU */
}

static void bfloat16_is_near_it(void **state)
{
    (void)state;
    gradient_work_compare(&nn_gradient_onednn16, "4x16", 0.35);
    gradient_work_compare(&nn_gradient_onednn16, "3x40nbt", 0.35);
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
