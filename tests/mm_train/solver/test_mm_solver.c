/* Both solvers: where they end, and that they never go down on the way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mm_train/solver/mm_gauge.h"
#include "mm_train/solver/mm_prior.h"
#include "mm_train/solver/mm_solver.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_teams.h"

static const mm_method_id methods[] = {MM_BY_GROUPS, MM_LBFGS};

static mm_solver *new_solver(const mm_problem *problem, mm_method_id method, double prior)
{
    mm_solver_options options = mm_solver_strict();
    mm_solver *solver = NULL;
    go_error err = {GO_OK, ""};
    options.method = method;
    options.prior = prior;
    if (mm_solver_create(problem, &options, NULL, &solver, &err) != GO_OK)
        fail_msg("%s", err.message);
    return solver;
}

/* Steps to the optimum; fails the test when the objective falls on the way. */
static mm_progress climb(mm_solver *solver)
{
    mm_progress p = {0};
    double last = -HUGE_VAL;
    while (!p.converged && p.iteration < 20000) {
        assert_int_equal(mm_solver_step(solver, &p, NULL), GO_OK);
        double objective = p.log_likelihood + p.log_prior;
        if (objective < last - 1e-12 * fabs(last))
            fail_msg("iteration %d fell from %.12f to %.12f", p.iteration, last, objective);
        last = objective;
    }
    assert_true(p.converged);
    return p;
}

/* Two shapes of one feature; 0 beats 1 three times and loses once. */
static mm_teams *two_shapes(void)
{
    static const int first[] = {0, 2};
    mm_groups groups = {1, first};
    mm_teams *teams = NULL;
    assert_int_equal(mm_teams_create(&groups, &teams, NULL), GO_OK);
    for (int game = 0; game < 4; game++) {
        for (int k = 0; k < 2; k++)
            assert_int_equal(mm_teams_add(teams, &k, 1, NULL), GO_OK);
        assert_int_equal(mm_teams_decide(teams, game == 3, NULL), GO_OK);
    }
    return teams;
}

/* The sweeps of doc/mm.md: from 1, 1 to 4/3, 2/3, which the prior moves to
 * sqrt 2 and its inverse; then to 1.50095.                                   */
static void two_sweeps_by_hand(void **state)
{
    mm_teams *teams = two_shapes();
    mm_solver *solver = new_solver(mm_teams_problem(teams), MM_BY_GROUPS, 1.0);
    (void)state;
    assert_int_equal(mm_solver_step(solver, NULL, NULL), GO_OK);
    assert_close(exp(mm_solver_theta(solver)[0]), sqrt(2.0), 1e-9);
    assert_close(exp(mm_solver_theta(solver)[1]), sqrt(0.5), 1e-9);
    assert_int_equal(mm_solver_step(solver, NULL, NULL), GO_OK);
    assert_close(exp(mm_solver_theta(solver)[0]), 1.500955243545, 1e-9);
    mm_solver_destroy(solver);
    mm_teams_destroy(teams);
}

/* With the prior the optimum is at gamma and 1/gamma, where gamma^3 - gamma - 2
 * = 0 (doc/mm.md): 1.52137970680457.                                         */
static void two_shapes_by_hand(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        mm_teams *teams = two_shapes();
        mm_solver *solver = new_solver(mm_teams_problem(teams), methods[m], 1.0);
        climb(solver);
        assert_close(exp(mm_solver_theta(solver)[0]), 1.52137970680457, 1e-6);
        assert_close(exp(mm_solver_theta(solver)[1]), 1 / 1.52137970680457, 1e-6);
        mm_solver_destroy(solver);
        mm_teams_destroy(teams);
    }
}

/* ---- the paper's formula, spelled out ---- */

/* C_ij: strength of i's team-mates, summed over the teams of j that hold i. */
static double team_mates(const mm_teams *teams, int64_t j, int i, const double *gamma)
{
    double sum = 0;
    for (int k = 0; k < mm_teams_size(teams, j); k++) {
        int n;
        const int32_t *member = mm_teams_team(teams, j, k, &n);
        double product = 1;
        bool holds = false;
        for (int m = 0; m < n; m++) {
            holds = holds || member[m] == i;
            product *= member[m] == i ? 1.0 : gamma[member[m]];
        }
        sum += holds ? product : 0.0;
    }
    return sum;
}

static double all_teams(const mm_teams *teams, int64_t j, const double *gamma)
{
    double sum = 0;
    for (int k = 0; k < mm_teams_size(teams, j); k++) {
        int n;
        const int32_t *member = mm_teams_team(teams, j, k, &n);
        double product = 1;
        for (int m = 0; m < n; m++)
            product *= gamma[member[m]];
        sum += product;
    }
    return sum;
}

static void naive_update(const drawn *d, int i, double *gamma)
{
    double exposure = 0;
    for (int64_t j = 0; j < d->problem->n_competitions; j++)
        exposure += team_mates(d->teams, j, i, gamma) / all_teams(d->teams, j, gamma);
    gamma[i] = (d->problem->wins[i] + 1.0) / (exposure + 2.0 / (gamma[i] + 1.0));
}

/* One gamma after the other, every quantity counted afresh, nothing shared with
 * the solvers: slow, and obviously the formula of the paper.                 */
static void both_reach_the_optimum_of_the_papers_formula(void **state)
{
    double gamma[DRAWN_MAX_GAMMAS];
    drawn *d = drawn_small(11, 40);
    (void)state;
    for (int i = 0; i < d->problem->n_gammas; i++)
        gamma[i] = 1.0;
    for (int sweep = 0; sweep < 3000; sweep++) {
        for (int i = 0; i < d->problem->n_gammas; i++)
            naive_update(d, i, gamma);
    }
    for (int m = 0; m < 2; m++) {
        mm_solver *solver = new_solver(d->problem, methods[m], 1.0);
        climb(solver);
        for (int i = 0; i < d->problem->n_gammas; i++)
            assert_close(mm_solver_theta(solver)[i], log(gamma[i]), 2e-6);
        mm_solver_destroy(solver);
    }
    drawn_free(d);
}

/* A sweep of "mm" is that formula group by group (here from gammas 1, before
 * flat directions come into play: a single group that not every team holds). */
static void first_sweep_is_the_papers_formula(void **state)
{
    double gamma[2], updated[2];
    static const mm_synthetic_group group = {2, 0.7, 0.5, 0.0, 1.0};
    rng random = rng_seed(3);
    drawn d = {0};
    (void)state;
    assert_int_equal(mm_synthetic_draw(&group, 1, 50, 4, &random, d.truth, &d.teams, NULL), GO_OK);
    d.problem = mm_teams_problem(d.teams);
    for (int i = 0; i < 2; i++) {
        gamma[0] = gamma[1] = 1.0;
        naive_update(&d, i, gamma);
        updated[i] = gamma[i];
    }
    mm_solver *solver = new_solver(d.problem, MM_BY_GROUPS, 1.0);
    assert_int_equal(mm_solver_step(solver, NULL, NULL), GO_OK);
    for (int i = 0; i < 2; i++)
        assert_close(exp(mm_solver_theta(solver)[i]), updated[i], 1e-12);
    mm_solver_destroy(solver);
    mm_teams_destroy(d.teams);
}

/* ---- the way and the end ---- */

static void never_falls(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 25; seed++) {
        const double priors[] = {0.1, 1.0, 5.0};
        drawn *d = seed % 5 ? drawn_small(seed, 30 + 20 * (int)seed) : drawn_like_moves(seed, 80);
        for (int m = 0; m < 2; m++) {
            mm_solver *solver = new_solver(d->problem, methods[m], priors[seed % 3]);
            climb(solver);
            mm_solver_destroy(solver);
        }
        drawn_free(d);
    }
}

static void both_agree_on_data_like_moves(void **state)
{
    drawn *d = drawn_like_moves(21, 1500);
    mm_solver *mm = new_solver(d->problem, MM_BY_GROUPS, 1.0);
    mm_solver *lbfgs = new_solver(d->problem, MM_LBFGS, 1.0);
    (void)state;
    mm_progress slow = climb(mm), fast = climb(lbfgs);
    for (int i = 0; i < d->problem->n_gammas; i++)
        assert_close(mm_solver_theta(mm)[i], mm_solver_theta(lbfgs)[i], 1e-5);
    assert_close(slow.log_likelihood, fast.log_likelihood, 1e-3);
    assert_true(fast.expects * 5 < slow.expects);
    mm_solver_destroy(mm);
    mm_solver_destroy(lbfgs);
    drawn_free(d);
}

/* A problem whose strengths leave the range of numbers where theta[0] is above 0.3. */
static go_status expect_up_to(void *data, const double *theta, double *expected,
                              double *log_likelihood, go_error *err)
{
    const mm_problem *whole = data;
    go_status status = whole->expect(whole->data, theta, expected, log_likelihood, err);
    if (theta[0] > 0.3)
        *log_likelihood = (double)NAN;
    return status;
}

static void no_step_into_what_is_no_number(void **state)
{
    mm_teams *teams = two_shapes();
    mm_problem whole = *mm_teams_problem(teams), problem = whole;
    (void)state;
    problem.expect = expect_up_to;
    problem.data = &whole;
    for (int m = 0; m < 2; m++) {
        mm_solver *solver = new_solver(&problem, methods[m], 1.0);
        mm_progress p = climb(solver);
        assert_true(isfinite(p.log_likelihood));
        assert_true(mm_solver_theta(solver)[0] <= 0.3);
        mm_solver_destroy(solver);
    }
    mm_teams_destroy(teams);
}

/* No team holds gamma 0 of this problem: one win and one loss against 1. */
static void gamma_never_seen_is_one(void **state)
{
    static const int first[] = {0, 3};
    const int present[] = {1, 2};
    mm_groups groups = {1, first};
    mm_teams *teams = NULL;
    double start[3] = {0.7, 0, 0};
    mm_solver_options options = mm_solver_strict();
    (void)state;
    assert_int_equal(mm_teams_create(&groups, &teams, NULL), GO_OK);
    for (int k = 0; k < 2; k++)
        assert_int_equal(mm_teams_add(teams, &present[k], 1, NULL), GO_OK);
    assert_int_equal(mm_teams_add(teams, NULL, 0, NULL), GO_OK);
    assert_int_equal(mm_teams_decide(teams, 1, NULL), GO_OK);
    for (int m = 0; m < 2; m++) {
        mm_solver *solver = NULL;
        options.method = methods[m];
        assert_int_equal(mm_solver_create(mm_teams_problem(teams), &options, start, &solver, NULL),
                         GO_OK);
        climb(solver);
        assert_close(mm_solver_theta(solver)[0], 0.0, 1e-6);
        mm_solver_destroy(solver);
    }
    mm_teams_destroy(teams);
}

/* ---- coming back to the truth ---- */

/* d' H d with H = d expected / d theta, Fisher's information, by differences. */
static double squared_distance(const drawn *d, const double *theta)
{
    double moved[DRAWN_MAX_GAMMAS], above[DRAWN_MAX_GAMMAS] = {0}, below[DRAWN_MAX_GAMMAS] = {0};
    double ignored, sum = 0, h = 1e-4;
    const mm_problem *p = d->problem;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < p->n_gammas; i++)
            moved[i] = theta[i] + (side ? -h : h) * (theta[i] - d->truth[i]);
        p->expect(p->data, moved, side ? below : above, &ignored, NULL);
    }
    for (int i = 0; i < p->n_gammas; i++)
        sum += (theta[i] - d->truth[i]) * (above[i] - below[i]) / (2 * h);
    return sum;
}

/* The maximum of the likelihood lies around the truth with covariance H^-1, so
 * d' H d follows the chi-square distribution with as many degrees of freedom as
 * there are gammas that the data can tell apart: 15, less the flat direction of
 * the feature that is in every team.  Over 30 drawings: mean 420, standard
 * deviation sqrt(2 * 420) = 29; four of them are allowed.  The prior is made
 * small, for it would pull towards 1.                                        */
static void known_gammas_come_back(void **state)
{
    double sum = 0;
    (void)state;
    for (uint64_t seed = 100; seed < 130; seed++) {
        drawn *d = drawn_small(seed, 3000);
        mm_solver *solver = new_solver(d->problem, MM_LBFGS, 1e-3);
        climb(solver);
        sum += squared_distance(d, mm_solver_theta(solver));
        mm_solver_destroy(solver);
        drawn_free(d);
    }
    assert_close(sum, 420.0, 116.0);
}

/* With 40,000 competitions of 7 teams a gamma of the first feature wins about
 * 10,000 times; Fisher's error of a log gamma is then near 1/sqrt(10,000 (1 - 1/4))
 * = 0.012 against its own group's mean.  Five times that is allowed.         */
static void known_gammas_come_back_closely(void **state)
{
    drawn *d = drawn_small(4242, 40000);
    mm_solver *solver = new_solver(d->problem, MM_LBFGS, 1.0);
    double error[4], mean = 0;
    (void)state;
    climb(solver);
    for (int i = 0; i < 4; i++) {
        error[i] = mm_solver_theta(solver)[i] - d->truth[i];
        mean += error[i] / 4;
    }
    for (int i = 0; i < 4; i++)
        assert_close(error[i] - mean, 0.0, 0.06);
    mm_solver_destroy(solver);
    drawn_free(d);
}

/* ---- flat directions ---- */

/* Every team holds one gamma of feature 0, and one of 1 or 2 ("shape" or
 * "pass"): two directions that only the prior decides.                        */
static drawn *problem_with_flat_directions(void)
{
    static const int first[] = {0, 3, 6, 8};
    mm_groups groups = {3, first};
    rng random = rng_seed(17);
    drawn *d = calloc(1, sizeof *d);
    assert_non_null(d);
    assert_int_equal(mm_teams_create(&groups, &d->teams, NULL), GO_OK);
    for (int j = 0; j < 4000; j++) {
        for (int k = 0; k < 5; k++) {
            bool pass = rng_below(&random, 6) == 0;
            int other = pass ? 6 + (int)rng_below(&random, 2) : 3 + (int)rng_below(&random, 3);
            int gammas[2] = {(int)rng_below(&random, 3), other};
            assert_int_equal(mm_teams_add(d->teams, gammas, 2, NULL), GO_OK);
        }
        int winner = (int)(rng_below(&random, 5) * rng_below(&random, 5)) / 4;
        assert_int_equal(mm_teams_decide(d->teams, winner, NULL), GO_OK);
    }
    d->problem = mm_teams_problem(d->teams);
    return d;
}

static double prior_slope(const drawn *d, const double *theta, int group)
{
    double sum = 0;
    for (int i = d->problem->groups.first[group]; i < d->problem->groups.first[group + 1]; i++)
        sum += 1.0 - 2.0 * mm_sigmoid(theta[i]);
    return sum;
}

static void flat_directions_are_found_and_settled(void **state)
{
    drawn *d = problem_with_flat_directions();
    double expected[8], ignored, zero[8] = {0};
    mm_gauge gauge;
    (void)state;
    d->problem->expect(d->problem->data, zero, expected, &ignored, NULL);
    assert_int_equal(mm_gauge_find(&gauge, d->problem, expected, NULL), GO_OK);
    assert_int_equal(gauge.n, 2);
    assert_int_equal(gauge.group[0][0], 0);
    assert_int_equal(gauge.group[0][1], 0);
    assert_int_equal(gauge.group[1][0], 1);
    assert_int_equal(gauge.group[1][1], 2);
    for (int m = 0; m < 2; m++) {
        mm_solver *solver = new_solver(d->problem, methods[m], 1.0);
        assert_true(climb(solver).iteration < 100);
        const double *theta = mm_solver_theta(solver);
        assert_close(prior_slope(d, theta, 0), 0.0, 1e-6);
        assert_close(prior_slope(d, theta, 1) + prior_slope(d, theta, 2), 0.0, 1e-6);
        mm_solver_destroy(solver);
    }
    drawn_free(d);
}

/* A direction that is flat by chance is dropped as soon as another point shows it. */
static void chance_directions_are_dropped(void **state)
{
    drawn *d = drawn_small(1, 50);
    double expected[DRAWN_MAX_GAMMAS], ignored;
    mm_gauge gauge = {2, {{0, 0}, {1, 2}}};
    (void)state;
    d->problem->expect(d->problem->data, d->truth, expected, &ignored, NULL);
    mm_gauge_check(&gauge, d->problem, expected);
    assert_int_equal(gauge.n, 1);
    assert_int_equal(gauge.group[0][0], 0);
    drawn_free(d);
}

static void bad_options_are_named(void **state)
{
    drawn *d = drawn_small(1, 10);
    mm_solver_options o = mm_solver_defaults();
    mm_solver *solver = NULL;
    go_error err;
    (void)state;
    o.method = N_MM_METHODS;
    assert_int_equal(mm_solver_create(d->problem, &o, NULL, &solver, &err), GO_EINVAL);
    assert_string_equal(err.message, "unknown solver number 2");
    o = mm_solver_defaults();
    o.prior = 0;
    assert_int_equal(mm_solver_create(d->problem, &o, NULL, &solver, &err), GO_EINVAL);
    o.prior = NAN;
    assert_int_equal(mm_solver_create(d->problem, &o, NULL, &solver, &err), GO_EINVAL);
    o = mm_solver_defaults();
    o.history = 65;
    assert_int_equal(mm_solver_create(d->problem, &o, NULL, &solver, &err), GO_EINVAL);
    o = mm_solver_defaults();
    d->truth[3] = INFINITY;
    assert_int_equal(mm_solver_create(d->problem, &o, d->truth, &solver, &err), GO_EINVAL);
    mm_problem none = *d->problem;
    none.n_competitions = 0;
    assert_int_equal(mm_solver_create(&none, &o, NULL, &solver, &err), GO_EEMPTY);
    assert_null(solver);
    drawn_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sweeps_by_hand),
        cmocka_unit_test(two_shapes_by_hand),
        cmocka_unit_test(both_reach_the_optimum_of_the_papers_formula),
        cmocka_unit_test(first_sweep_is_the_papers_formula),
        cmocka_unit_test(never_falls),
        cmocka_unit_test(both_agree_on_data_like_moves),
        cmocka_unit_test(no_step_into_what_is_no_number),
        cmocka_unit_test(gamma_never_seen_is_one),
        cmocka_unit_test(known_gammas_come_back),
        cmocka_unit_test(known_gammas_come_back_closely),
        cmocka_unit_test(flat_directions_are_found_and_settled),
        cmocka_unit_test(chance_directions_are_dropped),
        cmocka_unit_test(bad_options_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
