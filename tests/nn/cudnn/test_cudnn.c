/* The GPU plug-in on a processor: layouts, kernels, graphs, products, layers in their
 * order, against the reference.  tests/cuda_on_cpu stands in for CUDA, cuDNN and
 * cuBLASLt; nothing here needs a GPU.                                         */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn/model/fold.h"
#include "nn/reference/reference.h"
#include "nn/session.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

#ifdef HAVE_CUDA

#include "nn/cudnn/half.h"
#include "nn/cudnn/state.h"

extern const nn_plugin_table katachi_nn_plugin;
long cpu_launched(void); /* of tests/cuda_on_cpu */

enum { HALF, FLOAT }; /* the plug-in's backends */

static nn_model *tiny(int version)
{
    nn_model *m = tiny_model(version, 5);
    assert_int_equal(nn_model_fold(m, NULL), GO_OK);
    return m;
}

/* ---- positions by lot, and their answers ---- */

static float *some_numbers(rng *source, size_t n, const float *mask, size_t points, int planes)
{
    float *x = malloc((n + 1) * sizeof *x);
    assert_non_null(x);
    for (size_t i = 0; i < n; i++) {
        size_t position = planes ? i / (points * (size_t)planes) : 0;
        x[i] = (float)rng_below(source, 64) / 64 - 0.25f;
        if (mask && planes)
            x[i] *= mask[position * points + i % points];
    }
    return x;
}

/* The upper left part of the buffer: one line fewer for every second position. */
static float *some_mask(int n, int size)
{
    float *mask = malloc((size_t)(n * size * size) * sizeof *mask);
    assert_non_null(mask);
    for (int i = 0; i < n * size * size; i++) {
        int board = size - 1 - i / (size * size) % 2, p = i % (size * size);
        mask[i] = p / size < board && p % size < board;
    }
    return mask;
}

typedef struct answers {
    float *out[NN_N_OUTPUTS];
    size_t n[NN_N_OUTPUTS];
} answers;

static nn_batch answers_start(answers *a, const nn_model *m, const nn_batch *question, int size)
{
    nn_batch batch = *question;
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        a->n[o] = (size_t)batch.n * nn_output_numbers(m, (nn_output)o, size);
        batch.out[o] = a->out[o] = calloc(a->n[o] + 1, sizeof(float));
        assert_non_null(a->out[o]);
    }
    return batch;
}

static void answers_end(answers *a)
{
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        free(a->out[o]);
}

/* The largest difference, relative where the answers are large. */
static double farthest(const answers *a, const answers *b)
{
    double most = 0;
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        for (size_t i = 0; i < a->n[o]; i++) {
            double want = (double)b->out[o][i], got = (double)a->out[o][i];
            double off = fabs(got - want) / fmax(1, fabs(want));
            most = off < most ? most : off; /* keeps what is no number */
        }
    }
    return most;
}

static double compare(const nn_model *m, int which, int size, int n, bool masked)
{
    go_error err = {0};
    rng source = rng_seed(11);
    size_t points = (size_t)(size * size), rows = (size_t)n;
    float *mask = masked ? some_mask(n, size) : NULL;
    size_t numbers = rows * (size_t)m->planes * points;
    float *planes = some_numbers(&source, numbers, mask, points, m->planes);
    float *globals = some_numbers(&source, rows * (size_t)m->globals, NULL, 1, 0);
    float *meta = some_numbers(&source, rows * (size_t)m->meta, NULL, 1, 0);
    nn_batch question = {.n = n, .planes = planes, .globals = globals, .meta = meta, .mask = mask};
    nn_settings settings = {.size = size, .max_batch = n + 3, .threads = 1};
    answers want, got;
    nn_batch expected = answers_start(&want, m, &question, size);
    nn_batch batch = answers_start(&got, m, &question, size);
    nn_session *reference;
    const nn_backend *gpu = katachi_nn_plugin.backend[which];
    void *state;
    if (nn_session_create(&reference, m, &nn_reference, &settings, &err) != GO_OK ||
        nn_session_run(reference, &expected, &err) != GO_OK ||
        gpu->create(gpu, &state, m, &settings, &err) != GO_OK)
        fail_msg("%s", err.message);
    for (int again = 0; again < 2; again++) /* the second time as recorded */
        if (gpu->evaluate(state, &batch, &err) != GO_OK)
            fail_msg("%s", err.message);
    double most = farthest(&got, &want);
    gpu->destroy(state);
    nn_session_destroy(reference);
    answers_end(&want);
    answers_end(&got);
    free(planes);
    free(globals);
    free(meta);
    free(mask);
    return most;
}

/* ---- the tests ---- */

static const int versions[] = {1, 2, 8, 10, 11, 14, 15, 17};
enum { N_VERSIONS = sizeof versions / sizeof *versions };

static void compare_versions(int first, int size, int n, bool masked)
{
    for (int i = first; i < N_VERSIONS; i++) {
        nn_model *m = tiny(versions[i]);
        double exact = compare(m, FLOAT, size, n, masked), half = compare(m, HALF, size, n, masked);
        if (!(exact < 1e-4) || !(half < 2e-2))
            fail_msg("version %d: off by %g in float32, %g in half", versions[i], exact, half);
        nn_model_destroy(m);
    }
}

static void every_kind_of_network(void **state)
{
    (void)state;
    compare_versions(0, 5, 2, false);
}

/* Boards smaller than the buffer, three in a batch whose bucket has four rows. */
static void smaller_boards_are_masked(void **state)
{
    (void)state;
    compare_versions(2, 6, 3, true);
}

/* As every search asks: with a mask, which is all 1 when the board fills the buffer. */
static void a_mask_that_is_all_1_costs_nothing(void **state)
{
    enum { SIZE = 5, POINTS = SIZE * SIZE };
    nn_model *m = tiny(15);
    const nn_backend *gpu = katachi_nn_plugin.backend[HALF];
    const nn_settings settings = {.size = SIZE, .max_batch = 1, .threads = 1};
    float *planes = calloc((size_t)m->planes * POINTS, sizeof *planes), ones[POINTS];
    float *globals = calloc((size_t)m->globals + 1, sizeof *globals);
    void *session;
    long launches[2];
    (void)state;
    assert_true(planes && globals);
    for (int p = 0; p < POINTS; p++)
        ones[p] = 1;
    assert_int_equal(gpu->create(gpu, &session, m, &settings, NULL), GO_OK);
    for (int with = 0; with < 2; with++) {
        nn_batch batch = {.n = 1, .planes = planes, .globals = globals, .mask = with ? ones : NULL};
        const long before = cpu_launched();
        assert_int_equal(gpu->evaluate(session, &batch, NULL), GO_OK);
        launches[with] = cpu_launched() - before;
    }
    assert_int_equal(launches[1], launches[0]);
    gpu->destroy(session);
    free(planes);
    free(globals);
    nn_model_destroy(m);
}

/* More points than one block of attention has threads, and no multiple of a tile. */
static void attention_over_many_tiles(void **state)
{
    nn_model *m = tiny(17);
    (void)state;
    assert_true(compare(m, FLOAT, 13, 1, false) < 1e-4);
    nn_model_destroy(m);
}

/* A full GPU gets a sentence with a batch that would fit. */
static void no_memory_names_a_batch_that_fits(void **state)
{
    nn_model *m = tiny(8);
    nn_settings settings = {.size = 19, .max_batch = 4096, .threads = 1};
    gpu_memory plan;
    go_error err;
    const nn_backend *half = katachi_nn_plugin.backend[HALF];
    void *gpu = &settings;
    (void)state;
    assert_int_equal(gpu_memory_plan(m, 19, true, &plan), GO_OK);
    assert_true(plan.each > 0 && plan.fixed > 0);
    setenv("CUDA_ON_CPU_MIB", "100", 1);
    assert_int_equal(half->create(half, &gpu, m, &settings, &err), GO_ENOMEM);
    unsetenv("CUDA_ON_CPU_MIB");
    assert_null(gpu);
    assert_non_null(strstr(err.message, "a batch of 4096 positions needs"));
    assert_non_null(strstr(err.message, "use a batch of "));
    nn_model_destroy(m);
}

static void a_gpu_that_is_not_there(void **state)
{
    nn_model *m = tiny(8);
    nn_settings settings = {.size = 9, .max_batch = 1, .threads = 1, .device = 3};
    go_error err;
    const nn_backend *half = katachi_nn_plugin.backend[HALF];
    void *gpu;
    (void)state;
    assert_int_equal(half->create(half, &gpu, m, &settings, &err), GO_EINVAL);
    assert_string_equal(err.message, "no GPU 3; this machine has 1, numbered from 0");
    nn_model_destroy(m);
}

/* IEEE 754: 1 is 0x3c00, 2^-24 the smallest, 65504 the largest finite number. */
static void halves(void **state)
{
    static const struct {
        float x;
        uint16_t half;
    } known[] = {{0, 0}, {1, 0x3c00}, {-2, 0xc000}, {65504, 0x7bff}, {65519, 0x7bff},
                 {65520, 0x7c00}, {0x1p-14f, 0x0400}, {0x1p-24f, 1}, {0x1p-25f, 0},
                 {0x1.8p-24f, 2}, {1.00048828125f, 0x3c00}, {1.00146484375f, 0x3c02}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(gpu_half(known[i].x), known[i].half);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_network),
        cmocka_unit_test(smaller_boards_are_masked),
        cmocka_unit_test(a_mask_that_is_all_1_costs_nothing),
        cmocka_unit_test(attention_over_many_tiles),
        cmocka_unit_test(no_memory_names_a_batch_that_fits),
        cmocka_unit_test(a_gpu_that_is_not_there),
        cmocka_unit_test(halves),
    };
    return cmocka_run_group_tests_name("the GPU plug-in on a processor", tests, NULL, NULL);
}

#else

int main(void)
{
    printf("1..1\nok 1 - the GPU plug-in on a processor # SKIP it is not in this build: no nvcc "
           "and cudnn.h\n");
    return 0;
}

#endif
