#include "tests/support/whole_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/read_file.h"
#include "tests/support/unit.h"

void write_text(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

void copy_file(const char *from, const char *to)
{
    char *bytes;
    size_t n;
    assert_int_equal(read_file(from, 1 << 24, &bytes, &n, NULL), GO_OK);
    FILE *out = fopen(to, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(out);
    free(bytes);
}

bool same_bytes(const char *a, const char *b)
{
    char *in_a, *in_b;
    size_t n_a, n_b;
    assert_int_equal(read_file(a, 1 << 24, &in_a, &n_a, NULL), GO_OK);
    assert_int_equal(read_file(b, 1 << 24, &in_b, &n_b, NULL), GO_OK);
    const bool same = n_a == n_b && memcmp(in_a, in_b, n_a) == 0;
    free(in_a);
    free(in_b);
    return same;
}
