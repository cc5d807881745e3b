/* Numbers that no network has: NaN, infinity and finite ones beyond all measure are
 * refused by every reader, wherever they stand, and by the folding of norms.  The
 * sentence names the file, the place, the number and what to do.              */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

static void expect_refused(const char *bytes, size_t n, const char *place, const char *value)
{
    nn_model *m = NULL;
    go_error err = {GO_OK, ""};
    assert_int_equal(nn_model_parse(&m, bytes, n, "net.txt", &err), GO_EFORMAT);
    assert_null(m);
    if (strncmp(err.message, place, strlen(place)) || !strstr(err.message, value) ||
        !strstr(err.message,
                "are finite and at most 1e+09; the file is damaged, download it again"))
        fail_msg("\"%s\" does not begin with \"%s\" and name %s", err.message, place, value);
}

/* ---- text ---- */

/* The text with the word of `length` at `at` replaced is refused. */
static void try_word(const char *text, size_t n, size_t at, size_t length, size_t line,
                     const char *value)
{
    char *changed, place[80], shown[80];
    size_t size;
    FILE *out = open_memstream(&changed, &size);
    fwrite(text, 1, at, out);
    fputs(value, out);
    fwrite(text + at + length, 1, n - at - length, out);
    fclose(out);
    snprintf(place, sizeof place, "'net.txt', line %zu", line);
    snprintf(shown, sizeof shown, " is %s, but ", value);
    expect_refused(changed, size, place, shown);
    free(changed);
}

/* Every `step`-th word with a decimal point: a weight, an epsilon or a multiplier. */
static void try_words(char *text, size_t n, size_t step)
{
    static const char *const values[] = {"nan", "-inf", "1e38", "-1e38", "1e39", "1e10"};
    size_t line = 1, count = 0, tried = 0;
    for (size_t at = 0, length; at < n; at += length + 1) {
        length = strcspn(text + at, " \n");
        if (memchr(text + at, '.', length) && count++ % step == 0)
            try_word(text, n, at, length, line, values[tried++ % 6]);
        line += text[at + length] == '\n';
    }
    assert_in_range(tried, 50, 5000);
    free(text);
}

static void kata_text(void **state)
{
    (void)state;
    for (int version = 8; version <= 17; version++) {
        size_t n;
        char *text = tiny_kata(version, &n);
        try_words(text, n, 7);
    }
}

static void leela_zero(void **state)
{
    (void)state;
    for (int version = 1; version <= 2; version++) {
        size_t n;
        char *text = tiny_lz(version, 3, &n);
        try_words(text, n, 3);
    }
}

/* ---- binary ---- */

static void put_float(char *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; i++)
        to[i] = (char)(bits >> (8 * i));
}

/* The second number of each block. */
static void kata_binary(void **state)
{
    static const struct {
        float value;
        const char *shown;
    } wrong[] = {{NAN, "nan, but"}, {-INFINITY, " is -inf, but"}, {6e26f, " is 6e+26, but"}};
    nn_random_shape shape = {.blocks = 1, .channels = 4, .nested = true, .seed = 1};
    char *bytes, saved[4];
    size_t n, blocks = 0;
    (void)state;
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    for (char *at = bytes; (at = memmem(at, n - (size_t)(at - bytes), "@BIN@", 5)); blocks++) {
        at += 5;
        if (at[4] == '\n' && (at[5] < '.' || at[5] > '9')) /* one number only */
            continue;
        memcpy(saved, at + 4, 4);
        for (int i = 0; i < 3; i++) {
            put_float(at + 4, wrong[i].value);
            expect_refused(bytes, n, "'net.txt', byte ", wrong[i].shown);
            expect_refused(bytes, n, "'net.txt', byte ", ": number 2 of the ");
        }
        memcpy(at + 4, saved, 4);
    }
    assert_in_range(blocks, 30, 100);
    free(bytes);
}

/* ---- folding ---- */

/* The start of the n-th line from 0 after `at`. */
static const char *line_after(const char *at, int n)
{
    for (; n > 0; n--)
        at = strchr(at, '\n') + 1;
    return at;
}

/* A file with the text, but `new` in place of the bytes from..to. */
static void write_changed(const char *path, const char *text, const char *from, const char *to,
                          const char *new)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "%.*s%s%s", (int)(from - text), text, new, to);
    assert_int_equal(fclose(out), 0);
}

static void expect_folding_fails(const char *path, const char *layer, const char *number)
{
    nn_model *m = NULL;
    go_error err = {GO_OK, ""};
    assert_int_equal(nn_model_read(&m, path, &err), GO_EFORMAT);
    assert_null(m);
    if (!strstr(err.message, path) || !strstr(err.message, layer) || !strstr(err.message, number) ||
        !strstr(err.message, "download it again"))
        fail_msg("%s", err.message);
}

/* Sane numbers whose product is not: conv, then a norm that divides by 1e-14. */
static void products_of_norms(void **state)
{
    char path[400];
    size_t n;
    temp_dir dir = temp_dir_create();
    (void)state;
    char *text = tiny_kata(8, &n), *norm = strstr(text, "\nn 3 0.001 0 1\n");
    assert_non_null(norm);
    write_changed(temp_dir_path(&dir, "kata.txt", path), text, norm + 1, line_after(norm + 1, 3),
                  "n 3 0 0 1\n0 0 0\n1 1e-28 1\n");
    expect_folding_fails(path, "layer 'w' with its norm", " of the weights becomes ");
    free(text);
    temp_dir_remove(&dir);
}

/* The variance counts as 1e-5 at least, so one 0 is no fault; 9e8 / sqrt(1e-5) is. */
static void products_of_leela_zero(void **state)
{
    char path[400], *middle;
    size_t n;
    nn_model *m;
    temp_dir dir = temp_dir_create();
    (void)state;
    char *text = tiny_lz(1, 3, &n);
    const char *second = strchr(text + 2, ' '), *variances = line_after(text, 4);
    const char *rest = line_after(variances, 1);
    temp_dir_path(&dir, "lz.txt", path);
    write_changed(path, text, variances, rest, "0 0\n");
    assert_int_equal(nn_model_read(&m, path, NULL), GO_OK);
    nn_model_destroy(m);
    assert_true(asprintf(&middle, "9e8%.*s0 0\n", (int)(variances - second), second) > 0);
    write_changed(path, text, text + 2, rest, middle);
    expect_folding_fails(path, "layer 'first convolution' with its norm",
                         "number 1 of the weights becomes 2.84605e+11");
    free(middle);
    free(text);
    temp_dir_remove(&dir);
}

static void negative_multipliers(void **state)
{
    nn_model *m;
    size_t n;
    go_error err;
    char *text = tiny_kata(14, &n), *multiplier = strchr(text, '\n') + 1;
    (void)state;
    multiplier[0] = '-'; /* 20 becomes -5 */
    multiplier[1] = '5';
    assert_int_equal(nn_model_parse(&m, text, n, "net.txt", &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "an output multiplier is -"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kata_text),
        cmocka_unit_test(leela_zero),
        cmocka_unit_test(kata_binary),
        cmocka_unit_test(products_of_norms),
        cmocka_unit_test(products_of_leela_zero),
        cmocka_unit_test(negative_multipliers),
    };
    return cmocka_run_group_tests_name("numbers of networks", tests, NULL, NULL);
}
