/* nn/cudnn/conv.h by its formula, in place of cuDNN and cuBLASLt.  As these, it
 * does the tail with some convolutions and leaves it with others.            */
#include <cublasLt.h>
#include <cuda_fp16.h>
#include <cudnn.h>

#include <cstdlib>
#include <vector>

#include "nn/cudnn/device.cuh"
extern "C" {
#include "nn/cudnn/conv.h"
}

struct gpu_conv {
    gpu_conv_shape shape;
    bool fused;
};

template <typename T>
static float point(const gpu_conv_shape &s, const gpu_conv_arrays &a, int n, int y, int x, int o)
{
    const T *in = (const T *)a.in, *w = (const T *)a.weights;
    float sum = 0;
    for (int ky = 0; ky < s.kernel_y; ky++)
        for (int kx = 0; kx < s.kernel_x; kx++) {
            int yy = y + (ky - s.kernel_y / 2) * s.dilation_y;
            int xx = x + (kx - s.kernel_x / 2) * s.dilation_x;
            if (yy < 0 || xx < 0 || yy >= s.size || xx >= s.size)
                continue;
            const T *row = in + ((size_t)(n * s.size + yy) * s.size + xx) * s.in_stride;
            const T *k = w + ((size_t)(o * s.kernel_y + ky) * s.kernel_x + kx) * s.in_stride;
            for (int i = 0; i < s.in_stride; i++)
                sum += to_float(row[i]) * to_float(k[i]);
        }
    return sum;
}

template <typename T> static void run(const gpu_conv *c, const gpu_conv_arrays &a)
{
    const gpu_conv_shape &s = c->shape;
    for (int n = 0; n < s.n; n++)
        for (int y = 0; y < s.size; y++)
            for (int x = 0; x < s.size; x++)
                for (int o = 0; o < s.stride; o++) {
                    size_t at = ((size_t)(n * s.size + y) * s.size + x) * s.stride + o;
                    float sum = point<T>(s, a, n, y, x, o);
                    if (c->fused && s.bias)
                        sum += to_float(((const T *)a.bias)[o]);
                    if (c->fused && s.add)
                        sum += to_float(((const T *)a.add)[at]);
                    store((T *)a.out + at, c->fused ? activate(s.activation, sum) : sum);
                }
}

/* Calls for each product of the three arrays, by where its factors are. */
template <typename F> static void each_product(const gpu_conv_shape &s, F product)
{
    for (int at = 0; at < s.n * s.size * s.size; at++)
        for (int k = 0; k < s.kernel_y * s.kernel_x; k++) {
            int y = at / s.size % s.size + (k / s.kernel_x - s.kernel_y / 2) * s.dilation_y;
            int x = at % s.size + (k % s.kernel_x - s.kernel_x / 2) * s.dilation_x;
            if (y < 0 || x < 0 || y >= s.size || x >= s.size)
                continue;
            size_t from = (size_t)(at / (s.size * s.size) * s.size + y) * s.size + x;
            for (int o = 0; o < s.stride; o++)
                for (int i = 0; i < s.in_stride; i++)
                    product(from * s.in_stride + i,
                            ((size_t)o * s.kernel_y * s.kernel_x + k) * s.in_stride + i,
                            (size_t)at * s.stride + o);
        }
}

template <typename T> static void run_back(const gpu_conv_shape &s, const gpu_conv_arrays &a)
{
    const bool makes_in = s.makes == GPU_MAKES_IN;
    const T *in = (const T *)a.in, *weights = (const T *)a.weights, *out = (const T *)a.out;
    std::vector<float> sums(makes_in ? (size_t)s.n * s.size * s.size * s.in_stride
                                     : (size_t)s.stride * s.kernel_y * s.kernel_x * s.in_stride);
    each_product(s, [&](size_t i, size_t w, size_t o) {
        if (makes_in)
            sums[i] += to_float(out[o]) * to_float(weights[w]);
        else
            sums[w] += to_float(out[o]) * to_float(in[i]);
    });
    for (size_t i = 0; i < sums.size(); i++)
        store((T *)(makes_in ? a.in : a.weights) + i, sums[i]);
}

extern "C" {

go_status gpu_math_create(gpu_math **out, cudaStream_t, go_error *)
{
    *out = NULL;
    return GO_OK;
}
void gpu_math_destroy(gpu_math *) {}

bool gpu_conv_same(const gpu_conv_shape *, const gpu_conv_shape *)
{
    return false;
}

go_status gpu_conv_create(gpu_conv **out, gpu_math *, const gpu_conv_shape *shape,
                          const gpu_conv_arrays *, go_error *)
{
    bool one = shape->kernel_y == 1, linear = shape->activation <= NN_RELU;
    *out = new gpu_conv{*shape, !shape->per_channel && (!one || linear)};
    return GO_OK;
}

bool gpu_conv_fused(const gpu_conv *c)
{
    return c->fused;
}

go_status gpu_conv_run(const gpu_conv *c, const gpu_conv_arrays *a, go_error *)
{
    if (c->shape.makes == GPU_MAKES_OUT)
        BY_TYPE(c->shape.type, run<T>(c, *a))
    else
        BY_TYPE(c->shape.type, run_back<T>(c->shape, *a))
    return GO_OK;
}

void gpu_conv_destroy(gpu_conv *c)
{
    delete c;
}

} /* extern "C" */
