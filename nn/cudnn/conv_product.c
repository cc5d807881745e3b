/* 1x1 convolutions: out[points][stride] = in[points][in_stride] weights^T.
 *
 * cuBLASLt thinks column by column; its matrices are ours transposed: W [in_stride][stride],
 * X [in_stride][points] and Y [stride][points], so that its bias goes with our channels:
 *
 *     out: Y = W^T X        in: X = W Y        weights: W = X Y^T               */
#include "nn/cudnn/conv_product.h"

#include <math.h>

enum { PRODUCT_TRIES = 8 };

static cudaDataType_t type_of(nn_precision type)
{
    return type == NN_HALF ? CUDA_R_16F : type == NN_BFLOAT16 ? CUDA_R_16BF : CUDA_R_32F;
}

static bool describe(conv_product *p)
{
    const gpu_conv_shape *s = &p->shape;
    cudaDataType_t type = type_of(s->type);
    cublasOperation_t a = s->makes == GPU_MAKES_OUT ? CUBLAS_OP_T : CUBLAS_OP_N;
    cublasOperation_t b = s->makes == GPU_MAKES_WEIGHTS ? CUBLAS_OP_T : CUBLAS_OP_N;
    uint64_t k = (uint64_t)s->in_stride, m = (uint64_t)s->stride;
    uint64_t points = (uint64_t)s->n * (uint64_t)(s->size * s->size);
    return cublasLtMatmulDescCreate(&p->operation, CUBLAS_COMPUTE_32F, CUDA_R_32F) ==
               CUBLAS_STATUS_SUCCESS &&
           cublasLtMatmulDescSetAttribute(p->operation, CUBLASLT_MATMUL_DESC_TRANSA, &a,
                                          sizeof a) == CUBLAS_STATUS_SUCCESS &&
           cublasLtMatmulDescSetAttribute(p->operation, CUBLASLT_MATMUL_DESC_TRANSB, &b,
                                          sizeof b) == CUBLAS_STATUS_SUCCESS &&
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

/* A matrix and its layout. */
typedef struct matrix {
    void *numbers;
    cublasLtMatrixLayout_t layout;
} matrix;

/* The two factors and what they make. */
static void matrices(const conv_product *p, const gpu_conv_arrays *arrays, matrix *a, matrix *b,
                     matrix *made)
{
    const matrix in = {arrays->in, p->in}, weights = {arrays->weights, p->weights};
    const matrix out = {arrays->out, p->out};
    *a = p->shape.makes == GPU_MAKES_WEIGHTS ? in : weights;
    *b = p->shape.makes == GPU_MAKES_OUT ? in : out;
    *made = p->shape.makes == GPU_MAKES_OUT ? out : p->shape.makes == GPU_MAKES_IN ? in : weights;
}

static int propose(const conv_product *p, cublasLtMatmulHeuristicResult_t *result)
{
    cublasLtMatmulPreference_t wish = NULL;
    size_t room = GPU_WORKSPACE;
    int found = 0;
    matrix a, b, made;
    matrices(p, &(gpu_conv_arrays){0}, &a, &b, &made);
    if (cublasLtMatmulPreferenceCreate(&wish) != CUBLAS_STATUS_SUCCESS)
        return 0;
    if (cublasLtMatmulPreferenceSetAttribute(wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room,
                                             sizeof room) != CUBLAS_STATUS_SUCCESS ||
        cublasLtMatmulAlgoGetHeuristic(p->math->cublas, p->operation, a.layout, b.layout,
                                       made.layout, made.layout, wish, PRODUCT_TRIES, result,
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
        if (chosen >= 0 && shape->repeatable)
            break;
    }
    if (chosen < 0) {
        conv_product_destroy(p);
        return go_fail(err, GO_EUNSUPPORTED,
                       "cuBLASLt has no algorithm for a product of %d by %d channels on this GPU; "
                       "use the processor, --backend onednn",
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
    matrix x, y, made;
    matrices(p, a, &x, &y, &made);
    if (!set_tail(p, a->bias) ||
        cublasLtMatmul(p->math->cublas, p->operation, &one, x.numbers, x.layout, y.numbers, y.layout,
                       &beta, sum ? a->add : made.numbers, made.layout, made.numbers, made.layout,
                       &p->algorithm,
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
