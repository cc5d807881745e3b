/* Convolutions of 8-bit integers: sums of products by tiles and every kind of vector that the
 * processor has, rounding within its bounds, numbers that are not finite.               */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn/onednn/int8.h"
#include "tests/support/child.h"
#include "tests/support/unit.h"

/* A convolution by its definition, in double: in [points][stride] to [points][stride of to]. */
typedef struct work {
    int size, from, to, places; /* places of the kernel: 9, or 1 */
    size_t in_numbers, out_numbers;
    float *in, *weights, *got;
    uint8_t *board;
    double *want, *inputs, *kernel; /* at each result: its sum, those of |input| and of |weight| */
} work;

static void *zeros(size_t n, size_t each)
{
    const size_t bytes = (n * each + 63) / 64 * 64 + 64;
    void *p = aligned_alloc(64, bytes);
    assert_non_null(p);
    memset(p, 0, bytes);
    return p;
}

static work start(int size, int from, int to, int places)
{
    work w = {.size = size, .from = from, .to = to, .places = places};
    const size_t points = (size_t)(size * size);
    w.in_numbers = points * onednn_stride(from);
    w.out_numbers = points * onednn_stride(to);
    w.in = zeros(w.in_numbers, sizeof(float));
    w.weights = zeros((size_t)(from * to * places), sizeof(float));
    w.got = zeros(w.out_numbers, sizeof(float));
    w.board = zeros(int8_board_bytes(size, onednn_stride(from)), 1);
    w.want = zeros(w.out_numbers, sizeof(double));
    w.inputs = zeros(w.out_numbers, sizeof(double));
    w.kernel = zeros(w.out_numbers, sizeof(double));
    return w;
}

static void end(work *w)
{
    free(w->in);
    free(w->weights);
    free(w->got);
    free(w->board);
    free(w->want);
    free(w->inputs);
    free(w->kernel);
}

static void define(work *w)
{
    const size_t in = onednn_stride(w->from), out = onednn_stride(w->to);
    for (int p = 0; p < w->size * w->size; p++)
        for (int o = 0; o < w->to; o++)
            for (int k = 0; k < w->places; k++) {
                const int wide = w->places == 9;
                const int y = p / w->size + wide * (k / 3 - 1), x = p % w->size + wide * (k % 3 - 1);
                const size_t at = (size_t)p * out + (size_t)o;
                if (y < 0 || y >= w->size || x < 0 || x >= w->size)
                    continue;
                for (int i = 0; i < w->from; i++) {
                    const double a = (double)w->in[(size_t)(y * w->size + x) * in + (size_t)i];
                    const double b = (double)w->weights[(o * w->from + i) * w->places + k];
                    w->want[at] += a * b;
                    w->inputs[at] += fabs(a);
                    w->kernel[at] += fabs(b);
                }
            }
}

static int8_scale compute(work *w, int8_weights **weights)
{
    float *shift = zeros(onednn_stride(w->to), sizeof(float));
    const onednn_tail tail = {.shift = shift, .activation = NN_IDENTITY};
    *weights = int8_weights_create(w->weights, w->from, w->to, w->places);
    assert_non_null(*weights);
    const int8_scale s = int8_round(w->in, w->size, onednn_stride(w->from), w->board);
    int8_convolve(w->board, w->size, *weights, (int32_t *)(void *)w->got);
    int8_finish(*weights, s, &tail, w->size, w->got);
    free(shift);
    return s;
}

/* Whole numbers, the largest as large as can be, so that a step is 1: nothing is rounded. */
static int wrong_sums(int size, int from, int to, int places, int lowest)
{
    work w = start(size, from, to, places);
    int8_weights *weights;
    int wrong = 0;
    rng random = rng_seed((uint64_t)(size + from + to));
    for (size_t i = 0; i < w.in_numbers; i++)
        if (i % onednn_stride(from) < (size_t)from)
            w.in[i] = (float)(rng_below(&random, 8) * 4) + (float)lowest / 8;
    w.in[0] = (float)lowest;
    w.in[1] = (float)(lowest + 255);
    for (int i = 0; i < from * to * places; i++)
        w.weights[i] = i % (from * places) ? (float)rng_below(&random, 31) - 15 : -127;
    define(&w);
    compute(&w, &weights);
    for (size_t i = 0; i < w.out_numbers; i++)
        wrong += (double)w.got[i] != w.want[i];
    free(weights);
    end(&w);
    return wrong;
}

static int wrong_sums_in_all_shapes(void)
{
    static const int channels[][2] = {{32, 16}, {35, 33}, {64, 64}, {40, 80}};
    int wrong = 0;
    for (int size = 2; size <= 25; size++)
        for (size_t i = 0; i < 4; i++)
            for (int places = 1; places <= 9; places += 8)
                wrong += wrong_sums(size, channels[i][0], channels[i][1], places,
                                    i % 2 ? -128 : 0);
    return wrong;
}

static void need_int8(void)
{
    if (int8_available())
        return;
    print_message("this processor has neither AVX512_VNNI nor AVX-VNNI, nor ARM's dot products\n");
    skip();
}

enum { ABSENT = 77 };

static int compare_sums_here(const void *isa)
{
    setenv("ONEDNN_MAX_CPU_ISA", isa, 1);
    return !int8_available() ? ABSENT : wrong_sums_in_all_shapes() ? 1 : 0;
}

/* In a process of its own, because oneDNN decides about instructions once. */
static void compare_sums(const char *isa, const char *name)
{
    const int status = child_status(compare_sums_here, isa);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == ABSENT) {
        print_message("this processor has no %s\n", name);
        skip();
    }
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void sums_by_vectors_of_32_bytes(void **state)
{
    (void)state;
    compare_sums("AVX2_VNNI", "AVX-VNNI");
}

static void sums_by_vectors_of_64_bytes(void **state)
{
    (void)state;
    compare_sums("AVX512_CORE_VNNI", "AVX512_VNNI");
}

/* Tiles, where there are any. */
static void sums_as_they_are_computed_here(void **state)
{
    (void)state;
    need_int8();
    assert_int_equal(wrong_sums_in_all_shapes(), 0);
}

/* No result is farther off than half a step of each input and weight can make it. */
static void rounding(void **state)
{
    need_int8();
    work w = start(9, 48, 40, 9);
    int8_weights *weights;
    rng random = rng_seed(3);
    (void)state;
    for (size_t i = 0; i < w.in_numbers; i++)
        w.in[i] = (float)rng_below(&random, 10000) / 1000.0f - 2;
    for (int i = 0; i < w.from * w.to * w.places; i++)
        w.weights[i] = (float)rng_below(&random, 20001) / 10000.0f - 1;
    define(&w);
    const int8_scale s = compute(&w, &weights);
    assert_float_equal(s.step, 10.0f / 255, 1e-4f);
    assert_int_equal(s.zero, 51 - INT8_BELOW);
    double off = 0;
    for (size_t i = 0; i < w.out_numbers; i++) {
        const size_t o = i % onednn_stride(w.to);
        if (o >= (size_t)w.to) {
            assert_true(w.got[i] == 0);
            continue;
        }
        const double step = (double)weights->step[o],
                     difference = fabs((double)w.got[i] - w.want[i]);
        const double bound = 0.51 * step * w.inputs[i] + 0.51 * (double)s.step * w.kernel[i] +
                             0.26 * step * (double)s.step * 9 * w.from;
        if (difference > bound)
            fail_msg("number %zu: %g instead of %g, bound %g", i, (double)w.got[i], w.want[i],
                     bound);
        off = fmax(off, difference);
    }
    assert_true(off > 0);
    free(weights);
    end(&w);
}

static void nothing_but_zeros(void **state)
{
    need_int8();
    work w = start(5, 32, 32, 9);
    int8_weights *weights;
    (void)state;
    w.weights[7] = 3;
    const int8_scale s = compute(&w, &weights);
    assert_true(isfinite(s.step));
    for (size_t i = 0; i < w.out_numbers; i++)
        assert_true(w.got[i] == 0);
    free(weights);
    end(&w);
}

/* One such number anywhere makes every result NaN, which the session refuses. */
static void numbers_that_are_not_finite(void **state)
{
    need_int8();
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    (void)state;
    for (size_t b = 0; b < 3; b++) {
        work w = start(5, 32, 32, 9);
        int8_weights *weights;
        for (size_t i = 0; i < w.in_numbers; i++)
            w.in[i] = 1;
        w.in[500] = bad[b];
        w.weights[0] = 1;
        compute(&w, &weights);
        for (size_t i = 0; i < w.out_numbers; i++)
            assert_true(isnan(w.got[i]));
        free(weights);
        end(&w);
    }
}

/* 3x3 convolutions of the trunk, and the 1x1 ones before the last of them. */
static void which_layers_are_rounded(void **state)
{
    enum { N = 8 };
    (void)state;
    static const struct {
        int kernel, in;
        bool pays;
    } cases[N] = {{3, NN_PLANES, false}, /* the network's inputs */
                  {1, NN_N_INPUTS, true},
                  {3, NN_N_INPUTS, true},
                  {5, NN_N_INPUTS, false},
                  {3, NN_N_INPUTS + 1, false}, /* few channels */
                  {3, NN_N_INPUTS, true},
                  {1, NN_N_INPUTS, false}, /* a head */
                  {1, NN_N_INPUTS + 1, false}};
    nn_tensor tensors[NN_N_INPUTS + 2] = {{0}};
    nn_layer layers[N] = {{0}};
    tensors[NN_PLANES].channels = 22;
    tensors[NN_N_INPUTS].channels = 64;
    tensors[NN_N_INPUTS + 1].channels = 8;
    for (int i = 0; i < N; i++)
        layers[i] = (nn_layer){.kind = NN_CONV, .in = cases[i].in, .kernel_y = cases[i].kernel,
                               .kernel_x = cases[i].kernel, .dilation_y = 1, .dilation_x = 1};
    const nn_model model = {.n_layers = N, .layers = layers, .tensors = tensors};
    for (int i = 0; i < N; i++)
        if (int8_pays(&model, i) != cases[i].pays)
            fail_msg("layer %d", i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_by_vectors_of_32_bytes), /* first: before oneDNN has decided */
        cmocka_unit_test(sums_by_vectors_of_64_bytes),
        cmocka_unit_test(sums_as_they_are_computed_here),
        cmocka_unit_test(rounding),
        cmocka_unit_test(nothing_but_zeros),
        cmocka_unit_test(numbers_that_are_not_finite),
        cmocka_unit_test(which_layers_are_rounded),
    };
    return cmocka_run_group_tests_name("convolutions of 8-bit integers", tests, NULL, NULL);
}
