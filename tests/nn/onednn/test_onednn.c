/* The backends onednn, onednn16 and onednn8 against the reference, on numbers by lot: each kind of
 * layer, whole networks, sizes of boards, batches, masks and threads.        */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn/formats/model_read.h"
#include "nn/model/fold.h"
#include "nn/session.h"
#include "tests/support/needs.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

#define NETS "../shared/nets/"

/* ---- numbers by lot ---- */

/* Within -1 .. 1. */
static float drawn(rng *random)
{
    return (float)rng_below(random, 20001) / 10000.0f - 1;
}

static float *drawn_numbers(rng *random, size_t n, float scale)
{
    float *numbers = malloc((n + 1) * sizeof *numbers);
    assert_non_null(numbers);
    for (size_t i = 0; i < n; i++)
        numbers[i] = scale * drawn(random);
    return numbers;
}

/* ---- a batch for two backends ---- */

typedef struct question {
    nn_batch batch;
    float *planes, *globals, *meta, *mask;
} question;

/* A board of `lines` lines in the upper left of a buffer of `size`, the n-th of
 * the batch smaller by n than the first, where masked.                       */
static question ask(const nn_model *m, int size, int n, bool masked, uint64_t seed)
{
    size_t points = (size_t)(size * size);
    rng random = rng_seed(seed);
    question q = {.planes = drawn_numbers(&random, (size_t)(n * m->planes) * points, 1),
                  .globals = drawn_numbers(&random, (size_t)(n * m->globals), 1),
                  .meta = drawn_numbers(&random, (size_t)(n * m->meta), 1),
                  .mask = drawn_numbers(&random, (size_t)n * points, 1)};
    for (int i = 0; i < n; i++) {
        int lines = masked && size > 3 ? size - 1 - i % (size - 3) : size;
        for (size_t p = 0; p < points; p++) {
            bool inside = (int)p / size < lines && (int)p % size < lines;
            q.mask[(size_t)i * points + p] = inside;
            for (size_t c = 0; c < (size_t)m->planes && !inside; c++)
                q.planes[((size_t)(i * m->planes) + c) * points + p] = 0;
        }
    }
    q.batch = (nn_batch){.n = n, .planes = q.planes, .globals = q.globals, .meta = q.meta,
                         .mask = masked ? q.mask : NULL};
    return q;
}

static void forget(question *q)
{
    free(q->planes);
    free(q->globals);
    free(q->meta);
    free(q->mask);
}

/* All outputs, one behind the other; owned by the caller. */
static float *answer(const nn_model *m, question *q, const char *backend, int size, int threads)
{
    size_t each = 0, at = 0, n = (size_t)q->batch.n;
    nn_session *e;
    go_error err;
    nn_settings settings = {.size = size, .max_batch = q->batch.n, .threads = threads};
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        each += nn_output_numbers(m, (nn_output)o, size);
    float *answers = calloc(n * each, sizeof *answers);
    assert_non_null(answers);
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t numbers = nn_output_numbers(m, (nn_output)o, size);
        q->batch.out[o] = numbers ? answers + at : NULL;
        at += n * numbers;
    }
    if (nn_session_create(&e, m, nn_backend_by_name(backend), &settings, &err) != GO_OK ||
        nn_session_run(e, &q->batch, &err) != GO_OK)
        fail_msg("%s: %s", backend, err.message);
    nn_session_destroy(e);
    return answers;
}

static bool usable(const char *backend)
{
    const nn_backend *b = nn_backend_by_name(backend);
    return b->available(b, NULL) == GO_OK;
}

/* In float32 the same within 1e-4, for large numbers of their size.  With bfloat16 and 8-bit
 * integers the errors are of the size of what was added up: within 4 % of the largest number, and
 * no more than the share `coarse` beyond 1 %.  coarse: 0 for float32.           */
static void compare_numbers(const float *want, const float *got, size_t n, double coarse,
                            const char *where)
{
    double largest = 1, off = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs((double)want[i]));
    for (size_t i = 0; i < n; i++) {
        double difference = fabs((double)got[i] - (double)want[i]);
        off += difference > 0.01 * largest;
        if (!(difference <= (coarse > 0 ? 0.04 * largest : 1e-4 * fmax(1, fabs((double)want[i])))))
            fail_msg("number %zu of %s: %.9g instead of %.9g", i, where, (double)got[i],
                     (double)want[i]);
    }
    if (coarse > 0 && off > coarse * (double)n + 1)
        fail_msg("%s: %.0f of %zu numbers are off by more than 1 %%", where, off, n);
}

/* backends: 1 compares onednn alone, 3 those with lower precision as well. */
static void compare_with(const nn_model *m, int size, int n, bool masked, int threads, int backends)
{
    static const char *const names[] = {"onednn", "onednn16", "onednn8"};
    static const double coarse[] = {0, 0.3, 0.5};
    size_t each = 0;
    question q = ask(m, size, n, masked, (uint64_t)(size * 100 + n));
    float *want = answer(m, &q, "reference", size, 1);
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        each += nn_output_numbers(m, (nn_output)o, size);
    for (int b = 0; b < backends; b++) {
        char where[100];
        if (!usable(names[b]))
            continue;
        snprintf(where, sizeof where, "%s, %dx%d, batch of %d%s", names[b], size, size, n,
                 masked ? ", masked" : "");
        float *got = answer(m, &q, names[b], size, threads);
        compare_numbers(want, got, each * (size_t)n, coarse[b], where);
        free(got);
    }
    free(want);
    forget(&q);
}

static void compare(const nn_model *m, int size, int n, bool masked, int threads)
{
    compare_with(m, size, n, masked, threads, 3);
}

/* In several shapes; a network for one size is asked for that only. */
static void compare_all(const nn_model *m, bool thorough)
{
    static const int sizes[] = {2, 3, 5, 9, 13, 19, 25};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bool some = thorough || sizes[i] == 9 || sizes[i] == 19;
        if (nn_model_plays(m, sizes[i], NULL) != GO_OK || !some)
            continue;
        compare(m, sizes[i], 1, false, 1);
        if (!m->board_size)
            compare(m, sizes[i], 2, true, 1);
    }
    compare(m, m->board_size ? m->board_size : 7, 5, !m->board_size, 2);
}

static int skip_without(void **state)
{
    go_error err;
    (void)state;
    const nn_backend *onednn = nn_backend_by_name("onednn");
    if (onednn->available(onednn, &err) == GO_OK)
        return 0;
    printf("# %s\n", err.message);
    return -1;
}

/* ---- single layers ---- */

/* Planes, then layers whose last result is the policy. */
typedef struct little {
    nn_tensor tensors[10];
    nn_layer layers[6];
    nn_model model;
    rng random;
} little;

static void little_start(little *l, int planes)
{
    memset(l, 0, sizeof *l);
    l->random = rng_seed((uint64_t)planes);
    l->model = (nn_model){.planes = planes, .globals = 3, .tensors = l->tensors,
                          .n_tensors = NN_N_INPUTS, .layers = l->layers};
    l->tensors[NN_PLANES] = (nn_tensor){planes, true};
    l->tensors[NN_GLOBALS] = (nn_tensor){3, false};
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        l->model.output[o] = NN_NONE;
}

static nn_layer blank(nn_layer_kind kind, int in)
{
    return (nn_layer){.kind = kind, .in = in, .in2 = NN_NONE, .in3 = NN_NONE,
                      .per_channel = NN_NONE, .add = NN_NONE, .kernel_y = 1, .kernel_x = 1,
                      .dilation_y = 1, .dilation_x = 1, .epsilon = 1e-3f};
}

/* With weights and a bias by lot; returns the tensor made. */
static int little_add(little *l, nn_layer layer, size_t n_weights, int channels, bool spatial)
{
    nn_model *m = &l->model;
    size_t row = n_weights / (size_t)channels;
    layer.n_weights = n_weights;
    if (n_weights > 0)
        layer.weights = drawn_numbers(&l->random, n_weights, 1 / sqrtf((float)(row ? row : 1)));
    layer.bias = drawn_numbers(&l->random, (size_t)channels, 0.5f);
    layer.out = m->n_tensors;
    m->layers[m->n_layers++] = layer;
    m->tensors[m->n_tensors] = (nn_tensor){channels, spatial};
    m->output[NN_POLICY] = m->n_tensors;
    return m->n_tensors++;
}

static int little_conv(little *l, nn_layer layer, int channels)
{
    size_t in = (size_t)l->tensors[layer.in].channels;
    return little_add(l, layer, (size_t)(layer.kernel_y * layer.kernel_x * channels) * in,
                      channels, true);
}

static void little_end(little *l)
{
    for (int i = 0; i < l->model.n_layers; i++) {
        free(l->layers[i].weights);
        free(l->layers[i].bias);
    }
}

static void little_compare(little *l)
{
    compare_all(&l->model, true);
    little_end(l);
}

static void compare_conv(int kernel_y, int kernel_x, int dilation, int from, int to)
{
    little l;
    little_start(&l, from);
    nn_layer conv = blank(NN_CONV, NN_PLANES);
    conv.kernel_y = kernel_y;
    conv.kernel_x = kernel_x;
    conv.dilation_y = conv.dilation_x = dilation;
    little_conv(&l, conv, to);
    little_compare(&l);
}

static void convolutions(void **state)
{
    (void)state;
    compare_conv(1, 1, 1, 7, 33);
    compare_conv(3, 3, 1, 16, 16);
    compare_conv(3, 3, 1, 5, 35);
    compare_conv(5, 5, 1, 3, 20);
    compare_conv(1, 3, 1, 4, 4);
    compare_conv(3, 1, 1, 17, 2);
}

/* Layers of which onednn8 computes the second in 8-bit integers. */
static void two_convolutions(little *l, nn_activation between)
{
    little_start(l, 12);
    nn_layer first = blank(NN_CONV, NN_PLANES), second;
    first.activation = between;
    second = blank(NN_CONV, little_conv(l, first, 40));
    second.kernel_y = second.kernel_x = 3;
    little_conv(l, second, 37);
}

static void convolutions_of_results(void **state)
{
    static const nn_activation between[] = {NN_RELU, NN_MISH, NN_IDENTITY};
    (void)state;
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        little l;
        two_convolutions(&l, between[i]);
        little_compare(&l);
    }
}

static void dilated_convolutions(void **state)
{
    (void)state;
    compare_conv(3, 3, 2, 18, 9);
    compare_conv(3, 3, 3, 6, 16);
    compare_conv(5, 5, 2, 2, 3);
}

/* Boards on which oneDNN would read beside them, with so many results: 7, 9 or 13 columns. */
static void windows_as_wide_as_the_board(void **state)
{
    (void)state;
    compare_conv(5, 5, 2, 16, 64);
    compare_conv(9, 9, 1, 3, 64);
    compare_conv(1, 11, 1, 16, 64);
    compare_conv(3, 15, 1, 20, 40);
    compare_conv(1, 15, 1, 16, 96);
}

/* A vector for each channel, something added and each activation. */
static void compare_end(int kernel, nn_activation activation)
{
    little l;
    little_start(&l, 20);
    int vector = little_add(&l, blank(NN_DENSE, NN_GLOBALS), 60, 20, false);
    nn_layer conv = blank(NN_CONV, NN_PLANES);
    conv.kernel_y = conv.kernel_x = kernel;
    conv.per_channel = vector;
    conv.add = NN_PLANES;
    conv.activation = activation;
    little_conv(&l, conv, 20);
    little_compare(&l);
}

static void everything_that_ends_a_layer(void **state)
{
    (void)state;
    for (int a = 0; a < NN_N_ACTIVATIONS; a++) {
        compare_end(1, (nn_activation)a);
        compare_end(3, (nn_activation)a);
    }
}

static void norms(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        little l;
        little_start(&l, 21);
        nn_layer norm = blank(i == 0 ? NN_NORM : NN_RMS_NORM, NN_PLANES);
        norm.activation = NN_SILU;
        norm.whole_board = i == 2;
        little_add(&l, norm, 21, 21, true);
        little_compare(&l);
    }
}

static void pools_and_dense_layers(void **state)
{
    (void)state;
    for (int kind = NN_POOL_MAX; kind <= NN_POOL_QUADRATIC; kind++) {
        little l;
        little_start(&l, 18);
        nn_layer pool = blank(NN_POOL, NN_PLANES);
        pool.pool = (nn_pool_kind)kind;
        int pooled = little_add(&l, pool, 0, 54, false);
        nn_layer dense = blank(NN_DENSE, pooled);
        dense.activation = NN_MISH;
        little_add(&l, dense, 54 * 37, 37, false);
        little_compare(&l);
    }
}

static void products(void **state)
{
    little l;
    (void)state;
    little_start(&l, 6);
    nn_layer product = blank(NN_PRODUCT, little_conv(&l, blank(NN_CONV, NN_PLANES), 40));
    product.in2 = little_conv(&l, blank(NN_CONV, NN_PLANES), 40);
    product.add = little_conv(&l, blank(NN_CONV, NN_PLANES), 40);
    little_add(&l, product, 0, 40, true);
    little_compare(&l);
}

/* The dense layer that Leela Zero puts upon a flattened board. */
static void flattened_boards(void **state)
{
    little l;
    (void)state;
    little_start(&l, 3);
    l.model.board_size = 9;
    little_add(&l, blank(NN_DENSE, NN_PLANES), 3 * 81 * 82, 82, false);
    little_compare(&l);
}

static void compare_attention(int heads, int kv_heads, int key_dim, int value_dim, bool turned)
{
    little l;
    little_start(&l, 9);
    nn_layer attention = blank(NN_ATTENTION, NN_NONE);
    attention.in = little_conv(&l, blank(NN_CONV, NN_PLANES), heads * key_dim);
    attention.in2 = little_conv(&l, blank(NN_CONV, NN_PLANES), kv_heads * key_dim);
    attention.in3 = little_conv(&l, blank(NN_CONV, NN_PLANES), kv_heads * value_dim);
    attention.heads = heads;
    attention.kv_heads = kv_heads;
    attention.key_dim = key_dim;
    attention.value_dim = value_dim;
    little_add(&l, attention, turned ? (size_t)(kv_heads * key_dim) : 0, heads * value_dim, true);
    little_compare(&l);
}

static void attentions(void **state)
{
    (void)state;
    compare_attention(1, 1, 16, 16, false);
    compare_attention(3, 3, 32, 32, true);
    compare_attention(6, 3, 32, 16, true);
    compare_attention(4, 2, 6, 5, true);
    compare_attention(2, 1, 3, 20, false);
}

/* Scores of thousands: only the best key of each point counts. */
static void attention_of_huge_scores(void **state)
{
    little l;
    (void)state;
    little_start(&l, 32);
    nn_layer attention = blank(NN_ATTENTION, NN_NONE);
    for (int i = 0; i < 3; i++) {
        int made = little_conv(&l, blank(NN_CONV, NN_PLANES), 32);
        for (size_t w = 0; w < 32 * 32 && i < 2; w++)
            l.layers[i].weights[w] *= 40;
        if (i == 0)
            attention.in = made;
        else if (i == 1)
            attention.in2 = made;
        else
            attention.in3 = made;
    }
    attention.heads = attention.kv_heads = 1;
    attention.key_dim = attention.value_dim = 32;
    little_add(&l, attention, 32, 32, true);
    compare_with(&l.model, 9, 1, false, 1, 1); /* scores of hundreds need more bits */
    little_end(&l);
}

/* ---- networks ---- */

static void tiny_networks(void **state)
{
    static const int versions[] = {1, 2, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        nn_model *m = tiny_model(versions[i], versions[i] == 1 ? 9 : 19);
        compare_all(m, true);
        assert_int_equal(nn_model_fold(m, NULL), GO_OK);
        if (m->family == NN_KATAGO)
            compare_all(m, true);
        nn_model_destroy(m);
    }
}

static void compare_file(const char *name)
{
    char path[300];
    nn_model *m;
    go_error err;
    snprintf(path, sizeof path, NETS "%s", name);
    need_file(path);
    if (nn_model_read(&m, path, &err) != GO_OK)
        fail_msg("%s", err.message);
    compare_all(m, slow_tests());
    nn_model_destroy(m);
}

#define FILE_TEST(test, file)           \
    static void test(void **state)      \
    {                                   \
        (void)state;                    \
        compare_file(file);             \
    }
FILE_TEST(trained_6_blocks, "g170-b6c96-s175395328-d26788732.bin.gz")
FILE_TEST(trained_transformer, "b7c96h3tfrs-test5-cnorm.bin.gz")
FILE_TEST(trained_grouped_queries, "b7c96h6kv3qk32v16tflrs-fson-bnh.bin.gz")
FILE_TEST(leela_zero_1x8, "lz-d645af97-1x8.txt.gz")
FILE_TEST(leela_zero_1x32, "lz-test-1x32.txt.gz")
FILE_TEST(leela_zero_9x9, "pyaq-9x9-6x96-lz1.txt.gz")

/* The comparisons above leave it out where the processor has neither AMX nor AVX512_BF16. */
static void bfloat16_is_compared_too(void **state)
{
    go_error err;
    const nn_backend *b = nn_backend_by_name("onednn16");
    (void)state;
    if (b->available(b, &err) == GO_OK)
        return;
    print_message("%s\n", err.message);
    assert_non_null(strstr(err.message, "onednn"));
    skip();
}

/* ---- batches and threads ---- */

/* What one position is answered does not depend on the company it is in. */
static void compare_with_batch(const char *backend, const nn_model *m)
{
    enum { SIZE = 9, POINTS = SIZE * SIZE, N = 7 };
    question all = ask(m, SIZE, N, true, 5), one = all;
    float *together = answer(m, &all, backend, SIZE, 2);
    size_t policy = nn_output_numbers(m, NN_POLICY, SIZE);
    for (size_t i = 0; i < N; i++) {
        one.batch.n = 1;
        one.batch.planes = all.planes + i * (size_t)m->planes * POINTS;
        one.batch.globals = all.globals + i * (size_t)m->globals;
        one.batch.meta = all.meta + i * (size_t)m->meta;
        one.batch.mask = all.mask + i * POINTS;
        float *alone = answer(m, &one, backend, SIZE, 1);
        assert_memory_equal(alone, together + i * policy, policy * sizeof *alone);
        free(alone);
    }
    free(together);
    forget(&all);
}

static void answers_do_not_depend_on_the_batch(void **state)
{
    little l;
    nn_model *m = tiny_model(17, 0);
    (void)state;
    compare_with_batch("onednn", m);
    nn_model_destroy(m);
    two_convolutions(&l, NN_RELU);
    if (usable("onednn8"))
        compare_with_batch("onednn8", &l.model);
    little_end(&l);
}

/* Each of two threads with a session of its own, while the caller's number of
 * threads for other work stays what it was.                                  */
static void sessions_in_two_threads(void **state)
{
    nn_model *m = tiny_model(17, 0);
    int before = omp_get_max_threads(), different = 0;
    (void)state;
    question q = ask(m, 13, 2, true, 3);
    size_t policy = 2 * nn_output_numbers(m, NN_POLICY, 13);
    float *want = answer(m, &q, "onednn", 13, 1);
#pragma omp parallel for num_threads(2) schedule(static, 1) reduction(+ : different)
    for (int i = 0; i < 2; i++) {
        question own = q;
        for (int k = 0; k < 10; k++) {
            float *got = answer(m, &own, "onednn", 13, 1 + i);
            different += memcmp(got, want, policy * sizeof *got) != 0;
            free(got);
        }
    }
    assert_int_equal(different, 0);
    assert_int_equal(omp_get_max_threads(), before);
    free(want);
    forget(&q);
    nn_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(convolutions),
        cmocka_unit_test(convolutions_of_results),
        cmocka_unit_test(dilated_convolutions),
        cmocka_unit_test(windows_as_wide_as_the_board),
        cmocka_unit_test(everything_that_ends_a_layer),
        cmocka_unit_test(norms),
        cmocka_unit_test(pools_and_dense_layers),
        cmocka_unit_test(products),
        cmocka_unit_test(flattened_boards),
        cmocka_unit_test(attentions),
        cmocka_unit_test(attention_of_huge_scores),
        cmocka_unit_test(tiny_networks),
        cmocka_unit_test(trained_6_blocks),
        cmocka_unit_test(trained_transformer),
        cmocka_unit_test(trained_grouped_queries),
        cmocka_unit_test(leela_zero_1x8),
        cmocka_unit_test(leela_zero_1x32),
        cmocka_unit_test(leela_zero_9x9),
        cmocka_unit_test(bfloat16_is_compared_too),
        cmocka_unit_test(answers_do_not_depend_on_the_batch),
        cmocka_unit_test(sessions_in_two_threads),
    };
    if (skip_without(NULL) != 0) {
        printf("1..1\nok 1 - onednn against the reference # SKIP it is not in this build\n");
        return 0;
    }
    return cmocka_run_group_tests_name("onednn against the reference", tests, NULL, NULL);
}
