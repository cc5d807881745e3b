#include "nn/cudnn/conv_base.h"

#include <math.h>
#include <stdlib.h>

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
        status = go_fail(err, GO_ENOMEM,
                         "the GPU has less than %zu MiB free for scratch memory; close other "
                         "programs that use it",
                         GPU_WORKSPACE >> 20);
    if (status == GO_OK)
        *out = m;
    else
        gpu_math_destroy(m);
    return status;
}

float gpu_conv_time(const gpu_math *m, gpu_conv_runner *run, const void *conv,
                    const gpu_conv_arrays *a)
{
    enum { RUNS = 3 };
    float best = INFINITY;
    for (int i = 0; i <= RUNS; i++) { /* the first one warms up */
        float ms = INFINITY;
        if (cudaEventRecord(m->start, m->stream) != cudaSuccess ||
            run(conv, a, NULL) != GO_OK ||
            cudaEventRecord(m->stop, m->stream) != cudaSuccess ||
            cudaEventSynchronize(m->stop) != cudaSuccess ||
            cudaEventElapsedTime(&ms, m->start, m->stop) != cudaSuccess)
            return INFINITY;
        if (i > 0 && ms < best)
            best = ms;
    }
    return best;
}
