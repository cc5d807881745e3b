/* Convolutions in loops of our own, sparse ones of planes and small 1x1 ones, by their definition
 * in double, with every kind of tail.                                         */
#include <math.h>

#include "base/rng.h"
#include "nn/onednn/pointwise.h"
#include "nn/onednn/sparse.h"
#include "tests/support/unit.h"

enum { TAILS = 4 };

typedef struct work {
    nn_layer layer;
    int size, from, to;
    size_t points, in_stride, stride;
    float *in, *kernels, *got, *shift, *add, *mask;
    double *want;
    rng random;
} work;

static float *numbers(size_t n)
{
    float *p = onednn_numbers(n);
    assert_non_null(p);
    return p;
}

static float drawn(work *w)
{
    return (float)rng_double(&w->random) * 2 - 1;
}

static void fill(work *w, float *to, size_t rows, size_t stride, int channels)
{
    for (size_t i = 0; i < rows; i++)
        for (int c = 0; c < channels; c++)
            to[i * stride + (size_t)c] = drawn(w);
}

static work start(int size, int from, int to, int lines, int columns)
{
    const nn_layer layer = {.kind = NN_CONV, .in = NN_PLANES, .kernel_y = lines,
                            .kernel_x = columns, .dilation_y = 1, .dilation_x = 1};
    work w = {.layer = layer, .size = size, .from = from, .to = to,
              .points = (size_t)(size * size), .in_stride = onednn_stride(from),
              .stride = onednn_stride(to),
              .random = rng_seed((uint64_t)(size + 100 * from + to + lines))};
    w.in = numbers(w.points * w.in_stride);
    w.kernels = numbers((size_t)(from * to * lines * columns));
    w.got = numbers(w.points * w.stride);
    w.shift = numbers(w.stride);
    w.add = numbers(w.points * w.stride);
    w.mask = numbers(w.points);
    w.want = calloc(w.points * w.stride, sizeof *w.want);
    assert_non_null(w.want);
    fill(&w, w.kernels, 1, 0, from * to * lines * columns);
    fill(&w, w.shift, 1, 0, to);
    fill(&w, w.add, w.points, w.stride, to);
    for (size_t p = 0; p < w.points; p++)
        w.mask[p] = p % (size_t)size + 1 < (size_t)size;
    return w;
}

static void end(work *w)
{
    float *const all[] = {w->in, w->kernels, w->got, w->shift, w->add, w->mask};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    free(w->want);
}

static onednn_tail tail_of(const work *w, int which)
{
    static const nn_activation activation[TAILS] = {NN_IDENTITY, NN_RELU, NN_IDENTITY, NN_RELU};
    return (onednn_tail){.shift = w->shift, .add = which > 1 ? w->add : NULL,
                         .mask = which == 3 ? w->mask : NULL, .activation = activation[which]};
}

static double sum_at(const work *w, int y, int x, int o)
{
    const nn_layer *l = &w->layer;
    double sum = 0;
    for (int i = 0; i < l->kernel_y; i++)
        for (int k = 0; k < l->kernel_x; k++) {
            const int v = y + i - l->kernel_y / 2, u = x + k - l->kernel_x / 2;
            if (v < 0 || v >= w->size || u < 0 || u >= w->size)
                continue;
            for (int c = 0; c < w->from; c++)
                sum += (double)w->in[(size_t)(v * w->size + u) * w->in_stride + (size_t)c] *
                       (double)w->kernels[((o * w->from + c) * l->kernel_y + i) * l->kernel_x + k];
        }
    return sum;
}

static void define(work *w, const onednn_tail *t)
{
    for (size_t p = 0; p < w->points; p++)
        for (int o = 0; o < w->to; o++) {
            const size_t at = p * w->stride + (size_t)o;
            double x = sum_at(w, (int)p / w->size, (int)p % w->size, o) + (double)t->shift[o];
            x += t->add ? (double)t->add[at] : 0;
            x = t->activation == NN_RELU ? fmax(x, 0) : x;
            w->want[at] = t->mask && t->mask[p] <= 0 ? 0 : x;
        }
}

/* All results, and zeros in the lanes beyond the channels. */
static void compare(const work *w)
{
    for (size_t i = 0; i < w->points * w->stride; i++)
        if (fabs((double)w->got[i] - w->want[i]) > 1e-4)
            fail_msg("%dx%d, %d to %d channels, kernel %dx%d, number %zu: %g instead of %g",
                     w->size, w->size, w->from, w->to, w->layer.kernel_y, w->layer.kernel_x, i,
                     (double)w->got[i], w->want[i]);
}

/* ---- the planes ---- */

/* A few planes at each point, most of them the same ones. */
static void fill_planes(work *w)
{
    for (size_t p = 0; p < w->points; p++) {
        float *row = w->in + p * w->in_stride;
        row[0] = 1;
        row[rng_below(&w->random, (uint32_t)w->from)] = 1;
        if (rng_below(&w->random, 8) == 0)
            row[rng_below(&w->random, (uint32_t)w->from)] = drawn(w);
    }
}

static void check_sparse(work *w)
{
    const nn_layer *l = &w->layer;
    float *weights =
        numbers((size_t)(l->kernel_y * l->kernel_x * w->from) * onednn_stride(w->to));
    float *scratch = numbers(sparse_scratch(l, w->to));
    nn_layer own = *l;
    own.weights = w->kernels;
    assert_true(sparse_suits(&own, w->from));
    sparse_weights(&own, w->from, w->to, weights);
    for (int which = 0; which < TAILS; which++) {
        const onednn_tail t = tail_of(w, which);
        define(w, &t);
        sparse_convolve(&own, w->size, w->from, w->to, w->in, weights, scratch, &t, w->got);
        compare(w);
    }
    free(weights);
    free(scratch);
}

static void planes_are_convolved(void **state)
{
    (void)state;
    static const int kernels[][2] = {{3, 3}, {5, 5}, {1, 3}, {3, 1}, {9, 9}};
    static const int sizes[] = {2, 5, 9, 19, 25}, channels[][2] = {{22, 64}, {1, 1}, {64, 40}};
    for (size_t k = 0; k < 5; k++)
        for (size_t s = 0; s < (k < 2 ? 5 : 3); s++)
            for (size_t c = 0; c < 3; c++) {
                work w = start(sizes[s], channels[c][0], channels[c][1], kernels[k][0],
                               kernels[k][1]);
                fill_planes(&w);
                check_sparse(&w);
                end(&w);
            }
}

/* Each point is of its own kind: more than are summed up in one round. */
static void no_two_points_need_be_alike(void **state)
{
    (void)state;
    for (int size = 8; size <= 20; size += 3) {
        work w = start(size, 18, 24, 3, 3);
        fill(&w, w.in, w.points, w.in_stride, w.from);
        check_sparse(&w);
        end(&w);
    }
}

static void other_layers_do_not_suit(void **state)
{
    (void)state;
    nn_layer l = {.kind = NN_CONV, .in = NN_PLANES, .kernel_y = 3, .kernel_x = 3,
                  .dilation_y = 1, .dilation_x = 1};
    assert_true(sparse_suits(&l, 64));
    assert_false(sparse_suits(&l, 65));
    l.dilation_x = 2;
    assert_false(sparse_suits(&l, 22));
    l.dilation_x = 1;
    l.in = NN_N_INPUTS;
    assert_false(sparse_suits(&l, 22));
    l.in = NN_PLANES;
    l.kernel_x = 11;
    assert_false(sparse_suits(&l, 22));
}

/* ---- 1x1 ---- */

static void points_are_multiplied(void **state)
{
    (void)state;
    static const int channels[][2] = {{64, 32}, {32, 1}, {7, 48}, {96, 64}, {1, 17}};
    for (int size = 2; size <= 19; size += size < 13 ? 1 : 6)
        for (size_t c = 0; c < 5; c++) {
            work w = start(size, channels[c][0], channels[c][1], 1, 1);
            float *weights = numbers(w.in_stride * w.stride);
            fill(&w, w.in, w.points, w.in_stride, w.from);
            for (int o = 0; o < w.to; o++)
                for (int i = 0; i < w.from; i++)
                    weights[(size_t)i * w.stride + (size_t)o] = w.kernels[o * w.from + i];
            for (int which = 0; which < TAILS; which++) {
                const onednn_tail t = tail_of(&w, which);
                define(&w, &t);
                pointwise_multiply(w.in, w.points, w.in_stride, weights, w.stride, &t, w.got);
                compare(&w);
            }
            free(weights);
            end(&w);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_are_convolved),
        cmocka_unit_test(no_two_points_need_be_alike),
        cmocka_unit_test(other_layers_do_not_suit),
        cmocka_unit_test(points_are_multiplied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
