/* Orthogonal matrices by iteration: what they must be, on matrices of every form. */
#include "nn_train/optimise/orthogonal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tests/support/assert_close.h"
#include "tests/support/unit.h"

static float *random_matrix(size_t n, uint64_t seed)
{
    float *x = malloc(n * sizeof *x);
    rng r = rng_seed(seed);
    assert_non_null(x);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(2 * rng_double(&r) - 1);
    return x;
}

static float *made_orthogonal(const float *x, size_t rows, size_t columns)
{
    float *o = malloc(rows * columns * sizeof *o);
    float *scratch = malloc(orthogonal_scratch(rows, columns) * sizeof *scratch);
    assert_true(o && scratch);
    memcpy(o, x, rows * columns * sizeof *o);
    orthogonal(o, rows, columns, scratch);
    free(scratch);
    return o;
}

/* The iteration as it is published, in double, for no more rows than columns. */
static double *plain(const float *x, size_t n, size_t m)
{
    double *y = malloc(n * m * sizeof *y), *gram = malloc(n * n * sizeof *gram);
    double *factor = malloc(n * n * sizeof *factor), *next = malloc(n * m * sizeof *next);
    double sum = 0;
    assert_true(y && gram && factor && next);
    for (size_t i = 0; i < n * m; i++)
        sum += (double)x[i] * (double)x[i];
    for (size_t i = 0; i < n * m; i++)
        y[i] = (double)x[i] / sqrt(sum);
    for (int step = 0; step < 5; step++) {
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                gram[i * n + j] = 0;
                for (size_t k = 0; k < m; k++)
                    gram[i * n + j] += y[i * m + k] * y[j * m + k];
            }
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                double square = 0;
                for (size_t k = 0; k < n; k++)
                    square += gram[i * n + k] * gram[k * n + j];
                factor[i * n + j] = (i == j ? 3.4445 : 0) - 4.7750 * gram[i * n + j] +
                                    2.0315 * square;
            }
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++) {
                next[i * m + j] = 0;
                for (size_t k = 0; k < n; k++)
                    next[i * m + j] += factor[i * n + k] * y[k * m + j];
            }
        memcpy(y, next, n * m * sizeof *y);
    }
    free(gram);
    free(factor);
    free(next);
    return y;
}

static void it_is_the_published_iteration(void **state)
{
    (void)state;
    static const size_t form[][2] = {{1, 5}, {7, 40}, {8, 32}, {13, 30}, {33, 70}};
    for (size_t f = 0; f < sizeof form / sizeof *form; f++) {
        const size_t n = form[f][0], m = form[f][1];
        float *x = random_matrix(n * m, f + 1), *o = made_orthogonal(x, n, m);
        double *expected = plain(x, n, m);
        for (size_t i = 0; i < n * m; i++)
            assert_close((double)o[i], expected[i], 2e-3);
        free(x);
        free(o);
        free(expected);
    }
}

static void a_standing_matrix_is_a_lying_one_turned(void **state)
{
    (void)state;
    enum { N = 9, M = 50 };
    float *x = random_matrix(N * M, 1), *turned = malloc(N * M * sizeof *turned);
    assert_non_null(turned);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < M; j++)
            turned[j * N + i] = x[i * M + j];
    float *lying = made_orthogonal(x, N, M), *standing = made_orthogonal(turned, M, N);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < M; j++)
            assert_close((double)standing[j * N + i], (double)lying[i * M + j], 1e-5);
    free(x);
    free(turned);
    free(lying);
    free(standing);
}

static void rows_become_nearly_orthonormal(void **state)
{
    (void)state;
    enum { N = 24, M = 216 };
    float *x = random_matrix(N * M, 5), *o = made_orthogonal(x, N, M);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            double product = 0;
            for (size_t k = 0; k < M; k++)
                product += (double)o[i * M + k] * (double)o[j * M + k];
            assert_close(product, i == j ? 0.95 : 0, i == j ? 0.5 : 0.3);
        }
    free(x);
    free(o);
}

static void nothing_stays_nothing(void **state)
{
    (void)state;
    const float zero[6 * 9] = {0};
    float *o = made_orthogonal(zero, 6, 9);
    for (int i = 0; i < 6 * 9; i++)
        assert_true(o[i] == 0);
    free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_published_iteration),
        cmocka_unit_test(a_standing_matrix_is_a_lying_one_turned),
        cmocka_unit_test(rows_become_nearly_orthonormal),
        cmocka_unit_test(nothing_stays_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
