/* The update of one gamma, as doc/mm.md works it out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "mm_train/solver/mm_prior.h"
#include "tests/support/assert_close.h"

static double updated_gamma(double gamma, double wins, double exposure, double p)
{
    return gamma * exp(mm_log_step(log(gamma), wins, gamma * exposure, p));
}

/* 17 wins and an exposure of 6.25 at gamma 2.385: 18 / (6.25 + 2 / 3.385). */
static void update_by_hand(void **state)
{
    (void)state;
    assert_close(updated_gamma(2.385, 17.0, 6.25, 1.0), 2.63125506072874, 1e-12);
}

/* Half a prior game of each kind: 17.5 / (6.25 + 1 / 3.385). */
static void update_with_half_a_prior(void **state)
{
    (void)state;
    assert_close(updated_gamma(2.385, 17.0, 6.25, 0.5), 17.5 / (6.25 + 1.0 / 3.385), 1e-12);
}

static void an_unseen_gamma_moves_towards_1(void **state)
{
    (void)state;
    assert_close(updated_gamma(3.0, 0.0, 0.0, 1.0), 2.0, 1e-12); /* 1 / (2 / 4) */
}

/* One win and one loss against gamma 1, at gamma 3: log(3/4) + log(1/4). */
static void prior_is_one_win_and_one_loss(void **state)
{
    (void)state;
    assert_close(mm_log_prior(log(3.0), 1.0), log(3.0 / 16.0), 1e-14);
    assert_close(mm_log_prior(-log(3.0), 1.0), log(3.0 / 16.0), 1e-14);
    assert_close(mm_log_prior(log(3.0), 2.5), 2.5 * log(3.0 / 16.0), 1e-14);
}

static void gradient_of_the_prior(void **state)
{
    double h = 1e-5;
    (void)state;
    for (int k = 0; k < 10; k++) {
        double theta = -7.3 + 1.7 * k;
        double slope = (mm_log_prior(theta + h, 1.5) - mm_log_prior(theta - h, 1.5)) / (2 * h);
        assert_close(1.5 - mm_expected_wins(theta, 0.0, 1.5), slope, 1e-9);
    }
}

static void no_overflow_far_out(void **state)
{
    (void)state;
    assert_close(mm_log_prior(5000.0, 1.0), -5000.0, 1e-9);
    assert_close(mm_sigmoid(5000.0), 1.0, 0);
    assert_close(mm_sigmoid(-5000.0), 0.0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(update_by_hand),
        cmocka_unit_test(update_with_half_a_prior),
        cmocka_unit_test(an_unseen_gamma_moves_towards_1),
        cmocka_unit_test(prior_is_one_win_and_one_loss),
        cmocka_unit_test(gradient_of_the_prior),
        cmocka_unit_test(no_overflow_far_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
