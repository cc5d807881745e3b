/* Gradients: that of the reference against finite differences, the others against it. */
#include "nn_train/gradient/gradient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn_train/gradient/batch_norm.h"
#include "nn_train/onednn/onednn.h"
#include "nn_train/reference/reference.h"
#include "tests/support/assert_close.h"
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
static void finite_differences(const char *shape, nn_norms norms, double tolerance)
{
    gradient_work w = gradient_work_begin(shape);
    gradient_work_normalise(&w, norms);
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
    finite_differences("3x16nbt", NN_NORMS_FIXED, 0.05);
    finite_differences("4x16", NN_NORMS_FIXED, 0.2); /* ReLU has kinks */
    finite_differences("v8", NN_NORMS_FIXED, 0.1);
    finite_differences("v12", NN_NORMS_FIXED, 0.1);
    finite_differences("v16", NN_NORMS_FIXED, 0.1);
    finite_differences("v17", NN_NORMS_FIXED, 0.1);
}

/* What follows from the rows together, too. */
static void batch_norms_agree_with_finite_differences(void **state)
{
    (void)state;
    finite_differences("3x16nbt", NN_NORMS_BATCH, 0.05);
    finite_differences("2x8-mish", NN_NORMS_BATCH, 0.05);
    finite_differences("v8", NN_NORMS_BATCH, 0.1);
    finite_differences("v12", NN_NORMS_BATCH, 0.1);
}

/* y = gamma (x - mean) / deviation + beta with what was seen, by batch and in play. */
static void renormalised_numbers_are_those_of_play(void **state)
{
    (void)state;
    const double gamma = 1.5, beta = -0.25, x = 0.7;
    const batch_norm play = batch_norm_in_play(gamma, beta, 0.4, 1.16); /* variance 1 */
    const batch_norm n = batch_norm_of(NN_NORMS_RENORM, gamma, beta, 0.8, 1.28, 0.4, 1.16);
    const batch_norm off = batch_norm_of(NN_NORMS_RENORM, gamma, beta, 90, 8100.1, 0.4, 1.16);
    assert_close(play.scale * x + play.bias, 1.5 * 0.3 - 0.25, 1e-4);
    assert_close(n.scale * x + n.bias, play.scale * x + play.bias, 1e-9);
    assert_close(n.r, 0.8, 1e-4); /* the root of 0.64 */
    assert_close(off.r, 1.0 / 3, 1e-9);
    assert_close(off.d, 5, 1e-9);
    const batch_norm first = batch_norm_of(NN_NORMS_RENORM, gamma, beta, 2, 5, 0, 0);
    assert_close(first.scale * 3 + first.bias, 1.5 * 1 - 0.25, 1e-3); /* by the batch alone */
    assert_close(batch_norm_in_play(gamma, beta, 0, 0).scale, gamma, 0);
}

static void onednn_agrees_with_the_reference(void **state)
{
    (void)state;
    gradient_work_compare(&nn_gradient_onednn, "4x16", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "3x40", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "3x40nbt", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "1x33", 1e-3); /* channels that oneDNN rounds up */
    gradient_work_compare(&nn_gradient_onednn, "1x72", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "v12", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "v16", 1e-3);
    gradient_work_compare(&nn_gradient_onednn, "v17", 1e-3); /* attention, RMS norms, SwiGLU */
}

static void norms_of_statistics_agree(void **state)
{
    (void)state;
    for (int norms = NN_NORMS_BATCH; norms <= NN_NORMS_RENORM; norms++) {
        gradient_work_compare_norms(&nn_gradient_onednn, "4x16", (nn_norms)norms, 1e-3);
        gradient_work_compare_norms(&nn_gradient_onednn, "3x40nbt", (nn_norms)norms, 1e-3);
        gradient_work_compare_norms(&nn_gradient_onednn, "v12", (nn_norms)norms, 1e-3);
    }
}

/* Tiles of Winograd's forms fit into some boards and reach beyond others, and the last boards of a
 * batch fill a part of what is transformed at a time.                          */
static void onednn_agrees_on_boards_of_other_sizes(void **state)
{
    static const struct {
        int size, rows;
    } of[] = {{3, 3}, {5, 20}, {9, 11}, {13, 4}, {19, 4}};
    (void)state;
    gradient_work_needs(&nn_gradient_onednn);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        gradient_work w = gradient_work_of("2x20", of[i].size, of[i].rows);
        float *right = gradient_work_gradient(&nn_gradient_reference, &w);
        float *got = gradient_work_gradient(&nn_gradient_onednn, &w);
        gradient_work_near(&w, got, right, 1e-3);
        free(right);
        free(got);
        gradient_work_end(&w);
    }
}

/* Nothing of the rows that a fuller lane left behind. */
static void a_lane_may_have_fewer_rows(void **state)
{
    static const char *const shapes[] = {"2x20", "2x16nbt", "v12", "v17"};
    const nn_gradient *g = &nn_gradient_onednn;
    (void)state;
    gradient_work_needs(g);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        gradient_work w = gradient_work_begin(shapes[i]);
        const float *const *wanted = (const float *const *)w.wanted;
        float *got = calloc(w.p.n, sizeof *got);
        void *lanes = gradient_work_start(g, &w);
        gradient_work_combination(g, lanes, &w, w.theta);
        assert_int_equal(g->backward(lanes, 0, &w.batch, wanted, got, NULL), GO_OK);
        memset(got, 0, w.p.n * sizeof *got);
        w.batch.n = w.rows = WORK_ROWS - 1;
        gradient_work_combination(g, lanes, &w, w.theta);
        assert_int_equal(g->backward(lanes, 0, &w.batch, wanted, got, NULL), GO_OK);
        g->destroy(lanes);
        float *right = gradient_work_gradient(&nn_gradient_reference, &w);
        gradient_work_near(&w, got, right, 1e-3);
        free(right);
        free(got);
        gradient_work_end(&w);
    }
}

/* Not those of the batch before. */
static void no_profiles_are_zeros(void **state)
{
    static const nn_gradient *const gradients[] = {&nn_gradient_reference, &nn_gradient_onednn};
    (void)state;
    for (size_t i = 0; i < sizeof gradients / sizeof *gradients; i++) {
        const nn_gradient *g = gradients[i];
        gradient_work_needs(g);
        gradient_work w = gradient_work_begin("v15");
        assert_true(w.m->meta > 0);
        void *lanes = gradient_work_start(g, &w);
        gradient_work_combination(g, lanes, &w, w.theta);
        w.batch.meta = NULL;
        const double none = gradient_work_combination(g, lanes, &w, w.theta);
        memset(w.meta, 0, (size_t)(w.rows * w.m->meta) * sizeof *w.meta);
        w.batch.meta = w.meta;
        assert_close(none, gradient_work_combination(g, lanes, &w, w.theta), 1e-9);
        g->destroy(lanes);
        gradient_work_end(&w);
    }
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
        cmocka_unit_test(batch_norms_agree_with_finite_differences),
        cmocka_unit_test(renormalised_numbers_are_those_of_play),
        cmocka_unit_test(onednn_agrees_with_the_reference),
        cmocka_unit_test(norms_of_statistics_agree),
        cmocka_unit_test(onednn_agrees_on_boards_of_other_sizes),
        cmocka_unit_test(a_lane_may_have_fewer_rows),
        cmocka_unit_test(no_profiles_are_zeros),
        cmocka_unit_test(bfloat16_is_near_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
