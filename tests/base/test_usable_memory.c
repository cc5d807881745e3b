/* The memory that limits leave to a process. */
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/usable_memory.h"
#include "tests/support/address_space.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

static void write_text(const char *name, const char *text)
{
    char path[400];
    temp_dir_text(&group_dir, name, text, path);
}

static void make_folder(const char *name)
{
    char path[400];
    assert_int_equal(mkdir(temp_dir_path(&group_dir, name, path), 0700), 0);
}

static int64_t limit_of(const char *groups)
{
    char path[400];
    temp_dir_text(&group_dir, "groups", groups, path);
    return usable_memory_of_groups(path, group_dir.path);
}

static int make_groups(void **state)
{
    group_dir_make(state);
    make_folder("services");
    make_folder("services/bot");
    make_folder("memory");
    make_folder("memory/old");
    write_text("services/memory.max", "536870912\n");
    write_text("services/bot/memory.max", "max\n");
    write_text("memory/memory.limit_in_bytes", "9223372036854771712\n");
    write_text("memory/old/memory.limit_in_bytes", "268435456\n");
    return 0;
}

static void the_lowest_limit_around_a_group_counts(void **state)
{
    (void)state;
    char path[400];
    assert_int_equal(limit_of("0::/services/bot\n"), 536870912);
    assert_int_equal(limit_of("5:cpu:/old\n4:cpuset,memory:/old\n0::/services/bot\n"), 268435456);
    assert_int_equal(limit_of("5:cpu:/old\n0::/elsewhere\n"), INT64_MAX);
    assert_int_equal(limit_of("4:memory:/\n"), 9223372036854771712);
    assert_int_equal(limit_of("no groups here\n4:memory\n0::\n"), INT64_MAX);
    assert_int_equal(
        usable_memory_of_groups(temp_dir_path(&group_dir, "nothing", path), group_dir.path),
        INT64_MAX);
}

/* As in a container: the root is its own group, and the name is one from outside. */
static void the_root_of_the_groups_has_a_limit_too(void **state)
{
    (void)state;
    write_text("memory.max", "1048576\n");
    assert_int_equal(limit_of("0::/\n"), 1048576);
    assert_int_equal(limit_of("0::/../outside\n"), 1048576);
}

static void the_limit_of_the_shell_counts(void **state)
{
    struct rlimit before, limit;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    const int64_t all = usable_memory();
    if (address_space() > all) /* AddressSanitizer has taken more than the limit already */
        skip();
    assert_true(all > 0 && all <= (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE));
    limit = (struct rlimit){(rlim_t)all - 4096, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    const int64_t less = usable_memory();
    setrlimit(RLIMIT_AS, &before);
    assert_int_equal(less, all - 4096);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_limit_around_a_group_counts),
        cmocka_unit_test(the_root_of_the_groups_has_a_limit_too),
        cmocka_unit_test(the_limit_of_the_shell_counts),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_groups, group_dir_remove);
}
