/* The path of the running program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/io/program_path.h"

static void names_this_program(void **state)
{
    char path[4096];
    (void)state;
    assert_true(program_path(path, sizeof path));
    assert_int_equal(path[0], '/');
    assert_string_equal(strrchr(path, '/'), "/test_program_path");
}

static void a_path_that_does_not_fit_is_not_cut(void **state)
{
    char path[4096], small[4096];
    (void)state;
    assert_true(program_path(path, sizeof path));
    const size_t length = strlen(path);
    assert_false(program_path(small, length));
    assert_string_equal(small, "");
    assert_true(program_path(small, length + 1));
    assert_string_equal(small, path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_this_program),
        cmocka_unit_test(a_path_that_does_not_fit_is_not_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
