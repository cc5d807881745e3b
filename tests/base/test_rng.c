/* The random numbers: known values, uniformity, and the same stream in GSL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <gsl/gsl_randist.h>

#include "base/rng.h"
#include "base/rng_gsl.h"
#include "tests/support/assert_close.h"

/* By the authors' published code of xoshiro256** from the state 1 2 3 4: by
 * hand, the first is rotl(2 * 5, 7) * 9 = 1280 * 9.                          */
static void first_numbers_of_a_known_state(void **state)
{
    (void)state;
    rng r = {{1, 2, 3, 4}};
    assert_true(rng_next(&r) == 11520);
    assert_true(rng_next(&r) == 0);
    assert_true(rng_next(&r) == 1509978240u);
    assert_true(rng_next(&r) == 1215971899390074240u);
}

/* splitmix64 of 0, from the reference code of its author. */
static void mixing_of_zero(void **state)
{
    (void)state;
    assert_true(rng_mix64(0) == 0xe220a8397b1dcdafu);
}

static void a_copy_is_the_same_stream(void **state)
{
    (void)state;
    rng a = rng_seed(7), b = a, other = rng_seed(8);
    int equal = 0;
    for (int i = 0; i < 100; i++) {
        uint64_t x = rng_next(&a);
        assert_true(x == rng_next(&b));
        equal += x == rng_next(&other);
    }
    assert_int_equal(equal, 0);
}

/* 361,000 draws of 361 points: chi-squared has mean 360 and deviation 27. */
static void below_is_uniform(void **state)
{
    (void)state;
    enum { N = 361, DRAWS = 361000 };
    int count[N] = {0};
    rng r = rng_seed(0);
    for (int i = 0; i < DRAWS; i++) {
        uint32_t x = rng_below(&r, N);
        assert_true(x < N);
        count[x]++;
    }
    double chi2 = 0;
    for (int i = 0; i < N; i++)
        chi2 += (count[i] - 1000.0) * (count[i] - 1000.0) / 1000.0;
    assert_close(chi2, 360, 5 * 27);
}

static void gsl_draws_from_the_same_stream(void **state)
{
    (void)state;
    gsl_rng *g = gsl_rng_alloc(rng_gsl);
    gsl_rng_set(g, 42);
    rng r = rng_seed(42);
    for (int i = 0; i < 100; i++)
        assert_true(gsl_rng_get(g) == rng_next(&r));
    assert_close(gsl_rng_uniform(g), rng_double(&r), 0);
    double sum = 0; /* mean of 40,000 normal numbers: deviation 1 / 200 */
    for (int i = 0; i < 40000; i++)
        sum += gsl_ran_gaussian(g, 1);
    assert_close(sum / 40000, 0, 5.0 / 200);
    gsl_rng_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_numbers_of_a_known_state),
        cmocka_unit_test(mixing_of_zero),
        cmocka_unit_test(a_copy_is_the_same_stream),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(gsl_draws_from_the_same_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
