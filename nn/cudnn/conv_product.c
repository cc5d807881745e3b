/* 1x1 convolutions: out[points][stride] = in[points][in_stride] weights^T.
 *
 * cuBLASLt thinks column by column; its matrices are ours transposed, so that
 * the product is out^T = weights * in^T, and its bias goes with our channels. */
#include "nn/cudnn/conv_product.h"

#include <math.h>

enum { PRODUCT_TRIES = 8 };

static bool describe(conv_product *p)
{
    const gpu_conv_shape *s = &p->shape;
    cudaDataType_t type = s->half ? CUDA_R_16F : CUDA_R_32F;
    cublasOperation_t turned = CUBLAS_OP_T;
    uint64_t k = (uint64_t)s->in_stride, m = (uint64_t)s->stride;
    uint64_t points = (uint64_t)s->n * (uint64_t)(s->size * s->size);
    return cublasLtMatmulDescCreate(&p->operation, CUBLAS_COMPUTE_32F, CUDA_R_32F) ==
               CUBLAS_STATUS_SUCCESS &&
           cublasLtMatmulDescSetAttribute(p->operation, CUBLASLT_MATMUL_DESC_TRANSA, &turned,
                                          sizeof turned) == CUBLAS_STATUS_SUCCESS &&
           cublasLtMatrixLayoutCreate(&p->weights, type, k, m, s->in_stride) ==
               CUBLAS_STATUS_SUCCESS &&
           cublasLtMatrixLayoutCreate(&p->in, type, k, points, s->in_stride) ==
               CUBLAS_STATUS_SUCCESS &&
           cublasLtMatrixLayoutCreate(&p->out, type, m, points, s->stride) ==
               CUBLAS_STATUS_SUCCESS;
}

/* Layers of the same shape share the product but not the place of the bias: it is set
 * before each run.                                                            */
static bool set_tail(const conv_product *p, const void *bias)
{
    bool relu = p->shape.activation == NN_RELU, biased = p->shape.bias;
    cublasLtEpilogue_t tail = relu ? (biased ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_RELU)
                                   : (biased ? CUBLASLT_EPILOGUE_BIAS : CUBLASLT_EPILOGUE_DEFAULT);
    return cublasLtMatmulDescSetAttribute(p->operation, CUBLASLT_MATMUL_DESC_EPILOGUE,
                                          &tail, sizeof tail) == CUBLAS_STATUS_SUCCESS &&
           (!biased ||
            cublasLtMatmulDescSetAttribute(p->operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER,
                                           &bias, sizeof bias) == CUBLAS_STATUS_SUCCESS);
}

static int propose(const conv_product *p, cublasLtMatmulHeuristicResult_t *result)
{
    cublasLtMatmulPreference_t wish = NULL;
    size_t room = GPU_WORKSPACE;
    int found = 0;
    if (cublasLtMatmulPreferenceCreate(&wish) != CUBLAS_STATUS_SUCCESS)
        return 0;
    if (cublasLtMatmulPreferenceSetAttribute(wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room,
                                             sizeof room) != CUBLAS_STATUS_SUCCESS ||
        cublasLtMatmulAlgoGetHeuristic(p->math->cublas, p->operation, p->weights, p->in, p->out,
                                       p->out, wish, PRODUCT_TRIES, result,
                                       &found) != CUBLAS_STATUS_SUCCESS)
        found = 0;
    cublasLtMatmulPreferenceDestroy(wish);
    return found;
}

go_status conv_product_create(conv_product *p, const gpu_math *m, const gpu_conv_shape *shape,
                              const gpu_conv_arrays *tries, go_error *err)
{
    *p = (conv_product){.math = m, .shape = *shape};
    cublasLtMatmulHeuristicResult_t result[PRODUCT_TRIES];
    float best = INFINITY;
    int n = describe(p) && set_tail(p, tries->bias) ? propose(p, result) : 0, chosen = -1;
    for (int i = 0; i < n; i++) {
        if (result[i].state != CUBLAS_STATUS_SUCCESS)
            continue;
        p->algorithm = result[i].algo;
        float ms = gpu_conv_time(m, conv_product_run, p, tries);
        if (ms < best) {
            best = ms;
            chosen = i;
        }
    }
    if (chosen < 0) {
        conv_product_destroy(p);
        return go_fail(err, GO_EUNSUPPORTED, "cuBLASLt has no way for a product of %d by %d "
                       "channels on this GPU; use the processor, --backend onednn",
                       p->shape.in_stride, p->shape.stride);
    }
    p->algorithm = result[chosen].algo;
    return GO_OK;
}

go_status conv_product_run(const void *conv, const gpu_conv_arrays *a, go_error *err)
{
    const conv_product *p = conv;
    bool sum = p->shape.add;
    float one = 1, beta = sum ? 1 : 0;
    if (!set_tail(p, a->bias) ||
        cublasLtMatmul(p->math->cublas, p->operation, &one, a->weights, p->weights, a->in, p->in,
                       &beta, sum ? a->add : a->out, p->out, a->out, p->out, &p->algorithm,
                       p->math->workspace, GPU_WORKSPACE,
                       p->math->stream) != CUBLAS_STATUS_SUCCESS)
        return go_fail(err, GO_EUNSUPPORTED, "a product of matrices failed on the GPU; use the "
                       "processor, --backend onednn");
    return GO_OK;
}

void conv_product_destroy(conv_product *p)
{
    if (p->operation)
        cublasLtMatmulDescDestroy(p->operation);
    if (p->weights)
        cublasLtMatrixLayoutDestroy(p->weights);
    if (p->in)
        cublasLtMatrixLayoutDestroy(p->in);
    if (p->out)
        cublasLtMatrixLayoutDestroy(p->out);
    *p = (conv_product){0};
}
