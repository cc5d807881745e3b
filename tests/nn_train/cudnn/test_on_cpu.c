/* Learning on the GPU, on a processor: the plug-in's kernels, layouts, products and the order of
 * its layers, against the reference.  As in tests/nn/cudnn/test_cudnn.c, tests/cuda_on_cpu stands
 * in for CUDA, cuDNN and cuBLASLt.                                            */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/gradient_work.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

#ifdef HAVE_CUDA

extern const nn_gradient_plugin katachi_gradient_plugin;

enum { BFLOAT, FLOAT }; /* the plug-in's gradients */

static const nn_gradient *gradient(int which)
{
    return katachi_gradient_plugin.gradient[which];
}

/* Plain blocks with ReLU, every third with pooling; blocks within blocks with Mish. */
static void in_float32_it_is_the_reference(void **state)
{
    (void)state;
    gradient_work_compare(gradient(FLOAT), "3x8", 1e-4);
    gradient_work_compare(gradient(FLOAT), "3x12nbt", 1e-4);
    gradient_work_compare(gradient(FLOAT), "v8", 1e-4);
    gradient_work_compare(gradient(FLOAT), "v12", 1e-4);
    gradient_work_compare(gradient(FLOAT), "v14", 1e-4);
    gradient_work_compare(gradient(FLOAT), "v15", 1e-4);
}

static void in_bfloat16_it_is_near(void **state)
{
    (void)state;
    gradient_work_compare(gradient(BFLOAT), "3x8", 0.3);
    gradient_work_compare(gradient(BFLOAT), "3x8nbt", 0.3);
}

/* Each row changes the others; the second of three boards is smaller. */
static void norms_of_statistics(void **state)
{
    (void)state;
    for (int norms = NN_NORMS_BATCH; norms <= NN_NORMS_RENORM; norms++) {
        gradient_work_compare_norms(gradient(FLOAT), "3x8", (nn_norms)norms, 1e-4);
        gradient_work_compare_norms(gradient(FLOAT), "3x12nbt", (nn_norms)norms, 1e-4);
        gradient_work_compare_norms(gradient(FLOAT), "1x72", (nn_norms)norms, 1e-4);
        gradient_work_compare_norms(gradient(FLOAT), "v12", (nn_norms)norms, 1e-4);
        gradient_work_compare_norms(gradient(BFLOAT), "3x8", (nn_norms)norms, 0.3);
    }
}

/* More channels than a block of sums takes at once. */
static void many_channels(void **state)
{
    (void)state;
    gradient_work_compare(gradient(FLOAT), "1x72", 1e-4);
}

/* Three times on each of two lanes, by two threads, fewer rows than there is room for: as alone,
 * also when the launches are recorded and repeated.                           */
static void lanes_are_alike(void **state)
{
    enum { LANES = 2, TURNS = 3 };
    gradient_work w = gradient_work_begin("3x8");
    const nn_gradient_settings settings = {.size = WORK_SIZE, .rows = WORK_ROWS + 2, .lanes = LANES};
    const nn_gradient *g = gradient(FLOAT);
    float *right = gradient_work_gradient(g, &w), *got = calloc(LANES * w.p.n, sizeof *got);
    void *learner;
    int failed = 0;
    go_error err;
    (void)state;
    assert_int_equal(g->create(g, &learner, &w.p, &settings, &err), GO_OK);
    assert_int_equal(g->load(learner, w.theta, &err), GO_OK);
#pragma omp parallel for num_threads(LANES) reduction(+ : failed)
    for (int lane = 0; lane < LANES; lane++) {
        nn_batch batch = w.batch;
        memset(batch.out, 0, sizeof batch.out);
        for (int turn = 0; turn < TURNS; turn++)
            failed += g->forward(learner, lane, &batch, NULL) != GO_OK ||
                      g->backward(learner, lane, &batch, (const float *const *)w.wanted,
                                  got + (size_t)lane * w.p.n, NULL) != GO_OK;
    }
    assert_int_equal(failed, 0);
    for (size_t i = 0; i < LANES * w.p.n; i++) {
        const float want = TURNS * right[i % w.p.n];
        if (!(fabsf(got[i] - want) <= 1e-5f * (1 + fabsf(want))))
            fail_msg("number %zu: %g instead of %g", i, (double)got[i], (double)want);
    }
    g->destroy(learner);
    free(right);
    free(got);
    gradient_work_end(&w);
}

static void no_memory_is_a_sentence(void **state)
{
    gradient_work w = gradient_work_begin("3x8");
    const nn_gradient_settings settings = {.size = 19, .rows = 512, .lanes = 4};
    void *learner = &w;
    go_error err;
    (void)state;
    setenv("CUDA_ON_CPU_MIB", "100", 1);
    assert_int_equal(gradient(BFLOAT)->create(gradient(BFLOAT), &learner, &w.p, &settings, &err),
                     GO_ENOMEM);
    unsetenv("CUDA_ON_CPU_MIB");
    assert_null(learner);
    assert_non_null(strstr(err.message, "batches of 2048 rows"));
    assert_non_null(strstr(err.message, "use a smaller --batch"));
    gradient_work_end(&w);
}

static void transformers_are_refused(void **state)
{
    nn_model *m = tiny_model(17, WORK_SIZE);
    const nn_gradient_settings settings = {.size = WORK_SIZE, .rows = 1, .lanes = 1};
    nn_parameters p;
    void *learner;
    go_error err;
    (void)state;
    assert_int_equal(nn_parameters_create(&p, m, &err), GO_OK);
    assert_int_equal(gradient(BFLOAT)->create(gradient(BFLOAT), &learner, &p, &settings, &err),
                     GO_EUNSUPPORTED);
    assert_non_null(strstr(err.message, "belongs to a transformer"));
    assert_non_null(strstr(err.message, "use --backend onednn")); /* which trains them */
    nn_parameters_destroy(&p);
    nn_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_float32_it_is_the_reference),
        cmocka_unit_test(in_bfloat16_it_is_near),
        cmocka_unit_test(norms_of_statistics),
        cmocka_unit_test(many_channels),
        cmocka_unit_test(lanes_are_alike),
        cmocka_unit_test(no_memory_is_a_sentence),
        cmocka_unit_test(transformers_are_refused),
    };
    return cmocka_run_group_tests_name("learning on the GPU, on a processor", tests, NULL, NULL);
}

#else

int main(void)
{
    printf("1..1\nok 1 - learning on the GPU, on a processor # SKIP it is not in this build: no "
           "nvcc and cudnn.h\n");
    return 0;
}

#endif
