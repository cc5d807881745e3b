/* From games to gammas, end to end on small collections. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "mm_train/train.h"
#include "tests/support/assert_close.h"
#include "tests/support/sample_games.h"
#include "tests/support/temp_dir.h"

/* What a run is watched for. */
typedef struct watch {
    int stop_after; /* iterations; 0: never */
    int iterations, warnings;
    double best; /* log-likelihood + log-prior so far */
    bool fell;
} watch;

static bool see_iteration(void *user, const mm_progress *p, int64_t positions)
{
    watch *w = user;
    double sum = p->log_likelihood + p->log_prior;
    w->fell |= w->iterations && sum < w->best - 1e-7 * (double)positions;
    w->best = sum;
    w->iterations++;
    return w->iterations != w->stop_after;
}

static train_options options_for(const char *set, watch *w)
{
    train_options o = {.set = feature_set_by_name(set),
                       .min_count = 5,
                       .run = {.n_threads = 1, .user = w},
                       .solver = mm_solver_defaults(),
                       .max_iterations = 12,
                       .checkpoint_seconds = 1e9,
                       .data = "sample",
                       .on_iteration = see_iteration};
    return o;
}

static go_status train(gammas **out, train_log *log, const games *g, const train_options *o,
                       go_error *err)
{
    comm *c;
    assert_int_equal(comm_create(&c, err), GO_OK);
    go_status status = train_gammas(out, log, g, c, o, err);
    comm_destroy(c);
    return status;
}

static gammas *trained(const games *g, const train_options *o)
{
    gammas *out = NULL;
    train_log log;
    go_error err = {GO_OK, ""};
    if (train(&out, &log, g, o, &err) != GO_OK)
        fail_msg("%s", err.message);
    free(log.fit.log_likelihood);
    return out;
}

static void same_bits(const gammas *a, const gammas *b)
{
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->gamma, b->gamma, (size_t)a->n * sizeof *a->gamma);
    assert_memory_equal(a->count, b->count, (size_t)a->n * sizeof *a->count);
    assert_int_equal(a->origin.iterations, b->origin.iterations);
    assert_true(a->origin.log_likelihood == b->origin.log_likelihood);
    assert_true(a->origin.fingerprint == b->origin.fingerprint);
}

/* ---- the likelihood ---- */

static void likelihood_rises(mm_method_id method)
{
    games g;
    watch w = {0};
    train_log log;
    gammas *out = NULL;
    train_options o = options_for("large", &w);
    o.solver.method = method;
    o.max_iterations = 6;
    sample_games(&g, 30, false);
    assert_int_equal(train(&out, &log, &g, &o, NULL), GO_OK);
    assert_false(w.fell);
    assert_int_equal(log.fit.n, out->origin.iterations);
    assert_int_equal(out->origin.games, 30);
    assert_int_equal(out->origin.positions, g.n_moves);
    assert_close(log.fit.log_likelihood[log.fit.n - 1], out->origin.log_likelihood, 1e-12);
    /* random moves would be near -log(50) = -3.9 */
    assert_true(log.fit.log_likelihood[log.fit.n - 1] > -2.6);
    for (int i = 0; i < out->n; i++)
        assert_true(isfinite(out->gamma[i]) && out->gamma[i] > 0);
    free(log.fit.log_likelihood);
    gammas_destroy(out);
    games_free(&g);
}

static void no_iteration_lowers_the_likelihood(void **state)
{
    (void)state;
    likelihood_rises(MM_LBFGS);
    likelihood_rises(MM_BY_GROUPS);
}

/* The games are a set: their order changes sums by rounding only. */
static void the_order_of_games_does_not_matter(void **state)
{
    games g, turned;
    watch w = {0};
    train_options o = options_for("fast", &w);
    (void)state;
    sample_games(&g, 40, false);
    sample_games(&turned, 40, true);
    gammas *a = trained(&g, &o), *b = trained(&turned, &o);
    assert_int_equal(a->n, b->n);
    assert_true(a->origin.fingerprint == b->origin.fingerprint);
    assert_memory_equal(a->count, b->count, (size_t)a->n * sizeof *a->count);
    for (int i = 0; i < a->n; i++)
        assert_close(log((double)a->gamma[i]), log((double)b->gamma[i]), 1e-3);
    gammas_destroy(a);
    gammas_destroy(b);
    games_free(&g);
    games_free(&turned);
}

/* ---- interruption ---- */

static void interrupt_after(const games *g, train_options o, int iterations, const char *path)
{
    watch w = {.stop_after = iterations};
    gammas *out = NULL;
    train_log log;
    go_error err = {GO_OK, ""};
    o.run.user = &w;
    assert_int_equal(train(&out, &log, g, &o, &err), GO_EINTR);
    assert_null(out);
    assert_non_null(strstr(err.message, path));
    assert_non_null(strstr(err.message, "--resume"));
    free(log.fit.log_likelihood);
}

static void resumed_is_uninterrupted(mm_method_id method)
{
    games g;
    temp_dir dir = temp_dir_create();
    char path[400];
    watch w = {0};
    train_options o = options_for("large", &w);
    o.solver.method = method;
    o.max_iterations = 7;
    sample_games(&g, 15, false);
    gammas *whole = trained(&g, &o);
    o.checkpoint = temp_dir_path(&dir, "x.fit", path);
    interrupt_after(&g, o, 2, path);
    o.resume = true;
    interrupt_after(&g, o, 3, path); /* and once more, on the way */
    gammas *resumed = trained(&g, &o);
    same_bits(whole, resumed);
    gammas_destroy(whole);
    gammas_destroy(resumed);
    games_free(&g);
    temp_dir_remove(&dir);
}

static void an_interrupted_fit_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    resumed_is_uninterrupted(MM_LBFGS);
    resumed_is_uninterrupted(MM_BY_GROUPS);
}

static void refuses(const games *g, const train_options *o, go_status expected, const char *says)
{
    gammas *out = NULL;
    train_log log;
    go_error err = {GO_OK, ""};
    assert_int_equal(train(&out, &log, g, o, &err), expected);
    assert_null(out);
    if (!strstr(err.message, says) || !strstr(err.message, o->checkpoint))
        fail_msg("'%s' does not say '%s'", err.message, says);
    free(log.fit.log_likelihood);
}

static void checkpoints_that_do_not_fit(void **state)
{
    games g, other;
    temp_dir dir = temp_dir_create();
    char path[400], missing[400];
    watch w = {0};
    train_options o = options_for("fast", &w);
    (void)state;
    sample_games(&g, 15, false);
    sample_games(&other, 16, false);
    o.checkpoint = temp_dir_path(&dir, "x.fit", path);
    interrupt_after(&g, o, 2, path);
    o.resume = true;
    refuses(&other, &o, GO_EFORMAT, "belongs to other games");
    o.min_count = 6;
    refuses(&g, &o, GO_EFORMAT, "belongs to other games");
    o.min_count = 5;
    for (long cut = 300; cut > 0; cut = cut * 2 / 3) { /* cut shorter and shorter */
        assert_int_equal(truncate(path, cut), 0);
        refuses(&g, &o, GO_EFORMAT, "");
    }
    o.checkpoint = temp_dir_path(&dir, "none.fit", missing);
    refuses(&g, &o, GO_EIO, "resume");
    games_free(&g);
    games_free(&other);
    temp_dir_remove(&dir);
}

static void count_warning(void *user, const char *why)
{
    assert_non_null(strstr(why, "/dev/full"));
    ((watch *)user)->warnings++;
}

/* Of a fit that is not interrupted, only time is lost. */
static void a_fit_goes_on_without_checkpoints(void **state)
{
    games g;
    watch w = {0};
    train_options o = options_for("fast", &w);
    (void)state;
    sample_games(&g, 5, false);
    gammas *plain = trained(&g, &o);
    o.checkpoint = "/dev/full";
    o.checkpoint_seconds = 0;
    o.on_unsaved = count_warning;
    gammas *warned = trained(&g, &o);
    same_bits(plain, warned);
    assert_int_equal(w.warnings, 1);
    gammas_destroy(plain);
    gammas_destroy(warned);
    games_free(&g);
}

static void a_checkpoint_that_cannot_be_written(void **state)
{
    games g;
    watch w = {.stop_after = 1};
    train_options o = options_for("fast", &w);
    (void)state;
    sample_games(&g, 5, false);
    o.checkpoint = "/dev/full";
    refuses(&g, &o, GO_EIO, "could not be saved");
    games_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_iteration_lowers_the_likelihood),
        cmocka_unit_test(the_order_of_games_does_not_matter),
        cmocka_unit_test(an_interrupted_fit_goes_on_to_the_same_bits),
        cmocka_unit_test(checkpoints_that_do_not_fit),
        cmocka_unit_test(a_fit_goes_on_without_checkpoints),
        cmocka_unit_test(a_checkpoint_that_cannot_be_written),
    };
    return cmocka_run_group_tests_name("train", tests, NULL, NULL);
}
