/* The memory that limits leave to a process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/usable_memory.h"
#include "tests/support/address_space.h"

static char folder[] = "/tmp/katachi-memory-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[2][200];
    static int turn;
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int64_t limit_of(const char *groups)
{
    write_text("groups", groups);
    return usable_memory_of_groups(in_folder("groups"), folder);
}

static int make_groups(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    mkdir(in_folder("services"), 0700);
    mkdir(in_folder("services/bot"), 0700);
    mkdir(in_folder("memory"), 0700);
    mkdir(in_folder("memory/old"), 0700);
    write_text("services/memory.max", "536870912\n");
    write_text("services/bot/memory.max", "max\n");
    write_text("memory/memory.limit_in_bytes", "9223372036854771712\n");
    write_text("memory/old/memory.limit_in_bytes", "268435456\n");
    return 0;
}

static int remove_groups(void **state)
{
    static const char *const names[] = {"services/bot/memory.max", "services/bot",
                                        "services/memory.max", "services",
                                        "memory/old/memory.limit_in_bytes", "memory/old",
                                        "memory/memory.limit_in_bytes", "memory", "memory.max",
                                        "groups", ""};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(in_folder(names[i]));
    return 0;
}

static void the_lowest_limit_around_a_group_counts(void **state)
{
    (void)state;
    assert_int_equal(limit_of("0::/services/bot\n"), 536870912);
    assert_int_equal(limit_of("5:cpu:/old\n4:cpuset,memory:/old\n0::/services/bot\n"), 268435456);
    assert_int_equal(limit_of("5:cpu:/old\n0::/elsewhere\n"), INT64_MAX);
    assert_int_equal(limit_of("4:memory:/\n"), 9223372036854771712);
    assert_int_equal(limit_of("no groups here\n4:memory\n0::\n"), INT64_MAX);
    assert_int_equal(usable_memory_of_groups(in_folder("nothing"), folder), INT64_MAX);
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
    return cmocka_run_group_tests(tests, make_groups, remove_groups);
}
