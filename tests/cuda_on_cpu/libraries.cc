/* cuDNN's graphs and cuBLASLt's products on a processor: as much of both as the plug-in calls, by
 * its formula and with the shapes, strides and layouts that it is told.
 *
 * Of each graph two engines are proposed.  The first adds up in a different order each time, as
 * it says of itself, and may not make gradients.  No engine does SiLU, so that its tail is left
 * to a kernel.  What cannot be right ends the program.                        */
#include <cublasLt.h>
#include <cuda_fp16.h>
#include <cudnn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

#include "nn/cudnn/device.cuh"
#include "tests/cuda_on_cpu/cuda_on_cpu.h"

namespace {

typedef std::vector<float> numbers;

void need(bool right, const char *what)
{
    if (right)
        return;
    fprintf(stderr, "tests/cuda_on_cpu/libraries.cc: %s\n", what);
    abort();
}

nn_precision precision_of(int type, int half, int bfloat)
{
    return type == half ? NN_HALF : type == bfloat ? NN_BFLOAT16 : NN_FLOAT32;
}

float number_at(nn_precision type, const void *array, size_t i)
{
    float x = 0;
    BY_TYPE(type, x = to_float(((const T *)array)[i]));
    return x;
}

void set_number(nn_precision type, void *array, size_t i, float x)
{
    BY_TYPE(type, store((T *)array + i, x));
}

/* ---- cuDNN ---- */

struct descriptor {
    cudnnBackendDescriptorType_t type;
    bool finalized;
    std::map<int, std::vector<char>> attributes;
    descriptor *graph; /* of a configuration */
    int engine;        /* of a configuration or an engine */
};

template <typename T> const T *get(const descriptor *d, int name)
{
    auto found = d->attributes.find(name);
    need(found != d->attributes.end(), "an attribute is missing");
    return (const T *)found->second.data();
}

descriptor *part(const descriptor *d, int name)
{
    descriptor *p = *get<descriptor *>(d, name);
    need(p && p->finalized, "a descriptor is not finalized");
    return p;
}

size_t bytes_of(cudnnBackendAttributeType_t type)
{
    switch (type) {
    case CUDNN_TYPE_INT64: return sizeof(int64_t);
    case CUDNN_TYPE_BOOLEAN: return sizeof(bool);
    case CUDNN_TYPE_FLOAT: return sizeof(float);
    case CUDNN_TYPE_BACKEND_DESCRIPTOR:
    case CUDNN_TYPE_HANDLE:
    case CUDNN_TYPE_VOID_PTR: return sizeof(void *);
    default: return sizeof(int); /* enums */
    }
}

struct tensor {
    int64_t id, dims[4], strides[4];
    nn_precision type;

    explicit tensor(const descriptor *d)
    {
        id = *get<int64_t>(d, CUDNN_ATTR_TENSOR_UNIQUE_ID);
        memcpy(dims, get<int64_t>(d, CUDNN_ATTR_TENSOR_DIMENSIONS), sizeof dims);
        memcpy(strides, get<int64_t>(d, CUDNN_ATTR_TENSOR_STRIDES), sizeof strides);
        type = precision_of(*get<int>(d, CUDNN_ATTR_TENSOR_DATA_TYPE), CUDNN_DATA_HALF,
                            CUDNN_DATA_BFLOAT16);
    }

    size_t count() const { return (size_t)(dims[0] * dims[1] * dims[2] * dims[3]); }

    /* A dimension of 1 stands for all. */
    size_t at(int64_t a, int64_t b, int64_t c, int64_t d) const
    {
        const int64_t i[4] = {a, b, c, d};
        size_t place = 0;
        for (int k = 0; k < 4; k++)
            place += dims[k] == 1 ? 0 : (size_t)(i[k] * strides[k]);
        return place;
    }
};

/* A graph that runs: what is stored in arrays, and values between operations. */
struct run {
    std::map<int64_t, void *> arrays;
    std::map<int64_t, numbers> between;

    numbers take(const tensor &t)
    {
        if (between.count(t.id))
            return between[t.id];
        need(arrays.count(t.id), "a tensor has no array");
        numbers x(t.count());
        for (size_t i = 0; i < x.size(); i++)
            x[i] = number_at(t.type, arrays[t.id], i);
        return x;
    }

    void give(const tensor &t, const numbers &x)
    {
        if (!arrays.count(t.id)) {
            between[t.id] = x;
            return;
        }
        for (size_t i = 0; i < x.size(); i++)
            set_number(t.type, arrays[t.id], i, x[i]);
    }
};

/* Calls for each product of the three tensors, with the places of its factors. */
template <typename F>
void each_product(const tensor &in, const tensor &w, const tensor &out, const descriptor *conv, F product)
{
    const int64_t *pad = get<int64_t>(conv, CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS);
    const int64_t *dilation = get<int64_t>(conv, CUDNN_ATTR_CONVOLUTION_DILATIONS);
    need(*get<int>(conv, CUDNN_ATTR_CONVOLUTION_CONV_MODE) == CUDNN_CROSS_CORRELATION, "no mirror");
    need(*get<int>(conv, CUDNN_ATTR_CONVOLUTION_COMP_TYPE) == CUDNN_DATA_FLOAT, "sums are float");
    need(in.dims[0] == out.dims[0] && in.dims[1] == w.dims[1] && out.dims[1] == w.dims[0],
         "shapes of a convolution");
    for (int64_t n = 0; n < out.dims[0]; n++)
        for (int64_t y = 0; y < out.dims[2]; y++)
            for (int64_t x = 0; x < out.dims[3]; x++)
                for (int64_t ky = 0; ky < w.dims[2]; ky++)
                    for (int64_t kx = 0; kx < w.dims[3]; kx++) {
                        int64_t yy = y + ky * dilation[0] - pad[0];
                        int64_t xx = x + kx * dilation[1] - pad[1];
                        if (yy < 0 || xx < 0 || yy >= in.dims[2] || xx >= in.dims[3])
                            continue;
                        for (int64_t o = 0; o < out.dims[1]; o++)
                            for (int64_t i = 0; i < in.dims[1]; i++)
                                product(in.at(n, i, yy, xx), w.at(o, i, ky, kx), out.at(n, o, y, x));
                    }
}

void forward(run *r, const descriptor *op)
{
    const tensor in(part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X));
    const tensor w(part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W));
    const tensor out(part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y));
    const numbers x = r->take(in), weights = r->take(w);
    numbers sum(out.count());
    each_product(in, w, out, part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC),
                 [&](size_t i, size_t k, size_t o) { sum[o] += x[i] * weights[k]; });
    r->give(out, sum);
}

void backward_data(run *r, const descriptor *op)
{
    const tensor in(part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX));
    const tensor w(part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W));
    const tensor out(part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY));
    const numbers g = r->take(out), weights = r->take(w);
    numbers sum(in.count());
    each_product(in, w, out, part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC),
                 [&](size_t i, size_t k, size_t o) { sum[i] += g[o] * weights[k]; });
    r->give(in, sum);
}

void backward_filter(run *r, const descriptor *op)
{
    const tensor in(part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X));
    const tensor w(part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW));
    const tensor out(part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY));
    const numbers g = r->take(out), x = r->take(in);
    numbers sum(w.count());
    each_product(in, w, out, part(op, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC),
                 [&](size_t i, size_t k, size_t o) { sum[k] += g[o] * x[i]; });
    r->give(w, sum);
}

float pointwise(int mode, float x, float b)
{
    switch (mode) {
    case CUDNN_POINTWISE_ADD: return x + b;
    case CUDNN_POINTWISE_MUL: return x * b;
    case CUDNN_POINTWISE_RELU_FWD: return x > 0 ? x : 0;
    case CUDNN_POINTWISE_SOFTPLUS_FWD: return x > 30 ? x : log1pf(expf(x));
    case CUDNN_POINTWISE_TANH_FWD: return tanhf(x);
    default: need(false, "an unknown pointwise operation"); return 0;
    }
}

int mode_of(const descriptor *op)
{
    return *get<int>(part(op, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR),
                     CUDNN_ATTR_POINTWISE_MODE);
}

void tail(run *r, const descriptor *op)
{
    const tensor in(part(op, CUDNN_ATTR_OPERATION_POINTWISE_XDESC));
    const tensor out(part(op, CUDNN_ATTR_OPERATION_POINTWISE_YDESC));
    const bool two = op->attributes.count(CUDNN_ATTR_OPERATION_POINTWISE_BDESC) > 0;
    const tensor other(two ? part(op, CUDNN_ATTR_OPERATION_POINTWISE_BDESC)
                           : part(op, CUDNN_ATTR_OPERATION_POINTWISE_XDESC));
    const numbers x = r->take(in), b = r->take(other);
    numbers made(out.count());
    for (int64_t n = 0; n < out.dims[0]; n++)
        for (int64_t c = 0; c < out.dims[1]; c++)
            for (int64_t y = 0; y < out.dims[2]; y++)
                for (int64_t z = 0; z < out.dims[3]; z++)
                    made[out.at(n, c, y, z)] =
                        pointwise(mode_of(op), x[in.at(n, c, y, z)], b[other.at(n, c, y, z)]);
    r->give(out, made);
}

std::vector<descriptor *> operations_of(const descriptor *graph)
{
    auto found = graph->attributes.find(CUDNN_ATTR_OPERATIONGRAPH_OPS);
    need(found != graph->attributes.end(), "a graph without operations");
    descriptor *const *first = (descriptor *const *)found->second.data();
    return {first, first + found->second.size() / sizeof *first};
}

bool possible(const descriptor *graph)
{
    for (const descriptor *op : operations_of(graph))
        if (op->type == CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR &&
            mode_of(op) == CUDNN_POINTWISE_SWISH_FWD)
            return false;
    return true;
}

void execute(const descriptor *config, run *r)
{
    for (const descriptor *op : operations_of(config->graph)) {
        const bool back = op->type == CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR ||
                          op->type == CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR;
        need(!back || config->engine == 1, "a gradient that is not repeatable");
        if (op->type == CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR)
            forward(r, op);
        else if (op->type == CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR)
            backward_data(r, op);
        else if (back)
            backward_filter(r, op);
        else
            tail(r, op);
    }
}

} /* namespace */

extern "C" {

cudnnStatus_t cudnnCreate(cudnnHandle_t *h) { return *h = (cudnnHandle_t)&need, CUDNN_STATUS_SUCCESS; }
cudnnStatus_t cudnnDestroy(cudnnHandle_t) { return CUDNN_STATUS_SUCCESS; }
cudnnStatus_t cudnnSetStream(cudnnHandle_t, cudaStream_t) { return CUDNN_STATUS_SUCCESS; }
const char *cudnnGetErrorString(cudnnStatus_t) { return "an error"; }
size_t cudnnGetVersion(void) { return 90000; }

cudnnStatus_t cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t type,
                                           cudnnBackendDescriptor_t *d)
{
    *d = new descriptor{type, false, {}, NULL, 0};
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t d)
{
    delete (descriptor *)d;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBackendFinalize(cudnnBackendDescriptor_t d)
{
    ((descriptor *)d)->finalized = true;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBackendSetAttribute(cudnnBackendDescriptor_t d, cudnnBackendAttributeName_t name,
                                       cudnnBackendAttributeType_t type, int64_t n,
                                       const void *values)
{
    const char *bytes = (const char *)values;
    need(!((descriptor *)d)->finalized, "set after finalizing");
    ((descriptor *)d)->attributes[name] = {bytes, bytes + (size_t)n * bytes_of(type)};
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBackendGetAttribute(cudnnBackendDescriptor_t from, cudnnBackendAttributeName_t name,
                                       cudnnBackendAttributeType_t, int64_t most, int64_t *n,
                                       void *values)
{
    const descriptor *d = (const descriptor *)from;
    descriptor *const *made = (descriptor *const *)values;
    *n = 0;
    if (name == CUDNN_ATTR_ENGINEHEUR_RESULTS) {
        descriptor *graph = part(d, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH);
        for (; possible(graph) && *n < 2 && *n < most; ++*n) {
            made[*n]->graph = graph;
            made[*n]->engine = (int)*n;
            made[*n]->finalized = true;
        }
    } else if (name == CUDNN_ATTR_ENGINECFG_ENGINE) {
        made[0]->engine = d->engine;
        *n = 1;
    } else if (name == CUDNN_ATTR_ENGINE_NUMERICAL_NOTE && d->engine == 0) {
        *(cudnnBackendNumericalNote_t *)values = CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC;
        *n = 1;
    } else if (name == CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE) {
        *(int64_t *)values = 0;
        *n = 1;
    }
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBackendExecute(cudnnHandle_t, cudnnBackendDescriptor_t plan,
                                  cudnnBackendDescriptor_t pack)
{
    const descriptor *p = (const descriptor *)pack;
    const int64_t *ids = get<int64_t>(p, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS);
    void *const *arrays = get<void *>(p, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS);
    run r;
    for (size_t i = 0; i < p->attributes.at(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS).size() / 8; i++)
        r.arrays[ids[i]] = arrays[i];
    const descriptor *config = part((descriptor *)plan, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG);
    cpu_enqueue([=]() {
        run now = r;
        execute(config, &now);
    });
    return CUDNN_STATUS_SUCCESS;
}

} /* extern "C" */

/* ---- cuBLASLt: matrices column by column ---- */

namespace {

struct layout {
    nn_precision type;
    uint64_t rows, cols;
    int64_t ld;

    float get(const void *m, bool turned, uint64_t r, uint64_t c) const
    {
        return number_at(type, m, turned ? r * (size_t)ld + c : c * (size_t)ld + r);
    }
};

struct product {
    cublasOperation_t a, b;
    cublasLtEpilogue_t tail;
    const void *bias;
};

} /* namespace */

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t *h) { return *h = NULL, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtDestroy(cublasLtHandle_t) { return CUBLAS_STATUS_SUCCESS; }

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *d, cublasComputeType_t compute,
                                        cudaDataType_t)
{
    need(compute == CUBLAS_COMPUTE_32F, "products are added up in float");
    *d = (cublasLtMatmulDesc_t) new product{CUBLAS_OP_N, CUBLAS_OP_N, CUBLASLT_EPILOGUE_DEFAULT, NULL};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t d)
{
    delete (product *)d;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t d,
                                              cublasLtMatmulDescAttributes_t name, const void *value,
                                              size_t n)
{
    product *p = (product *)d;
    void *to = name == CUBLASLT_MATMUL_DESC_TRANSA          ? (void *)&p->a
               : name == CUBLASLT_MATMUL_DESC_TRANSB        ? (void *)&p->b
               : name == CUBLASLT_MATMUL_DESC_EPILOGUE      ? (void *)&p->tail
               : name == CUBLASLT_MATMUL_DESC_BIAS_POINTER ? (void *)&p->bias
                                                            : NULL;
    need(to, "an unknown attribute of a product");
    memcpy(to, value, n);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *l, cudaDataType type, uint64_t rows,
                                          uint64_t cols, int64_t ld)
{
    *l = (cublasLtMatrixLayout_t) new layout{precision_of(type, CUDA_R_16F, CUDA_R_16BF), rows, cols, ld};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t l)
{
    delete (layout *)l;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *p)
{
    return *p = NULL, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
                                                    cublasLtMatmulPreferenceAttributes_t,
                                                    const void *, size_t)
{
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t, int,
                                              cublasLtMatmulHeuristicResult_t *result, int *n)
{
    memset(result, 0, sizeof *result);
    result->state = CUBLAS_STATUS_SUCCESS;
    *n = 1;
    return CUBLAS_STATUS_SUCCESS;
}

} /* extern "C" */

/* made = alpha a b + beta c, with its tail. */
static void multiply(product p, float alpha, const void *a, const layout *la, const void *b,
                     const layout *lb, float beta, const void *c, const layout *lc, void *made,
                     const layout *to)
{
    const bool turn_a = p.a == CUBLAS_OP_T, turn_b = p.b == CUBLAS_OP_T;
    const uint64_t inner = turn_a ? la->rows : la->cols;
    const bool relu = p.tail == CUBLASLT_EPILOGUE_RELU || p.tail == CUBLASLT_EPILOGUE_RELU_BIAS;
    const bool bias = p.tail == CUBLASLT_EPILOGUE_BIAS || p.tail == CUBLASLT_EPILOGUE_RELU_BIAS;
    need(inner == (turn_b ? lb->cols : lb->rows) && to->rows == (turn_a ? la->cols : la->rows) &&
             to->cols == (turn_b ? lb->rows : lb->cols) && lc->rows == to->rows && lc->cols == to->cols,
         "shapes of a product");
    for (uint64_t col = 0; col < to->cols; col++)
        for (uint64_t r = 0; r < to->rows; r++) {
            float sum = 0;
            for (uint64_t k = 0; k < inner; k++)
                sum += la->get(a, turn_a, r, k) * lb->get(b, turn_b, k, col);
            sum *= alpha;
            if (beta != 0)
                sum += beta * lc->get(c, false, r, col);
            if (bias)
                sum += number_at(to->type, p.bias, r);
            set_number(to->type, made, col * (size_t)to->ld + r, relu && sum < 0 ? 0 : sum);
        }
}

extern "C" cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t d, const void *alpha,
                                         const void *a, cublasLtMatrixLayout_t la, const void *b,
                                         cublasLtMatrixLayout_t lb, const void *beta, const void *c,
                                         cublasLtMatrixLayout_t lc, void *made,
                                         cublasLtMatrixLayout_t to, const cublasLtMatmulAlgo_t *,
                                         void *, size_t, cudaStream_t)
{
    const product p = *(const product *)d; /* another run may change it */
    const float x = *(const float *)alpha, y = *(const float *)beta;
    cpu_enqueue([=]() {
        multiply(p, x, a, (const layout *)la, b, (const layout *)lb, y, c, (const layout *)lc, made,
                 (const layout *)to);
    });
    return CUBLAS_STATUS_SUCCESS;
}
