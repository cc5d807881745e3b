/* A solver that was saved, or interrupted, ends at the same bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mm_train/solver/mm_solver.h"
#include "mm_train/solver/mm_solver_io.h"
#include "tests/support/drawn_teams.h"

static const mm_method_id methods[] = {MM_BY_GROUPS, MM_LBFGS};

static mm_solver *new_solver(const mm_problem *problem, mm_method_id method)
{
    mm_solver_options options = mm_solver_strict();
    mm_solver *solver = NULL;
    options.method = method;
    options.history = 3; /* a ring that is soon full */
    assert_int_equal(mm_solver_create(problem, &options, NULL, &solver, NULL), GO_OK);
    return solver;
}

static void step(mm_solver *solver, int iterations)
{
    for (int k = 0; k < iterations; k++)
        assert_int_equal(mm_solver_step(solver, NULL, NULL), GO_OK);
}

static void assert_same(const mm_solver *a, const mm_solver *b, int n)
{
    mm_progress pa = mm_solver_progress(a), pb = mm_solver_progress(b);
    assert_memory_equal(mm_solver_theta(a), mm_solver_theta(b), (size_t)n * sizeof(double));
    assert_memory_equal(&pa.log_likelihood, &pb.log_likelihood, sizeof(double));
    assert_memory_equal(&pa.gain, &pb.gain, sizeof(double));
    assert_int_equal(pa.iteration, pb.iteration);
}

/* The state as bytes; the caller frees them. */
static char *saved(const mm_solver *solver, size_t *size)
{
    char *bytes = NULL;
    FILE *file = open_memstream(&bytes, size);
    assert_non_null(file);
    assert_int_equal(mm_solver_save(solver, file, NULL), GO_OK);
    fclose(file);
    return bytes;
}

static go_status load(mm_solver *solver, char *bytes, size_t size, go_error *err)
{
    FILE *file = fmemopen(bytes, size, "rb");
    assert_non_null(file);
    go_status status = mm_solver_load(solver, file, err);
    fclose(file);
    return status;
}

static void resumed_run_is_bit_identical(void **state)
{
    drawn *d = drawn_like_moves(31, 100);
    (void)state;
    for (int m = 0; m < 2; m++) {
        for (int before = 0; before <= 8; before++) {
            mm_teams_set_threads(d->teams, before == 5 ? 2 : 1);
            size_t size;
            mm_solver *whole = new_solver(d->problem, methods[m]);
            mm_solver *resumed = new_solver(d->problem, methods[m]);
            step(whole, before);
            char *bytes = saved(whole, &size);
            step(whole, 6);
            assert_int_equal(load(resumed, bytes, size, NULL), GO_OK);
            step(resumed, 6);
            assert_same(whole, resumed, d->problem->n_gammas);
            mm_solver_destroy(whole);
            mm_solver_destroy(resumed);
            free(bytes);
        }
    }
    drawn_free(d);
}

/* ---- interruption within an iteration ---- */

typedef struct interrupted {
    const mm_problem *inner;
    int calls, stop_at;
} interrupted;

/* Like the inner problem, but the stop_at-th call is interrupted: it spoils
 * its output, as it may.                                                     */
static go_status expect(void *data, const double *theta, double *expected, double *log_likelihood,
                        go_error *err)
{
    interrupted *i = data;
    if (++i->calls == i->stop_at) {
        memset(expected, 0xff, (size_t)i->inner->n_gammas * sizeof *expected);
        return go_fail(err, GO_EINTR, "interrupted");
    }
    return i->inner->expect(i->inner->data, theta, expected, log_likelihood, err);
}

/* Runs to `iterations`; an interruption on the way is met by saving and going
 * on with another solver, as a new process would.                           */
static mm_solver *run_through(const mm_problem *problem, mm_method_id method, int iterations)
{
    mm_solver *solver = new_solver(problem, method);
    while (mm_solver_progress(solver).iteration < iterations) {
        go_status status = mm_solver_step(solver, NULL, NULL);
        if (status == GO_EINTR) {
            size_t size;
            char *bytes = saved(solver, &size);
            mm_solver_destroy(solver);
            solver = new_solver(problem, method);
            assert_int_equal(load(solver, bytes, size, NULL), GO_OK);
            free(bytes);
        } else {
            assert_int_equal(status, GO_OK);
        }
    }
    return solver;
}

static void interruption_leaves_no_trace(void **state)
{
    drawn *d = drawn_small(32, 100);
    (void)state;
    for (int m = 0; m < 2; m++) {
        mm_solver *whole = run_through(d->problem, methods[m], 5);
        for (int stop_at = 1; stop_at <= 20; stop_at++) {
            interrupted i = {d->problem, 0, stop_at};
            mm_problem problem = *d->problem;
            problem.expect = expect;
            problem.data = &i;
            mm_solver *solver = run_through(&problem, methods[m], 5);
            assert_same(whole, solver, d->problem->n_gammas);
            mm_solver_destroy(solver);
        }
        mm_solver_destroy(whole);
    }
    drawn_free(d);
}

/* ---- files that will not do ---- */

static void short_or_damaged_states_are_refused(void **state)
{
    drawn *d = drawn_small(33, 50);
    mm_solver *from = new_solver(d->problem, MM_LBFGS), *to = new_solver(d->problem, MM_LBFGS);
    size_t size, to_size, after_size;
    go_error err;
    (void)state;
    step(from, 5);
    step(to, 2);
    char *bytes = saved(from, &size), *before = saved(to, &to_size);
    for (size_t cut = 1; cut < size; cut += 307)
        assert_int_equal(load(to, bytes, cut, &err), GO_EFORMAT);
    for (size_t at = 0; at < size; at += 101) {
        bytes[at] ^= 0x10;
        assert_int_equal(load(to, bytes, size, &err), GO_EFORMAT);
        bytes[at] ^= 0x10;
    }
    char *after = saved(to, &after_size);
    assert_int_equal(to_size, after_size);
    assert_memory_equal(before, after, to_size);
    assert_int_equal(load(to, bytes, size, &err), GO_OK);
    free(bytes), free(before), free(after);
    mm_solver_destroy(from);
    mm_solver_destroy(to);
    drawn_free(d);
}

static void states_of_other_runs_are_refused(void **state)
{
    drawn *d = drawn_small(34, 50), *other = drawn_small(35, 50);
    mm_solver *from = new_solver(d->problem, MM_LBFGS);
    mm_solver *mm = new_solver(d->problem, MM_BY_GROUPS);
    mm_solver *elsewhere = new_solver(other->problem, MM_LBFGS);
    size_t size;
    go_error err;
    (void)state;
    step(from, 2);
    char *bytes = saved(from, &size);
    assert_int_equal(load(elsewhere, bytes, size, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "other data"));
    assert_int_equal(load(mm, bytes, size, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "solver lbfgs, prior 1, history 3"));
    free(bytes);
    mm_solver_destroy(from);
    mm_solver_destroy(mm);
    mm_solver_destroy(elsewhere);
    drawn_free(d);
    drawn_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resumed_run_is_bit_identical),
        cmocka_unit_test(interruption_leaves_no_trace),
        cmocka_unit_test(short_or_damaged_states_are_refused),
        cmocka_unit_test(states_of_other_runs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
