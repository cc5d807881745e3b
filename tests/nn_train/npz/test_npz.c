/* Arrays to a file and back, and files that are not right. */
#include "nn_train/npz/npz.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

static const float some[6] = {1, -2.5f, 3, 4, 5e10f, 6};
static const int8_t others[5] = {-1, 0, 1, 2, 127};

static const char *write_two(char path[400])
{
    npz_writer *out;
    const npz_array a = {"numbers", "<f4", 2, {2, 3}}, b = {"small", "|i1", 1, {5}};
    temp_dir_path(&group_dir, "two.npz", path);
    assert_int_equal(npz_create(&out, path, NULL), GO_OK);
    assert_int_equal(npz_add(out, &a, some, NULL), GO_OK);
    assert_int_equal(npz_add(out, &b, others, NULL), GO_OK);
    assert_int_equal(npz_commit(out, NULL), GO_OK);
    return path;
}

static void arrays_come_back(void **state)
{
    (void)state;
    char path[400];
    npz_reader *in;
    npz_array a;
    float numbers[6];
    int8_t small[5];
    go_error err;
    assert_int_equal(npz_open(&in, write_two(path), NULL), GO_OK);
    assert_int_equal(npz_next(in, &a, NULL), GO_OK);
    assert_string_equal(a.name, "numbers");
    assert_string_equal(a.type, "<f4");
    assert_int_equal(npz_number_bytes(&a), 4);
    assert_int_equal(a.n_dimensions, 2);
    assert_true(a.shape[0] == 2 && a.shape[1] == 3);
    assert_int_equal(npz_read(in, numbers, 8, NULL), GO_OK); /* in two pieces */
    assert_int_equal(npz_read(in, numbers + 2, 16, NULL), GO_OK);
    assert_memory_equal(numbers, some, sizeof some);
    assert_int_equal(npz_next(in, &a, NULL), GO_OK);
    assert_string_equal(a.name, "small");
    assert_int_equal(npz_read(in, small, 5, NULL), GO_OK);
    assert_memory_equal(small, others, sizeof others);
    assert_int_equal(npz_read(in, small, 1, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "ends before"));
    assert_int_equal(npz_next(in, &a, NULL), GO_END);
    npz_close(in);
}

/* A file cut at any place is refused, when it is opened or when it is read. */
static void files_that_are_cut_short(void **state)
{
    (void)state;
    char path[400], cut[400], *bytes;
    size_t n;
    write_two(path);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    bytes = malloc(1 << 16);
    n = fread(bytes, 1, 1 << 16, f);
    fclose(f);
    for (size_t length = 0; length < n; length += 7) {
        npz_reader *in = NULL;
        npz_array a;
        go_error err = {GO_OK, ""};
        temp_dir_bytes(&group_dir, "cut.npz", bytes, length, cut);
        go_status status = npz_open(&in, cut, &err);
        while (status == GO_OK)
            status = npz_next(in, &a, &err);
        assert_int_equal(status, GO_EFORMAT);
        assert_non_null(strstr(err.message, "cut.npz"));
        npz_close(in);
    }
    free(bytes);
}

/* A header that promises more than there is, or more than there can be. */
static void shapes_that_lie(void **state)
{
    (void)state;
    static const char *const headers[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000, 19), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, }",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }"};
    for (int i = 0; i < 4; i++) {
        char path[400], bytes[400];
        npz_reader *in;
        npz_array a;
        struct archive *zip = archive_write_new();
        struct archive_entry *entry = archive_entry_new();
        temp_dir_path(&group_dir, "lie.npz", path);
        const size_t length = strlen(headers[i]);
        memcpy(bytes, "\x93NUMPY\1\0", 8);
        bytes[8] = (char)length;
        bytes[9] = 0;
        memcpy(bytes + 10, headers[i], length + 1);
        archive_write_set_format_zip(zip);
        assert_int_equal(archive_write_open_filename(zip, path), ARCHIVE_OK);
        archive_entry_set_pathname(entry, "a.npy");
        archive_entry_set_size(entry, (la_int64_t)length + 10);
        archive_entry_set_filetype(entry, AE_IFREG);
        assert_int_equal(archive_write_header(zip, entry), ARCHIVE_OK);
        archive_write_data(zip, bytes, length + 10);
        archive_entry_free(entry);
        archive_write_free(zip);
        assert_int_equal(npz_open(&in, path, NULL), GO_OK);
        assert_int_equal(npz_next(in, &a, NULL), GO_EFORMAT);
        npz_close(in);
    }
}

static void what_is_no_archive(void **state)
{
    (void)state;
    char path[400];
    npz_reader *in;
    npz_array a;
    go_error err;
    assert_int_equal(npz_open(&in, "/nonexistent.npz", &err), GO_EIO);
    assert_null(in);
    temp_dir_text(&group_dir, "text.npz", "(;SZ[9];B[ee])", path);
    go_status status = npz_open(&in, path, &err);
    if (status == GO_OK)
        status = npz_next(in, &a, &err);
    npz_close(in);
    assert_int_equal(status, GO_EFORMAT);
    assert_non_null(strstr(err.message, "not an .npz file"));
}

static void a_folder_that_is_not_there(void **state)
{
    (void)state;
    npz_writer *out;
    go_error err;
    assert_int_equal(npz_create(&out, "/dev/null/a.npz", &err), GO_EIO);
    assert_null(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_come_back),
        cmocka_unit_test(files_that_are_cut_short),
        cmocka_unit_test(shapes_that_lie),
        cmocka_unit_test(what_is_no_archive),
        cmocka_unit_test(a_folder_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
