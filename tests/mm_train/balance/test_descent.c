/* Steps down a noisy gradient, and their state as a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/rng.h"
#include "mm_train/balance/descent.h"
#include "tests/support/assert_close.h"
#include "tests/support/temp_dir.h"

enum { N = 4, STEPS = 400 };

/* The gradient of 1/2 curve[i] (x[i] - least[i])^2, with noise. */
static const double start[N] = {1, -1, 0, 3}, least[N] = {0.5, 0.2, -0.4, 3},
                    curve[N] = {1, 2, 0.5, 1}, noise[N] = {0.5, 1, 0.5, 0};

static void walk(descent *d, int until)
{
    while (d->step < until) {
        double gradient[N];
        rng random = rng_seed((uint64_t)d->step);
        for (int i = 0; i < N; i++)
            gradient[i] = curve[i] * (d->at[i] - least[i]) +
                          noise[i] * (2 * rng_double(&random) - 1);
        descent_step(d, gradient);
    }
}

static void it_comes_down_in_spite_of_noise(void **state)
{
    (void)state;
    descent d;
    assert_int_equal(descent_create(&d, N, start, STEPS, 0.03, 0, 10, NULL), GO_OK);
    walk(&d, STEPS);
    for (int i = 0; i < N; i++)
        assert_close(d.average[i], least[i], 0.06);
    descent_free(&d);
}

static void no_step_is_larger_than_the_rate(void **state)
{
    (void)state;
    descent d;
    const double steep[N] = {1e6, -1e6, 1e-9, 0};
    assert_int_equal(descent_create(&d, N, start, STEPS, 0.03, 0, 10, NULL), GO_OK);
    for (int i = 0; i < 10; i++)
        descent_step(&d, steep);
    assert_true(d.at[0] < start[0] && d.at[0] >= start[0] - 10 * 0.03);
    assert_true(d.at[1] > start[1] && d.at[1] <= start[1] + 10 * 0.03);
    assert_close(d.at[2], start[2], 1e-9); /* a small gradient moves little */
    assert_close(d.at[3], start[3], 0);
    descent_free(&d);
}

static void no_number_goes_beyond_the_limit(void **state)
{
    (void)state;
    descent d;
    const double steep[N] = {1, -1, 1, -1};
    assert_int_equal(descent_create(&d, N, start, 20, 2, 0, 10, NULL), GO_OK);
    for (int i = 0; i < 20; i++)
        descent_step(&d, steep);
    for (int i = 0; i < N; i++) {
        assert_close(d.at[i], -10 * steep[i], 0);
        assert_true(fabs(d.average[i]) <= 10);
    }
    descent_free(&d);
}

static void decay_draws_back(void **state)
{
    (void)state;
    descent d;
    const double up[N] = {-1, -1, -1, -1}, none[N] = {0};
    assert_int_equal(descent_create(&d, N, start, STEPS, 0.1, 0.05, 10, NULL), GO_OK);
    for (int i = 0; i < 5; i++)
        descent_step(&d, up);
    assert_true(d.at[0] > start[0] + 0.1);
    for (int i = 0; i < STEPS - 5; i++)
        descent_step(&d, none);
    assert_close(d.at[0], start[0], 1e-3);
    descent_free(&d);
}

static void the_result_is_the_mean_of_the_second_half(void **state)
{
    (void)state;
    descent d;
    double sum = 0;
    assert_int_equal(descent_create(&d, N, start, 10, 0.1, 0, 10, NULL), GO_OK);
    assert_close(d.average[1], start[1], 0);
    for (int i = 1; i <= 10; i++) {
        walk(&d, i);
        if (i <= 5)
            assert_close(d.average[1], d.at[1], 0);
        else
            sum += d.at[1];
    }
    assert_close(d.average[1], sum / 5, 1e-12);
    descent_free(&d);
}

static void an_interrupted_descent_goes_on_to_the_same_end(void **state)
{
    (void)state;
    descent whole, part;
    char path[400];
    temp_dir_path(&group_dir, "state.fit", path);
    assert_int_equal(descent_create(&whole, N, start, STEPS, 0.03, 0.001, 10, NULL), GO_OK);
    assert_int_equal(descent_create(&part, N, start, STEPS, 0.03, 0.001, 10, NULL), GO_OK);
    walk(&whole, STEPS);
    walk(&part, STEPS / 2 + 7);
    assert_int_equal(descent_write(&part, path, 12, NULL), GO_OK);
    descent_free(&part);
    assert_int_equal(descent_create(&part, N, start, STEPS, 0.03, 0.001, 10, NULL), GO_OK);
    assert_int_equal(descent_read(&part, path, 12, NULL), GO_OK);
    walk(&part, STEPS);
    assert_memory_equal(part.at, whole.at, N * sizeof *part.at);
    assert_memory_equal(part.average, whole.average, N * sizeof *part.average);
    descent_free(&part);
    descent_free(&whole);
}

static void expect_refused(const char *path, uint64_t fingerprint, go_status status,
                           const char *sentence)
{
    descent d;
    go_error err;
    assert_int_equal(descent_create(&d, N, start, STEPS, 0.03, 0, 10, NULL), GO_OK);
    assert_int_equal(descent_read(&d, path, fingerprint, &err), status);
    assert_non_null(strstr(err.message, sentence));
    descent_free(&d);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    descent d;
    char path[400], bytes[400];
    temp_dir_path(&group_dir, "good.fit", path);
    assert_int_equal(descent_create(&d, N, start, STEPS, 0.03, 0, 10, NULL), GO_OK);
    assert_int_equal(descent_write(&d, path, 12, NULL), GO_OK);
    descent_free(&d);
    expect_refused(path, 13, GO_EFORMAT, "belongs to other gammas, positions or options");
    FILE *f = fopen(path, "rb");
    const size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    char other[400];
    expect_refused(temp_dir_bytes(&group_dir, "cut.fit", bytes, n - 3, other), 12, GO_EFORMAT,
                   "cut short or damaged");
    expect_refused(temp_dir_text(&group_dir, "text.fit", "no state", other), 12, GO_EFORMAT,
                   "is not a checkpoint of 'katachi balance'");
    expect_refused(temp_dir_path(&group_dir, "none.fit", other), 12, GO_EIO, "none.fit");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_comes_down_in_spite_of_noise),
        cmocka_unit_test(no_step_is_larger_than_the_rate),
        cmocka_unit_test(no_number_goes_beyond_the_limit),
        cmocka_unit_test(decay_draws_back),
        cmocka_unit_test(the_result_is_the_mean_of_the_second_half),
        cmocka_unit_test(an_interrupted_descent_goes_on_to_the_same_end),
        cmocka_unit_test(other_files_are_refused),
    };
    return cmocka_run_group_tests_name("descent", tests, group_dir_make, group_dir_remove);
}
