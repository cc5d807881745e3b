/* A run from random weights on 5x5: what it does, when, and how it goes on. */
#include "selfplay/improve/improve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io/read_file.h"
#include "selfplay/improve/duel.h"
#include "selfplay/improve/worker.h"
#include "selfplay/state/spent.h"
#include "tests/support/assert_close.h"
#include "tests/support/improving.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"
#include "tests/support/whole_files.h"

/* By chance one side of equal strength wins 17 of 20 in one of a thousand cases. */
static void it_learns_5x5(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400], newest[RUN_PATH], first[RUN_PATH];
    const improve_settings s = improve_on_5x5(3);
    run_folder f;
    run_history h;
    duel_result r = {0};
    go_error err;
    temp_dir_path(&dir, "run", folder);
    improve_well(folder, &s);
    assert_int_equal(run_folder_look(&f, folder, &err), GO_OK);
    assert_int_equal(f.newest, 3);
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    assert_int_equal(h.n_steps, 3);
    assert_int_equal(h.step[2].games, 150);
    assert_true(h.step[2].window > h.step[0].window);
    const duel_settings d = {.play = &s.play, .threads = 2, .seed = 7,
                             .side = {{run_folder_net(&f, 3, newest), 32},
                                      {run_folder_net(&f, 0, first), 32}}};
    duel *match;
    if (duel_open(&match, &d, &err) != GO_OK || duel_play(match, 0, 20, &r, &err) != GO_OK)
        fail_msg("%s", err.message);
    duel_close(match);
    assert_int_equal(r.games, 20);
    assert_in_range(r.wins, 17, 20);
    run_history_free(&h);
    temp_dir_remove(&dir);
}

/* What a run has done stays, and it goes on; with other games it is refused. */
static void it_goes_on(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400];
    improve_settings s = improve_on_5x5(1);
    const improve_listener nobody = {0};
    run_folder f;
    go_error err;
    s.games = 20;
    s.duel_games = 2;
    temp_dir_path(&dir, "run", folder);
    improve_well(folder, &s);
    s.generations = 2;
    improve_well(folder, &s);
    assert_int_equal(run_folder_look(&f, folder, &err), GO_OK);
    assert_int_equal(f.newest, 2);
    run_history h;
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    assert_int_equal(h.n_steps, 2);
    assert_int_equal(h.n_duels, 2);
    run_history_free(&h);
    s.games = 30;
    assert_int_equal(improve_run(folder, &s, &nobody, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "games 20, not 30"));
    s.shape = NULL;
    assert_int_equal(improve_run(folder, &s, &nobody, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "--shape"));
    temp_dir_remove(&dir);
}

/* An interrupted generation counts what it took before. */
static void time_adds_up(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400];
    improve_settings s = improve_on_5x5(0);
    run_folder f;
    run_spent spent;
    run_history h;
    go_error err;
    s.games = 20;
    s.seconds = 1e-3;
    temp_dir_path(&dir, "run", folder);
    improve_well(folder, &s);
    assert_int_equal(run_folder_look(&f, folder, &err), GO_OK);
    run_spent_read(&f, 0, &spent);
    assert_true(spent.seconds == 0); /* the time was over before it began */
    spent = (run_spent){1000, 5e6, 500};
    assert_int_equal(run_spent_write(&f, 0, &spent, &err), GO_OK);
    s.seconds = 0;
    s.generations = 1;
    improve_well(folder, &s);
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    assert_true(h.step[0].seconds > 1000 && h.step[0].seconds < 2000);
    assert_true(h.step[0].evaluations > 5e6 / 600 && h.step[0].evaluations < 5e6 / 400);
    run_spent_read(&f, 1, &spent);
    assert_true(spent.seconds == 0);
    run_history_free(&h);
    temp_dir_remove(&dir);
}

/* What happens while a generation learns beyond the time of its run. */
typedef struct latecomer {
    double ends;
    bool learned, duels;
} latecomer;

static void learn_too_long(void *user, int generation, int64_t rows, int64_t budget)
{
    latecomer *l = user;
    (void)generation, (void)rows, (void)budget;
    l->learned = true;
    while (clock_now() < l->ends)
        usleep(10000);
}

static void note_duel(void *user, int generation, int against)
{
    (void)generation, (void)against;
    ((latecomer *)user)->duels = true;
}

/* A run of three seconds in `folder`, which learns longer than that; where the games alone have
 * taken so long, it goes on for as long again.                                      */
static latecomer run_too_long(const char *folder, improve_settings s)
{
    go_error err;
    latecomer l = {0};
    const improve_listener listener = {
        .learning = learn_too_long, .dueling = note_duel, .user = &l};
    s.games = 10;
    s.seconds = 3;
    for (int runs = 0; runs < 20 && !l.learned; runs++) {
        l.ends = clock_now() + s.seconds + 0.2;
        assert_int_equal(improve_run(folder, &s, &listener, &err), GO_OK);
    }
    assert_true(l.learned);
    return l;
}

/* What latest.bin.gz is a link to. */
static const char *linked_net(const char *folder)
{
    static char net[RUN_PATH];
    char path[RUN_PATH];
    snprintf(path, sizeof path, "%.400s/latest.bin.gz", folder);
    const ssize_t n = readlink(path, net, sizeof net - 1);
    net[n > 0 ? n : 0] = '\0';
    return net;
}

/* A network that has still to pass a gate does not play. */
static void a_network_waits_for_its_gate(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400];
    improve_settings s = improve_on_5x5(9);
    s.gate = (gate_settings){.kind = GATE_GAMES, .games = 2, .share = 0.5};
    temp_dir_path(&dir, "run", folder);
    run_too_long(folder, s);
    assert_string_equal(linked_net(folder), "nets/00000.bin.gz");
    temp_dir_remove(&dir);
}

/* Not even a match, also where the number of generations is limited, too. */
static void nothing_begins_when_the_time_is_over(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400];
    go_error err;
    improve_settings s = improve_on_5x5(9);
    s.duel_games = 2;
    temp_dir_path(&dir, "run", folder);
    assert_false(run_too_long(folder, s).duels);
    char page[500], *text;
    size_t n;
    snprintf(page, sizeof page, "%s/index.html", folder);
    assert_int_equal(read_file(page, 1 << 24, &text, &n, &err), GO_OK);
    assert_non_null(strstr(text, "Games of generation 0")); /* it shows all the same */
    free(text);
    assert_string_equal(linked_net(folder), "nets/00001.bin.gz"); /* and plays from now on */
    temp_dir_remove(&dir);
}

/* A worker brings as many games again when the next generation has learned. */
static void late_games_count(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400], games[RUN_PATH], from[RUN_PATH + 40], to[RUN_PATH + 40];
    improve_settings s = improve_on_5x5(1);
    run_folder f;
    run_history h;
    go_error err;
    s.games = 20;
    temp_dir_path(&dir, "run", folder);
    improve_well(folder, &s);
    assert_int_equal(run_folder_look(&f, folder, &err), GO_OK);
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    const run_step first = *run_history_step(&h, 0);
    run_history_free(&h);
    snprintf(from, sizeof from, "%s/games.katachi", run_folder_games(&f, 0, games));
    snprintf(to, sizeof to, "%s/late", games);
    assert_int_equal(mkdir(to, 0700), 0);
    snprintf(to, sizeof to, "%s/late/games.katachi", games);
    copy_file(from, to);
    s.generations = 2;
    improve_well(folder, &s);
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    assert_int_equal(h.n_steps, 2);
    assert_int_equal(h.step[0].games, 40);
    assert_int_equal(h.step[0].recorded, 2 * first.recorded);
    assert_close(h.step[0].policy, first.policy, 1e-9);
    const run_step *second = &h.step[1];
    assert_int_equal(second->window, 2 * first.recorded + second->recorded);
    const double wanted = s.learn.reuse * (double)(first.recorded + second->recorded);
    assert_in_range(second->rows, wanted, wanted + 64);
    run_history_free(&h);
    temp_dir_remove(&dir);
}

static void looks_are_rare_but_not_too_rare(void **state)
{
    (void)state;
    assert_int_equal(worker_portion(4, 0, 1000), 4); /* nothing is known yet */
    assert_int_equal(worker_portion(4, 2, 1000), 4);
    assert_int_equal(worker_portion(4, 40.5, 1000), 40);
    assert_int_equal(worker_portion(4, 1e6, 1000), 62);
    assert_int_equal(worker_portion(128, 1e6, 1000), 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_learns_5x5),
        cmocka_unit_test(it_goes_on),
        cmocka_unit_test(time_adds_up),
        cmocka_unit_test(nothing_begins_when_the_time_is_over),
        cmocka_unit_test(a_network_waits_for_its_gate),
        cmocka_unit_test(late_games_count),
        cmocka_unit_test(looks_are_rare_but_not_too_rare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
