/* Whole files, compressed or not, sound or not. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zlib.h>

#include "base/io/compress_stream.h"
#include "base/io/read_file.h"
#include "base/rng.h"
#include "tests/support/address_space.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

static const char words[] = "B D4 W Q16 B Q3 W D17 ";

enum { TIMES = 20000 };

static int trouble, n_reads; /* of each third read: an errno, or 0 */

/* Takes the place of the system's. */
ssize_t read(int fd, void *to, size_t n)
{
    if (trouble && ++n_reads % 3 == 0) {
        errno = trouble;
        return -1;
    }
    return syscall(SYS_read, fd, to, n > 1000 ? 1000 : n);
}

static void write_gz(const char *path)
{
    gzFile out = gzopen(path, "wb");
    assert_non_null(out);
    for (int i = 0; i < TIMES; i++)
        gzputs(out, words);
    assert_int_equal(gzclose(out), Z_OK);
}

static void gz_comes_back_whole(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400], *text;
    size_t n;
    write_gz(temp_dir_path(&dir, "a.gz", path));
    assert_int_equal(read_file(path, 1 << 20, &text, &n, NULL), GO_OK);
    assert_int_equal(n, TIMES * strlen(words));
    assert_memory_equal(text + n - strlen(words), words, sizeof words);
    free(text);
    assert_int_equal(read_file(path, 1 << 10, &text, &n, NULL), GO_EFORMAT);
    assert_null(text);
    temp_dir_remove(&dir);
}

/* Signals interrupt reads from a network file system; a device that fails is no damage. */
static void an_interrupted_read_is_repeated(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400], *text;
    size_t n;
    go_error err;
    write_gz(temp_dir_path(&dir, "a.gz", path));
    trouble = EINTR;
    go_status status = read_file(path, 1 << 20, &text, &n, &err);
    trouble = 0;
    assert_int_equal(status, GO_OK);
    assert_int_equal(n, TIMES * strlen(words));
    for (size_t i = 0; i < n; i += strlen(words))
        assert_memory_equal(text + i, words, strlen(words));
    free(text);
    trouble = EIO;
    n_reads = 1;
    status = read_file(path, 1 << 20, &text, &n, &err);
    trouble = 0;
    assert_int_equal(status, GO_EIO);
    assert_non_null(strstr(err.message, "a.gz' to the end: Input/output error"));
    temp_dir_remove(&dir);
}

/* Members one after another are one text, as gzip has it; what follows them does not count. */
static void members_are_joined(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400], *text;
    size_t n;
    for (int zeros = 0; zeros < 4; zeros++) {
        temp_dir_path(&dir, "a.gz", path);
        unlink(path);
        for (int i = 0; i < 700; i++) { /* more than a block, with members at its end */
            gzFile out = gzopen(path, "ab");
            gzputs(out, words);
            assert_int_equal(gzclose(out), Z_OK);
        }
        FILE *file = fopen(path, "ab");
        for (int i = 0; i < zeros; i++)
            fputc(0, file);
        fclose(file);
        assert_int_equal(read_file(path, 1 << 20, &text, &n, NULL), GO_OK);
        assert_int_equal(n, 700 * strlen(words));
        free(text);
    }
    temp_dir_remove(&dir);
}

/* libarchive would undo lrzip's compression by the program of that name. */
static void no_program_is_run(void **state)
{
    (void)state;
    static const char bytes[] = "LRZI\0\6 and so on, for more bytes than the magic number takes";
    temp_dir dir = temp_dir_create();
    char program[400], file[400], traces[400], script[500], *text;
    const char *now = getenv("PATH");
    char *path = strdup(now ? now : "");
    size_t n;
    snprintf(script, sizeof script, "#!/bin/sh\n>'%s'\ncat\n",
             temp_dir_path(&dir, "traces", traces));
    temp_dir_text(&dir, "lrzip", script, program);
    assert_int_equal(chmod(program, 0755), 0);
    temp_dir_bytes(&dir, "a.bin", bytes, sizeof bytes, file);
    assert_int_equal(setenv("PATH", dir.path, 1), 0);
    assert_int_equal(read_file(file, 1 << 20, &text, &n, NULL), GO_OK);
    assert_int_equal(setenv("PATH", path, 1), 0);
    assert_int_equal(n, sizeof bytes);
    assert_memory_equal(text, bytes, n);
    assert_int_not_equal(access(traces, F_OK), 0);
    free(text);
    free(path);
    temp_dir_remove(&dir);
}

/* Anywhere: in the data, in the checksum, in the length. */
static void a_changed_byte_is_noticed(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400], *text;
    size_t n;
    go_error err;
    for (long back = 1; back < 60; back++) {
        write_gz(temp_dir_path(&dir, "a.gz", path));
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        fseek(file, -back, SEEK_END);
        int byte = fgetc(file);
        fseek(file, -back, SEEK_END);
        fputc(byte ^ 1, file);
        fclose(file);
        assert_int_equal(read_file(path, 1 << 20, &text, &n, &err), GO_EFORMAT);
        assert_null(text);
        assert_non_null(strstr(err.message, "a.gz' is damaged or cut short ("));
    }
    temp_dir_remove(&dir);
}

static void what_is_missing_is_noticed(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400], *text;
    size_t n;
    for (int length = 2; length < 60; length++) {
        write_gz(temp_dir_path(&dir, "a.gz", path));
        assert_int_equal(truncate(path, length), 0);
        assert_int_equal(read_file(path, 1 << 20, &text, &n, NULL), GO_EFORMAT);
    }
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(read_file(path, 1 << 20, &text, &n, NULL), GO_OK);
    assert_int_equal(n, 0);
    free(text);
    temp_dir_remove(&dir);
}

static void a_lack_of_memory_is_no_damage(void **state)
{
    (void)state;
    if (address_space() > INT64_C(1) << 40) /* AddressSanitizer's, which ends with its program */
        skip();
    temp_dir dir = temp_dir_create();
    struct rlimit before, little;
    char path[400], text[100];
    size_t n;
    int failed;
    go_error err;
    read_stream *s = NULL;
    const int fd = open(temp_dir_path(&dir, "a.zst", path), O_WRONLY | O_CREAT, 0600);
    FILE *out = compress_stream(fd, path, &failed);
    assert_non_null(out);
    for (uint32_t i = 0; i < 1 << 20; i++) { /* 8 MB, so that zstd wants some of them */
        const uint64_t bits = rng_mix64(i);
        fwrite(&bits, sizeof bits, 1, out);
    }
    assert_int_equal(fclose(out), 0);
    close(fd);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    little = (struct rlimit){(rlim_t)address_space() + (1 << 20), before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &little), 0);
    go_status status = read_stream_open(&s, path, &err);
    if (status == GO_OK)
        status = read_stream_next(s, text, sizeof text, &n, &err);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    read_stream_close(s);
    assert_int_equal(status, GO_ENOMEM);
    assert_non_null(strstr(err.message, "out of memory while reading"));
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gz_comes_back_whole),
        cmocka_unit_test(an_interrupted_read_is_repeated),
        cmocka_unit_test(members_are_joined),
        cmocka_unit_test(no_program_is_run),
        cmocka_unit_test(a_changed_byte_is_noticed),
        cmocka_unit_test(what_is_missing_is_noticed),
        cmocka_unit_test(a_lack_of_memory_is_no_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
