/* Runs of many games, and the folder that they are saved in. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nn/session.h"
#include "selfplay/calibrate.h"
#include "selfplay/record/played_file.h"
#include "selfplay/run.h"
#include "tests/support/assert_close.h"
#include "tests/support/played.h"
#include "tests/support/selfplaying.h"
#include "tests/support/small_nets.h"
#include "tests/support/unit.h"

enum { GAMES = 8 };

static void count_calls(void *user, const played_folder *folder)
{
    int *calls = user;
    ++*calls;
    assert_int_equal(played_folder_tally(folder)->games, *calls);
}

/* Plays GAMES games into a new folder; returns the path of their file. */
static const char *run_into(const char *name, const selfplay_settings *s, int at_once,
                            char path[400])
{
    char folder_path[400];
    int calls = 0;
    played_folder *folder;
    selfplay_done done;
    selfplay_run run = {.games = GAMES, .games_at_once = at_once, .on_game = count_calls,
                        .user = &calls};
    temp_dir_path(&nets.dir, name, folder_path);
    assert_int_equal(played_folder_open(&folder, folder_path, NULL), GO_OK);
    assert_int_equal(selfplay_run_games(s, &run, folder, &done, NULL), GO_OK);
    assert_int_equal(calls, GAMES);
    assert_int_equal(done.games, GAMES);
    assert_int_equal(done.moves, played_folder_tally(folder)->moves);
    assert_true(done.evaluations > done.moves && done.seconds > 0);
    for (int i = 0; i <= GAMES; i++)
        assert_int_equal(played_folder_has(folder, i), i < GAMES);
    assert_int_equal(played_folder_close(folder, NULL), GO_OK);
    snprintf(path, 400, "%.380s/games.katachi", folder_path);
    return path;
}

/* The games of a file, by number. */
static void read_games(const char *path, played_game games[GAMES])
{
    played_reader *r;
    played_game g = {0};
    assert_int_equal(played_reader_open(&r, path, NULL), GO_OK);
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(played_reader_next(r, &g, NULL), GO_OK);
        assert_in_range(g.number, 0, GAMES - 1);
        assert_int_equal(games[g.number].size, 0); /* each comes once */
        games[g.number] = g;
        g = (played_game){0};
    }
    assert_int_equal(played_reader_next(r, &g, NULL), GO_END);
    played_game_free(&g);
    played_reader_close(r);
}

static void many_at_once_play_the_games_of_one(void **state)
{
    (void)state;
    char path[400];
    static const struct {
        const char *name;
        int at_once, batch;
    } ways[] = {{"one", 1, 0}, {"three", 3, 0}, {"batches", 6, 3}};
    played_game games[3][GAMES] = {0};
    for (int k = 0; k < 3; k++) {
        selfplay_settings s = selfplay_of(nets.net, "");
        s.sizes = (selfplay_sizes){2, {5, 4}};
        s.net_batch = ways[k].batch;
        read_games(run_into(ways[k].name, &s, ways[k].at_once, path), games[k]);
        for (int i = 0; i < GAMES; i++)
            played_assert_equal(&games[0][i], &games[k][i]);
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < GAMES; i++)
            played_game_free(&games[k][i]);
}

typedef struct told {
    int notices, failed;
} told;

static void count_notices(void *user, const char *notice, bool failed)
{
    told *t = user;
    assert_non_null(strstr(notice, "is computed by"));
    t->notices++;
    t->failed += failed;
}

/* Once for all sizes, and not again at the end. */
static void it_tells_what_computes_the_network(void **state)
{
    (void)state;
    char path[400];
    played_folder *folder;
    selfplay_done done;
    told t = {0};
    selfplay_settings s = selfplay_of(nets.net, "");
    s.sizes = (selfplay_sizes){2, {5, 4}};
    s.backend = "reference";
    const selfplay_run run = {.games = 2, .games_at_once = 1, .on_notice = count_notices,
                              .user = &t};
    temp_dir_path(&nets.dir, "told", path);
    assert_int_equal(played_folder_open(&folder, path, NULL), GO_OK);
    assert_int_equal(selfplay_run_games(&s, &run, folder, &done, NULL), GO_OK);
    assert_true(t.notices == 1 && t.failed == 0);
    played_folder_close(folder, NULL);
}

static void what_is_not_chosen_is_resolved(void **state)
{
    (void)state;
    selfplay_settings s = selfplay_of(nets.net, "");
    selfplay_run run = {.games = 1};
    assert_int_equal(selfplay_run_resolve(&s, &run, 3, NULL), GO_OK);
    assert_true(run.games_at_once == 3 && s.net_batch == 0);
    run.games_at_once = 7;
    assert_int_equal(selfplay_run_resolve(&s, &run, 3, NULL), GO_OK);
    assert_int_equal(run.games_at_once, 7);
    s.backend = "no-such";
    assert_int_equal(selfplay_run_resolve(&s, &run, 3, NULL), GO_EINVAL);
}

static void an_error_ends_the_run_and_keeps_the_games(void **state)
{
    (void)state;
    char path[400];
    go_error err;
    played_folder *folder;
    selfplay_done done;
    selfplay_run run = {.games = 5, .games_at_once = 2};
    selfplay_settings s = selfplay_of(nets.net, "");
    temp_dir_path(&nets.dir, "error", path);
    assert_int_equal(played_folder_open(&folder, path, NULL), GO_OK);
    s.net = nets.torn;
    assert_int_equal(selfplay_run_games(&s, &run, folder, &done, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, nets.torn));
    assert_int_equal(done.games, 0);
    s.net = nets.lz; /* for 9x9 only */
    assert_int_not_equal(selfplay_run_games(&s, &run, folder, &done, &err), GO_OK);
    s.net = nets.net;
    assert_int_equal(selfplay_run_games(&s, &run, folder, &done, &err), GO_OK);
    assert_int_equal(done.games, 5);
    run.games = 3; /* fewer than there are: nothing to do, and no network is read */
    s.net = nets.torn;
    assert_int_equal(selfplay_run_games(&s, &run, folder, &done, &err), GO_OK);
    assert_int_equal(done.games, 0);
    played_folder_close(folder, NULL);
}

/* ---- counts ---- */

static void add(played_tally *t, colour winner, played_end end, colour would, bool plays_out)
{
    played_game g = {.winner = winner,
                     .end = end,
                     .counted = end != PLAYED_RESIGNED,
                     .would_resign = would,
                     .plays_out = plays_out};
    played_tally_add(t, &g);
}

static void wrong_resignations_are_those_of_winners(void **state)
{
    (void)state;
    played_tally t = {0};
    assert_true(played_tally_wrong(&t) < 0);
    add(&t, BLACK, PLAYED_RESIGNED, WHITE, false); /* nobody knows */
    add(&t, BLACK, PLAYED_PASSES, EMPTY, true);
    assert_true(played_tally_wrong(&t) < 0);
    add(&t, BLACK, PLAYED_PASSES, WHITE, true);
    add(&t, WHITE, PLAYED_SETTLED, WHITE, true); /* wrong */
    add(&t, EMPTY, PLAYED_PASSES, BLACK, true);  /* a draw: not won */
    add(&t, BLACK, PLAYED_TOO_LONG, WHITE, true);
    assert_true(t.games == 6 && t.played_out == 5 && t.would == 4 && t.wrong == 1);
    assert_true(played_tally_wrong(&t) == 0.25);
    assert_true(t.black_wins == 4 && t.draws == 1 && t.ends[PLAYED_PASSES] == 3);
}

/* ---- thresholds ---- */

/* A game on 2x2, where anybody may resign from the first move on: black's win rates are `low`
 * in three moves, then 0.9; white's are 0.5.                                  */
static void add_game(resign_evidence *e, double low, colour winner, bool plays_out)
{
    played_game g = {.size = 2, .winner = winner, .counted = true, .plays_out = plays_out};
    for (int i = 0; i < 10; i++) {
        played_move m = {.colour = i % 2 ? WHITE : BLACK, .how = PLAYED_QUICK,
                         .winrate = i % 2 ? 0.5f : i < 2 || i > 6 ? 0.9f : (float)low};
        assert_true(played_game_add_move(&g, &m));
    }
    resign_evidence_add(e, &g, 3);
    played_game_free(&g);
}

static void thresholds_are_calibrated(void **state)
{
    (void)state;
    resign_evidence e = {0};
    assert_true(resign_threshold_for(&e, 0.05, CALIBRATE_STEPS) == -1);
    for (int i = 0; i < 19; i++)
        add_game(&e, 0.045, WHITE, true);
    add_game(&e, 0.045, WHITE, false); /* does not count */
    assert_int_equal(e.would[4], 19); /* at 0.05 */
    assert_int_equal(e.would[3], 0);
    assert_true(resign_threshold_for(&e, 0.05, CALIBRATE_STEPS) == -1); /* too few */
    add_game(&e, 0.045, WHITE, true);
    assert_true(resign_threshold_for(&e, 0.05, CALIBRATE_STEPS) == 0.5);
    for (int i = 0; i < 3; i++)
        add_game(&e, 0.205, BLACK, true); /* black was not lost */
    assert_true(e.would[20] == 23 && e.wrong[20] == 3 && e.wrong[19] == 0);
    assert_true(resign_threshold_for(&e, 0.05, CALIBRATE_STEPS) == 0.2);
    assert_true(resign_threshold_for(&e, 0.5, CALIBRATE_STEPS) == 0.5);
    for (int i = 0; i < 20; i++)
        add_game(&e, 0.005, BLACK, true);
    assert_true(resign_threshold_for(&e, 0.05, CALIBRATE_STEPS) == 0);
}

/* One wrong resignation of w counts as 1 + sqrt(1) + 1 of w + 1, three as 5.7: the highest
 * threshold is taken at which that is at most one of twenty.                            */
static void few_wrong_resignations_leave_a_doubt(void **state)
{
    (void)state;
    static const struct {
        int would, wrong;
        double threshold;
    } cases[] = {{60, 1, 0.05}, {58, 1, 0},  {100, 2, 0.05},
                 {100, 3, 0},   {19, 0, -1}, {20, 0, 0.05}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        resign_evidence e = {0};
        for (int k = 0; k < 5; k++) {
            e.would[k] = cases[i].would;
            e.wrong[k] = cases[i].wrong;
        }
        assert_close(resign_threshold_for(&e, 0.05, 5), cases[i].threshold, 1e-12);
        for (int k = 1; k < 5; k++)
            e.wrong[k] = 50;
        assert_close(resign_threshold_for(&e, 0.05, 5), fmin(cases[i].threshold, 0.01), 1e-12);
    }
}

/* At 20 % some are wrong, at 50 % there are so many more that these do not matter. */
static void a_limit_holds_at_the_threshold_itself(void **state)
{
    (void)state;
    resign_evidence e = {0};
    for (int i = 0; i < 30; i++)
        add_game(&e, 0.045, WHITE, true);
    for (int i = 0; i < 3; i++)
        add_game(&e, 0.155, BLACK, true);
    for (int i = 0; i < 300; i++)
        add_game(&e, 0.405, WHITE, true);
    assert_true(resign_threshold_for(&e, 0.05, CALIBRATE_STEPS) == 0.5);
    assert_true(resign_threshold_for(&e, 0.05, 20) == 0.15);
    assert_true(resign_threshold_for(&e, 0.2, 20) == 0.2);
    assert_true(resign_threshold_for(&e, 0.05, 3) == -1); /* nobody would have resigned */
}

static go_status unavailable(const nn_backend **out)
{
    const char *const names[] = {"cudnn", "onednn16", "onednn"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (nn_backend_choose(out, names[i], NULL) == GO_OK &&
            (*out)->available(*out, NULL) != GO_OK)
            return GO_OK;
    return GO_END;
}

/* Nobody plays for hours with another one. */
static void a_backend_that_cannot_be_used_is_refused(void **state)
{
    (void)state;
    go_error err;
    const nn_backend *backend;
    selfplay_settings s = selfplay_of(nets.net, "");
    selfplay_run run = {.games = 1};
    s.backend = "no-such";
    assert_int_equal(selfplay_settings_check(&s, &err), GO_EINVAL);
    if (unavailable(&backend) != GO_OK)
        skip();
    s.backend = backend->name;
    assert_int_equal(selfplay_settings_check(&s, &err), GO_EUNSUPPORTED);
    assert_int_equal(selfplay_run_resolve(&s, &run, 3, &err), GO_EUNSUPPORTED);
    assert_int_equal(run.games_at_once, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_at_once_play_the_games_of_one),
        cmocka_unit_test(it_tells_what_computes_the_network),
        cmocka_unit_test(what_is_not_chosen_is_resolved),
        cmocka_unit_test(an_error_ends_the_run_and_keeps_the_games),
        cmocka_unit_test(wrong_resignations_are_those_of_winners),
        cmocka_unit_test(thresholds_are_calibrated),
        cmocka_unit_test(few_wrong_resignations_leave_a_doubt),
        cmocka_unit_test(a_limit_holds_at_the_threshold_itself),
        cmocka_unit_test(a_backend_that_cannot_be_used_is_refused),
    };
    return cmocka_run_group_tests(tests, small_nets_setup, small_nets_teardown);
}
