/* Folders for results: with those above them; what is in the way is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/make_folder.h"
#include "tests/support/temp_dir.h"

static void missing_parents_are_made(void **state)
{
    char path[400];
    go_error err;
    (void)state;
    temp_dir_path(&group_dir, "a/b/c", path);
    assert_int_equal(make_folder(path, &err), GO_OK);
    assert_true(is_folder(path));
    assert_int_equal(make_folder(path, &err), GO_OK); /* again */
}

static void slashes_do_not_matter(void **state)
{
    char path[400];
    go_error err;
    (void)state;
    temp_dir_path(&group_dir, "d//e/", path);
    assert_int_equal(make_folder(path, &err), GO_OK);
    assert_true(is_folder(path));
}

static void relative_names_begin_here(void **state)
{
    char old[PATH_MAX];
    go_error err;
    (void)state;
    assert_non_null(getcwd(old, sizeof old));
    assert_int_equal(chdir(group_dir.path), 0);
    go_status status = make_folder("m/s1", &err);
    bool made = is_folder("m/s1");
    assert_int_equal(chdir(old), 0);
    assert_int_equal(status, GO_OK);
    assert_true(made);
}

static void what_is_in_the_way_is_named(void **state)
{
    char file[400], path[400];
    go_error err;
    (void)state;
    temp_dir_text(&group_dir, "file", "text", file);
    assert_int_equal(make_folder(temp_dir_path(&group_dir, "file/x/y", path), &err), GO_EIO);
    assert_non_null(strstr(err.message, "/file exists and is not a folder"));
    assert_int_equal(make_folder(file, &err), GO_EIO);
    assert_int_equal(make_folder("/proc/none/x", &err), GO_EIO);
    assert_non_null(strstr(err.message, "cannot create the folder /proc/none: "));
    assert_int_equal(make_folder("", &err), GO_EIO);
    assert_int_equal(symlink("nowhere", temp_dir_path(&group_dir, "link", path)), 0);
    assert_int_equal(make_folder(path, &err), GO_EIO);
    assert_non_null(strstr(err.message, "/link exists and is not a folder")); /* not: is missing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_parents_are_made),
        cmocka_unit_test(slashes_do_not_matter),
        cmocka_unit_test(relative_names_begin_here),
        cmocka_unit_test(what_is_in_the_way_is_named),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
