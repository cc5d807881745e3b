/* Competitions as lists of teams: expectations and likelihood. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "mm_train/solver/mm_teams.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_teams.h"

static const int two_features[] = {0, 3, 5}; /* gammas 0 1 2, and 3 4 */

static mm_teams *new_teams(void)
{
    mm_teams *teams = NULL;
    mm_groups groups = {2, two_features};
    assert_int_equal(mm_teams_create(&groups, &teams, NULL), GO_OK);
    return teams;
}

static void add(mm_teams *teams, int n, int a, int b)
{
    int gammas[2] = {a, b};
    assert_int_equal(mm_teams_add(teams, gammas, n, NULL), GO_OK);
}

/* Gammas 2 3 5 | 7 11.  The teams 0+3, 1+4, 2 and the empty one have strengths
 * 14, 33, 5 and 1, together 53; the second wins.                             */
static void expectations_by_hand(void **state)
{
    double theta[] = {log(2), log(3), log(5), log(7), log(11)};
    double expected[5], log_likelihood;
    mm_teams *teams = new_teams();
    (void)state;
    add(teams, 2, 0, 3);
    add(teams, 2, 4, 1);
    add(teams, 1, 2, 0);
    add(teams, 0, 0, 0);
    assert_int_equal(mm_teams_decide(teams, 1, NULL), GO_OK);
    const mm_problem *p = mm_teams_problem(teams);
    assert_int_equal(p->expect(p->data, theta, expected, &log_likelihood, NULL), GO_OK);
    const double by_hand[] = {14.0 / 53, 33.0 / 53, 5.0 / 53, 14.0 / 53, 33.0 / 53};
    const double wins[] = {0, 1, 0, 0, 1};
    for (int i = 0; i < 5; i++) {
        assert_close(expected[i], by_hand[i], 1e-14);
        assert_close(p->wins[i], wins[i], 0);
    }
    assert_close(log_likelihood, log(33.0 / 53), 1e-14);
    mm_teams_destroy(teams);
}

/* dL/dtheta = W - expected, against differences of L itself. */
static void gradient_is_the_slope(void **state)
{
    double theta[DRAWN_MAX_GAMMAS], expected[DRAWN_MAX_GAMMAS], ignored[DRAWN_MAX_GAMMAS];
    double h = 1e-5, here, above, below;
    drawn *d = drawn_small(5, 200);
    const mm_problem *p = d->problem;
    rng random = rng_seed(6);
    (void)state;
    for (int i = 0; i < p->n_gammas; i++)
        theta[i] = 4 * rng_double(&random) - 2;
    p->expect(p->data, theta, expected, &here, NULL);
    for (int i = 0; i < p->n_gammas; i++) {
        double at = theta[i];
        theta[i] = at + h;
        p->expect(p->data, theta, ignored, &above, NULL);
        theta[i] = at - h;
        p->expect(p->data, theta, ignored, &below, NULL);
        theta[i] = at;
        assert_close(p->wins[i] - expected[i], (above - below) / (2 * h), 1e-6);
    }
    drawn_free(d);
}

/* Of strengths e^999, e^1000 and e^-1000, which no double holds, the second wins.  */
static void strengths_beyond_all_numbers(void **state)
{
    double theta[] = {600, 2000, -1000, 399, -1000};
    double expected[5], log_likelihood;
    mm_teams *teams = new_teams();
    (void)state;
    add(teams, 2, 0, 3);
    add(teams, 2, 1, 4);
    add(teams, 1, 2, 0);
    assert_int_equal(mm_teams_decide(teams, 1, NULL), GO_OK);
    const mm_problem *p = mm_teams_problem(teams);
    assert_int_equal(p->expect(p->data, theta, expected, &log_likelihood, NULL), GO_OK);
    const double lost = 1 / (1 + exp(1)), by_hand[] = {lost, 1 - lost, 0, lost, 1 - lost};
    for (int i = 0; i < 5; i++)
        assert_close(expected[i], by_hand[i], 1e-14);
    assert_close(log_likelihood, log(1 - lost), 1e-12);
    mm_teams_destroy(teams);
}

static void threads_differ_by_rounding_only(void **state)
{
    double one[DRAWN_MAX_GAMMAS], other[DRAWN_MAX_GAMMAS], one_log, other_log;
    drawn *d = drawn_like_moves(7, 301);
    const mm_problem *p = d->problem;
    (void)state;
    mm_teams_set_threads(d->teams, 1);
    p->expect(p->data, d->truth, one, &one_log, NULL);
    for (int threads = 2; threads <= 5; threads++) {
        mm_teams_set_threads(d->teams, threads);
        p->expect(p->data, d->truth, other, &other_log, NULL);
        assert_close(other_log, one_log, 1e-12 * fabs(one_log));
        for (int i = 0; i < p->n_gammas; i++)
            assert_close(other[i], one[i], 1e-12 * (1 + one[i]));
    }
    drawn_free(d);
}

static void same_threads_same_bits(void **state)
{
    double once[DRAWN_MAX_GAMMAS], again[DRAWN_MAX_GAMMAS], once_log, again_log;
    drawn *d = drawn_like_moves(8, 300);
    const mm_problem *p = d->problem;
    (void)state;
    mm_teams_set_threads(d->teams, 3);
    p->expect(p->data, d->truth, once, &once_log, NULL);
    for (int k = 0; k < 10; k++) {
        p->expect(p->data, d->truth, again, &again_log, NULL);
        assert_memory_equal(&once_log, &again_log, sizeof once_log);
        assert_memory_equal(once, again, (size_t)p->n_gammas * sizeof *once);
    }
    drawn_free(d);
}

static void bad_teams_change_nothing(void **state)
{
    const int outside[] = {0, 5}, negative[] = {-1}, same_feature[] = {3, 1, 4};
    go_error err;
    mm_teams *teams = new_teams();
    (void)state;
    assert_int_equal(mm_teams_add(teams, outside, 2, &err), GO_EINVAL);
    assert_string_equal(err.message, "gamma 5 is not among 0 .. 4");
    assert_int_equal(mm_teams_add(teams, negative, 1, &err), GO_EINVAL);
    assert_int_equal(mm_teams_add(teams, same_feature, 3, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "gammas 3 and 4 are levels of one feature"));
    assert_int_equal(mm_teams_decide(teams, 0, &err), GO_EINVAL);
    add(teams, 1, 2, 0);
    assert_int_equal(mm_teams_decide(teams, 1, &err), GO_EINVAL);
    assert_int_equal(mm_teams_decide(teams, 0, &err), GO_OK);
    assert_int_equal(mm_teams_problem(teams)->n_competitions, 1);
    assert_int_equal(mm_teams_size(teams, 0), 1);
    mm_teams_destroy(teams);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expectations_by_hand),
        cmocka_unit_test(gradient_is_the_slope),
        cmocka_unit_test(strengths_beyond_all_numbers),
        cmocka_unit_test(threads_differ_by_rounding_only),
        cmocka_unit_test(same_threads_same_bits),
        cmocka_unit_test(bad_teams_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
