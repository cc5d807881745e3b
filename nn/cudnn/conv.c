#include "nn/cudnn/conv.h"

#include <math.h>
#include <stdlib.h>

#include "nn/cudnn/conv_parts.h"

/* ---- handles ---- */

void gpu_math_destroy(gpu_math *m)
{
    if (!m)
        return;
    if (m->start)
        cudaEventDestroy(m->start);
    if (m->stop)
        cudaEventDestroy(m->stop);
    if (m->cudnn)
        cudnnDestroy(m->cudnn);
    if (m->cublas)
        cublasLtDestroy(m->cublas);
    cudaFree(m->workspace);
    free(m);
}

static go_status open_libraries(gpu_math *m, go_error *err)
{
    cudnnStatus_t status = cudnnCreate(&m->cudnn);
    if (status == CUDNN_STATUS_SUCCESS)
        status = cudnnSetStream(m->cudnn, m->stream);
    if (status != CUDNN_STATUS_SUCCESS)
        return go_fail(err, GO_EUNSUPPORTED, "cuDNN does not start on this GPU (%s); use the "
                       "processor, --backend onednn", cudnnGetErrorString(status));
    if (cublasLtCreate(&m->cublas) != CUBLAS_STATUS_SUCCESS)
        return go_fail(err, GO_EUNSUPPORTED, "cuBLASLt does not start on this GPU; use the "
                       "processor, --backend onednn");
    return GO_OK;
}

go_status gpu_math_create(gpu_math **out, cudaStream_t stream, go_error *err)
{
    gpu_math *m = calloc(1, sizeof *m);
    *out = NULL;
    if (!m)
        return go_fail(err, GO_ENOMEM, "out of memory for the GPU's libraries");
    m->stream = stream;
    go_status status = open_libraries(m, err);
    if (status == GO_OK && (cudaEventCreate(&m->start) != cudaSuccess ||
                            cudaEventCreate(&m->stop) != cudaSuccess ||
                            cudaMalloc(&m->workspace, GPU_WORKSPACE) != cudaSuccess))
        status = go_fail(err, GO_ENOMEM, "the GPU has no %zu MiB free for scratch; close other "
                         "programs that use it", GPU_WORKSPACE >> 20);
    if (status == GO_OK)
        *out = m;
    else
        gpu_math_destroy(m);
    return status;
}

/* ---- choice ---- */

bool gpu_conv_same(const gpu_conv_shape *a, const gpu_conv_shape *b)
{
    return a->half == b->half && a->n == b->n && a->size == b->size &&
           a->in_stride == b->in_stride && a->stride == b->stride &&
           a->kernel_y == b->kernel_y && a->kernel_x == b->kernel_x &&
           a->dilation_y == b->dilation_y && a->dilation_x == b->dilation_x &&
           a->bias == b->bias && a->add == b->add && a->per_channel == b->per_channel &&
           a->activation == b->activation;
}

float conv_time(const gpu_conv *c, const gpu_conv_arrays *a)
{
    enum { RUNS = 3 };
    const gpu_math *m = c->math;
    float best = INFINITY;
    for (int i = 0; i <= RUNS; i++) { /* the first one warms up */
        float ms = INFINITY;
        if (cudaEventRecord(m->start, m->stream) != cudaSuccess ||
            gpu_conv_run(c, a, NULL) != GO_OK ||
            cudaEventRecord(m->stop, m->stream) != cudaSuccess ||
            cudaEventSynchronize(m->stop) != cudaSuccess ||
            cudaEventElapsedTime(&ms, m->start, m->stop) != cudaSuccess)
            return INFINITY;
        if (i > 0 && ms < best)
            best = ms;
    }
    return best;
}

static go_status create(gpu_conv *c, const gpu_conv_arrays *tries, go_error *err)
{
    return c->product ? conv_product_create(c, tries, err) : conv_graph_create(c, tries, err);
}

/* With the tail where the libraries can, else without. */
go_status gpu_conv_create(gpu_conv **out, gpu_math *m, const gpu_conv_shape *shape,
                          const gpu_conv_arrays *tries, go_error *err)
{
    gpu_conv *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c)
        return go_fail(err, GO_ENOMEM, "out of memory for a convolution");
    c->math = m;
    c->shape = *shape;
    c->product = shape->kernel_y == 1 && shape->kernel_x == 1;
    bool linear = shape->activation == NN_IDENTITY || shape->activation == NN_RELU;
    c->fused = !shape->per_channel && (!c->product || linear);
    go_status status = create(c, tries, err);
    if (status == GO_EUNSUPPORTED && c->fused) {
        c->fused = false;
        status = create(c, tries, err);
    }
    if (status == GO_OK)
        *out = c;
    else
        gpu_conv_destroy(c);
    return status;
}

bool gpu_conv_fused(const gpu_conv *c)
{
    return c->fused;
}

go_status gpu_conv_run(const gpu_conv *c, const gpu_conv_arrays *a, go_error *err)
{
    return c->product ? conv_product_run(c, a, err) : conv_graph_run(c, a, err);
}

void gpu_conv_destroy(gpu_conv *c)
{
    if (!c)
        return;
    if (c->product)
        conv_product_destroy(c);
    else
        conv_graph_destroy(c);
    free(c);
}
