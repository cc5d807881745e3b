/* Damaged networks: whatever one byte is changed to, wherever the file is cut, a
 * reader gives a network that can be computed or one sentence, and never the
 * memory for numbers that the file does not hold.  Small networks with a bit of
 * everything are tried byte by byte; slow (KATACHI_SLOW=1): every value of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn/reference/reference.h"
#include "nn/session.h"
#include "tests/support/needs.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

/* An answer or a sentence with the name of the file, never both or neither. */
static bool try_bytes(const char *bytes, size_t n, nn_model **out)
{
    nn_model *m = NULL;
    go_error err = {GO_OK, ""};
    go_status status = nn_model_parse(&m, bytes, n, "damaged.bin", &err);
    if (status == GO_OK) {
        assert_non_null(m);
    } else {
        assert_null(m);
        assert_int_equal(status, GO_EFORMAT);
        assert_int_equal(err.status, GO_EFORMAT);
        assert_non_null(strstr(err.message, "'damaged.bin'"));
        assert_null(strchr(err.message, '\n'));
    }
    *out = m;
    return status == GO_OK;
}

/* Where the last word begins: half of the last number may be a number. */
static size_t last_word(const char *bytes, size_t n)
{
    while (n > 0 && (bytes[n - 1] == '\n' || bytes[n - 1] == ' '))
        n--;
    while (n > 0 && bytes[n - 1] != '\n' && bytes[n - 1] != ' ')
        n--;
    return n;
}

/* Reading a byte past the end is seen by the sanitizer: the copy is as long as
 * the file.                                                                  */
static void cut(const char *bytes, size_t n, size_t step)
{
    nn_model *m;
    size_t whole = last_word(bytes, n);
    for (size_t length = 0; length < whole; length += step) {
        char *copy = malloc(length + 1);
        memcpy(copy, bytes, length);
        char *exact = realloc(copy, length ? length : 1);
        if (try_bytes(exact, length, &m))
            fail_msg("a network of %zu bytes is read when cut to %zu", n, length);
        free(exact);
    }
}

/* The value may have become another valid one: then the network is computed. */
static void compute(const nn_model *m)
{
    nn_session *e;
    nn_settings settings = {.size = m->board_size ? m->board_size : 2, .max_batch = 1,
                            .threads = 1};
    static const float planes[22 * 81], globals[19];
    static float policy[8 * 81];
    nn_batch batch = {.n = 1, .planes = planes, .globals = globals,
                      .out = {[NN_POLICY] = policy}};
    if (nn_session_create(&e, m, &nn_reference, &settings, NULL) != GO_OK)
        return; /* its tensors do not fit into memory */
    go_status status = nn_session_run(e, &batch, NULL);
    assert_true(status == GO_OK || status == GO_EFORMAT); /* finite, or a sentence */
    nn_session_destroy(e);
}

/* What is done to a byte; the last of them is a digit for a digit. */
static char damaged(char c, int how)
{
    static const unsigned char flips[] = {0x01, 0x80, 0xff, 0x10, 0x02};
    return how < 5 ? (char)(c ^ flips[how]) : how == 5 ? '9' : how == 6 ? ' ' : '-';
}

static void change(const char *bytes, size_t n)
{
    bool slow = slow_tests();
    char *copy = malloc(n);
    size_t accepted = 0;
    memcpy(copy, bytes, n);
    for (size_t i = 0; i < n; i++) {
        for (int how = 0; how < (slow ? 256 : 8); how += slow ? 1 : 1 + (int)(i % 3)) {
            nn_model *m;
            copy[i] = slow ? (char)how : damaged(bytes[i], how);
            bool read = try_bytes(copy, n, &m);
            if (read && accepted++ % 64 == 0)
                compute(m);
            nn_model_destroy(m);
        }
        copy[i] = bytes[i];
    }
    free(copy);
}

static void kata_text(void **state)
{
    (void)state;
    for (int version = 8; version <= 17; version += 3) {
        size_t n;
        char *text = tiny_kata(version, &n);
        cut(text, n, 1 + n / 2000);
        change(text, version == 17 && !slow_tests() ? n : n / 4);
        free(text);
    }
}

static void kata_binary(void **state)
{
    nn_random_shape shape = {.blocks = 1, .channels = 4, .nested = true, .seed = 1};
    char *bytes;
    size_t n;
    (void)state;
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    cut(bytes, n, 1);
    change(bytes, n);
    free(bytes);
}

static void leela_zero(void **state)
{
    size_t n;
    char *text = tiny_lz(1, 3, &n);
    (void)state;
    cut(text, n, 1);
    change(text, n);
    free(text);
}

/* Blocks in blocks in blocks: as deep as a file wants, without recursion. */
static void deep_nesting(void **state)
{
    enum { DEPTH = 3000 };
    nn_model *m;
    char *text;
    size_t n;
    (void)state;
    FILE *out = open_memstream(&text, &n);
    fputs("deep 8 22 19\nt 1 1 1 1 0 1\nw 1 1 22 1 1 1\n", out);
    for (int i = 0; i < 22; i++)
        fputs("1 ", out);
    fputs("m 19 1\n1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n", out);
    for (int i = 0; i < DEPTH; i++)
        fputs("nested_bottleneck_block n 1\nn 1 1 0 0 0 1 a\nw 1 1 1 1 1 1 1\n", out);
    fclose(out);
    assert_false(try_bytes(text, n, &m));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kata_text),
        cmocka_unit_test(kata_binary),
        cmocka_unit_test(leela_zero),
        cmocka_unit_test(deep_nesting),
    };
    return cmocka_run_group_tests_name("damaged networks", tests, NULL, NULL);
}
