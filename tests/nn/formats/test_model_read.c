/* Networks as files: what is read, what is refused, and what the sentence says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/atomic_file.h"
#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "tests/support/assert_close.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

static nn_model *parse(const char *text, size_t n)
{
    nn_model *m;
    go_error err;
    if (nn_model_parse(&m, text, n, "net", &err) != GO_OK)
        fail_msg("%s", err.message);
    return m;
}

static int count(const nn_model *m, nn_layer_kind kind)
{
    int n = 0;
    for (int i = 0; i < m->n_layers; i++)
        n += m->layers[i].kind == kind;
    return n;
}

/* ---- what is read ---- */

static void every_version(void **state)
{
    (void)state;
    for (int version = 8; version <= 17; version++) {
        nn_model *m = tiny_model(version, 0);
        assert_int_equal(m->family, NN_KATAGO);
        assert_int_equal(m->version, version);
        assert_string_equal(m->name, "tiny");
        assert_string_equal(m->file, "net");
        assert_int_equal(m->board_size, 0);
        assert_int_equal(m->trunk_channels, 4);
        assert_int_equal(m->blocks, version < 11 ? 2 : version < 17 ? 3 : 4);
        assert_int_equal(m->policy_channels, version < 12 ? 1 : version < 16 ? 2 : 4);
        assert_int_equal(m->score_channels, version < 9 ? 4 : 6);
        assert_int_equal(m->meta, version < 15 ? 0 : 192);
        assert_int_equal(count(m, NN_ATTENTION), version < 17 ? 0 : 2);
        assert_int_equal(count(m, NN_PRODUCT), version < 17 ? 0 : 1);
        assert_int_equal(count(m, NN_POOL), version < 11 ? 3 : 4);
        nn_model_destroy(m);
    }
}

/* The first convolution of version 8 by hand: 22 planes times 4 channels, stored
 * [plane][channel], in the model [channel][plane].                           */
static void weights_are_turned(void **state)
{
    (void)state;
    nn_model *m = tiny_model(8, 0);
    const nn_layer *first = &m->layers[1]; /* after the matrix of the globals */
    assert_int_equal(first->kind, NN_CONV);
    assert_int_equal(first->n_weights, 22 * 4);
    for (int plane = 0; plane < 22; plane++)
        for (int channel = 0; channel < 4; channel++) {
            int stored = plane * 4 + channel;
            double x = (double)(stored * 37 % 101) / 101 - 0.5;
            assert_close((double)first->weights[channel * 22 + plane], x, 1e-3);
        }
    nn_model_destroy(m);
}

/* The binary and the text of one network are one network. */
static void text_is_binary(void **state)
{
    nn_random_shape shape = {.blocks = 3, .channels = 8, .nested = true, .seed = 5};
    char *bytes[2];
    size_t n[2];
    nn_model *m[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        shape.text = i == 1;
        assert_int_equal(nn_random_bytes(&shape, &bytes[i], &n[i], NULL), GO_OK);
        m[i] = parse(bytes[i], n[i]);
        free(bytes[i]);
    }
    assert_int_equal(m[0]->n_layers, m[1]->n_layers);
    for (int i = 0; i < m[0]->n_layers; i++) {
        const nn_layer *a = &m[0]->layers[i], *b = &m[1]->layers[i];
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->n_weights, b->n_weights);
        if (a->weights)
            assert_memory_equal(a->weights, b->weights, a->n_weights * sizeof(float));
    }
    nn_model_destroy(m[0]);
    nn_model_destroy(m[1]);
}

static void leela_zero(void **state)
{
    (void)state;
    for (int size = 2; size <= 9; size += 7) {
        size_t n;
        char *text = tiny_lz(2, size, &n);
        nn_model *m = parse(text, n);
        assert_int_equal(m->family, NN_LEELA_ZERO);
        assert_int_equal(m->version, 2);
        assert_int_equal(m->board_size, size);
        assert_int_equal(m->blocks, 2);
        assert_int_equal(m->trunk_channels, 2);
        assert_int_equal(nn_output_numbers(m, NN_POLICY, size), size * size);
        assert_int_equal(nn_output_numbers(m, NN_PASS, size), 1);
        assert_int_equal(nn_output_numbers(m, NN_VALUE, size), 1);
        assert_int_equal(nn_output_numbers(m, NN_OWNERSHIP, size), 0);
        nn_model_destroy(m);
        free(text);
    }
}

/* 10 blocks of 128 channels: 2.2 GFLOP with 3x3 convolutions alone by other
 * programs' count; a tenth less where blocks pool.                           */
static void operations_are_counted(void **state)
{
    char *bytes;
    size_t n;
    nn_random_shape shape = {.blocks = 10, .channels = 128};
    (void)state;
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    nn_model *m = parse(bytes, n);
    assert_close(nn_model_operations(m, 19) / 1e9, 2.1, 0.1);
    assert_close(nn_model_operations(m, 9) / nn_model_operations(m, 19), 81.0 / 361, 0.01);
    nn_model_destroy(m);
    free(bytes);
}

/* ---- memory plans and sizes ---- */

/* No layer may write into what it, or a layer after it, still has to read. */
static void slots_do_not_collide(void **state)
{
    (void)state;
    for (int version = 8; version <= 17; version++) {
        nn_model *m = tiny_model(version, 0);
        int holder[1000];
        nn_slots slots;
        assert_true(m->n_tensors <= 1000);
        assert_int_equal(nn_slots_create(&slots, m), GO_OK);
        assert_true(slots.n < m->n_tensors / 2);
        for (int i = 0; i < m->n_layers; i++) {
            const nn_layer *l = &m->layers[i];
            const int read[] = {l->in, l->in2, l->in3, l->per_channel, l->add};
            for (int k = 0; k < 5; k++)
                if (read[k] >= NN_N_INPUTS)
                    assert_int_equal(holder[slots.of[read[k]]], read[k]);
            holder[slots.of[l->out]] = l->out;
            for (int k = 0; k < 5; k++)
                if (read[k] >= NN_N_INPUTS)
                    assert_int_not_equal(slots.of[read[k]], slots.of[l->out]);
            assert_true(slots.channels[slots.of[l->out]] >= m->tensors[l->out].channels);
            assert_int_equal(slots.spatial[slots.of[l->out]], m->tensors[l->out].spatial);
        }
        for (int o = 0; o < NN_N_OUTPUTS; o++)
            assert_int_equal(holder[slots.of[m->output[o]]], m->output[o]);
        nn_slots_destroy(&slots);
        nn_model_destroy(m);
    }
}

static void sizes_it_plays(void **state)
{
    size_t n;
    char *text = tiny_lz(1, 9, &n);
    nn_model *small = parse(text, n), *any = tiny_model(8, 0);
    go_error err;
    (void)state;
    assert_int_equal(nn_model_plays(any, 25, &err), GO_OK);
    assert_int_equal(nn_model_plays(any, 26, &err), GO_EINVAL);
    assert_int_equal(nn_model_plays(small, 9, &err), GO_OK);
    assert_int_equal(nn_model_plays(small, 19, &err), GO_EINVAL);
    assert_string_equal(err.message, "this network plays only on 9x9, not on 19x19; use a network "
                                     "for that size or one for all sizes");
    nn_model_destroy(small);
    nn_model_destroy(any);
    free(text);
}

/* ---- what is refused ---- */

/* The tiny network of a version with the n-th `old` replaced. */
static char *changed(int version, const char *old, int nth, const char *new, size_t *n)
{
    char *text = tiny_kata(version, n), *at, *result;
    for (at = strstr(text, old); at && nth > 1; nth--)
        at = strstr(at + 1, old);
    if (!at)
        fail_msg("\"%s\" is not in the file", old);
    FILE *out = open_memstream(&result, n);
    fprintf(out, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    fclose(out);
    free(text);
    return result;
}

static void sentences(void **state)
{
    static const struct {
        int version;
        const char *old;
        int nth;
        const char *new, *message;
    } cases[] = {
        {8, "tiny 8 22", 1, "tiny 18 22",
         "version 18 is not supported, only 8 to 17; use an older"},
        {8, "tiny 8 22", 1, "tiny 7 22", "version 7 is not supported, only 8 to 17; use a newer"},
        {8, "tiny 8 22 19", 1, "tiny 8 22 20",
         "the number of global inputs is 20, but must be 19 to 19"},
        {8, "ordinary_block", 1, "squeeze_block",
         "unknown kind of block \"squeeze_block\" in version 8"},
        {17, "transformer_ffn_block", 1, "transformer_moe_block", "\"transformer_moe_block\""},
        {11, "ACTIVATION_MISH", 1, "ACTIVATION_GELU",
         "layer 'a': unknown activation \"ACTIVATION_GELU\""},
        {8, "w 3 3 4 3", 1, "w 2 3 4 3", "the height of the kernel is 2, but must be odd"},
        {8, "w 3 3 4 3", 1, "w 3 3 5 3", "it is made for 5 channels, but 4 arrive"},
        {8, "w 3 3 4 3", 1, "w 3 3 4 -3",
         "the number of output channels is -3, but must be 1 to 65536"},
        {8, "w 3 3 4 3", 1, "w 3 3 4 60000",
         "the weights need 2160000 numbers, more than the rest "
         "of the file can hold"},
        {8, "m 19 4", 1, "m 19 65536", "more than the rest of the file can hold"},
        {8, "n 4 0.001", 1, "n 4 -9", "is not finite (variance"},
        {8, "n 4 0.001", 1, "n 4 x", "expected epsilon, but found \"x\""},
        {8, "w 3 3 4 3 1 1\n", 1, "w 3 3 4 3 1 1\nnan ",
         "layer 'w': number 1 of the weights is nan"},
        {8, "w 3 3 4 3 1 1\n", 1, "w 3 3 4 3 1 1\n1e39 ", "number 1 of the weights is 1e39"},
        {17, "t 2 1 4 3 1", 1, "t 3 2 4 3 1", "3 heads cannot share 2 key heads evenly"},
        {17, "t 2 1 4 3 1", 1, "t 2 1 3 3 1", "an even number of channels in a head, not 3"},
        {17, "t 2 1 4 3 1", 1, "t 2 1 6 3 1", "it makes 8 channels where 12 are needed"},
        {15, "1 1 0 0", 1, "1 1 0 7", "a flag of the header that is not used yet is 7"},
        {12, "value", 1, "value 4", "the height of the kernel"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        size_t n;
        nn_model *m = NULL;
        go_error err = {GO_OK, ""};
        char *text = changed(cases[k].version, cases[k].old, cases[k].nth, cases[k].new, &n);
        assert_int_equal(nn_model_parse(&m, text, n, "x.txt", &err), GO_EFORMAT);
        assert_null(m);
        assert_memory_equal(err.message, "'x.txt', line ", 14);
        if (!strstr(err.message, cases[k].message))
            fail_msg("\"%s\" does not say \"%s\"", err.message, cases[k].message);
        free(text);
    }
}

static void other_files(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {{"", "'x' is empty"},
                 {"(;GM[1]FF[4])", "a game record in SGF"},
                 {"<!DOCTYPE html>", "a web page"},
                 {"PK\x03\x04....", "a ZIP archive"},
                 {"hello world, this is no network", "is not a network of KataGo or Leela Zero"},
                 {"3\n0.1 0.2\n", "version 3 is not supported, only 1 and 2"},
                 {"1\n0.1 0.2\n", "layer 'first convolution': the file ends before the biases"}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        nn_model *m;
        go_error err = {GO_OK, ""};
        assert_int_equal(nn_model_parse(&m, cases[k].text, strlen(cases[k].text), "x", &err),
                         GO_EFORMAT);
        if (!strstr(err.message, cases[k].message))
            fail_msg("\"%s\" does not say \"%s\"", err.message, cases[k].message);
    }
}

static void more_than_the_network(void **state)
{
    size_t n;
    nn_model *m;
    go_error err;
    char *text = tiny_kata(8, &n), *longer = malloc(n + 9);
    (void)state;
    memcpy(longer, text, n);
    memcpy(longer + n, "\n more \n", 9);
    assert_int_equal(nn_model_parse(&m, longer, n + 2, "x", &err), GO_OK); /* white space */
    nn_model_destroy(m);
    assert_int_equal(nn_model_parse(&m, longer, n + 8, "x", &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "the file continues after the end of the network"));
    free(text);
    free(longer);
}

/* ---- files ---- */

static void write_random(const char *path)
{
    atomic_file *file;
    nn_random_shape shape = {.blocks = 1, .channels = 8, .seed = 1};
    assert_int_equal(atomic_file_open(&file, path, NULL), GO_OK);
    nn_random_write(atomic_file_stream(file), &shape);
    assert_int_equal(atomic_file_commit(file, NULL), GO_OK);
}

static void compressed_files(void **state)
{
    static const char *const names[] = {"a.bin", "a.bin.gz", "a.bin.zst"};
    temp_dir dir = temp_dir_create();
    (void)state;
    for (int i = 0; i < 3; i++) {
        char path[400];
        nn_model *m;
        go_error err;
        write_random(temp_dir_path(&dir, names[i], path));
        if (nn_model_read(&m, path, &err) != GO_OK)
            fail_msg("%s", err.message);
        assert_int_equal(m->blocks, 1);
        nn_model_destroy(m);
    }
    temp_dir_remove(&dir);
}

/* One wrong byte in the sum at the end of a .gz: the weights may all be right,
 * but nobody knows.                                                          */
static void wrong_sum(void **state)
{
    char path[400];
    nn_model *m;
    go_error err = {GO_OK, ""};
    temp_dir dir = temp_dir_create();
    (void)state;
    write_random(temp_dir_path(&dir, "a.bin.gz", path));
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, -6, SEEK_END);
    int byte = fgetc(file);
    fseek(file, -6, SEEK_END);
    fputc(byte ^ 1, file);
    fclose(file);
    assert_int_equal(nn_model_read(&m, path, &err), GO_EFORMAT);
    assert_null(m);
    assert_non_null(strstr(err.message, "damaged or cut short"));
    assert_int_equal(nn_model_read(&m, "no-such.bin.gz", &err), GO_EIO);
    assert_non_null(strstr(err.message, "no-such.bin.gz"));
    temp_dir_remove(&dir);
}

static void shapes(void **state)
{
    static const char *const wrong[] = {"", "10", "10x", "x128", "0x128", "10x3", "10x128nb",
                                        "-1x128", "10x99999", "10x128nbtx", "10 128",
                                        "b10", "b10x128", "10c128", "b10c", "bc128", "b10c128-",
                                        "b10c128-relu", "b10c128-mishnbt", "b-1c128"};
    nn_random_shape shape;
    (void)state;
    assert_int_equal(nn_random_shape_parse("18x384nbt", &shape, NULL), GO_OK);
    assert_int_equal(shape.blocks, 18);
    assert_int_equal(shape.channels, 384);
    assert_true(shape.nested && !shape.mish);
    assert_int_equal(nn_random_shape_parse("b6c64", &shape, NULL), GO_OK);
    assert_true(shape.blocks == 6 && shape.channels == 64 && !shape.nested && !shape.mish);
    assert_int_equal(nn_random_shape_parse("b5c128nbt-mish", &shape, NULL), GO_OK);
    assert_true(shape.blocks == 5 && shape.channels == 128 && shape.nested && shape.mish);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(nn_random_shape_parse(wrong[i], &shape, NULL), GO_EINVAL);
}

/* What could not be read again is not written. */
static void shapes_within_the_limits(void **state)
{
    nn_random_shape shape;
    go_error err;
    (void)state;
    assert_int_equal(nn_random_shape_parse("b1c2730", &shape, NULL), GO_OK); /* 9 x 2730^2 < 2^26 */
    assert_int_equal(nn_random_shape_parse("b1c2731", &shape, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "up to 67 million in a layer"));
    assert_int_equal(shape.channels, 0);
    assert_int_equal(nn_random_shape_parse("b100c512", &shape, NULL), GO_OK);
    assert_int_equal(nn_random_shape_parse("b1000c4096nbt", &shape, &err), GO_EINVAL);
    assert_int_equal(nn_random_shape_parse("b120c512", &shape, &err), GO_EINVAL); /* 2^29 numbers */
    assert_non_null(strstr(err.message, "million numbers"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version),
        cmocka_unit_test(weights_are_turned),
        cmocka_unit_test(text_is_binary),
        cmocka_unit_test(leela_zero),
        cmocka_unit_test(operations_are_counted),
        cmocka_unit_test(slots_do_not_collide),
        cmocka_unit_test(sizes_it_plays),
        cmocka_unit_test(sentences),
        cmocka_unit_test(other_files),
        cmocka_unit_test(more_than_the_network),
        cmocka_unit_test(compressed_files),
        cmocka_unit_test(wrong_sum),
        cmocka_unit_test(shapes),
        cmocka_unit_test(shapes_within_the_limits),
    };
    return cmocka_run_group_tests_name("reading networks", tests, NULL, NULL);
}
