/* How the name of a file ends. */
#include "base/ending.h"
#include "tests/support/unit.h"

static void names_end(void **state)
{
    (void)state;
    assert_int_equal(ending_at("games.sgf", ".sgf"), 5);
    assert_int_equal(ending_at("GAMES.SGF.Gz", ".sgf.gz"), 5);
    assert_int_equal(ending_at("games.sgf.gz", ".gz"), 9);
}

static void others_do_not(void **state)
{
    (void)state;
    assert_int_equal(ending_at("games.sgf.gz", ".sgf"), 0);
    assert_int_equal(ending_at("gamessgf", ".sgf"), 0);
    assert_int_equal(ending_at(".sgf", ".sgf"), 0); /* a hidden file without an ending */
    assert_int_equal(ending_at("gf", ".sgf"), 0);
    assert_int_equal(ending_at("", ".sgf"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_end),
        cmocka_unit_test(others_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
