/* The gate, how generations play, and games that are counted while they are played. */
#include "selfplay/improve/gate.h"
#include "selfplay/improve/plan.h"
#include "selfplay/improve/spare.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "selfplay/folder.h"
#include "selfplay/state/generation.h"
#include "tests/support/assert_close.h"
#include "tests/support/played.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

/* ---- the gate ---- */

static int decide(const gate_settings *g, int games, int wins, int draws)
{
    return gate_decision(g, &(duel_result){games, wins, draws, {0}});
}

/* 55 % of 400 are 220. */
static void so_many_games_are_won(void **state)
{
    (void)state;
    const gate_settings g = {.kind = GATE_GAMES, .games = 400, .share = 0.55};
    assert_int_equal(decide(&g, 0, 0, 0), 0);
    assert_int_equal(decide(&g, 399, 219, 1), 0);
    assert_int_equal(decide(&g, 400, 219, 1), -1);
    assert_int_equal(decide(&g, 400, 219, 2), 1);
    assert_int_equal(decide(&g, 220, 220, 0), 1);  /* the others cannot change it */
    assert_int_equal(decide(&g, 180, 0, 0), 0);    /* 220 could still be won */
    assert_int_equal(decide(&g, 181, 0, 1), -1);
    assert_int_equal(decide(&g, 1000, 400, 0), -1); /* of a match that was longer */
    assert_int_equal(decide(&g, 1000, 550, 0), 1);
    const gate_settings none = {.kind = GATE_NONE};
    assert_int_equal(decide(&none, 0, 0, 0), 1);
}

static int decide_pairs(const gate_settings *g, int lost, int even, int won)
{
    return gate_decision(g, &(duel_result){2 * (lost + even + won), even + 2 * won, 0,
                                           {lost, 0, even, 0, won}});
}

static void the_test_decides(void **state)
{
    (void)state;
    const gate_settings g = {.kind = GATE_SPRT, .games = 400,
                             .test = {true, 0, 35, 0.05, 0.05}};
    assert_int_equal(decide_pairs(&g, 2, 4, 2), 0);
    assert_int_equal(decide_pairs(&g, 5, 20, 60), 1);
    assert_int_equal(decide_pairs(&g, 60, 20, 5), -1);
    /* no decision after 400 games: 17.5 Elo, a score of 52.5 %, lies in the middle */
    assert_int_equal(decide_pairs(&g, 30, 139, 31), -1);
    assert_int_equal(decide_pairs(&g, 30, 125, 45), 1);
}

/* A generation that failed is played with by nobody; later ones are matched against the best. */
static void the_best_plays(void **state)
{
    (void)state;
    run_gate gates[] = {{1, 0, 1, {0}}, {2, 1, 0, {0}}, {3, 1, 0, {0}}};
    const run_history h = {.n_gates = 3, .gate = gates};
    assert_int_equal(run_history_best(&h, 0), 0);
    assert_int_equal(run_history_best(&h, 1), 1);
    assert_int_equal(run_history_best(&h, 3), 1);
    assert_int_equal(run_history_best(&h, 4), 4); /* there was no gate any more */
}

/* ---- how generations play ---- */

static void visits_grow(void **state)
{
    (void)state;
    assert_int_equal(plan_visits(100, 400, 10, 0), 100);
    assert_int_equal(plan_visits(100, 400, 10, 5), 200);
    assert_int_equal(plan_visits(100, 400, 10, 10), 400);
    assert_int_equal(plan_visits(100, 400, 10, 99), 400);
    const plan_settings s = {.final_visits = 400, .growth = 10};
    const run_folder none = {.path = "/nonexistent", .lock = -1};
    selfplay_settings play = {.visits = 100, .quick_visits = 16, .resign_threshold = 0.05};
    assert_int_equal(plan_generation(&s, &none, 5, &play, NULL), GO_OK);
    assert_int_equal(play.visits, 200);
    assert_int_equal(play.quick_visits, 32);
    assert_close(play.resign_threshold, 0.05, 0);
}

/* A game on 5x5 in which black, who loses or not in the end, falls to a win rate of `low`. */
static void lose(played_game *g, int64_t number, double low, colour winner)
{
    played_game_clear(g);
    g->number = number;
    g->size = 5;
    g->first = BLACK;
    g->counted = g->plays_out = true;
    g->winner = winner;
    g->margin = colour_sign(winner) * 3;
    g->komi = 3;
    for (uint16_t i = 0; i < 20; i++) {
        const played_move m = {.colour = i % 2 ? WHITE : BLACK, .how = PLAYED_QUICK, .index = i,
                               .visits = 8, .winrate = i % 2 ? 0.5f : i < 6 ? 0.9f : (float)low};
        assert_true(played_game_add_move(g, &m));
    }
}

static void save(const run_folder *f, int generation, const char *name, double low, colour winner,
                 int n)
{
    char games[RUN_PATH], path[RUN_PATH + 40];
    played_folder *folder;
    played_game g = {0};
    run_folder_games(f, generation, games);
    mkdir(games, 0700);
    snprintf(path, sizeof path, "%s%s", games, name);
    assert_int_equal(played_folder_open(&folder, path, NULL), GO_OK);
    for (int64_t first = played_folder_tally(folder)->games, i = 0; i < n; i++) {
        lose(&g, first + i, low, winner);
        assert_int_equal(played_folder_add(folder, &g, NULL), GO_OK);
    }
    assert_int_equal(played_folder_close(folder, NULL), GO_OK);
    played_game_free(&g);
}

static run_folder begin_run(const temp_dir *dir)
{
    run_folder f = {.lock = -1};
    char path[400], games[RUN_PATH];
    snprintf(f.path, sizeof f.path, "%s", temp_dir_path(dir, "run", path));
    mkdir(f.path, 0700);
    mkdir(run_folder_file(&f, "games", games), 0700);
    return f;
}

static double threshold_of(const run_folder *f, double wrong, int generation)
{
    const plan_settings s = {.wrong = wrong};
    selfplay_settings play = {.resign_threshold = 0.05, .resign_moves = 3};
    assert_int_equal(plan_generation(&s, f, generation, &play, NULL), GO_OK);
    return play.resign_threshold;
}

static void games_played_out_set_the_threshold(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    const run_folder f = begin_run(&dir);
    assert_close(threshold_of(&f, 0.05, 0), 0.05, 0);
    save(&f, 0, "", 0.01, WHITE, 10);
    assert_close(threshold_of(&f, 0.05, 1), 0.05, 0);  /* too few tell */
    save(&f, 1, "/far-away", 0.01, WHITE, 30);
    assert_close(threshold_of(&f, 0.05, 2), PLAN_MOST_PERCENT / 100.0, 0);
    save(&f, 2, "", 0.085, BLACK, 10);                 /* was not lost */
    assert_close(threshold_of(&f, 0.05, 3), 0.08, 1e-9);
    assert_close(threshold_of(&f, 0, 3), 0.05, 0);     /* as the user wants it */
    save(&f, 3, "", 0.005, BLACK, 30);
    assert_close(threshold_of(&f, 0.05, 4), 0, 0);     /* any resignation would be rash */
    assert_close(threshold_of(&f, 0.05, 9), 0.05, 0);  /* that is long ago */
    temp_dir_remove(&dir);
}

/* They stay, though the window is smaller; older ones go. */
static void games_that_set_the_threshold_are_not_removed(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    run_folder f = begin_run(&dir);
    run_history h = {0};
    tidy_done done;
    const improve_settings s = {.limits.keep = 1, .plan.wrong = 0.05, .learn.window = 1};
    for (f.newest = 0; f.newest < 4; f.newest++) {
        const run_step step = {.generation = f.newest, .games = 10, .recorded = 1000};
        save(&f, f.newest, "", f.newest % 2 ? 0.085 : 0.01, f.newest % 2 ? BLACK : WHITE, 10);
        assert_int_equal(run_history_add_step(&h, &f, &step, NULL), GO_OK);
    }
    const double now = threshold_of(&f, 0.05, 4), next = threshold_of(&f, 0.05, 5);
    assert_int_equal(spare_remove(&s, &f, &h, &done, NULL), GO_OK);
    assert_int_equal(done.games, 1);
    assert_close(threshold_of(&f, 0.05, 4), now, 0);
    assert_close(threshold_of(&f, 0.05, 5), next, 0);
    run_history_free(&h);
    temp_dir_remove(&dir);
}

/* ---- counting ---- */

static void count_to(generation_count *c, const run_folder *f, int generation, int64_t games)
{
    go_error err;
    if (generation_count_go_on(c, f, generation, &err) != GO_OK)
        fail_msg("%s", err.message);
    assert_int_equal(c->tally.games, games);
    assert_int_equal(c->tally.moves, 20 * games);
}

/* While workers write, game by game; also where a game is not whole yet. */
static void games_are_counted_as_they_come(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    const run_folder f = begin_run(&dir);
    char games[RUN_PATH], path[RUN_PATH + 40];
    struct stat whole;
    go_error err;
    generation_count c = {0};
    count_to(&c, &f, 0, 0);
    save(&f, 0, "", 0.5, WHITE, 3);
    count_to(&c, &f, 0, 3);
    save(&f, 0, "", 0.5, WHITE, 2);
    save(&f, 0, "/a-worker", 0.5, WHITE, 4);
    count_to(&c, &f, 0, 9);
    save(&f, 0, "/a-worker", 0.5, WHITE, 1);
    snprintf(path, sizeof path, "%s/a-worker/games.katachi", run_folder_games(&f, 0, games));
    assert_int_equal(stat(path, &whole), 0);
    assert_int_equal(truncate(path, whole.st_size - 5), 0);
    count_to(&c, &f, 0, 9);
    save(&f, 0, "/a-worker", 0.5, WHITE, 1); /* in place of the torn one */
    count_to(&c, &f, 0, 10);
    count_to(&c, &f, 0, 10);
    save(&f, 1, "", 0.5, WHITE, 2);
    count_to(&c, &f, 1, 2);
    count_to(&c, &f, 0, 10); /* from the start */
    FILE *out = fopen(path, "r+");
    assert_non_null(out);
    assert_int_equal(fseek(out, 40, SEEK_SET), 0);
    fputc('x', out);
    fclose(out);
    generation_count_free(&c);
    assert_int_equal(generation_count_go_on(&c, &f, 0, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "'head -c 16' keeps")); /* that is, none of the games */
    generation_count_free(&c);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(so_many_games_are_won),
        cmocka_unit_test(the_test_decides),
        cmocka_unit_test(the_best_plays),
        cmocka_unit_test(visits_grow),
        cmocka_unit_test(games_played_out_set_the_threshold),
        cmocka_unit_test(games_that_set_the_threshold_are_not_removed),
        cmocka_unit_test(games_are_counted_as_they_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
