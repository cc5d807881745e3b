/* Files that are small on the disk and large in memory: a network is read through
 * a window, so that what is no network, or says that it is a huge one, is refused
 * for what it is before it has filled the memory.                            */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <zlib.h>

#include "nn/formats/model_read.h"
#include "nn/model/fold.h"
#include "nn/model/random_net.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

enum { PIECE = 16 << 20, PIECES = 16, MOST_RESIDENT_KB = 48 << 10 };

/* One after the other, compressed streams are one .gz: `start`, then PIECES times
 * the same piece of `filling`, over and over.                                */
static void write_bomb(const char *path, const char *start, const char *filling)
{
    size_t n = strlen(filling) ? strlen(filling) : 1;
    char *piece = malloc(PIECE), *bytes = malloc(1 << 20);
    for (size_t i = 0; i < PIECE; i++)
        piece[i] = filling[i % n];
    gzFile gz = gzopen(path, "wb1");
    assert_int_equal(gzwrite(gz, start, (unsigned)strlen(start)), strlen(start));
    gzclose(gz);
    FILE *file = fopen(path, "ab");
    long first = ftell(file);
    fclose(file);
    gz = gzopen(path, "ab1");
    assert_int_equal(gzwrite(gz, piece, PIECE), PIECE);
    gzclose(gz);
    file = fopen(path, "r+b");
    fseek(file, first, SEEK_SET);
    size_t packed = fread(bytes, 1, 1 << 20, file);
    for (int i = 1; i < PIECES; i++)
        assert_int_equal(fwrite(bytes, 1, packed, file), packed);
    fclose(file);
    free(bytes);
    free(piece);
}

static long resident_kb(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void refused_without_memory(const char *start, const char *filling, const char *sentence)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    nn_model *m;
    go_error err = {GO_OK, ""};
    write_bomb(temp_dir_path(&dir, "bomb.gz", path), start, filling);
    long before = resident_kb();
    assert_int_equal(nn_model_read(&m, path, &err), GO_EFORMAT);
    long grown = resident_kb() - before;
    assert_null(m);
    if (!strstr(err.message, sentence) || !strstr(err.message, "bomb.gz'"))
        fail_msg("\"%s\" does not say \"%s\"", err.message, sentence);
    if (grown > MOST_RESIDENT_KB)
        fail_msg("%ld MB for \"%.40s\"", grown >> 10, err.message);
    temp_dir_remove(&dir);
}

/* "" is filled up with its own end, bytes of 0. */
static void zeros(void **state)
{
    (void)state;
    refused_without_memory("", "", "is not a network of KataGo or Leela Zero");
}

static void zeros_after_a_header(void **state)
{
    (void)state;
    refused_without_memory("net 8 22 19\ntrunk 6 96 96 64 0 32\nw 3 3 22 96 1 1\n", "",
                           "layer 'w': expected the weights, but there is no word here");
}

static void more_after_a_network(void **state)
{
    size_t n;
    char *text = tiny_kata(8, &n);
    (void)state;
    refused_without_memory(text, "", "the file continues after the end of the network");
    refused_without_memory(text, " ", "more than 1048576 bytes of white space");
    free(text);
}

/* Zeros are weights; there are as many as the file says, which is too many. */
static void a_layer_too_large(void **state)
{
    (void)state;
    refused_without_memory("net 8 22 19\ntrunk 6 96 96 64 0 32\nw 25 25 22 65536 1 1\n@BIN@", "",
                           "901120000 numbers, which is over the limit of 67108864 in a layer");
}

static void leela_zero_lines_too_long(void **state)
{
    (void)state;
    refused_without_memory("1\n", "0 ", "layer 'first convolution': the weights are more than the "
                                        "663552 numbers that fit here");
    refused_without_memory("1\n", "", "expected the weights, but there is no word here");
}

/* ---- networks larger than the window ---- */

static void write_bytes(const char *path, const char *bytes, size_t n)
{
    gzFile gz = gzopen(path, "wb1");
    assert_int_equal(gzwrite(gz, bytes, (unsigned)n), n);
    gzclose(gz);
}

static void same_weights(const nn_model *a, const nn_model *b)
{
    assert_int_equal(a->n_layers, b->n_layers);
    assert_int_equal(a->parameters, b->parameters);
    for (int i = 0; i < a->n_layers; i++) {
        assert_int_equal(a->layers[i].n_weights, b->layers[i].n_weights);
        if (a->layers[i].weights)
            assert_memory_equal(a->layers[i].weights, b->layers[i].weights,
                                a->layers[i].n_weights * sizeof(float));
    }
}

/* From a file and from memory: the same network, or, with a word in place of the
 * last number, the same sentence with the same line.                         */
static void as_from_memory(void **state)
{
    (void)state;
    for (int text = 0; text < 2; text++) {
        temp_dir dir = temp_dir_create();
        nn_random_shape shape = {.blocks = 4, .channels = 72, .text = text, .seed = 3};
        char path[400], *bytes;
        size_t n;
        nn_model *read, *parsed;
        go_error first = {GO_OK, ""}, second = {GO_OK, ""};
        assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
        assert_true(n > 1 << 20);
        write_bytes(temp_dir_path(&dir, "a.gz", path), bytes, n);
        assert_int_equal(nn_model_read(&read, path, &first), GO_OK);
        assert_int_equal(nn_model_parse(&parsed, bytes, n, path, &first), GO_OK);
        assert_int_equal(nn_model_fold(parsed, &first), GO_OK);
        same_weights(read, parsed);
        nn_model_destroy(read);
        nn_model_destroy(parsed);
        static const char word[] = "word", nan[] = "\xff\xff\xff\x7f";
        memcpy(bytes + n - 5, text ? word : nan, 4);
        write_bytes(path, bytes, n);
        assert_int_equal(nn_model_read(&read, path, &first), GO_EFORMAT);
        assert_int_equal(nn_model_parse(&parsed, bytes, n, path, &second), GO_EFORMAT);
        assert_string_equal(first.message, second.message);
        free(bytes);
        temp_dir_remove(&dir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zeros),
        cmocka_unit_test(zeros_after_a_header),
        cmocka_unit_test(more_after_a_network),
        cmocka_unit_test(a_layer_too_large),
        cmocka_unit_test(leela_zero_lines_too_long),
        cmocka_unit_test(as_from_memory),
    };
    return cmocka_run_group_tests_name("networks made to fill memories", tests, NULL, NULL);
}
