/* Both solvers go to the same gammas on real games, to 1e-4 in log gamma. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "mm_train/data/corpus_games.h"
#include "mm_train/data/dataset.h"
#include "mm_train/solver/mm_solver.h"
#include "tests/support/sample_games.h"

/* Fits until no gamma would change by more than 1e-6 (or rounding forbids a
 * further step) and says how many passes over the data that took.            */
static mm_solver *fitted(const mm_problem *problem, mm_method_id method, int64_t *passes)
{
    mm_solver_options options = mm_solver_strict();
    mm_solver *solver = NULL;
    mm_progress p = {0};
    options.method = method;
    options.step_tolerance = 1e-6;
    assert_int_equal(mm_solver_create(problem, &options, NULL, &solver, NULL), GO_OK);
    while (!p.converged && p.iteration < 20000)
        assert_int_equal(mm_solver_step(solver, &p, NULL), GO_OK);
    *passes = p.expects;
    return solver;
}

static void both_solvers_reach_the_same_gammas(void **state)
{
    const char *input = "data/sample-9x9.sgf.gz";
    playable_options reading = {.size = 9, .n_ranks = 1, .max_games = 30};
    const games_run run = {.n_threads = 1};
    games train = {0}, test = {0};
    corpus_counts counts;
    dataset *d = NULL;
    int64_t lbfgs_passes, mm_passes;
    (void)state;
    assert_int_equal(corpus_games_read(&train, &test, &input, 1, &reading, NULL, &counts, NULL),
                     GO_OK);
    vocabulary *v = harvested(&train, "fast", 10, 1);
    assert_int_equal(dataset_create(&d, v, &train, NULL, &run, NULL), GO_OK);
    mm_problem problem = dataset_problem(d, dataset_expect_double);
    mm_solver *lbfgs = fitted(&problem, MM_LBFGS, &lbfgs_passes);
    mm_solver *mm = fitted(&problem, MM_BY_GROUPS, &mm_passes);

    double worst = 0;
    for (int i = 0; i < problem.n_gammas; i++)
        worst = fmax(worst, fabs(mm_solver_theta(lbfgs)[i] - mm_solver_theta(mm)[i]));
    print_message("%d gammas, %lld positions: largest difference of log gamma %.2g; passes over "
                  "the data: lbfgs %lld, mm %lld\n", problem.n_gammas,
                  (long long)problem.n_competitions, worst, (long long)lbfgs_passes,
                  (long long)mm_passes);
    assert_true(worst < 1e-4);
    assert_true(lbfgs_passes < mm_passes);

    mm_solver_destroy(lbfgs);
    mm_solver_destroy(mm);
    dataset_destroy(d);
    vocabulary_destroy(v);
    games_free(&train);
    games_free(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_solvers_reach_the_same_gammas)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
