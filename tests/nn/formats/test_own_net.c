/* Which file a network's name means: the shipped networks by the size of the board. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "nn/formats/own_net.h"
#include "tests/support/temp_dir.h"

/* Two empty files for networks of 9x9 and 13x13, in the folder of the user's data. */
static int make_nets(void **state)
{
    char path[400];
    group_dir_make(state);
    assert_int_equal(mkdir(temp_dir_path(&group_dir, "katachi", path), 0700), 0);
    temp_dir_text(&group_dir, "katachi/own-9x9.bin.gz", "", path);
    temp_dir_text(&group_dir, "katachi/own-13x13.bin.gz", "", path);
    assert_int_equal(setenv("XDG_DATA_HOME", group_dir.path, 1), 0);
    return chdir(group_dir.path); /* where no data/ is */
}

static int leave_nets(void **state)
{
    assert_int_equal(chdir("/"), 0);
    return group_dir_remove(state);
}

static void expect_found(const char *name, int size, const char *file)
{
    char path[DATA_FILE_PATH], wanted[400];
    go_error err = {GO_OK, ""};
    go_status status = nn_net_find(name, size, path, &err);
    if (status != GO_OK)
        fail_msg("%s for %dx%d: %s", name, size, size, err.message);
    assert_string_equal(path, strchr(file, '/') ? file : temp_dir_path(&group_dir, file, wanted));
}

static void own_is_that_of_the_size_or_of_the_next_larger(void **state)
{
    char path[400], nine[400], thirteen[400];
    (void)state;
    temp_dir_path(&group_dir, "katachi/own-9x9.bin.gz", nine);
    temp_dir_path(&group_dir, "katachi/own-13x13.bin.gz", thirteen);
    expect_found("own", 2, nine);
    expect_found("own", 7, nine);
    expect_found("own", 9, nine);
    expect_found("own", 10, thirteen);
    expect_found("own", 13, thirteen);
    const char *large = temp_dir_text(&group_dir, "katachi/own-19x19.bin.gz", "", path);
    expect_found("own", 13, thirteen);
    expect_found("own", 14, large);
    expect_found("own", 19, large);
    expect_found("own", 25, large); /* the largest boards have no network of their own */
    assert_int_equal(remove(large), 0);
}

static void a_smaller_one_is_not_taken(void **state)
{
    char path[DATA_FILE_PATH];
    go_error err;
    (void)state;
    if (nn_net_find("own", 19, path, &err) == GO_OK)
        skip(); /* one is installed on this machine */
    assert_int_equal(nn_net_find("own", 19, path, &err), GO_EIO);
    assert_non_null(strstr(err.message, "no network own-19x19 is installed"));
    assert_non_null(strstr(err.message, group_dir.path));
    assert_non_null(strstr(err.message, "katachi net train"));
}

static void names_with_a_size_are_exact(void **state)
{
    char path[DATA_FILE_PATH], nine[400], people[400];
    go_error err;
    (void)state;
    temp_dir_path(&group_dir, "katachi/own-9x9.bin.gz", nine);
    expect_found("own-9x9", 0, nine);
    expect_found("own-9x9", 19, nine);
    temp_dir_text(&group_dir, "katachi/people-9x9.bin.gz", "", people);
    expect_found("people-9x9", 19, people);
    assert_true(nn_net_comes_along("people-9x9"));
    assert_int_equal(nn_net_find("people-13x13", 9, path, &err), GO_EIO);
    assert_non_null(strstr(err.message, "/people-13x13.bin.gz"));
    assert_int_equal(nn_net_find("own-11x11", 9, path, &err), GO_EIO);
    assert_non_null(strstr(err.message, "/own-11x11.bin.gz")); /* as it was looked for */
    assert_int_equal(nn_net_find("own", 0, path, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "own-9x9"));
}

static void other_names_are_files(void **state)
{
    static const char *const names[] = {"./own", "own.bin.gz", "own-9x", "own-9x8", "own-9x9.bin.gz",
                                        "own-0x0", "nets/own-9x9", "b6c96.bin.gz", "people"};
    char path[DATA_FILE_PATH];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(nn_net_find(names[i], 9, path, NULL), GO_OK);
        assert_string_equal(path, names[i]);
    }
    char name[DATA_FILE_PATH + 1];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(nn_net_find(name, 9, path, NULL), GO_EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_is_that_of_the_size_or_of_the_next_larger),
        cmocka_unit_test(a_smaller_one_is_not_taken),
        cmocka_unit_test(names_with_a_size_are_exact),
        cmocka_unit_test(other_names_are_files),
    };
    return cmocka_run_group_tests(tests, make_nets, leave_nets);
}
