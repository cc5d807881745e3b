/* The graphs of nn/cudnn/conv_graph.c, given to cuDNN with the properties of a GPU that is not
 * here: it says whether it has engines for them, and prepares a plan.  Nothing is computed. */
#include <stdio.h>
#include <string.h>

#include "tests/support/unit.h"

#ifdef HAVE_CUDA

#include "nn/cudnn/conv_graph.h"
#include "tests/support/gradient_work.h"

/* What cuDNN calls deviceless compilation wants to know of a GPU: an H200. */
static const char an_h200[] =
    "{\"deviceName\":\"NVIDIA H200\",\"deviceVer\":900,\"driverVer\":13000,\"cudaDeviceId\":0,"
    "\"totalGlobalMem\":150000000000,\"multiProcessorCount\":132,\"warpSize\":32,"
    "\"maxGridSize\":[2147483647,65535,65535],\"maxBlockSize\":[1024,1024,64],"
    "\"regsPerBlock\":65536,\"maxRegistersPerSM\":65536,\"maxThreadsPerBlock\":1024,"
    "\"maxThreadsPerSM\":2048,\"maxCtasPerSM\":32,\"maxSharedMemoryPerBlock\":49152,"
    "\"maxSharedMemoryPerBlockOptin\":232448,\"reservedSharedMemoryPerBlock\":1024,"
    "\"smClockRateKHz\":1980000,\"memClockRateKHz\":3201000,\"l2CacheSize\":62914560,"
    "\"pciDeviceId\":0,\"isTccDriver\":0,\"supportCoopLaunch\":1}";

/* In place of nn/cudnn/conv_base.c: plans of a GPU that is not here are not measured. */
float gpu_conv_time(const gpu_math *m, gpu_conv_runner *run, const void *conv,
                    const gpu_conv_arrays *a)
{
    (void)m;
    (void)run;
    (void)conv;
    (void)a;
    fail();
    return 0;
}

static gpu_math absent_gpu(void)
{
    gpu_math m = {0};
    if (cudnnBackendCreateDescriptor(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR, &m.absent) !=
            CUDNN_STATUS_SUCCESS ||
        cudnnBackendSetAttribute(m.absent, CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION,
                                 CUDNN_TYPE_CHAR, sizeof an_h200 - 1,
                                 an_h200) != CUDNN_STATUS_SUCCESS ||
        cudnnBackendFinalize(m.absent) != CUDNN_STATUS_SUCCESS) {
        print_message("cuDNN %zu does not prepare plans for GPUs that are not here\n",
                      cudnnGetVersion());
        skip();
    }
    return m;
}

static void accepted(const gpu_math *m, const gpu_conv_shape *shape)
{
    conv_graph g;
    go_error err = {0};
    if (conv_graph_create(&g, m, shape, NULL, &err) != GO_OK)
        fail_msg("makes %d, %d to %d channels, %d rows of %d: %s", (int)shape->makes,
                 shape->in_stride, shape->stride, shape->n, shape->size, err.message);
    conv_graph_destroy(&g);
}

static void all_ways(nn_precision type, int n, int size, int in, int out, int kernel, int dilation)
{
    gpu_math m = absent_gpu();
    for (gpu_makes makes = GPU_MAKES_OUT; makes <= GPU_MAKES_WEIGHTS; makes++) {
        const gpu_conv_shape shape = {.type = type, .makes = makes, .repeatable = true, .n = n,
                                      .size = size, .in_stride = in, .stride = out,
                                      .kernel_y = kernel, .kernel_x = kernel,
                                      .dilation_y = dilation, .dilation_x = dilation};
        accepted(&m, &shape);
    }
    cudnnBackendDestroyDescriptor(m.absent);
}

static void convolutions_that_learn(void **state)
{
    (void)state;
    all_ways(NN_BFLOAT16, 128, 19, 64, 64, 3, 1);
    all_ways(NN_BFLOAT16, 128, 9, 24, 96, 5, 1);
    all_ways(NN_BFLOAT16, 64, 9, 16, 8, 3, 1);
    all_ways(NN_BFLOAT16, 256, 19, 128, 128, 3, 2);
    all_ways(NN_BFLOAT16, 128, 19, 24, 64, 3, 1);
    all_ways(NN_BFLOAT16, 128, 9, 64, 64, 3, 1);
    all_ways(NN_BFLOAT16, 64, 19, 192, 192, 3, 1);
}

static void in_float32_for_checking(void **state)
{
    (void)state;
    all_ways(NN_FLOAT32, 16, 9, 24, 16, 3, 1);
    all_ways(NN_FLOAT32, 3, 9, 40, 40, 5, 1);
    all_ways(NN_FLOAT32, 128, 19, 24, 64, 3, 1);
    all_ways(NN_FLOAT32, 128, 19, 64, 64, 3, 1);
    all_ways(NN_FLOAT32, 128, 9, 64, 64, 3, 1);
    all_ways(NN_FLOAT32, 128, 19, 48, 48, 3, 1);
}

/* In one network. */
static bool same(const gpu_conv_shape *a, const gpu_conv_shape *b)
{
    return a->in_stride == b->in_stride && a->stride == b->stride && a->kernel_y == b->kernel_y &&
           a->kernel_x == b->kernel_x && a->dilation_y == b->dilation_y &&
           a->dilation_x == b->dilation_x;
}

/* All convolutions of a network, but for those that are a product of matrices. */
static void network(const char *name, nn_precision type, int size, int rows)
{
    gradient_work w = gradient_work_of(name, size, 1);
    gpu_math m = absent_gpu();
    gpu_conv_shape seen[64];
    int n_seen = 0;
    for (int i = 0; i < w.m->n_layers; i++) {
        const nn_layer *l = &w.m->layers[i];
        gpu_conv_shape shape = {.type = type, .repeatable = true, .n = rows, .size = size,
                                .in_stride = gpu_stride(w.m->tensors[l->in].channels),
                                .stride = gpu_stride(w.m->tensors[l->out].channels),
                                .kernel_y = l->kernel_y, .kernel_x = l->kernel_x,
                                .dilation_y = l->dilation_y, .dilation_x = l->dilation_x};
        bool known = l->kind != NN_CONV || l->kernel_y * l->kernel_x == 1;
        for (int k = 0; k < n_seen; k++)
            known = known || same(&seen[k], &shape);
        for (gpu_makes makes = GPU_MAKES_OUT; makes <= GPU_MAKES_WEIGHTS && !known; makes++) {
            shape.makes = makes;
            if (makes != GPU_MAKES_IN || l->in >= NN_N_INPUTS)
                accepted(&m, &shape);
        }
        shape.makes = GPU_MAKES_OUT;
        if (!known && n_seen < 64)
            seen[n_seen++] = shape;
    }
    cudnnBackendDestroyDescriptor(m.absent);
    gradient_work_end(&w);
}

/* Those of tests/nn_train/test_cudnn.c, with its few rows too, and larger ones. */
static void networks_that_learn(void **state)
{
    static const char *const small[] = {"3x16", "3x40nbt", "6x64", "v8", "v12"};
    static const char *const large[] = {"6x64", "4x96nbt", "b10c128", "b15c192", "b18c384nbt"};
    (void)state;
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        network(small[i], NN_FLOAT32, 9, 3);
        network(small[i], NN_BFLOAT16, 9, 3);
    }
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        network(large[i], NN_BFLOAT16, 19, 128);
        network(large[i], NN_BFLOAT16, 9, 256);
    }
    network("6x64", NN_FLOAT32, 19, 128);
    network("4x96nbt", NN_FLOAT32, 19, 128);
}

static void convolutions_that_evaluate(void **state)
{
    gpu_math m = absent_gpu();
    gpu_conv_shape shape = {.type = NN_HALF, .repeatable = true, .n = 64, .size = 19,
                            .in_stride = 64, .stride = 64, .kernel_y = 3, .kernel_x = 3,
                            .dilation_y = 1, .dilation_x = 1, .bias = true,
                            .activation = NN_RELU};
    (void)state;
    accepted(&m, &shape);
    shape.add = true;
    accepted(&m, &shape);
    cudnnBackendDestroyDescriptor(m.absent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(convolutions_that_learn),
        cmocka_unit_test(in_float32_for_checking),
        cmocka_unit_test(networks_that_learn),
        cmocka_unit_test(convolutions_that_evaluate),
    };
    return cmocka_run_group_tests_name("graphs for a GPU that is not here", tests, NULL, NULL);
}

#else

int main(void)
{
    printf("1..1\nok 1 - graphs for a GPU that is not here # SKIP no nvcc and cudnn.h\n");
    return 0;
}

#endif
