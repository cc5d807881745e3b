/* A run from random weights on 5x5, its folder and its history. */
#include "selfplay/improve/improve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io/read_file.h"
#include "nn_train/gradients.h"
#include "selfplay/improve/duel.h"
#include "selfplay/improve/worker.h"
#include "selfplay/state/play_file.h"
#include "selfplay/state/spent.h"
#include "tests/support/assert_close.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

/* ---- the loop ---- */

static const option_group play_groups[] = {{NULL, selfplay_options, 0}, {0}};
static const command_spec play_spec = {.name = "play", .groups = play_groups};

static improve_settings on_5x5(int generations)
{
    improve_settings s = {.shape = "b2c16", .games = 150, .threads = 2, .duel_visits = 32,
                          .generations = generations};
    options_defaults(&play_spec, &s.play);
    s.play.sizes = (selfplay_sizes){1, {5}};
    s.play.seed = 1;
    s.play.visits = 32;
    s.play.quick_visits = 8;
    s.play.full_share = 0.5;
    s.play.komi = 0.5;
    s.play.komi_spread = 2;
    nn_train_choices_default(&s.learn.choices);
    s.learn = (learner_settings){.threads = 2, .batch = 64, .seed = 1, .reuse = 6,
                                 .window = 20000, .choices = s.learn.choices};
    return s;
}

static void run(const char *folder, const improve_settings *s)
{
    const improve_listener nobody = {0};
    go_error err;
    if (improve_run(folder, s, &nobody, &err) != GO_OK)
        fail_msg("%s", err.message);
}

/* By chance one side of equal strength wins 17 of 20 in one of a thousand cases. */
static void it_learns_5x5(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400], newest[RUN_PATH], first[RUN_PATH];
    const improve_settings s = on_5x5(3);
    run_folder f;
    run_history h;
    duel_result r = {0};
    go_error err;
    temp_dir_path(&dir, "run", folder);
    run(folder, &s);
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
    improve_settings s = on_5x5(1);
    const improve_listener nobody = {0};
    run_folder f;
    go_error err;
    s.games = 20;
    s.duel_games = 2;
    temp_dir_path(&dir, "run", folder);
    run(folder, &s);
    s.generations = 2;
    run(folder, &s);
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
    improve_settings s = on_5x5(0);
    run_folder f;
    run_spent spent;
    run_history h;
    go_error err;
    s.games = 20;
    s.seconds = 1e-3;
    temp_dir_path(&dir, "run", folder);
    run(folder, &s);
    assert_int_equal(run_folder_look(&f, folder, &err), GO_OK);
    run_spent_read(&f, 0, &spent);
    assert_true(spent.seconds == 0); /* the time was over before it began */
    spent = (run_spent){1000, 5e6, 500};
    assert_int_equal(run_spent_write(&f, 0, &spent, &err), GO_OK);
    s.seconds = 0;
    s.generations = 1;
    run(folder, &s);
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
    improve_settings s = on_5x5(9);
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
    improve_settings s = on_5x5(9);
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

static void write_text(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void copy_file(const char *from, const char *to)
{
    char *bytes;
    size_t n;
    assert_int_equal(read_file(from, 1 << 24, &bytes, &n, NULL), GO_OK);
    FILE *out = fopen(to, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(out);
    free(bytes);
}

/* A worker brings as many games again when the next generation has learned. */
static void late_games_count(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400], games[RUN_PATH], from[RUN_PATH + 40], to[RUN_PATH + 40];
    improve_settings s = on_5x5(1);
    run_folder f;
    run_history h;
    go_error err;
    s.games = 20;
    temp_dir_path(&dir, "run", folder);
    run(folder, &s);
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
    run(folder, &s);
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

static bool stop_at(void *user, int64_t rows, int64_t budget)
{
    const int64_t *most = user;
    return rows < *most && rows <= budget;
}

/* Learns from generation 0 up to so many rows; a copy of the network that comes of it. */
static go_status learn_up_to(run_folder f, int64_t rows, const char *copy)
{
    const improve_settings s = on_5x5(1);
    const learner_rows none = {0};
    const learner_listener listener = {.report = stop_at, .user = &rows};
    char net[RUN_PATH];
    f.newest = 0;
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

/* Also where the last report of the training is of one batch. */
static void losses_are_of_many_rows(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400];
    improve_settings s = on_5x5(1);
    learner_done done = {0};
    const learner_rows none = {0};
    const learner_listener notes = {.learned = note_done, .user = &done};
    run_folder f;
    run_history h;
    go_error err;
    s.games = 20;
    run(temp_dir_path(&dir, "run", folder), &s);
    assert_int_equal(run_folder_look(&f, folder, &err), GO_OK);
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    s.learn.reuse = 2100 / (double)h.step[0].recorded;
    run_history_free(&h);
    f.newest = 0;
    assert_int_equal(learner_run(&f, &s.learn, &none, &notes, &err), GO_OK);
    assert_int_equal(done.rows, 2048 + 64);
    assert_true(10 * done.sums.policy_rows >= (double)done.rows);
    temp_dir_remove(&dir);
}

/* Games may be removed by hand; a training without a limit would never end. */
static void fewer_games_than_before_are_learned_from(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400];
    improve_settings s = on_5x5(1);
    const learner_rows fewer = {.late = -100000};
    int64_t most = 1000;
    const learner_listener listener = {.report = stop_at, .user = &most};
    run_folder f;
    go_error err;
    s.games = 20;
    run(temp_dir_path(&dir, "run", folder), &s);
    assert_int_equal(run_folder_look(&f, folder, &err), GO_OK);
    f.newest = 0;
    assert_int_equal(learner_run(&f, &s.learn, &fewer, &listener, &err), GO_OK);
    temp_dir_remove(&dir);
}

static bool same_bytes(const char *a, const char *b)
{
    char *in_a, *in_b;
    size_t n_a, n_b;
    assert_int_equal(read_file(a, 1 << 24, &in_a, &n_a, NULL), GO_OK);
    assert_int_equal(read_file(b, 1 << 24, &in_b, &n_b, NULL), GO_OK);
    const bool same = n_a == n_b && memcmp(in_a, in_b, n_a) == 0;
    free(in_a);
    free(in_b);
    return same;
}

/* A worker adds games while the learner is away. */
static void a_learning_goes_on_with_its_games(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400], path[RUN_PATH], games[RUN_PATH], more[RUN_PATH + 40], whole[400], parts[400],
        other[400];
    improve_settings s = on_5x5(1);
    run_folder f;
    go_error err;
    s.games = 20;
    temp_dir_path(&dir, "whole", whole);
    temp_dir_path(&dir, "parts", parts);
    temp_dir_path(&dir, "other", other);
    run(temp_dir_path(&dir, "run", folder), &s);
    assert_int_equal(run_folder_look(&f, folder, &err), GO_OK);
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
    char folder[400], path[RUN_PATH];
    improve_settings s = on_5x5(1);
    const learner_rows late = {.late = 100}, none = {0};
    int64_t most = 100;
    learner_done done = {0};
    const learner_listener stops = {.report = stop_at, .user = &most};
    const learner_listener notes = {.learned = note_done, .user = &done};
    run_folder f;
    run_history h;
    go_error err;
    s.games = 20;
    run(temp_dir_path(&dir, "run", folder), &s);
    assert_int_equal(run_folder_look(&f, folder, &err), GO_OK);
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    const int64_t recorded = h.step[0].recorded;
    run_history_free(&h);
    f.newest = 0;
    assert_int_equal(learner_run(&f, &s.learn, &late, &stops, &err), GO_EINTR);
    assert_int_equal(remove(run_folder_file(&f, "learning", path)), 0);
    assert_int_equal(learner_run(&f, &s.learn, &none, &notes, &err), GO_OK);
    assert_int_equal(done.fresh, recorded + 100);
    temp_dir_remove(&dir);
}

/* ---- the folder ---- */

/* Whether the file is there. */
static bool holds(const run_folder *f, const char *name)
{
    char path[RUN_PATH];
    return access(run_folder_file(f, name, path), F_OK) == 0;
}

/* A killed process leaves parts of its files; what others keep in the folder is not ours. */
static void files_of_others_stay(void **state)
{
    (void)state;
    static const char *const files[] = {"film.part-01.rar", "x.part-", "run.json.part-123-0"};
    temp_dir dir = temp_dir_create();
    char folder[400], path[RUN_PATH];
    json_t *settings = json_pack("{s:i}", "games", 3);
    run_folder f = {0};
    go_error err;
    snprintf(f.path, sizeof f.path, "%s", temp_dir_path(&dir, "run", folder));
    assert_int_equal(mkdir(folder, 0700), 0);
    for (int i = 0; i < 3; i++)
        write_text(run_folder_file(&f, files[i], path), "mine");
    assert_int_equal(run_folder_open(&f, folder, settings, &err), GO_OK);
    assert_true(holds(&f, files[0]));
    assert_true(holds(&f, files[1]));
    assert_false(holds(&f, files[2]));
    run_folder_close(&f);
    write_text(run_folder_file(&f, "latest.bin.gz", path), "a network");
    assert_int_equal(run_folder_open(&f, folder, settings, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "latest.bin.gz would be overwritten"));
    run_folder_close(&f);
    /* a copy of a run may have a copy in place of the link */
    write_text(run_folder_file(&f, "nets/00000.bin.gz", path), "another");
    assert_int_equal(run_folder_open(&f, folder, settings, &err), GO_OK);
    run_folder_close(&f);
    json_decref(settings);
    temp_dir_remove(&dir);
}

/* The name of the new link is taken. */
static void a_link_that_cannot_be_made_is_an_error(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[RUN_PATH];
    run_folder f = {0};
    go_error err;
    snprintf(f.path, sizeof f.path, "%s", dir.path);
    assert_int_equal(run_folder_link(&f, 3, &err), GO_OK);
    assert_int_equal(run_folder_link(&f, 4, &err), GO_OK);
    assert_int_equal(mkdir(run_folder_file(&f, "latest.bin.gz.new", path), 0700), 0);
    assert_int_equal(run_folder_link(&f, 5, &err), GO_EIO);
    assert_non_null(strstr(err.message, "latest.bin.gz: cannot create: File exists"));
    temp_dir_remove(&dir);
}

/* ---- orders ---- */

static void looks_are_rare_but_not_too_rare(void **state)
{
    (void)state;
    assert_int_equal(worker_portion(4, 0, 1000), 4); /* nothing is known yet */
    assert_int_equal(worker_portion(4, 2, 1000), 4);
    assert_int_equal(worker_portion(4, 40.5, 1000), 40);
    assert_int_equal(worker_portion(4, 1e6, 1000), 62);
    assert_int_equal(worker_portion(128, 1e6, 1000), 128);
}

/* A text with `by` in place of `part`, to be freed. */
static char *with(const char *text, const char *part, const char *by)
{
    const char *at = strstr(text, part);
    char *out;
    assert_non_null(at);
    assert_true(asprintf(&out, "%.*s%s%s", (int)(at - text), text, by, at + strlen(part)) > 0);
    return out;
}

/* What an older version does not write is not 0, which would mean something else. */
static void missing_settings_have_defaults(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    const improve_settings s = on_5x5(1);
    const play_orders orders = {3, 2, 20};
    selfplay_settings play = {.backend = "some", .net_cache = 7};
    play_orders read;
    char folder[400], path[RUN_PATH], *text, *other;
    run_folder f = {0};
    size_t n;
    go_error err;
    snprintf(f.path, sizeof f.path, "%s", temp_dir_path(&dir, "run", folder));
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(play_file_write(&f, &s.play, &orders, &err), GO_OK);
    assert_int_equal(read_file(run_folder_file(&f, "play.json", path), 1 << 20, &text, &n, &err),
                     GO_OK);
    other = with(text, "\"opening-temperature\": \"1\",", "");
    assert_int_equal(play_file_parse(other, strlen(other), &play, &read, &err), GO_OK);
    assert_close(play.opening_temperature, 1, 1e-9);
    assert_int_equal(play.visits, 32);
    assert_string_equal(play.backend, "some");
    assert_int_equal(play.net_cache, 7);
    free(other);
    other = with(text, "\"games\": 20", "\"games\": -20");
    assert_int_equal(play_file_parse(other, strlen(other), &play, &read, &err), GO_EFORMAT);
    free(other);
    free(text);
    temp_dir_remove(&dir);
}

static void one_process_at_a_time(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400];
    json_t *settings = json_pack("{s:i}", "games", 3);
    run_folder a, b;
    go_error err;
    temp_dir_path(&dir, "run", folder);
    assert_int_equal(run_folder_open(&a, folder, settings, &err), GO_OK);
    assert_int_equal(run_folder_open(&b, folder, settings, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "another process"));
    run_folder_close(&b);
    assert_int_equal(run_folder_look(&b, folder, &err), GO_OK);
    run_folder_close(&a);
    assert_int_equal(run_folder_open(&b, folder, settings, &err), GO_OK);
    run_folder_close(&b);
    json_decref(settings);
    assert_int_equal(run_folder_look(&b, "/nonexistent", &err), GO_EIO);
    temp_dir_remove(&dir);
}

/* ---- the history ---- */

static void history_is_read_again(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400], path[RUN_PATH];
    json_t *settings = json_pack("{s:i}", "games", 3);
    run_folder f;
    run_history h, again;
    go_error err;
    const run_step step = {.generation = 4, .games = 10, .moves = 300, .recorded = 80,
                           .black_wins = 0.55, .resigned = 0.1, .wrong = -1, .rows = 1000,
                           .window = 500, .policy = 1.5, .value = 0.5, .seconds = 12,
                           .evaluations = 1000, .would = 7, .threshold = 0.08, .visits = 120,
                           .net = 3};
    temp_dir_path(&dir, "run", folder);
    assert_int_equal(run_folder_open(&f, folder, settings, &err), GO_OK);
    f.newest = 4;
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    assert_int_equal(h.n_steps + h.n_duels, 0);
    assert_int_equal(run_history_add_step(&h, &f, &step, &err), GO_OK);
    assert_int_equal(run_history_add_duel(&h, &f, &(run_duel){4, 3, {20, 15, 1, {0, 1, 5, 1, 3}}}, &err), GO_OK);
    assert_int_equal(run_history_add_duel(&h, &f, &(run_duel){4, RUN_ANCHOR, {20, 5, 0, {0}}}, &err),
                     GO_OK);
    assert_int_equal(run_history_read(&again, &f, &err), GO_OK);
    assert_int_equal(again.n_steps, 1);
    assert_int_equal(again.n_duels, 2);
    assert_memory_equal(again.duel, h.duel, 2 * sizeof *h.duel);
    assert_close(run_history_step(&again, 4)->black_wins, 0.55, 1e-9);
    assert_int_equal(run_history_step(&again, 4)->would, 7);
    assert_null(run_history_step(&again, 3));
    assert_close(run_history_step(&again, 4)->threshold, 0.08, 1e-9);
    assert_int_equal(run_history_step(&again, 4)->net, 3);
    assert_int_equal(run_history_duel(&again, 4, RUN_ANCHOR).wins, 5);
    run_history_free(&again);
    run_history_free(&h);

    write_text(run_folder_file(&f, "duels.tsv", path), "# remark\n1\t0\t20\t15\t1\n2\t1\t20");
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK); /* the last line was cut short */
    assert_int_equal(h.n_duels, 1);
    run_history_free(&h);
    static const char *const wrong[] = {"nonsense", "1\t0\t20\t15", "1\t0\t20\t1e300\t1",
                                        "3000000000\t0\t20\t15\t1", "1\t0\t20\tnan\t1",
                                        "1\t0\t2000000000\t15\t1", "1\t0\t20\t15\t6",
                                        "1\t0\t20\t-1\t1", "1\t0\t-20\t0\t0",
                                        "1\t1\t20\t15\t1", "-1\t0\t20\t15\t1",
                                        "1\t-2\t20\t15\t1",
                                        "1\t0\t20\t15\t1\t0\t0\t0\t0\t11"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[100];
        snprintf(text, sizeof text, "1\t0\t20\t15\t1\n%s\n", wrong[i]);
        write_text(path, text);
        assert_int_equal(run_history_read(&h, &f, &err), GO_EFORMAT);
        assert_non_null(strstr(err.message, "line 2"));
        run_history_free(&h);
    }
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0777), 0); /* it can be opened, but not read */
    assert_int_equal(run_history_read(&h, &f, &err), GO_EIO);
    assert_non_null(strstr(err.message, "duels.tsv: cannot read"));
    run_history_free(&h);
    run_folder_close(&f);
    json_decref(settings);
    temp_dir_remove(&dir);
}

/* The networks of generations 3 and 4 have been removed, and others are made. */
static void results_of_removed_networks_do_not_count(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400], path[RUN_PATH], *text;
    size_t n;
    json_t *settings = json_pack("{s:i}", "games", 3);
    run_folder f, looks;
    run_history h;
    go_error err;
    temp_dir_path(&dir, "run", folder);
    assert_int_equal(run_folder_open(&f, folder, settings, &err), GO_OK);
    write_text(run_folder_file(&f, "duels.tsv", path), "# remark\n2\t1\t20\t15\t1\n"
               "3\t2\t40\t40\t0\n2\t-1\t20\t5\t0\n2\t3\t20\t0\t0\n");
    write_text(run_folder_file(&f, "gate.tsv", path), "2\t1\t1\t20\t15\t1\n3\t2\t1\t40\t40\t0\n");
    f.newest = 2;
    looks = f;
    looks.lock = -1;
    assert_int_equal(run_history_read(&h, &looks, &err), GO_OK);
    assert_true(h.n_duels == 2 && h.n_gates == 1);
    run_history_free(&h);
    assert_int_equal(read_file(path, 1 << 20, &text, &n, &err), GO_OK);
    assert_null(strchr(text, '#')); /* who only looks changes nothing */
    free(text);
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    assert_true(h.n_duels == 2 && h.n_gates == 1);
    run_history_free(&h);
    f.newest = 3; /* a new one */
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    assert_true(h.n_duels == 2 && h.n_gates == 1);
    assert_null(run_history_gate(&h, 3));
    assert_int_equal(run_history_duel(&h, 2, RUN_ANCHOR).wins, 5);
    run_history_free(&h);
    run_folder_close(&f);
    json_decref(settings);
    temp_dir_remove(&dir);
}

/* Nor may they count as games of the classic engine, whose number follows the newest one's. */
static void ratings_are_of_generations_that_are_there(void **state)
{
    (void)state;
    run_duel duels[] = {{1, 0, {400, 300, 0, {0}}}, {1, RUN_ANCHOR, {400, 100, 0, {0}}},
                        {2, 1, {400, 400, 0, {0}}}};
    const run_history h = {.n_duels = 3, .duel = duels};
    double elo[2], low[2], high[2], anchor;
    assert_int_equal(run_history_rate(&h, 1, elo, low, high, &anchor, NULL), GO_OK);
    assert_close(elo[1], 190, 6);
    assert_close(anchor, 380, 12);
}

/* 15 of 20 are 190 Elo; the classic engine won as many from generation 1. */
static void generations_are_rated(void **state)
{
    (void)state;
    run_duel duels[] = {{1, 0, {400, 300, 0, {0}}}, {1, RUN_ANCHOR, {400, 100, 0, {0}}}};
    const run_history h = {.n_duels = 2, .duel = duels};
    double elo[2], low[2], high[2], anchor;
    assert_int_equal(run_history_rate(&h, 1, elo, low, high, &anchor, NULL), GO_OK);
    assert_close(elo[0], 0, 1e-9);
    assert_close(elo[1], 190, 6);
    assert_close(anchor, 380, 12);
    assert_true(low[1] < elo[1] && elo[1] < high[1]);
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
        cmocka_unit_test(a_learning_goes_on_with_its_games),
        cmocka_unit_test(fewer_games_than_before_are_learned_from),
        cmocka_unit_test(losses_are_of_many_rows),
        cmocka_unit_test(late_rows_outlive_a_kill),
        cmocka_unit_test(files_of_others_stay),
        cmocka_unit_test(a_link_that_cannot_be_made_is_an_error),
        cmocka_unit_test(looks_are_rare_but_not_too_rare),
        cmocka_unit_test(missing_settings_have_defaults),
        cmocka_unit_test(one_process_at_a_time),
        cmocka_unit_test(history_is_read_again),
        cmocka_unit_test(results_of_removed_networks_do_not_count),
        cmocka_unit_test(generations_are_rated),
        cmocka_unit_test(ratings_are_of_generations_that_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
