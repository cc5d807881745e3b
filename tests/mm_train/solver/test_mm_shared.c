/* Ranks: run alone this is one rank; test_mpi.sh runs it under mpirun as well.
 * Every rank makes all the assertions.                                       */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mm_train/solver/mm_shared.h"
#include "mm_train/solver/mm_solver.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_teams.h"

static comm *ranks; /* MPI starts once in a process; set by main */

static void sums_over_ranks(void **state)
{
    int size = comm_size(ranks), rank = comm_rank(ranks);
    double values[3] = {1.0, rank, 0.5};
    int64_t counts[2] = {rank + 1, INT64_C(1) << 40};
    (void)state;
    assert_int_equal(comm_sum(ranks, values, 3, NULL), GO_OK);
    assert_int_equal(comm_sum_counts(ranks, counts, 2, NULL), GO_OK);
    assert_close(values[0], size, 0);
    assert_close(values[1], size * (size - 1) / 2.0, 0);
    assert_close(values[2], 0.5 * size, 0);
    assert_true(counts[0] == size * (size + 1) / 2);
    assert_true(counts[1] == size * (INT64_C(1) << 40));
}

/* More items than go in one piece (2^24). */
static void sums_in_pieces(void **state)
{
    int64_t n = (INT64_C(1) << 24) + 3;
    double *values = calloc((size_t)n, sizeof *values);
    (void)state;
    assert_non_null(values);
    values[0] = values[n - 4] = values[n - 1] = 1.0 + comm_rank(ranks);
    assert_int_equal(comm_sum(ranks, values, n, NULL), GO_OK);
    double sum = comm_size(ranks) * (comm_size(ranks) + 1) / 2.0;
    assert_close(values[0], sum, 0);
    assert_close(values[n - 4], sum, 0);
    assert_close(values[n - 1], sum, 0);
    assert_close(values[1], 0, 0);
    free(values);
}

/* Rank r gives r bytes of the letter 'a' + r (so rank 0 gives none). */
static void blobs_of_all_ranks(void **state)
{
    int size = comm_size(ranks), rank = comm_rank(ranks);
    int64_t bounds[65];
    char mine[64];
    void *all = NULL;
    (void)state;
    assert_true(size <= 64);
    memset(mine, 'a' + rank, sizeof mine);
    assert_int_equal(comm_gather(ranks, mine, rank, &all, bounds, NULL), GO_OK);
    for (int r = 0; r < size; r++) {
        assert_true(bounds[r + 1] - bounds[r] == r);
        for (int64_t k = bounds[r]; k < bounds[r + 1]; k++)
            assert_int_equal(((char *)all)[k], 'a' + r);
    }
    free(all);
}

/* NULL is one rank. */
static void a_blob_of_no_ranks(void **state)
{
    int64_t bounds[2];
    void *all = NULL;
    (void)state;
    assert_int_equal(comm_gather(NULL, "mine", 4, &all, bounds, NULL), GO_OK);
    assert_int_equal(bounds[0], 0);
    assert_int_equal(bounds[1], 4);
    assert_memory_equal(all, "mine", 4);
    free(all);
}

static void last_rank_tells_all(void **state)
{
    int root = comm_size(ranks) - 1;
    char word[6] = "none";
    (void)state;
    if (comm_rank(ranks) == root)
        strcpy(word, "shape");
    assert_int_equal(comm_broadcast(ranks, word, sizeof word, root, NULL), GO_OK);
    assert_string_equal(word, "shape");
}

/* ---- one problem, several shares ---- */

/* Every size-th competition of `from`, beginning with the rank's own number. */
static mm_teams *own_share(const drawn *from)
{
    mm_teams *share = NULL;
    assert_int_equal(mm_teams_create(&from->problem->groups, &share, NULL), GO_OK);
    for (int64_t j = comm_rank(ranks); j < from->problem->n_competitions; j += comm_size(ranks)) {
        for (int k = 0; k < mm_teams_size(from->teams, j); k++) {
            int n;
            const int32_t *gammas = mm_teams_team(from->teams, j, k, &n);
            assert_int_equal(mm_teams_add(share, gammas, n, NULL), GO_OK);
        }
        assert_int_equal(mm_teams_decide(share, mm_teams_winner(from->teams, j), NULL), GO_OK);
    }
    return share;
}

static mm_solver *solve(const mm_problem *problem, mm_method_id method)
{
    mm_solver_options options = mm_solver_strict();
    mm_progress p = {0};
    mm_solver *solver = NULL;
    options.method = method;
    assert_int_equal(mm_solver_create(problem, &options, NULL, &solver, NULL), GO_OK);
    while (!p.converged)
        assert_int_equal(mm_solver_step(solver, &p, NULL), GO_OK);
    return solver;
}

static void shares_give_the_result_of_the_whole(void **state)
{
    static const mm_method_id methods[] = {MM_BY_GROUPS, MM_LBFGS};
    drawn *d = drawn_small(61, 400);
    mm_teams *share = own_share(d);
    mm_shared *shared = NULL;
    (void)state;
    assert_int_equal(mm_shared_create(ranks, mm_teams_problem(share), &shared, NULL), GO_OK);
    const mm_problem *all = mm_shared_problem(shared);
    assert_int_equal(all->n_competitions, 400);
    for (int i = 0; i < all->n_gammas; i++)
        assert_close(all->wins[i], d->problem->wins[i], 0);
    for (int m = 0; m < 2; m++) {
        mm_solver *one = solve(d->problem, methods[m]), *many = solve(all, methods[m]);
        for (int i = 0; i < all->n_gammas; i++)
            assert_close(mm_solver_theta(many)[i], mm_solver_theta(one)[i], 1e-8);
        mm_solver_destroy(one);
        mm_solver_destroy(many);
    }
    mm_shared_destroy(shared);
    mm_teams_destroy(share);
    drawn_free(d);
}

/* All ranks have the same bits, or their solvers would part ways. */
static void all_ranks_have_the_same_bits(void **state)
{
    drawn *d = drawn_small(62, 200);
    mm_teams *share = own_share(d);
    mm_shared *shared = NULL;
    (void)state;
    assert_int_equal(mm_shared_create(ranks, mm_teams_problem(share), &shared, NULL), GO_OK);
    size_t n = (size_t)d->problem->n_gammas * sizeof(double);
    mm_solver *solver = solve(mm_shared_problem(shared), MM_LBFGS);
    double first[DRAWN_MAX_GAMMAS];
    memcpy(first, mm_solver_theta(solver), n);
    assert_int_equal(comm_broadcast(ranks, first, (int64_t)n, 0, NULL), GO_OK);
    assert_memory_equal(first, mm_solver_theta(solver), n);
    mm_solver_destroy(solver);
    mm_shared_destroy(shared);
    mm_teams_destroy(share);
    drawn_free(d);
}

static go_status interrupted_on_the_last_rank(void *data, const double *theta, double *expected,
                                              double *log_likelihood, go_error *err)
{
    const mm_problem *inner = data;
    if (comm_rank(ranks) == comm_size(ranks) - 1)
        return go_fail(err, GO_EINTR, "interrupted");
    return inner->expect(inner->data, theta, expected, log_likelihood, err);
}

static void interruption_of_one_is_one_of_all(void **state)
{
    drawn *d = drawn_small(63, 20);
    mm_problem share = *d->problem;
    mm_shared *shared = NULL;
    double expected[DRAWN_MAX_GAMMAS], log_likelihood;
    (void)state;
    share.expect = interrupted_on_the_last_rank;
    share.data = (void *)(uintptr_t)d->problem;
    assert_int_equal(mm_shared_create(ranks, &share, &shared, NULL), GO_OK);
    const mm_problem *all = mm_shared_problem(shared);
    assert_int_equal(all->expect(all->data, d->truth, expected, &log_likelihood, NULL), GO_EINTR);
    mm_shared_destroy(shared);
    drawn_free(d);
}

/* For test_mpi.sh: the last rank is killed while the others wait for it. */
static int lose_a_rank(void)
{
    double value = 1;
    go_error err;
    if (comm_rank(ranks) == comm_size(ranks) - 1)
        raise(SIGKILL);
    for (int k = 0; k < 1000; k++) {
        if (comm_sum(ranks, &value, 1, &err) != GO_OK)
            comm_abort(ranks, 1);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_over_ranks),
        cmocka_unit_test(sums_in_pieces),
        cmocka_unit_test(blobs_of_all_ranks),
        cmocka_unit_test(a_blob_of_no_ranks),
        cmocka_unit_test(last_rank_tells_all),
        cmocka_unit_test(shares_give_the_result_of_the_whole),
        cmocka_unit_test(all_ranks_have_the_same_bits),
        cmocka_unit_test(interruption_of_one_is_one_of_all),
    };
    go_error err;
    if (comm_create(&ranks, &err) != GO_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    int failed = argc > 1 && strcmp(argv[1], "--lose-a-rank") == 0
                     ? lose_a_rank()
                     : cmocka_run_group_tests(tests, NULL, NULL);
    comm_destroy(ranks);
    return failed;
}
