/* Networks that grow: the larger one answers as the smaller one does, and can learn more. */
#include "nn/formats/kata_grow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn/reference/reference.h"
#include "tests/support/net_file.h"
#include "tests/support/tiny_net.h"

enum { SIZE = 7, POINTS = SIZE * SIZE };

/* With random weights everywhere, as a network has that has learned. */
static net_file drawn_file(const char *text)
{
    const nn_random_shape shape = shape_of(text, 5);
    return random_file(&shape);
}

/* All outputs for a drawn position, one after another; owned by the caller. */
static float *answer(const nn_model *m, size_t *n)
{
    float planes[NN_KATA_PLANES * POINTS], globals[NN_KATA_GLOBALS], mask[POINTS];
    rng random = rng_seed(3);
    for (int i = 0; i < POINTS; i++)
        mask[i] = i % SIZE < SIZE - 1 && i / SIZE < SIZE - 1; /* a smaller board */
    for (int i = 0; i < NN_KATA_PLANES * POINTS; i++)
        planes[i] = (float)rng_double(&random) * mask[i % POINTS];
    for (int i = 0; i < NN_KATA_GLOBALS; i++)
        globals[i] = (float)rng_double(&random);
    nn_batch batch = {.n = 1, .planes = planes, .globals = globals, .mask = mask};
    *n = 0;
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        *n += nn_output_numbers(m, (nn_output)o, SIZE);
    float *all = malloc(*n * sizeof *all), *at = all;
    assert_non_null(all);
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        batch.out[o] = at;
        at += nn_output_numbers(m, (nn_output)o, SIZE);
    }
    const nn_settings settings = {.size = SIZE, .max_batch = 1, .threads = 1};
    void *backend;
    assert_int_equal(nn_reference.create(&nn_reference, &backend, m, &settings, NULL), GO_OK);
    assert_int_equal(nn_reference.evaluate(backend, &batch, NULL), GO_OK);
    nn_reference.destroy(backend);
    return all;
}

static void grows(const char *small_shape, const char *large_shape)
{
    net_file small = drawn_file(small_shape), large;
    const nn_random_shape shape = shape_of(large_shape, 9);
    assert_int_equal(
        nn_kata_grow(&shape, "net", small.bytes, small.n, &large.bytes, &large.n, NULL), GO_OK);
    nn_model *a = parse(&small), *b = parse(&large);
    assert_int_equal(b->blocks, shape.blocks);
    assert_int_equal(b->trunk_channels, shape.channels);
    assert_string_equal(b->name, a->name);
    size_t n, n_large;
    float *before = answer(a, &n), *after = answer(b, &n_large);
    assert_int_equal(n, n_large);
    for (size_t i = 0; i < n; i++)
        assert_true(fabsf(before[i] - after[i]) < 1e-4f * (1 + fabsf(before[i])));
    free(before);
    free(after);
    nn_model_destroy(a);
    nn_model_destroy(b);
    free(small.bytes);
    free(large.bytes);
}

static void the_answers_stay_the_same(void **state)
{
    (void)state;
    grows("2x8", "2x12");   /* wider */
    grows("2x8", "3x8");    /* deeper */
    grows("4x12", "4x12");  /* neither */
    grows("6x12", "10x40"); /* both; the sixth block pools, and the old sixth becomes the seventh */
    grows("b4c12-mish", "b7c16-mish");
    grows("b3c16nbt", "b7c24nbt");
}

static int zeros_of(const nn_layer *l)
{
    int n = 0;
    for (size_t k = 0; k < l->n_weights; k++)
        n += l->weights[k] == 0;
    return n;
}

/* A way in or a way out of each new channel is not 0, so learning reaches both. */
static void what_is_new_can_learn(void **state)
{
    (void)state;
    net_file small = drawn_file("1x8"), large;
    const nn_random_shape shape = shape_of("1x12", 9);
    assert_int_equal(
        nn_kata_grow(&shape, "net", small.bytes, small.n, &large.bytes, &large.n, NULL), GO_OK);
    nn_model *m = parse(&large);
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        if (l->kind == NN_CONV && l->in == NN_PLANES)
            assert_int_equal(zeros_of(l), 0);
        if (l->kernel_y == 3 && m->tensors[l->in].channels == 12 && l->add == NN_NONE &&
            m->tensors[l->out].channels == 12)
            assert_int_equal(zeros_of(l), 9 * 8 * 4); /* old channels do not read new ones */
        if (l->kind == NN_CONV && l->add != NN_NONE)
            assert_int_equal(zeros_of(l), 9 * (8 * 4 + 4 * 12)); /* nor does a new one get any */
    }
    nn_model_destroy(m);
    free(small.bytes);
    free(large.bytes);
}

/* Frees the file. */
static void refused(net_file f, const char *shape_text, go_status wanted, const char *says)
{
    go_error err;
    net_file large;
    const nn_random_shape shape = shape_of(shape_text, 1);
    assert_int_equal(nn_kata_grow(&shape, "a.bin", f.bytes, f.n, &large.bytes, &large.n, &err),
                     wanted);
    assert_null(large.bytes);
    assert_non_null(strstr(err.message, says));
    assert_non_null(strstr(err.message, "a.bin"));
    free(f.bytes);
}

static void what_cannot_grow_is_refused(void **state)
{
    (void)state;
    net_file f;
    refused(drawn_file("4x12"), "3x12", GO_EINVAL, "no room for");
    refused(drawn_file("4x12"), "6x8", GO_EINVAL, "12 channels, and this shape has only 8");
    refused(drawn_file("2x12"), "b3c16-mish", GO_EUNSUPPORTED,
            "another first convolution, other multipliers, heads or activations than");
    refused(drawn_file("b2c12-mish"), "b3c16nbt", GO_EINVAL, "no room for");
    f = drawn_file("b2c12-mish");
    memcpy(strstr(f.bytes, "\n40\n"), "\n41\n", 4); /* the factor of a raw score */
    refused(f, "b2c16-mish", GO_EUNSUPPORTED, "other multipliers");
    f.bytes = tiny_kata(17, &f.n);
    refused(f, "2x12", GO_EUNSUPPORTED, "only residual networks");
    f.bytes = tiny_lz(1, 9, &f.n);
    refused(f, "2x12", GO_EUNSUPPORTED, "KataGo's format");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answers_stay_the_same),
        cmocka_unit_test(what_is_new_can_learn),
        cmocka_unit_test(what_cannot_grow_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
