/* Networks that were read, changed or not, and written again. */
#include "nn/formats/kata_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/net_file.h"
#include "tests/support/tiny_net.h"

static net_file file_of(const char *shape_text, bool text, bool to_learn)
{
    nn_random_shape shape = shape_of(shape_text, 0);
    shape.text = text;
    shape.to_learn = to_learn;
    return random_file(&shape);
}

static go_status write(const nn_model *m, const net_file *from, const char *called, net_file *to,
                       go_error *err)
{
    *to = (net_file){0};
    FILE *out = open_memstream(&to->bytes, &to->n);
    go_status status = nn_kata_write(out, m, from->bytes, from->n, called, err);
    fclose(out);
    return status;
}

/* All numbers but for rounding. */
static void same(const nn_model *a, const nn_model *b)
{
    assert_int_equal(a->n_layers, b->n_layers);
    for (int i = 0; i < a->n_layers; i++) {
        const nn_layer *x = &a->layers[i], *y = &b->layers[i];
        assert_int_equal(x->n_weights, y->n_weights);
        for (size_t k = 0; k < x->n_weights; k++)
            assert_true(fabsf(x->weights[k] - y->weights[k]) < 1e-5f * (1 + fabsf(x->weights[k])));
        for (int k = 0; x->bias && k < a->tensors[x->out].channels; k++)
            assert_true(fabsf(x->bias[k] - y->bias[k]) < 1e-5f * (1 + fabsf(x->bias[k])));
    }
}

/* Changes all numbers; scales stay positive. */
static void change(nn_model *m)
{
    for (int i = 0; i < m->n_layers; i++) {
        nn_layer *l = &m->layers[i];
        for (size_t k = 0; l->block != NN_NONE && k < l->n_weights; k++)
            l->weights[k] = l->weights[k] * 1.25f + (l->kind == NN_NORM ? 0 : 0.125f);
        for (int k = 0; l->bias && k < m->tensors[l->out].channels; k++)
            l->bias[k] -= 0.25f;
    }
}

/* Frees the file. */
static void round_trip_of(net_file before)
{
    net_file after;
    nn_model *m = parse(&before);
    change(m);
    assert_int_equal(write(m, &before, "changed", &after, NULL), GO_OK);
    nn_model *read = parse(&after);
    same(m, read);
    assert_string_equal(read->name, "changed");
    assert_int_equal(read->version, m->version);
    nn_model_destroy(m);
    nn_model_destroy(read);
    free(before.bytes);
    free(after.bytes);
}

static void round_trip(const char *shape, bool text, bool to_learn)
{
    round_trip_of(file_of(shape, text, to_learn));
}

/* Every kind of layer, in every version of the format. */
static void every_version_is_read_again(void **state)
{
    (void)state;
    for (int version = 8; version <= 17; version++) {
        net_file f;
        f.bytes = tiny_kata(version, &f.n);
        round_trip_of(f);
    }
}

static void what_changed_is_read_again(void **state)
{
    (void)state;
    round_trip("4x12", false, false);
    round_trip("4x12", true, false);
    round_trip("3x12", false, true);
    round_trip("2x16nbt", false, false);
    round_trip("b4c12-mish", false, true);
    round_trip("b3c16nbt", true, true);
}

static void a_scale_without_a_place_is_refused(void **state)
{
    (void)state;
    go_error err;
    net_file before = file_of("1x8", false, false), after;
    nn_model *m = parse(&before);
    for (int i = 0; i < m->n_layers; i++)
        if (m->layers[i].kind == NN_NORM)
            m->layers[i].weights[0] = -1;
    assert_int_equal(write(m, &before, NULL, &after, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "has become -1"));
    nn_model_destroy(m);
    free(before.bytes);
    free(after.bytes);
}

/* Else hours of learning would end in a file that nobody can read. */
static void a_number_that_no_reader_takes_is_refused(void **state)
{
    static const struct {
        nn_layer_kind kind;
        float weight;
        const char *says;
    } cases[] = {{NN_CONV, 2e9f, "has become 2e+09"},
                 {NN_CONV, NAN, "has become nan"},
                 {NN_NORM, 1e-5f, "has become 1e+10"}}; /* as a variance */
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        go_error err;
        net_file before = file_of("1x8", false, false), after;
        nn_model *m = parse(&before);
        int layer = 0;
        while (m->layers[layer].kind != cases[i].kind)
            layer++;
        m->layers[layer].weights[0] = cases[i].weight;
        assert_int_equal(write(m, &before, NULL, &after, &err), GO_EINVAL);
        assert_non_null(strstr(err.message, cases[i].says));
        assert_non_null(strstr(err.message, m->layers[layer].name));
        nn_model_destroy(m);
        free(before.bytes);
        free(after.bytes);
    }
}

static void space_before_the_name_stays_there(void **state)
{
    (void)state;
    net_file f = file_of("1x8", false, false);
    char *moved = malloc(f.n + 3);
    memcpy(moved, " \n", 2);
    memcpy(moved + 2, f.bytes, f.n);
    moved[f.n + 2] = '\0';
    free(f.bytes);
    round_trip_of((net_file){moved, f.n + 2});
}

static void names_that_would_not_be_read_are_known(void **state)
{
    static const char *const good[] = {"katachi", "b6c64-1", "20260", "7x", "A_z"};
    static const char *const bad[] = {"",      "a b",   "a 8", "a\vb",   "2026", "1",
                                      "<net>", "{net}", "(;",  "my.net", "a/b",  "\xc3\xa9"};
    char word[98];
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(nn_model_name_is_read(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(nn_model_name_is_read(bad[i]));
    memset(word, 'a', sizeof word);
    word[96] = word[97] = '\0';
    assert_true(nn_model_name_is_read(word));
    word[96] = 'a';
    assert_false(nn_model_name_is_read(word));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_changed_is_read_again),
        cmocka_unit_test(every_version_is_read_again),
        cmocka_unit_test(a_scale_without_a_place_is_refused),
        cmocka_unit_test(a_number_that_no_reader_takes_is_refused),
        cmocka_unit_test(space_before_the_name_stays_there),
        cmocka_unit_test(names_that_would_not_be_read_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
