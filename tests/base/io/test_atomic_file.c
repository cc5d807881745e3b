/* Output files that are complete or not there, compressed or not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/io/atomic_file.h"
#include "tests/support/temp_dir.h"

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *data = calloc(1, 1 << 20);
    *size = fread(data, 1, (1 << 20) - 1, file);
    fclose(file);
    return data;
}

static void assert_content(const char *path, const char *expected)
{
    size_t size;
    char *data = read_file(path, &size);
    assert_string_equal(data, expected);
    free(data);
}

static void write_text(const char *path, const char *text)
{
    atomic_file *file;
    go_error err;
    assert_int_equal(atomic_file_open(&file, path, &err), GO_OK);
    fputs(text, atomic_file_stream(file));
    assert_int_equal(atomic_file_commit(file, &err), GO_OK);
}

static void the_old_file_stays_until_the_commit(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400];
    temp_dir_path(&dir, "out.txt", path);
    write_text(path, "old");
    atomic_file *file;
    assert_int_equal(atomic_file_open(&file, path, NULL), GO_OK);
    fputs("new and longer", atomic_file_stream(file));
    fflush(atomic_file_stream(file));
    assert_content(path, "old");
    assert_int_equal(atomic_file_commit(file, NULL), GO_OK);
    assert_content(path, "new and longer");
    assert_int_equal(temp_dir_count(&dir), 1);
    temp_dir_remove(&dir);
}

static void a_name_may_be_as_long_as_the_system_allows(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[700], name[NAME_MAX + 2];
    atomic_file *file;
    go_error err;
    memset(name, 'n', sizeof name);
    name[NAME_MAX] = '\0';
    snprintf(path, sizeof path, "%s/%s", dir.path, name);
    write_text(path, "old");
    write_text(path, "new");
    assert_content(path, "new");
    assert_int_equal(temp_dir_count(&dir), 1);
    unlink(path);
    /* one more is an error at once, before hours of work */
    snprintf(path, sizeof path, "%s/%sn", dir.path, name);
    assert_int_equal(atomic_file_open(&file, path, &err), GO_EIO);
    temp_dir_remove(&dir);
}

static void a_discarded_file_leaves_nothing(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400];
    atomic_file *file;
    assert_int_equal(atomic_file_open(&file, temp_dir_path(&dir, "x", path), NULL), GO_OK);
    fputs("half", atomic_file_stream(file));
    snprintf(path, sizeof path, "x.part-%ld-0", (long)getpid());
    assert_true(atomic_file_is_unfinished(path));
    assert_false(atomic_file_is_unfinished("games.part-1-2.sgf"));
    assert_false(atomic_file_is_unfinished("games.part-1"));
    atomic_file_discard(file);
    atomic_file_discard(NULL);
    assert_int_equal(temp_dir_count(&dir), 0);
    temp_dir_remove(&dir);
}

static void permissions_of_a_replaced_file_stay(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400];
    write_text(temp_dir_path(&dir, "x", path), "1");
    chmod(path, 0640);
    write_text(path, "2");
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    temp_dir_remove(&dir);
}

static void a_link_is_followed(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400], link[400];
    write_text(temp_dir_path(&dir, "real", path), "1");
    assert_int_equal(symlink(path, temp_dir_path(&dir, "link", link)), 0);
    write_text(link, "2");
    assert_content(path, "2");
    struct stat st;
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    temp_dir_remove(&dir);
}

static void a_link_to_nothing_yet_is_followed(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400], first[400], second[400];
    struct stat st;
    temp_dir_path(&dir, "new", path);
    assert_int_equal(symlink("new", temp_dir_path(&dir, "first", first)), 0);
    assert_int_equal(symlink(first, temp_dir_path(&dir, "second", second)), 0);
    write_text(second, "1");
    assert_content(path, "1");
    assert_true(lstat(first, &st) == 0 && S_ISLNK(st.st_mode));
    assert_true(lstat(second, &st) == 0 && S_ISLNK(st.st_mode));
    assert_int_equal(temp_dir_count(&dir), 3);
    temp_dir_remove(&dir);
}

static void a_link_to_itself_is_an_error(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char link[400];
    atomic_file *file;
    assert_int_equal(symlink("loop", temp_dir_path(&dir, "loop", link)), 0);
    assert_int_equal(atomic_file_open(&file, link, NULL), GO_EIO);
    assert_int_equal(temp_dir_count(&dir), 1);
    temp_dir_remove(&dir);
}

/* Sends standard output to `path` while the text is written to `name`. */
static void write_as_stdout(const char *path, int flags, const char *name, bool removed)
{
    const int own = dup(STDOUT_FILENO), fd = open(path, flags | O_WRONLY | O_CREAT, 0666);
    fflush(stdout);
    dup2(fd, STDOUT_FILENO);
    close(fd);
    if (removed)
        unlink(path);
    const bool known = atomic_file_is_stdout(name);
    write_text(name, "new");
    dup2(own, STDOUT_FILENO);
    close(own);
    assert_true(known);
}

static void what_standard_output_is_appended_to_stays(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400];
    write_text(temp_dir_path(&dir, "x", path), "old ");
    write_as_stdout(path, O_APPEND, "/dev/stdout", false);
    assert_content(path, "old new");
    write_as_stdout(path, O_APPEND, path, false);
    assert_content(path, "old newnew");
    write_as_stdout(path, O_TRUNC, "-", false);
    assert_content(path, "new");
    assert_false(atomic_file_is_stdout(path));
    assert_int_equal(temp_dir_count(&dir), 1);
    temp_dir_remove(&dir);
}

/* Root could replace /dev/stdout itself. */
static void a_removed_file_may_be_standard_output(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400];
    struct stat before, after;
    assert_int_equal(lstat("/dev/stdout", &before), 0);
    write_as_stdout(temp_dir_path(&dir, "x", path), O_TRUNC, "/dev/stdout", true);
    assert_int_equal(lstat("/dev/stdout", &after), 0);
    assert_true(before.st_ino == after.st_ino && S_ISLNK(after.st_mode));
    assert_int_equal(temp_dir_count(&dir), 0);
    temp_dir_remove(&dir);
}

static void a_missing_folder_is_named(void **state)
{
    (void)state;
    atomic_file *file;
    go_error err;
    assert_int_equal(atomic_file_open(&file, "no/such/folder/x", &err), GO_EIO);
    assert_null(file);
    assert_string_equal(err.message, "no/such/folder/x: cannot write: No such file or directory");
}

static void a_full_disk_is_an_error_at_the_commit(void **state)
{
    (void)state;
    atomic_file *file;
    go_error err;
    assert_int_equal(atomic_file_open(&file, "/dev/full", &err), GO_OK);
    for (int i = 0; i < 10000; i++)
        fputs("0123456789", atomic_file_stream(file));
    assert_int_equal(atomic_file_commit(file, &err), GO_EIO);
    assert_string_equal(err.message, "/dev/full: cannot write: No space left on device");
}

/* A limit on the size of files acts like a full disk on a regular file. */
static void nothing_is_left_when_space_runs_out(const char *name)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    struct rlimit old, small = {8192, RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &old);
    small.rlim_max = old.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    atomic_file *file;
    go_error err;
    assert_int_equal(atomic_file_open(&file, temp_dir_path(&dir, name, path), &err), GO_OK);
    setrlimit(RLIMIT_FSIZE, &small);
    uint64_t x = 88172645463325252u; /* xorshift: bytes that do not compress */
    for (int i = 0; i < 100000; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        fwrite(&x, sizeof x, 1, atomic_file_stream(file));
    }
    go_status status = atomic_file_commit(file, &err);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(status, GO_EIO);
    assert_non_null(strstr(err.message, "File too large; no file was created or changed"));
    assert_int_equal(temp_dir_count(&dir), 0);
    temp_dir_remove(&dir);
}

static void nothing_is_left_when_space_runs_out_plain(void **state)
{
    (void)state;
    nothing_is_left_when_space_runs_out("x");
}

static void nothing_is_left_when_space_runs_out_gz(void **state)
{
    (void)state;
    nothing_is_left_when_space_runs_out("x.gz");
}

static void nothing_is_left_when_space_runs_out_zst(void **state)
{
    (void)state;
    nothing_is_left_when_space_runs_out("x.zst");
}

/* The second file does not fit, so the first one stays as it was, too. */
static void files_that_belong_together_are_replaced_together(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[2][400];
    struct rlimit old, small = {8192, RLIM_INFINITY};
    atomic_file *file[2];
    go_error err;
    write_text(temp_dir_path(&dir, "a.gz", path[0]), "old");
    write_text(temp_dir_path(&dir, "b", path[1]), "old");
    getrlimit(RLIMIT_FSIZE, &old);
    small.rlim_max = old.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    for (int large = 1; large >= 0; large--) {
        for (int i = 0; i < 2; i++)
            assert_int_equal(atomic_file_open(&file[i], path[i], &err), GO_OK);
        setrlimit(RLIMIT_FSIZE, &small);
        fputs("new", atomic_file_stream(file[0]));
        for (int i = 0; i < (large ? 3000 : 1); i++)
            fputs("new", atomic_file_stream(file[1]));
        go_status status = atomic_file_commit_all(file, 2, &err);
        setrlimit(RLIMIT_FSIZE, &old);
        assert_int_equal(status, large ? GO_EIO : GO_OK);
        gzFile gz = gzopen(path[0], "rb");
        char text[8] = "";
        assert_int_equal(gzread(gz, text, sizeof text - 1), 3);
        gzclose(gz);
        assert_string_equal(text, large ? "old" : "new");
        assert_content(path[1], large ? "old" : "new");
    }
    assert_int_equal(temp_dir_count(&dir), 2);
    temp_dir_remove(&dir);
}

static void gz_is_read_back_by_zlib(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400], text[100] = "";
    write_text(temp_dir_path(&dir, "x.gz", path), "some text, compressed");
    gzFile file = gzopen(path, "rb");
    assert_int_equal(gzdirect(file), 0);
    assert_int_equal(gzread(file, text, sizeof text - 1), 21);
    gzclose(file);
    assert_string_equal(text, "some text, compressed");
    temp_dir_remove(&dir);
}

static void zst_is_read_back_by_zstd(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400], text[100] = "";
    size_t size;
    write_text(temp_dir_path(&dir, "x.zst", path), "some text, compressed");
    char *data = read_file(path, &size);
    assert_int_equal(ZSTD_decompress(text, sizeof text, data, size), 21);
    assert_string_equal(text, "some text, compressed");
    free(data);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_old_file_stays_until_the_commit),
        cmocka_unit_test(a_name_may_be_as_long_as_the_system_allows),
        cmocka_unit_test(a_discarded_file_leaves_nothing),
        cmocka_unit_test(permissions_of_a_replaced_file_stay),
        cmocka_unit_test(a_link_is_followed),
        cmocka_unit_test(a_link_to_nothing_yet_is_followed),
        cmocka_unit_test(a_link_to_itself_is_an_error),
        cmocka_unit_test(what_standard_output_is_appended_to_stays),
        cmocka_unit_test(a_removed_file_may_be_standard_output),
        cmocka_unit_test(a_missing_folder_is_named),
        cmocka_unit_test(a_full_disk_is_an_error_at_the_commit),
        cmocka_unit_test(nothing_is_left_when_space_runs_out_plain),
        cmocka_unit_test(nothing_is_left_when_space_runs_out_gz),
        cmocka_unit_test(nothing_is_left_when_space_runs_out_zst),
        cmocka_unit_test(files_that_belong_together_are_replaced_together),
        cmocka_unit_test(gz_is_read_back_by_zlib),
        cmocka_unit_test(zst_is_read_back_by_zstd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
