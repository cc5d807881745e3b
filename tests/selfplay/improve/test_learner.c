/* How a generation learns: from which games, how long, and on after an interruption. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "selfplay/improve/learner.h"
#include "tests/support/improving.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"
#include "tests/support/whole_files.h"

static bool stop_at(void *user, int64_t rows, int64_t budget)
{
    const int64_t *most = user;
    return rows < *most && rows <= budget;
}

/* Learns from generation 0 up to so many rows; a copy of the network that comes of it. */
static go_status learn_up_to(run_folder f, int64_t rows, const char *copy)
{
    const improve_settings s = improve_on_5x5(1);
    const learner_rows none = {0};
    const learner_listener listener = {.report = stop_at, .user = &rows};
    char net[RUN_PATH];
    const go_status status = learner_run(&f, &s.learn, &none, &listener, NULL);
    if (status == GO_OK)
        copy_file(run_folder_net(&f, 1, net), copy);
    return status;
}

static go_status note_done(void *user, const learner_done *done, go_error *err)
{
    (void)err;
    *(learner_done *)user = *done;
    return GO_OK;
}

/* A run whose 20 games of generation 0 are to be learned from, made with these settings.
 *   *recorded  positions of these games                                      */
static run_folder run_of_20_games(const temp_dir *dir, improve_settings *s, int64_t *recorded)
{
    char folder[400];
    run_folder f;
    run_history h;
    s->games = 20;
    improve_well(temp_dir_path(dir, "run", folder), s);
    assert_int_equal(run_folder_look(&f, folder, NULL), GO_OK);
    assert_int_equal(run_history_read(&h, &f, NULL), GO_OK);
    *recorded = h.step[0].recorded;
    run_history_free(&h);
    f.newest = 0;
    return f;
}

/* Also where the last report of the training is of one batch. */
static void losses_are_of_many_rows(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    improve_settings s = improve_on_5x5(1);
    learner_done done = {0};
    int64_t recorded;
    const learner_rows none = {0};
    const learner_listener notes = {.learned = note_done, .user = &done};
    run_folder f = run_of_20_games(&dir, &s, &recorded);
    s.learn.reuse = 2100 / (double)recorded;
    assert_int_equal(learner_run(&f, &s.learn, &none, &notes, NULL), GO_OK);
    assert_int_equal(done.rows, 2048 + 64);
    assert_true(10 * done.sums.policy_rows >= (double)done.rows);
    temp_dir_remove(&dir);
}

/* Games may be removed by hand; a training without a limit would never end. */
static void fewer_games_than_before_are_learned_from(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    improve_settings s = improve_on_5x5(1);
    const learner_rows fewer = {.late = -100000};
    int64_t most = 1000, recorded;
    const learner_listener listener = {.report = stop_at, .user = &most};
    run_folder f = run_of_20_games(&dir, &s, &recorded);
    assert_int_equal(learner_run(&f, &s.learn, &fewer, &listener, NULL), GO_OK);
    temp_dir_remove(&dir);
}

/* A worker adds games while the learner is away. */
static void a_learning_goes_on_with_its_games(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[RUN_PATH], games[RUN_PATH], more[RUN_PATH + 40], whole[400], parts[400], other[400];
    improve_settings s = improve_on_5x5(1);
    int64_t recorded;
    temp_dir_path(&dir, "whole", whole);
    temp_dir_path(&dir, "parts", parts);
    temp_dir_path(&dir, "other", other);
    const run_folder f = run_of_20_games(&dir, &s, &recorded);
    assert_int_equal(learn_up_to(f, INT64_MAX, whole), GO_OK);
    assert_int_equal(learn_up_to(f, 200, NULL), GO_EINTR);
    assert_int_equal(access(run_folder_file(&f, "lessons.json", path), F_OK), 0);
    snprintf(path, sizeof path, "%.3000s/games.katachi", run_folder_games(&f, 0, games));
    snprintf(more, sizeof more, "%s/more", games);
    assert_int_equal(mkdir(more, 0700), 0);
    snprintf(more, sizeof more, "%s/more/games.katachi", games);
    copy_file(path, more);
    assert_int_equal(learn_up_to(f, INT64_MAX, parts), GO_OK);
    assert_true(same_bytes(whole, parts));
    assert_int_not_equal(access(run_folder_file(&f, "lessons.json", path), F_OK), 0);
    assert_int_equal(learn_up_to(f, INT64_MAX, other), GO_OK); /* from all of them */
    assert_false(same_bytes(whole, other));
    temp_dir_remove(&dir);
}

/* The history tells of late games once; a kill may come before the first checkpoint. */
static void late_rows_outlive_a_kill(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[RUN_PATH];
    improve_settings s = improve_on_5x5(1);
    const learner_rows late = {.late = 100}, none = {0};
    int64_t most = 100, recorded;
    learner_done done = {0};
    const learner_listener stops = {.report = stop_at, .user = &most};
    const learner_listener notes = {.learned = note_done, .user = &done};
    run_folder f = run_of_20_games(&dir, &s, &recorded);
    assert_int_equal(learner_run(&f, &s.learn, &late, &stops, NULL), GO_EINTR);
    assert_int_equal(remove(run_folder_file(&f, "learning", path)), 0);
    assert_int_equal(learner_run(&f, &s.learn, &none, &notes, NULL), GO_OK);
    assert_int_equal(done.fresh, recorded + 100);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_learning_goes_on_with_its_games),
        cmocka_unit_test(fewer_games_than_before_are_learned_from),
        cmocka_unit_test(losses_are_of_many_rows),
        cmocka_unit_test(late_rows_outlive_a_kill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
