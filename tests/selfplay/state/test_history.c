/* The history of a run, read again, and the ratings that follow from it. */
#include "selfplay/state/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/read_file.h"
#include "tests/support/assert_close.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"
#include "tests/support/whole_files.h"

static int synced; /* calls of fdatasync, of which this takes the place */

int fdatasync(int fd)
{
    (void)fd;
    synced++;
    return 0;
}

static void history_is_read_again(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char folder[400], path[RUN_PATH];
    json_t *settings = json_pack("{s:i}", "games", 3);
    run_folder f;
    run_history h, again;
    go_error err;
    const run_step step = {.generation = 4,
                           .games = 10,
                           .moves = 300,
                           .recorded = 80,
                           .black_wins = 0.55,
                           .resigned = 0.1,
                           .wrong = -1,
                           .rows = 1000,
                           .window = 500,
                           .policy = 1.5,
                           .value = 0.5,
                           .seconds = 12,
                           .evaluations = 1000,
                           .would = 7,
                           .threshold = 0.08,
                           .visits = 120,
                           .net = 3};
    temp_dir_path(&dir, "run", folder);
    assert_int_equal(run_folder_open(&f, folder, settings, &err), GO_OK);
    f.newest = 4;
    assert_int_equal(run_history_read(&h, &f, &err), GO_OK);
    assert_int_equal(h.n_steps + h.n_duels, 0);
    synced = 0;
    assert_int_equal(run_history_add_step(&h, &f, &step, &err), GO_OK);
    assert_int_equal(
        run_history_add_duel(&h, &f, &(run_duel){4, 3, {20, 15, 1, {0, 1, 5, 1, 3}}}, &err), GO_OK);
    assert_int_equal(
        run_history_add_duel(&h, &f, &(run_duel){4, RUN_ANCHOR, {20, 5, 0, {0}}}, &err), GO_OK);
    assert_int_equal(synced, 3); /* the games are, and mean nothing without these */
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
    static const char *const wrong[] = {"nonsense",
                                        "1\t0\t20\t15",
                                        "1\t0\t20\t1e300\t1",
                                        "3000000000\t0\t20\t15\t1",
                                        "1\t0\t20\tnan\t1",
                                        "1\t0\t2000000000\t15\t1",
                                        "1\t0\t20\t15\t6",
                                        "1\t0\t20\t-1\t1",
                                        "1\t0\t-20\t0\t0",
                                        "1\t1\t20\t15\t1",
                                        "-1\t0\t20\t15\t1",
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
    static const char zeros[] = "1\t0\t20\t15\t1\n\0\0\0\n2\t1\t20\t15\t1\n";
    FILE *with_zeros = fopen(path, "wb"); /* of which none but the end may be cut off */
    fwrite(zeros, 1, sizeof zeros - 1, with_zeros);
    fclose(with_zeros);
    assert_int_equal(run_history_read(&h, &f, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "line 2"));
    run_history_free(&h);
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
    write_text(run_folder_file(&f, "duels.tsv", path),
               "# remark\n2\t1\t20\t15\t1\n"
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
    run_duel duels[] = {{1, 0, {400, 300, 0, {0}}},
                        {1, RUN_ANCHOR, {400, 100, 0, {0}}},
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
        cmocka_unit_test(history_is_read_again),
        cmocka_unit_test(results_of_removed_networks_do_not_count),
        cmocka_unit_test(generations_are_rated),
        cmocka_unit_test(ratings_are_of_generations_that_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
