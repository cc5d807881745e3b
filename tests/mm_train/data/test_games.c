/* The loop over games: every game once, and one failure out of several. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "mm_train/data/games.h"
#include "tests/support/sample_games.h"

/* What all workers write to, and where they are to fail. */
typedef struct tally {
    int visits[50], merges, begun, ended;
    int64_t sum;
    bool failing_begin, failing_game, failing_merge;
} tally;

typedef struct summer {
    tally *t;
    int number; /* of the worker, as they began */
    int64_t last, sum;
} summer;

/* A sentence as long as a record holds, of the worker's own letter. */
static go_status long_failure(const summer *s, go_error *err)
{
    char letters[900];
    memset(letters, 'a' + s->number % 26, sizeof letters - 1);
    letters[sizeof letters - 1] = 0;
    return go_fail(err, GO_ENOMEM, "%s", letters);
}

static go_status begin(void *worker, go_error *err)
{
    summer *s = worker;
    s->number = __atomic_fetch_add(&s->t->begun, 1, __ATOMIC_RELAXED);
    s->last = -1;
    return s->t->failing_begin ? long_failure(s, err) : GO_OK;
}

static go_status add_game(void *worker, int64_t number, go_error *err)
{
    summer *s = worker;
    if (s->t->failing_game)
        return long_failure(s, err);
    __atomic_fetch_add(&s->t->visits[number], 1, __ATOMIC_RELAXED);
    if (number <= s->last) /* they come in rising order */
        return go_fail(err, GO_EINVAL, "game %d after game %d", (int)number, (int)s->last);
    s->last = number;
    s->sum += number;
    return GO_OK;
}

static go_status merge(void *worker, go_error *err)
{
    summer *s = worker;
    s->t->merges++;
    s->t->sum += s->sum;
    return s->t->failing_merge ? long_failure(s, err) : GO_OK;
}

static void end(void *worker)
{
    __atomic_fetch_add(&((summer *)worker)->t->ended, 1, __ATOMIC_RELAXED);
}

static go_status run_over(const games *g, tally *t, const games_run *run, go_error *err)
{
    const summer prototype = {.t = t};
    const game_job job = {"testing", &prototype, sizeof prototype, begin, add_game, merge, end, 0};
    return each_game(g->n_games, &job, run, err);
}

static void every_game_comes_once(void **state)
{
    games g;
    (void)state;
    random_games(&g, 3, 50, 1);
    for (int n_threads = 1; n_threads <= 4; n_threads++) {
        tally t = {0};
        assert_int_equal(run_over(&g, &t, &(games_run){.n_threads = n_threads}, NULL), GO_OK);
        for (int i = 0; i < 50; i++)
            assert_int_equal(t.visits[i], 1);
        assert_int_equal(t.sum, 49 * 50 / 2);
        assert_int_equal(t.merges, n_threads);
        assert_int_equal(t.ended, n_threads);
    }
    games_free(&g);
}

/* Several threads fail at the same time, as when memory runs out: the record
 * holds the sentence of one of them, whole, and every worker is freed.       */
static void fails_whole(const games *g, tally t, bool with_record)
{
    go_error err = {GO_OK, ""};
    const games_run run = {.n_threads = 4};
    assert_int_equal(run_over(g, &t, &run, with_record ? &err : NULL), GO_ENOMEM);
    assert_int_equal(t.ended, 4);
    if (!with_record)
        return;
    assert_int_equal(err.status, GO_ENOMEM);
    assert_int_equal(strlen(err.message), 899);
    assert_int_equal(strspn(err.message, (char[]){err.message[0], 0}), 899);
}

static void of_several_failures_one_is_told(void **state)
{
    games g;
    (void)state;
    random_games(&g, 3, 50, 1);
    for (int k = 0; k < 200; k++) {
        fails_whole(&g, (tally){.failing_begin = true}, true);
        fails_whole(&g, (tally){.failing_game = true}, true);
        fails_whole(&g, (tally){.failing_merge = true}, true);
    }
    fails_whole(&g, (tally){.failing_game = true}, false);
    games_free(&g);
}

static bool up_to_three(void *user, const char *phase, int64_t done, int64_t total)
{
    (void)user;
    assert_string_equal(phase, "testing");
    assert_int_equal(total, 50);
    return done < 3;
}

static void an_interruption_ends_it(void **state)
{
    games g;
    tally t = {0};
    go_error err;
    const games_run run = {.n_threads = 1, .progress = up_to_three};
    (void)state;
    random_games(&g, 3, 50, 1);
    assert_int_equal(run_over(&g, &t, &run, &err), GO_EINTR);
    assert_string_equal(err.message, "interrupted while testing");
    assert_int_equal(t.visits[2], 1);
    assert_int_equal(t.visits[3], 0);
    assert_int_equal(t.merges, 0);
    games_free(&g);
}

static bool note_done(void *user, const char *phase, int64_t done, int64_t total)
{
    int64_t *last = user;
    (void)phase;
    assert_true(done > 0 && done <= total);
    *last = done;
    return true;
}

/* The thread that reports need not be the one that ends last. */
static void the_last_report_is_of_all_games(void **state)
{
    games g;
    (void)state;
    random_games(&g, 3, 50, 1);
    for (int k = 0; k < 200; k++) {
        tally t = {0};
        int64_t last = 0;
        const games_run run = {.n_threads = 4, .progress = note_done, .user = &last};
        assert_int_equal(run_over(&g, &t, &run, NULL), GO_OK);
        assert_int_equal(last, 50);
    }
    games_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_comes_once),
        cmocka_unit_test(the_last_report_is_of_all_games),
        cmocka_unit_test(of_several_failures_one_is_told),
        cmocka_unit_test(an_interruption_ends_it),
    };
    return cmocka_run_group_tests_name("each_game", tests, NULL, NULL);
}
