/* Learning on an NVIDIA GPU, where there is one: the plug-in as the program loads it, with cuDNN
 * and cuBLASLt, against the reference and oneDNN.  What of it needs no GPU is tested in
 * tests/nn_train/cudnn and tests/nn/cudnn.                                    */
#include <libgen.h>
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/program_path.h"
#include "nn_train/onednn/onednn.h"
#include "nn_train/plugin.h"
#include "tests/support/gradient_work.h"
#include "tests/support/unit.h"

/* The plug-in of this build lies two folders above the test. */
static int set_up(void **state)
{
    char program[PATH_MAX] = "", folder[PATH_MAX + 20];
    (void)state;
    if (getenv("KATACHI_PLUGINS") || !program_path(program, sizeof program))
        return 0;
    snprintf(folder, sizeof folder, "%s/../..", dirname(program));
    return setenv("KATACHI_PLUGINS", folder, 1);
}

static void float32_agrees_with_the_reference(void **state)
{
    (void)state;
    gradient_work_compare(&nn_gradient_cudnn32, "3x16", 1e-3);
    gradient_work_compare(&nn_gradient_cudnn32, "3x40nbt", 1e-3);
    gradient_work_compare(&nn_gradient_cudnn32, "6x64", 1e-3);
    gradient_work_compare(&nn_gradient_cudnn32, "v8", 1e-3);
    gradient_work_compare(&nn_gradient_cudnn32, "v12", 1e-3);
}

static void bfloat16_is_near_it(void **state)
{
    (void)state;
    gradient_work_compare(&nn_gradient_cudnn, "3x16", 0.35);
    gradient_work_compare(&nn_gradient_cudnn, "3x40nbt", 0.35);
    gradient_work_compare(&nn_gradient_cudnn, "6x64", 0.35);
}

/* Of the size at which the GPU learns, for which the libraries choose other engines. */
static void large_lanes(const char *shape, int size)
{
    gradient_work_needs(&nn_gradient_cudnn);
    gradient_work_needs(&nn_gradient_onednn);
    gradient_work w = gradient_work_of(shape, size, nn_gradient_cudnn.rows);
    float *right = gradient_work_gradient(&nn_gradient_onednn, &w);
    float *exact = gradient_work_gradient(&nn_gradient_cudnn32, &w);
    float *got = gradient_work_gradient(&nn_gradient_cudnn, &w);
    gradient_work_near(&w, exact, right, 2e-3);
    gradient_work_near(&w, got, right, 0.35);
    free(right);
    free(exact);
    free(got);
    gradient_work_end(&w);
}

static void large_lanes_agree_with_onednn(void **state)
{
    (void)state;
    large_lanes("6x64", 9);
    large_lanes("6x64", 19);
    large_lanes("4x96nbt", 19);
}

/* Several times on each of four lanes, by four threads: recorded or not, alone or not, the same
 * bits come out.                                                              */
static void lanes_are_repeatable(void **state)
{
    enum { LANES = 4, TURNS = 5 };
    const nn_gradient *g = &nn_gradient_cudnn;
    void *learner;
    int wrong = 0;
    go_error err;
    (void)state;
    gradient_work_needs(g);
    gradient_work w = gradient_work_of("6x64", 9, 64);
    const nn_gradient_settings settings = {.size = 9, .rows = 64, .lanes = LANES};
    float *right = gradient_work_gradient(g, &w);
    assert_int_equal(g->create(g, &learner, &w.p, &settings, &err), GO_OK);
    assert_int_equal(g->load(learner, w.theta, &err), GO_OK);
#pragma omp parallel for num_threads(LANES) reduction(+ : wrong)
    for (int lane = 0; lane < LANES; lane++) {
        nn_batch batch = w.batch;
        float *got = calloc(w.p.n, sizeof *got);
        memset(batch.out, 0, sizeof batch.out);
        for (int turn = 0; turn < TURNS; turn++) {
            memset(got, 0, w.p.n * sizeof *got);
            wrong += g->forward(learner, lane, &batch, NULL) != GO_OK ||
                     g->backward(learner, lane, &batch, (const float *const *)w.wanted, got,
                                 NULL) != GO_OK ||
                     memcmp(got, right, w.p.n * sizeof *got) != 0;
        }
        free(got);
    }
    assert_int_equal(wrong, 0);
    g->destroy(learner);
    free(right);
    gradient_work_end(&w);
}

/* More than any GPU has. */
static void no_memory_is_a_sentence(void **state)
{
    const nn_gradient *g = &nn_gradient_cudnn;
    const nn_gradient_settings settings = {.size = 19, .rows = 8192, .lanes = 256};
    void *learner;
    go_error err;
    (void)state;
    gradient_work_needs(g);
    gradient_work w = gradient_work_begin("6x64");
    learner = &w;
    assert_int_equal(g->create(g, &learner, &w.p, &settings, &err), GO_ENOMEM);
    assert_null(learner);
    assert_non_null(strstr(err.message, "use a smaller --batch"));
    gradient_work_end(&w);
    gradient_work_compare(g, "3x16", 0.35); /* and the GPU goes on */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(float32_agrees_with_the_reference),
        cmocka_unit_test(bfloat16_is_near_it),
        cmocka_unit_test(large_lanes_agree_with_onednn),
        cmocka_unit_test(lanes_are_repeatable),
        cmocka_unit_test(no_memory_is_a_sentence),
    };
    return cmocka_run_group_tests_name("learning on an NVIDIA GPU", tests, set_up, NULL);
}
