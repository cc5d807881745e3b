/* Answers, loss, gradient and ten steps against numbers that PyTorch computed once:
 * tests/nn_train/pytorch/dump.py.                                             */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/read_file.h"
#include "nn/formats/model_read.h"
#include "nn_train/loss.h"
#include "nn_train/onednn/onednn.h"
#include "nn_train/optimise/optimiser.h"
#include "nn_train/reference/reference.h"
#include "tests/support/unit.h"

#define FOLDER "tests/nn_train/pytorch/"

enum { SIZE = 5, AREA = SIZE * SIZE, ROWS = 4, STEPS = 10, MOST_BLOCKS = 100 };

static const optimiser_settings adamw = {.kind = OPTIMISER_ADAMW, .rate = 0.003, .momentum = 0.9,
                                         .squares = 0.99, .decay = 0.02, .clip = 1};
static const averaging_settings no_average = {.kind = AVERAGE_NONE};
static const nn_loss_weights weights = {.policy = 1, .value = 0.3, .score = 0.02, .lead = 0.005,
                                        .ownership = 0.5};

typedef struct work {
    nn_model *m;
    nn_parameters p;
    nn_rows *rows;
    char *numbers; /* what PyTorch computed */
    size_t bytes;
    float *out[NN_N_OUTPUTS], *back[NN_N_OUTPUTS], *sum;
} work;

/* ---- what PyTorch computed ---- */

/* The n floats of a record; they may be read only by memcpy. */
static void find(const work *w, const char *name, size_t n, float *to)
{
    for (size_t at = 0; at < w->bytes;) {
        char word[32];
        int head = 0;
        char *end;
        assert_int_equal(sscanf(w->numbers + at, "%31s%n", word, &head), 1);
        const size_t count = strtoul(w->numbers + at + head, &end, 10);
        assert_true(end > w->numbers + at + head);
        at = (size_t)(end - w->numbers) + 1;
        if (strcmp(word, name) == 0) {
            assert_int_equal(count, n);
            memcpy(to, w->numbers + at, n * sizeof *to);
            return;
        }
        at += count * sizeof *to;
    }
    fail_msg("PyTorch's numbers lack '%s'", name);
}

static void set_rows(const work *w)
{
    float move[ROWS], owner[ROWS * AREA];
    nn_rows *r = w->rows;
    find(w, "planes", ROWS * NN_KATA_PLANES * AREA, r->planes);
    find(w, "globals", ROWS * NN_KATA_GLOBALS, r->globals);
    find(w, "mask", ROWS * AREA, r->mask);
    find(w, "move", ROWS, move);
    find(w, "value_target", 3 * ROWS, r->value);
    find(w, "score_target", ROWS, r->score);
    find(w, "knows_score", ROWS, r->score_weight);
    find(w, "owner_target", ROWS * AREA, owner);
    find(w, "knows_owner", ROWS, r->ownership_weight);
    for (int i = 0; i < ROWS; i++) {
        r->policy[i] = (uint16_t)move[i];
        r->value_weight[i] = 1;
    }
    for (int i = 0; i < ROWS * AREA; i++)
        r->ownership[i] = (int8_t)owner[i];
}

static work begin(void)
{
    work w = {0};
    char *bytes;
    size_t n;
    assert_int_equal(read_file(FOLDER "net.bin.gz", 1 << 20, &bytes, &n, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&w.m, bytes, n, "net", NULL), GO_OK);
    free(bytes);
    assert_int_equal(read_file(FOLDER "numbers.bin", 1 << 20, &w.numbers, &w.bytes, NULL), GO_OK);
    assert_int_equal(nn_parameters_create(&w.p, w.m, NULL), GO_OK);
    assert_int_equal(nn_rows_create(&w.rows, ROWS, SIZE, NULL), GO_OK);
    w.sum = calloc(w.p.n, sizeof *w.sum);
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t all = ROWS * nn_output_numbers(w.m, (nn_output)o, SIZE);
        w.out[o] = calloc(all, sizeof(float));
        w.back[o] = calloc(all, sizeof(float));
    }
    set_rows(&w);
    return w;
}

static void end(work *w)
{
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        free(w->out[o]);
        free(w->back[o]);
    }
    free(w->sum);
    free(w->numbers);
    nn_rows_destroy(w->rows);
    nn_parameters_destroy(&w->p);
    nn_model_destroy(w->m);
}

/* ---- comparing ---- */

/* Where number k of a layer's weights stands in the file. */
static size_t place_in_file(const work *w, const nn_layer *l, size_t k)
{
    if (l->kind != NN_CONV && l->kind != NN_DENSE)
        return k;
    const size_t out = (size_t)w->m->tensors[l->out].channels;
    const size_t points = l->kind == NN_CONV ? (size_t)(l->kernel_y * l->kernel_x) : 1;
    const size_t in = l->n_weights / out / points, o = k / (in * points), i = k / points % in;
    return (k % points * in + i) * out + o;
}

static void compare_part(const nn_layer *l, const char *what, const float *got, const float *right,
                         const float *start, size_t n, double tolerance)
{
    double miss = 0, all = 0;
    for (size_t k = 0; k < n; k++) {
        miss += pow((double)got[k] - (double)right[k], 2);
        all += pow((double)right[k] - (start ? (double)start[k] : 0), 2);
    }
    if (!(sqrt(miss) <= tolerance * sqrt(all) + 1e-7))
        fail_msg("%s of '%s': off by %g of %g", what, l->name, sqrt(miss), sqrt(all));
}

static size_t biases_of(const work *w, const nn_layer *l)
{
    return l->bias ? (size_t)w->m->tensors[l->out].channels : 0;
}

/* The file's block that has a layer's weights. */
static int weights_block(const nn_layer *l)
{
    return l->kind == NN_NORM ? l->block + 2 : l->block;
}

/* Where each block of the file begins in a record of what is learned. */
static void find_blocks(const work *w, size_t begins[MOST_BLOCKS])
{
    size_t n[MOST_BLOCKS] = {0}, at = 0;
    for (int i = 0; i < w->m->n_layers; i++) {
        const nn_layer *l = &w->m->layers[i];
        if (l->n_weights)
            n[weights_block(l)] = l->n_weights;
        if (l->bias)
            n[l->bias_block] = biases_of(w, l);
    }
    for (int k = 0; k < MOST_BLOCKS; at += n[k++])
        begins[k] = at;
    assert_int_equal(at, w->p.n);
}

/* Compares a vector of the parameters' form with a record, layer by layer: the distance with the
 * length of what is right or, given a start, of the way from there.            */
static void compare(const work *w, const char *name, const float *theta, const float *start,
                    double tolerance)
{
    float *record = calloc(w->p.n, sizeof *record), *right = calloc(w->p.n, sizeof *right);
    size_t begins[MOST_BLOCKS];
    find(w, name, w->p.n, record);
    find_blocks(w, begins);
    for (int i = 0; i < w->m->n_layers; i++) {
        const nn_layer *l = &w->m->layers[i];
        const size_t at = w->p.weights[i], of_bias = w->p.bias[i], biases = biases_of(w, l);
        for (size_t k = 0; k < l->n_weights; k++)
            right[at + k] = record[begins[weights_block(l)] + place_in_file(w, l, k)];
        for (size_t k = 0; k < biases; k++)
            right[of_bias + k] = record[begins[l->bias_block] + k];
        compare_part(l, name, theta + at, right + at, start ? start + at : NULL, l->n_weights,
                     tolerance);
        compare_part(l, name, theta + of_bias, right + of_bias, start ? start + of_bias : NULL,
                     biases, tolerance);
    }
    free(record);
    free(right);
}

static void compare_answers(const work *w, double tolerance)
{
    static const char *const names[NN_N_OUTPUTS] = {"policy", "pass", "value", "score", "ownership"};
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        const size_t n = ROWS * nn_output_numbers(w->m, (nn_output)o, SIZE);
        float *right = calloc(n, sizeof *right);
        find(w, names[o], n, right);
        for (size_t k = 0; k < n; k++)
            if (fabs((double)w->out[o][k] - (double)right[k]) > tolerance)
                fail_msg("%s, number %zu: %g, but PyTorch says %g", names[o], k,
                         (double)w->out[o][k], (double)right[k]);
        free(right);
    }
}

/* ---- learning ---- */

/* Leaves the gradient in w->sum; returns the loss. */
static double gradient_at(const nn_gradient *g, void *state, work *w, const float *theta)
{
    nn_loss_sums sums = {0};
    nn_batch b = {.n = ROWS, .planes = w->rows->planes, .globals = w->rows->globals,
                  .mask = w->rows->mask};
    memcpy(b.out, w->out, sizeof b.out);
    memset(w->sum, 0, w->p.n * sizeof *w->sum);
    assert_int_equal(g->load(state, theta, NULL), GO_OK);
    assert_int_equal(g->forward(state, 0, &b, NULL), GO_OK);
    nn_loss(w->m, &weights, w->rows, 0, ROWS, w->out, w->back, NULL, &sums);
    assert_int_equal(g->backward(state, 0, &b, (const float *const *)w->back, w->sum, NULL), GO_OK);
    return sums.total / ROWS;
}

/* Tolerances of answers and losses, of the gradient, and of where ten steps lead: a gradient of
 * nearly 0, as one convolution has it, makes steps of AdamW whose sign is that of the rounding. */
static void compare_backend(const nn_gradient *g, double tolerance, double of_gradient,
                            double of_steps)
{
    go_error err;
    if (g->available(g, &err) != GO_OK) {
        print_message("%s\n", err.message);
        skip();
    }
    work w = begin();
    optimiser o;
    void *state;
    float losses[STEPS] = {0};
    const nn_gradient_settings settings = {.size = SIZE, .rows = ROWS, .lanes = 1};
    find(&w, "losses", STEPS, losses);
    assert_int_equal(optimiser_create(&o, &w.p, &adamw, &no_average, 1, NULL), GO_OK);
    assert_int_equal(g->create(g, &state, &w.p, &settings, NULL), GO_OK);
    float *start = calloc(w.p.n, sizeof *start);
    nn_parameters_get(&w.p, start);
    for (int step = 0; step < STEPS; step++) {
        const double loss = gradient_at(g, state, &w, o.theta);
        if (step == 0) {
            compare_answers(&w, tolerance);
            compare(&w, "gradient", w.sum, NULL, of_gradient);
        }
        if (fabs(loss - (double)losses[step]) > tolerance * (double)losses[step])
            fail_msg("step %d: loss %.7f, but PyTorch says %.7f", step, loss, (double)losses[step]);
        optimiser_step(&o, w.sum, optimiser_length(&o, w.sum), 1);
    }
    compare(&w, "after", o.theta, start, of_steps);
    free(start);
    g->destroy(state);
    optimiser_destroy(&o);
    end(&w);
}

static void the_reference_learns_what_pytorch_learns(void **state)
{
    (void)state;
    compare_backend(&nn_gradient_reference, 2e-5, 2e-5, 4e-4);
}

static void onednn_learns_what_pytorch_learns(void **state)
{
    (void)state;
    compare_backend(&nn_gradient_onednn, 1e-4, 1e-4, 8e-3);
}

static void bfloat16_is_near_it(void **state)
{
    (void)state;
    compare_backend(&nn_gradient_onednn16, 0.05, 0.2, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_learns_what_pytorch_learns),
        cmocka_unit_test(onednn_learns_what_pytorch_learns),
        cmocka_unit_test(bfloat16_is_near_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
