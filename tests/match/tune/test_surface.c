/* The surface of strengths, compared with the same model computed plainly. */
#include "tests/support/unit.h"

#include <stdbool.h>
#include <stdlib.h>

#include "match/tune/surface.h"
#include "tests/support/assert_close.h"

/* Matern's kernel of order 5/2, word for word from the header. */
static double plain_kernel(const basis_axis *axes, int n, const basis_shape *shape,
                           const double *x, const double *y)
{
    double k = shape->spread * shape->spread;
    for (int i = 0; i < n; i++) {
        double apart = axes[i].words ? x[i] != y[i] : fabs(x[i] - y[i]);
        double r = sqrt(5) * apart / shape->length[i];
        k *= (1 + r + r * r / 3) * exp(-r);
    }
    return k;
}

static void the_products_add_up_to_the_kernel(void **state)
{
    (void)state;
    const basis_axis axes[] = {{0}, {3}};
    const basis_shape shape = {0.8, {0.6, 1.3}};
    static const double at[][2] = {{0, 0}, {0.13, 1}, {0.52, 1}, {0.77, 2}, {1, 0}};
    basis *b;
    go_error err;
    assert_int_equal(basis_create(&b, axes, 2, &shape, &err), GO_OK);
    int n = basis_size(b);
    double x[BASIS_PRODUCTS], y[BASIS_PRODUCTS];
    assert_in_range(n, 1, BASIS_PRODUCTS);
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            double sum = 0;
            basis_values(b, at[i], x);
            basis_values(b, at[j], y);
            for (int k = 0; k < n; k++)
                sum += x[k] * y[k];
            assert_close(sum, plain_kernel(axes, 2, &shape, at[i], at[j]), 0.004);
        }
    }
    basis_destroy(b);
}

/* ---- the posterior ---- */

enum { N = 5 };

static const surface_sample samples[N] = {{{0.1}, 0, 20, 5},
                                          {{0.3}, 0, 20, 9},
                                          {{0.55}, 0, 30, 18.5},
                                          {{0.8}, 0, 10, 4},
                                          {{1}, 0, 20, 6}};

/* x with a x = b, by Gauss and Jordan; a and b are overwritten. */
static void solve_plainly(double a[N][N], double *b)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            if (j == i)
                continue;
            double factor = a[j][i] / a[i][i];
            for (int k = 0; k < N; k++)
                a[j][k] -= factor * a[i][k];
            b[j] -= factor * b[i];
        }
    }
    for (int i = 0; i < N; i++)
        b[i] /= a[i][i];
}

/* With the constant, whose deviation is 2. */
static double prior(const basis_shape *shape, const double *x, const double *y)
{
    const basis_axis axes[] = {{0}};
    return 4 + plain_kernel(axes, 1, shape, x, y);
}

/* Laplace's approximation as Rasmussen and Williams have it: the values f at the samples by
 * f <- K (K + W^-1)^-1 (f + W^-1 g), g = points - games p, W = games p (1 - p); then the
 * value at x has the mean k' g and the variance k(x, x) - k' (K + W^-1)^-1 k.  */
static surface_value plain_value(const basis_shape *shape, double x)
{
    double f[N] = {0}, g[N], w[N], k[N], a[N][N], b[N];
    for (int step = 0; step <= 100; step++) {
        for (int i = 0; i < N; i++) {
            double p = 1 / (1 + exp(-f[i]));
            g[i] = samples[i].points - samples[i].games * p;
            w[i] = samples[i].games * p * (1 - p);
            for (int j = 0; j < N; j++)
                a[i][j] = prior(shape, samples[i].at, samples[j].at) + (i == j) / w[i];
            b[i] = f[i] + g[i] / w[i];
            k[i] = prior(shape, samples[i].at, &x);
        }
        if (step == 100)
            break;
        solve_plainly(a, b);
        for (int i = 0; i < N; i++) {
            f[i] = 0;
            for (int j = 0; j < N; j++)
                f[i] += prior(shape, samples[i].at, samples[j].at) * b[j];
        }
    }
    surface_value value = {0, prior(shape, &x, &x)};
    for (int i = 0; i < N; i++) {
        value.mean += k[i] * g[i];
        b[i] = k[i];
    }
    solve_plainly(a, b);
    for (int i = 0; i < N; i++)
        value.deviation -= k[i] * b[i];
    value.deviation = sqrt(value.deviation);
    return value;
}

static surface *new_surface(const basis_axis *axes, int n, int opponents)
{
    surface *s;
    go_error err;
    if (surface_create(&s, axes, n, opponents, &err) != GO_OK)
        fail_msg("%s", err.message);
    return s;
}

static void the_posterior_is_that_of_the_plain_computation(void **state)
{
    (void)state;
    const basis_axis axes[] = {{0}};
    surface *s = new_surface(axes, 1, 1);
    go_error err;
    assert_int_equal(surface_fit(s, samples, N, &err), GO_OK);
    for (int i = 0; i <= 10; i++) {
        double x = 0.1 * i;
        surface_value found = surface_at(s, &x), plain = plain_value(surface_shape(s), x);
        assert_close(found.mean, plain.mean, 0.003);
        assert_close(found.deviation, plain.deviation, 0.003);
    }
    surface_destroy(s);
}

static void without_games_it_is_the_prior(void **state)
{
    (void)state;
    const basis_axis axes[] = {{0}, {2}};
    const double at[] = {0.37, 1}, other[] = {0.37, 0};
    surface *s = new_surface(axes, 2, 1);
    go_error err;
    assert_int_equal(surface_fit(s, NULL, 0, &err), GO_OK);
    double spread = surface_shape(s)->spread;
    assert_close(surface_at(s, at).mean, 0, 1e-12);
    assert_close(surface_at(s, at).deviation, sqrt(4 + spread * spread), 0.01);
    assert_close(surface_difference(s, at, at).deviation, 0, 1e-9);
    double k = plain_kernel(axes, 2, surface_shape(s), at, other);
    assert_close(surface_difference(s, at, other).deviation, sqrt(2 * (spread * spread - k)), 0.01);
    surface_destroy(s);
}

/* The drawn surfaces have the mean and the deviation that surface_at tells. */
static void drawn_surfaces_follow_the_posterior(void **state)
{
    (void)state;
    enum { DRAWS = 4000 };
    const basis_axis axes[] = {{0}};
    const double at[] = {0.42};
    surface *s = new_surface(axes, 1, 1);
    go_error err;
    assert_int_equal(surface_fit(s, samples, N, &err), GO_OK);
    int n = surface_size(s);
    double *features = calloc((size_t)n, sizeof *features);
    double *weights = calloc((size_t)n, sizeof *weights);
    double sum = 0, squares = 0;
    rng random = rng_seed(11);
    assert_non_null(features);
    assert_non_null(weights);
    surface_features(s, at, features);
    for (int k = 0; k < DRAWS; k++) {
        double f = 0;
        surface_draw(s, &random, weights);
        for (int i = 0; i < n; i++)
            f += features[i] * weights[i];
        sum += f;
        squares += f * f;
    }
    surface_value told = surface_at(s, at);
    double mean = sum / DRAWS;
    assert_close(mean, told.mean, 4 * told.deviation / sqrt(DRAWS));
    assert_close(sqrt(squares / DRAWS - mean * mean), told.deviation, 0.05 * told.deviation);
    free(features);
    free(weights);
    surface_destroy(s);
}

/* The stronger opponent was met only where x is low; that does not make low x bad. */
static void a_stronger_opponent_is_not_a_bad_setting(void **state)
{
    (void)state;
    const basis_axis axes[] = {{0}};
    surface_sample games[20];
    for (int i = 0; i < 20; i++) {
        bool strong = i % 2 != 0;
        double x = strong ? 0.01 * i : 0.05 * i;
        games[i] = (surface_sample){{x}, strong, 100, strong ? 20 : 50};
    }
    surface *s = new_surface(axes, 1, 2);
    const double low[] = {0.05}, high[] = {0.9};
    go_error err;
    assert_int_equal(surface_fit(s, games, 20, &err), GO_OK);
    surface_value gap = surface_difference(s, high, low);
    assert_true(fabs(gap.mean) < 2 * gap.deviation && fabs(gap.mean) < 0.1);
    /* the mean of even odds and of 20 % */
    assert_close(surface_at(s, low).mean, 0.5 * log(0.25), 0.1);
    surface_destroy(s);
}

/* The evidence finds the narrow hill narrow, and a flat surface flat. */
static void the_kernel_is_learned_from_the_games(void **state)
{
    (void)state;
    const basis_axis axes[] = {{0}};
    surface_sample hill[60], flat[60];
    for (int i = 0; i < 60; i++) {
        double x = i / 59.0, z = (x - 0.3) / 0.1, f = -1 + 2 * exp(-0.5 * z * z);
        hill[i] = (surface_sample){{x}, 0, 100, 100 / (1 + exp(-f))};
        flat[i] = (surface_sample){{x}, 0, 100, 40};
    }
    surface *s = new_surface(axes, 1, 1);
    const double top[] = {0.3}, valley[] = {0.9};
    go_error err;
    assert_int_equal(surface_learn(s, hill, 60, &err), GO_OK);
    assert_true(surface_shape(s)->length[0] < 0.5);
    assert_true(surface_shape(s)->spread > 0.4);
    assert_int_equal(surface_fit(s, hill, 60, &err), GO_OK);
    assert_close(surface_at(s, top).mean, 1, 0.15);
    assert_close(surface_at(s, valley).mean, -1, 0.15);
    assert_int_equal(surface_learn(s, flat, 60, &err), GO_OK);
    assert_true(surface_shape(s)->spread < 0.3);
    surface_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_products_add_up_to_the_kernel),
        cmocka_unit_test(the_posterior_is_that_of_the_plain_computation),
        cmocka_unit_test(without_games_it_is_the_prior),
        cmocka_unit_test(drawn_surfaces_follow_the_posterior),
        cmocka_unit_test(a_stronger_opponent_is_not_a_bad_setting),
        cmocka_unit_test(the_kernel_is_learned_from_the_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
