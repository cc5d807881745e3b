/* Arrays in temporary files: growing, and little address space. */
#include "base/io/mapped.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/support/address_space.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

enum { ARRAYS = 24 };

static void what_is_appended_stays_where_it_is(void **state)
{
    (void)state;
    mapped m;
    uint32_t block[1 << 16];
    assert_int_equal(mapped_create(&m, group_dir.path, NULL), GO_OK);
    const uint8_t *data = m.data;
    for (uint32_t k = 0; k < 400; k++) { /* 100 MB: more than is reserved at once */
        for (uint32_t i = 0; i < 1 << 16; i++)
            block[i] = k ^ i;
        assert_int_equal(mapped_append(&m, block, sizeof block, NULL), GO_OK);
    }
    assert_ptr_equal(m.data, data);
    assert_int_equal(m.size, 400 * sizeof block);
    for (uint32_t k = 0; k < 400; k++)
        for (uint32_t i = 0; i < 1 << 16; i += 4099)
            assert_int_equal(((const uint32_t *)(const void *)data)[k << 16 | i], k ^ i);
    mapped_close(&m);
    mapped_close(&m);
}

/* With `space` bytes left to this process, many arrays can each become `least` bytes long. */
static void expect_room(rlim_t space, size_t least)
{
    mapped m[ARRAYS] = {{0}};
    struct rlimit before, little;
    go_status status = GO_OK;
    int n = 0;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    little = before;
    little.rlim_cur = (rlim_t)address_space() + space;
    if (setrlimit(RLIMIT_AS, &little) != 0)
        skip();
    for (; n < ARRAYS && status == GO_OK; n++)
        status = mapped_create(&m[n], group_dir.path, NULL);
    setrlimit(RLIMIT_AS, &before);
    for (int i = 0; i < n; i++) {
        if (status == GO_OK)
            assert_in_range(m[i].space, least, (size_t)1 << 42);
        mapped_close(&m[i]);
    }
    assert_int_equal(status, GO_OK);
}

/* Half a terabyte, as processes have on some ARM systems. */
static void many_arrays_share_little_space(void **state)
{
    (void)state;
    expect_room((rlim_t)1 << 39, (size_t)1 << 30);
}

/* Four gigabytes: a limit (ulimit -v) on a server. */
static void many_arrays_share_very_little_space(void **state)
{
    (void)state;
    expect_room((rlim_t)4 << 30, (size_t)1 << 26);
}

/* Asks for more than the system has reserved. */
static void an_array_that_outgrows_its_space_is_refused(void **state)
{
    (void)state;
    static const char block[1 << 20];
    mapped m;
    go_error err = {GO_OK, ""};
    assert_int_equal(mapped_create(&m, group_dir.path, NULL), GO_OK);
    const size_t space = m.space;
    m.space = sizeof block;
    assert_int_equal(mapped_append(&m, block, sizeof block, NULL), GO_OK);
    assert_int_equal(mapped_append(&m, block, 1, &err), GO_EIO);
    assert_non_null(strstr(err.message, "1 MB of address space"));
    assert_non_null(strstr(err.message, "ulimit -v"));
    m.space = space;
    mapped_close(&m);
}

/* So that a few games fit on any disk, for which a limit on the size of files stands. */
static void little_data_takes_little_disk(void **state)
{
    (void)state;
    mapped m;
    struct rlimit before, little;
    go_error err = {GO_OK, ""};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    little = before;
    little.rlim_cur = 3 << 20;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(mapped_create(&m, group_dir.path, NULL), GO_OK);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    go_status small = mapped_append(&m, "go", 3, NULL), large = GO_OK;
    for (int i = 0; i < 4 && large == GO_OK; i++) {
        static const char block[1 << 20];
        large = mapped_append(&m, block, sizeof block, &err);
    }
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(small, GO_OK);
    assert_string_equal((const char *)m.data, "go");
    assert_int_equal(large, GO_EIO);
    assert_non_null(strstr(err.message, "more space with --tmp"));
    mapped_close(&m);
}

static void what_chooses_the_folder_is_named(void **state)
{
    (void)state;
    mapped m;
    go_error err;
    assert_int_equal(mapped_create(&m, "/nonexistent", &err), GO_EIO);
    assert_non_null(strstr(err.message, "choose another folder with --tmp"));
    char *before = getenv("TMPDIR"), *kept = before ? strdup(before) : NULL;
    setenv("TMPDIR", "/nonexistent", 1);
    assert_int_equal(mapped_create(&m, NULL, &err), GO_EIO);
    if (kept)
        setenv("TMPDIR", kept, 1);
    else
        unsetenv("TMPDIR");
    free(kept);
    assert_non_null(strstr(err.message, "choose another folder with TMPDIR"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_appended_stays_where_it_is),
        cmocka_unit_test(many_arrays_share_little_space),
        cmocka_unit_test(many_arrays_share_very_little_space),
        cmocka_unit_test(an_array_that_outgrows_its_space_is_refused),
        cmocka_unit_test(little_data_takes_little_disk),
        cmocka_unit_test(what_chooses_the_folder_is_named),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
