/* Convolutions as graphs of cuDNN (cudnn_graph.h, "backend descriptors"). */
#include "nn/cudnn/conv_graph.h"

#include <math.h>

/* Trying a graph may mean compiling it; but in float32 many are not exact enough. */
enum { HALF_TRIES = 4, GRAPH_TRIES = 8 };

/* Numbers that connect a graph with its arrays. */
enum { ID_IN = 1, ID_WEIGHTS, ID_BIAS, ID_ADD, ID_OUT, ID_BETWEEN };

typedef cudnnBackendDescriptor_t descriptor;

/* ---- descriptors: errors stick in graph->status ---- */

static descriptor make(conv_graph *g, cudnnBackendDescriptorType_t type)
{
    descriptor d = NULL;
    if (g->status == CUDNN_STATUS_SUCCESS && g->n_made == CONV_DESCRIPTORS)
        g->status = CUDNN_STATUS_INTERNAL_ERROR;
    if (g->status == CUDNN_STATUS_SUCCESS)
        g->status = cudnnBackendCreateDescriptor(type, &d);
    if (g->status == CUDNN_STATUS_SUCCESS)
        g->made[g->n_made++] = d;
    return d;
}

static void set(conv_graph *g, descriptor d, cudnnBackendAttributeName_t name,
                cudnnBackendAttributeType_t type, int64_t n, const void *values)
{
    if (g->status == CUDNN_STATUS_SUCCESS)
        g->status = cudnnBackendSetAttribute(d, name, type, n, values);
}

static void set_descriptor(conv_graph *g, descriptor d, cudnnBackendAttributeName_t name,
                           descriptor value)
{
    set(g, d, name, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &value);
}

static void finalize(conv_graph *g, descriptor d)
{
    if (g->status == CUDNN_STATUS_SUCCESS)
        g->status = cudnnBackendFinalize(d);
}

static void drop_after(conv_graph *g, int n)
{
    while (g->n_made > n)
        cudnnBackendDestroyDescriptor(g->made[--g->n_made]);
}

/* ---- the graph ---- */

/* An array [dims 0][dims 2][dims 3][dims 1]: channels last. */
static descriptor tensor(conv_graph *g, int64_t id, const int64_t dims[4], nn_precision stored_as,
                         bool stored)
{
    int64_t c = dims[1], strides[4] = {dims[2] * dims[3] * c, 1, dims[3] * c, c}, alignment = 16;
    cudnnDataType_t type = !stored || stored_as == NN_FLOAT32 ? CUDNN_DATA_FLOAT
                           : stored_as == NN_HALF             ? CUDNN_DATA_HALF
                                                              : CUDNN_DATA_BFLOAT16;
    bool virtual = !stored;
    descriptor d = make(g, CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    set(g, d, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, 1, &id);
    set(g, d, CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, 1, &type);
    set(g, d, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, 4, dims);
    set(g, d, CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64, 4, strides);
    set(g, d, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, 1, &alignment);
    set(g, d, CUDNN_ATTR_TENSOR_IS_VIRTUAL, CUDNN_TYPE_BOOLEAN, 1, &virtual);
    finalize(g, d);
    return d;
}

/* What cuDNN calls the parts of the convolutions that make out, in and weights. */
typedef struct operation_names {
    cudnnBackendDescriptorType_t operation;
    cudnnBackendAttributeName_t in, weights, out, conv, alpha, beta;
} operation_names;

#define NAMES(which, x, w, y)                                                               \
    CUDNN_ATTR_OPERATION_CONVOLUTION_##which##_##x, CUDNN_ATTR_OPERATION_CONVOLUTION_##which##_##w, \
        CUDNN_ATTR_OPERATION_CONVOLUTION_##which##_##y,                                     \
        CUDNN_ATTR_OPERATION_CONVOLUTION_##which##_CONV_DESC,                               \
        CUDNN_ATTR_OPERATION_CONVOLUTION_##which##_ALPHA,                                   \
        CUDNN_ATTR_OPERATION_CONVOLUTION_##which##_BETA
static const operation_names operations[] = {
    [GPU_MAKES_OUT] = {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
                       NAMES(FORWARD, X, W, Y)},
    [GPU_MAKES_IN] = {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
                      NAMES(BWD_DATA, DX, W, DY)},
    [GPU_MAKES_WEIGHTS] = {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
                           NAMES(BWD_FILTER, X, DW, DY)},
};
#undef NAMES

static descriptor convolution(conv_graph *g, const gpu_conv_shape *s, descriptor in,
                              descriptor weights, descriptor out)
{
    int64_t two = 2, ones[2] = {1, 1}, dilation[2] = {s->dilation_y, s->dilation_x};
    int64_t padding[2] = {(int64_t)(s->kernel_y / 2) * s->dilation_y,
                          (int64_t)(s->kernel_x / 2) * s->dilation_x};
    cudnnDataType_t sums = CUDNN_DATA_FLOAT;
    cudnnConvolutionMode_t mode = CUDNN_CROSS_CORRELATION;
    float alpha = 1, beta = 0;
    descriptor c = make(g, CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
    set(g, c, CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, CUDNN_TYPE_INT64, 1, &two);
    set(g, c, CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, 1, &sums);
    set(g, c, CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_TYPE_CONVOLUTION_MODE, 1, &mode);
    set(g, c, CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, CUDNN_TYPE_INT64, 2, padding);
    set(g, c, CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, CUDNN_TYPE_INT64, 2, padding);
    set(g, c, CUDNN_ATTR_CONVOLUTION_DILATIONS, CUDNN_TYPE_INT64, 2, dilation);
    set(g, c, CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, CUDNN_TYPE_INT64, 2, ones);
    finalize(g, c);
    const operation_names *names = &operations[s->makes];
    descriptor op = make(g, names->operation);
    set_descriptor(g, op, names->in, in);
    set_descriptor(g, op, names->weights, weights);
    set_descriptor(g, op, names->out, out);
    set_descriptor(g, op, names->conv, c);
    set(g, op, names->alpha, CUDNN_TYPE_FLOAT, 1, &alpha);
    set(g, op, names->beta, CUDNN_TYPE_FLOAT, 1, &beta);
    finalize(g, op);
    return op;
}

/* One operation of the tail; b is NULL for those of one operand. */
static descriptor pointwise(conv_graph *g, cudnnPointwiseMode_t mode, descriptor x, descriptor b,
                            descriptor y)
{
    cudnnDataType_t sums = CUDNN_DATA_FLOAT;
    descriptor p = make(g, CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
    set(g, p, CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, 1, &mode);
    set(g, p, CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_TYPE_DATA_TYPE, 1, &sums);
    finalize(g, p);
    descriptor op = make(g, CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    set_descriptor(g, op, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, p);
    set_descriptor(g, op, CUDNN_ATTR_OPERATION_POINTWISE_XDESC, x);
    if (b)
        set_descriptor(g, op, CUDNN_ATTR_OPERATION_POINTWISE_BDESC, b);
    set_descriptor(g, op, CUDNN_ATTR_OPERATION_POINTWISE_YDESC, y);
    finalize(g, op);
    return op;
}

/* A step of the tail; its second operand `with` is ID_ADD, ID_BIAS, 0 (none) or -1 (the
 * value before the activation).                                               */
typedef struct tail_step {
    cudnnPointwiseMode_t mode;
    int with;
} tail_step;

static int tail_steps(const gpu_conv_shape *s, tail_step *step)
{
    int n = 0;
    if (s->add)
        step[n++] = (tail_step){CUDNN_POINTWISE_ADD, ID_ADD};
    if (s->bias)
        step[n++] = (tail_step){CUDNN_POINTWISE_ADD, ID_BIAS};
    if (s->activation == NN_RELU)
        step[n++] = (tail_step){CUDNN_POINTWISE_RELU_FWD, 0};
    if (s->activation == NN_SILU)
        step[n++] = (tail_step){CUDNN_POINTWISE_SWISH_FWD, 0};
    if (s->activation == NN_MISH) { /* x tanh(log(1 + e^x)) */
        step[n++] = (tail_step){CUDNN_POINTWISE_SOFTPLUS_FWD, 0};
        step[n++] = (tail_step){CUDNN_POINTWISE_TANH_FWD, 0};
        step[n++] = (tail_step){CUDNN_POINTWISE_MUL, -1};
    }
    return n;
}

static descriptor operand(conv_graph *g, const gpu_conv_shape *s, int with, descriptor before,
                          const int64_t *dims)
{
    int64_t row[4] = {1, s->stride, 1, 1};
    if (with == 0 || with == -1)
        return with == 0 ? NULL : before;
    return tensor(g, with, with == ID_BIAS ? row : dims, s->type, true);
}

static descriptor whole_graph(conv_graph *g)
{
    enum { MOST_STEPS = 5 };
    const gpu_conv_shape *s = &g->shape;
    int64_t side = s->size, in_dims[4] = {s->n, s->in_stride, side, side};
    int64_t dims[4] = {s->n, s->stride, side, side};
    int64_t kernel[4] = {s->stride, s->in_stride, s->kernel_y, s->kernel_x};
    tail_step step[MOST_STEPS];
    descriptor ops[MOST_STEPS + 1], before = NULL;
    int n = tail_steps(s, step);
    descriptor x = tensor(g, n ? ID_BETWEEN : ID_OUT, dims, s->type, !n);
    ops[0] = convolution(g, s, tensor(g, ID_IN, in_dims, s->type, true),
                         tensor(g, ID_WEIGHTS, kernel, s->type, true), x);
    for (int i = 0; i < n; i++) {
        bool last = i + 1 == n;
        descriptor y = tensor(g, last ? ID_OUT : ID_BETWEEN + 1 + i, dims, s->type, last);
        if (step[i].mode == CUDNN_POINTWISE_SOFTPLUS_FWD)
            before = x;
        ops[i + 1] = pointwise(g, step[i].mode, x, operand(g, s, step[i].with, before, dims), y);
        x = y;
    }
    descriptor graph = make(g, CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    if (!g->math->absent)
        set(g, graph, CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE, 1, &g->math->cudnn);
    set(g, graph, CUDNN_ATTR_OPERATIONGRAPH_OPS, CUDNN_TYPE_BACKEND_DESCRIPTOR, n + 1, ops);
    finalize(g, graph);
    return graph;
}

/* ---- engines ---- */

/* Rounding inputs to fewer digits would defeat the purpose of float32: checking. */
static bool refused(const gpu_conv_shape *s, cudnnBackendNumericalNote_t note)
{
    return (s->type == NN_FLOAT32 && (note == CUDNN_NUMERICAL_NOTE_TENSOR_CORE ||
                                      note == CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS)) ||
           (s->repeatable && note == CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC);
}

static bool exact_enough(const conv_graph *g, descriptor config)
{
    cudnnBackendNumericalNote_t notes[CUDNN_NUMERICAL_NOTE_TYPE_COUNT];
    descriptor engine = NULL;
    int64_t n = 0;
    bool exact = false;
    if (g->shape.type != NN_FLOAT32 && !g->shape.repeatable)
        return true;
    if (cudnnBackendCreateDescriptor(CUDNN_BACKEND_ENGINE_DESCRIPTOR, &engine) !=
        CUDNN_STATUS_SUCCESS)
        return false;
    if (cudnnBackendGetAttribute(config, CUDNN_ATTR_ENGINECFG_ENGINE,
                                 CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &n,
                                 &engine) == CUDNN_STATUS_SUCCESS &&
        cudnnBackendGetAttribute(engine, CUDNN_ATTR_ENGINE_NUMERICAL_NOTE,
                                 CUDNN_TYPE_NUMERICAL_NOTE, CUDNN_NUMERICAL_NOTE_TYPE_COUNT, &n,
                                 notes) == CUDNN_STATUS_SUCCESS) {
        exact = true;
        for (int64_t i = 0; i < n; i++)
            exact = exact && !refused(&g->shape, notes[i]);
    }
    cudnnBackendDestroyDescriptor(engine);
    return exact;
}

/* The plan of a configuration, or NULL if it does not work here. */
static descriptor plan_of(conv_graph *g, descriptor config)
{
    int64_t bytes = 0, n = 0;
    int kept = g->n_made;
    if (!exact_enough(g, config))
        return NULL;
    descriptor plan = make(g, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    if (g->math->absent)
        set_descriptor(g, plan, CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP, g->math->absent);
    else
        set(g, plan, CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_TYPE_HANDLE, 1, &g->math->cudnn);
    set_descriptor(g, plan, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config);
    finalize(g, plan);
    bool works = g->status == CUDNN_STATUS_SUCCESS &&
                 cudnnBackendGetAttribute(plan, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE,
                                          CUDNN_TYPE_INT64, 1, &n,
                                          &bytes) == CUDNN_STATUS_SUCCESS &&
                 bytes <= (int64_t)GPU_WORKSPACE;
    g->status = CUDNN_STATUS_SUCCESS; /* the next may work */
    if (!works)
        drop_after(g, kept);
    return works ? plan : NULL;
}

/* The heuristic's proposals, the best guess first; returns their number. */
static int propose(conv_graph *g, descriptor graph, cudnnBackendHeurMode_t mode,
                   descriptor *config)
{
    int64_t found = 0, most = g->shape.type == NN_HALF ? HALF_TRIES : GRAPH_TRIES;
    descriptor heuristic = make(g, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    set_descriptor(g, heuristic, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph);
    set(g, heuristic, CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, 1, &mode);
    if (g->math->absent)
        set_descriptor(g, heuristic, CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, g->math->absent);
    finalize(g, heuristic);
    for (int64_t i = 0; i < most; i++)
        config[i] = make(g, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    if (g->status != CUDNN_STATUS_SUCCESS ||
        cudnnBackendGetAttribute(heuristic, CUDNN_ATTR_ENGINEHEUR_RESULTS,
                                 CUDNN_TYPE_BACKEND_DESCRIPTOR, most, &found,
                                 config) != CUDNN_STATUS_SUCCESS)
        found = 0;
    g->status = CUDNN_STATUS_SUCCESS;
    return (int)(found > most ? most : found);
}

static float time_of(const conv_graph *g, const gpu_conv_arrays *tries)
{
    return g->math->absent ? 1 : gpu_conv_time(g->math, conv_graph_run, g, tries);
}

go_status conv_graph_create(conv_graph *g, const gpu_math *m, const gpu_conv_shape *shape,
                            const gpu_conv_arrays *tries, go_error *err)
{
    *g = (conv_graph){.math = m, .shape = *shape, .status = CUDNN_STATUS_SUCCESS};
    static const cudnnBackendHeurMode_t modes[] = {CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_FALLBACK};
    descriptor graph = whole_graph(g), config[GRAPH_TRIES];
    for (int i = 0; i < 2 && !g->plan && g->status == CUDNN_STATUS_SUCCESS; i++) {
        int kept = g->n_made, n = propose(g, graph, modes[i], config);
        descriptor fastest = NULL;
        float best = INFINITY;
        for (int k = 0; k < n; k++) {
            g->plan = plan_of(g, config[k]);
            float ms = g->plan ? time_of(g, tries) : INFINITY;
            if (ms < best) {
                best = ms;
                fastest = g->plan;
            }
            if (fastest && shape->repeatable)
                break;
        }
        g->plan = fastest;
        if (!g->plan)
            drop_after(g, kept);
    }
    if (g->plan)
        return GO_OK;
    conv_graph_destroy(g);
    return go_fail(err, GO_EUNSUPPORTED, "cuDNN %zu has no engine for a %dx%d convolution of %d "
                   "to %d channels on this GPU; use the processor, --backend onednn",
                   cudnnGetVersion(), g->shape.kernel_y, g->shape.kernel_x, g->shape.in_stride,
                   g->shape.stride);
}

/* ---- running ---- */

go_status conv_graph_run(const void *conv, const gpu_conv_arrays *a, go_error *err)
{
    const conv_graph *g = conv;
    const gpu_conv_shape *s = &g->shape;
    int64_t ids[5] = {ID_IN, ID_WEIGHTS, ID_OUT}, n = 3;
    const void *arrays[5] = {a->in, a->weights, a->out};
    if (s->bias) {
        ids[n] = ID_BIAS;
        arrays[n++] = a->bias;
    }
    if (s->add) {
        ids[n] = ID_ADD;
        arrays[n++] = a->add;
    }
    conv_graph run = {.status = CUDNN_STATUS_SUCCESS};
    descriptor pack = make(&run, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    set(&run, pack, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, n, ids);
    set(&run, pack, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, n, arrays);
    set(&run, pack, CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR, 1,
        &g->math->workspace);
    finalize(&run, pack);
    if (run.status == CUDNN_STATUS_SUCCESS)
        run.status = cudnnBackendExecute(g->math->cudnn, g->plan, pack);
    drop_after(&run, 0);
    if (run.status != CUDNN_STATUS_SUCCESS)
        return go_fail(err, GO_EUNSUPPORTED, "a convolution failed on the GPU (%s); use the "
                       "processor, --backend onednn", cudnnGetErrorString(run.status));
    return GO_OK;
}

void conv_graph_destroy(conv_graph *g)
{
    drop_after(g, 0);
    g->plan = NULL;
}
