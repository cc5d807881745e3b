/* The folder of a run: its files, its lock, and the settings of its workers. */
#include "selfplay/state/run_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/read_file.h"
#include "selfplay/state/play_file.h"
#include "tests/support/assert_close.h"
#include "tests/support/improving.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"
#include "tests/support/whole_files.h"

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
    const improve_settings s = improve_on_5x5(1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_others_stay),
        cmocka_unit_test(a_link_that_cannot_be_made_is_an_error),
        cmocka_unit_test(missing_settings_have_defaults),
        cmocka_unit_test(one_process_at_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
