/* Files that grow: who may write them, and what they hold. */
#include "base/io/append_file.h"

#include <errno.h>
#include <string.h>
#include <sys/file.h>

#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

static int trouble; /* of locks: an errno, or 0 */

/* Takes the place of the system's. */
int flock(int fd, int operation)
{
    (void)fd, (void)operation;
    errno = trouble;
    return trouble ? -1 : 0;
}

static int sync_trouble; /* of fdatasync: an errno, or 0 */

int fdatasync(int fd)
{
    (void)fd;
    errno = sync_trouble;
    return sync_trouble ? -1 : 0;
}

/* Some file systems cannot sync files, which must not stop anybody. */
static void it_copes_without_a_sync(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400];
    append_file *f;
    go_error err;
    trouble = 0;
    temp_dir_path(&dir, "file", path);
    assert_int_equal(append_file_open(&f, path, NULL), GO_OK);
    sync_trouble = EINVAL;
    assert_int_equal(append_file_sync(f, &err), GO_OK);
    sync_trouble = EIO;
    assert_int_equal(append_file_sync(f, &err), GO_EIO);
    sync_trouble = 0;
    append_file_close(f);
    temp_dir_remove(&dir);
}

static void it_grows_and_can_be_cut(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400];
    append_file *f;
    trouble = 0;
    temp_dir_path(&dir, "file", path);
    assert_int_equal(append_file_open(&f, path, NULL), GO_OK);
    assert_int_equal(append_file_add(f, "abcdef", 6, NULL), GO_OK);
    assert_int_equal(append_file_cut(f, 4, NULL), GO_OK);
    assert_int_equal(append_file_add(f, "xy", 2, NULL), GO_OK);
    append_file_close(f);
    assert_int_equal(append_file_open(&f, path, NULL), GO_OK);
    assert_int_equal(append_file_length(f), 6);
    append_file_close(f);
    temp_dir_remove(&dir);
}

/* Another process, or a file system without locks: only one of them passes by waiting. */
static void it_tells_why_there_is_no_lock(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400];
    append_file *f;
    go_error err;
    temp_dir_path(&dir, "file", path);
    trouble = EWOULDBLOCK;
    assert_int_equal(append_file_open(&f, path, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "another process is writing"));
    trouble = ENOLCK;
    assert_int_equal(append_file_open(&f, path, &err), GO_EIO);
    assert_non_null(strstr(err.message, "cannot lock"));
    assert_null(f);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_copes_without_a_sync),
                                       cmocka_unit_test(it_grows_and_can_be_cut),
                                       cmocka_unit_test(it_tells_why_there_is_no_lock)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
