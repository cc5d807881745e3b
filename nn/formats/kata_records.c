/* The records that make up a KataGo file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/formats/kata_read.h"

enum { MAX_KERNEL = 25, MAX_INPUTS = 3 * KATA_MAX_CHANNELS };

/* KataGo stores [points of the kernel][in][out], a model [out][in][points]. */
static float *weights_block(nn_builder *b, size_t points, size_t in, size_t out)
{
    size_t n = points * in * out;
    float *stored = nn_scan_block(b->scan, "the weights", n), *w = NULL;
    if (stored && !(w = malloc((n ? n : 1) * sizeof *w)))
        nn_scan_memory(b->scan);
    if (w)
        for (size_t p = 0; p < points; p++)
            for (size_t i = 0; i < in; i++)
                for (size_t o = 0; o < out; o++)
                    w[(o * in + i) * points + p] = stored[(p * in + i) * out + o];
    free(stored);
    return w;
}

static int odd_kernel(nn_scan *s, const char *what)
{
    int side = nn_scan_int(s, what, 1, MAX_KERNEL);
    if (side % 2 == 0)
        nn_scan_damaged(s, "%s is %d, but must be odd", what, side);
    return side;
}

nn_layer kata_conv(nn_builder *b, int in, int *channels)
{
    nn_scan *s = b->scan;
    nn_layer layer = nn_layer_blank(NN_CONV, in);
    nn_scan_name(s, "the name of a convolution");
    layer.kernel_y = odd_kernel(s, "the height of the kernel");
    layer.kernel_x = odd_kernel(s, "the width of the kernel");
    int inputs = nn_scan_int(s, "the number of input channels", 1, KATA_MAX_CHANNELS);
    *channels = nn_scan_int(s, "the number of output channels", 1, KATA_MAX_CHANNELS);
    layer.dilation_y = nn_scan_int(s, "the vertical dilation", 1, MAX_KERNEL);
    layer.dilation_x = nn_scan_int(s, "the horizontal dilation", 1, MAX_KERNEL);
    nn_build_expect(b, in, inputs);
    size_t points = (size_t)(layer.kernel_y * layer.kernel_x);
    layer.n_weights = points * (size_t)inputs * (size_t)*channels;
    layer.block = s->blocks;
    layer.weights = weights_block(b, points, (size_t)inputs, (size_t)*channels);
    nn_layer_name(&layer, s);
    return layer;
}

nn_layer kata_matmul_of(nn_builder *b, int inputs, bool spatial, int *channels)
{
    nn_scan *s = b->scan;
    nn_layer layer = nn_layer_blank(spatial ? NN_CONV : NN_DENSE, NN_NONE);
    nn_scan_name(s, "the name of a matrix");
    int n = nn_scan_int(s, "the number of inputs", 1, MAX_INPUTS);
    *channels = nn_scan_int(s, "the number of outputs", 1, KATA_MAX_CHANNELS);
    nn_build_expect_count(b, inputs, n);
    layer.kernel_y = layer.kernel_x = layer.dilation_y = layer.dilation_x = spatial;
    layer.n_weights = (size_t)n * (size_t)*channels;
    layer.block = s->blocks;
    layer.weights = weights_block(b, 1, (size_t)n, (size_t)*channels);
    nn_layer_name(&layer, s);
    return layer;
}

nn_layer kata_matmul(nn_builder *b, int in, int *channels)
{
    nn_tensor t = b->model->tensors[in];
    nn_layer layer = kata_matmul_of(b, t.channels, t.spatial, channels);
    layer.in = in;
    return layer;
}

int kata_conv_alone(nn_builder *b, int in)
{
    int channels;
    nn_layer layer = kata_conv(b, in, &channels);
    return nn_build_layer(b, &layer, channels, true);
}

int kata_matmul_alone(nn_builder *b, int in)
{
    int channels;
    nn_layer layer = kata_matmul(b, in, &channels);
    return nn_build_layer(b, &layer, channels, b->model->tensors[in].spatial);
}

void kata_bias(nn_builder *b, nn_layer *layer, int channels)
{
    nn_scan_name(b->scan, "the name of a bias");
    int n = nn_scan_int(b->scan, "the number of channels", 1, KATA_MAX_CHANNELS);
    nn_build_expect_count(b, channels, n);
    layer->bias_block = b->scan->blocks;
    layer->bias = nn_scan_block(b->scan, "the biases", (size_t)n);
}

/* ---- activations ---- */

static const char *const activation_names[NN_N_ACTIVATIONS] = {
    [NN_IDENTITY] = "ACTIVATION_IDENTITY", [NN_RELU] = "ACTIVATION_RELU",
    [NN_MISH] = "ACTIVATION_MISH", [NN_SILU] = "ACTIVATION_SILU"};

nn_activation kata_activation(nn_builder *b)
{
    char word[NN_WORD_MAX];
    nn_scan_name(b->scan, "the name of an activation");
    if (b->model->version < 11)
        return NN_RELU;
    nn_scan_word(b->scan, "the kind of activation", word);
    for (int a = 0; a < NN_N_ACTIVATIONS; a++)
        if (strcmp(word, activation_names[a]) == 0)
            return (nn_activation)a;
    nn_scan_fail(b->scan,
                 "unknown activation \"%.40s\", not ACTIVATION_IDENTITY, _RELU, _MISH or _SILU; "
                 "use another network",
                 word);
    return NN_IDENTITY;
}

/* ---- normalisation ---- */

/* (x - mean) * gamma / sqrt(variance + epsilon) + beta as scale * x + shift;
 * the results take the places of gamma and beta.                             */
static void fold_norm(nn_scan *s, const float *mean, const float *variance, double epsilon,
                      float *gamma, float *beta, int n)
{
    for (int c = 0; c < n; c++) {
        double scale = (double)gamma[c] / sqrt((double)variance[c] + epsilon);
        double shift = (double)beta[c] - (double)mean[c] * scale;
        gamma[c] = (float)scale;
        beta[c] = (float)shift;
        if (!isfinite(gamma[c]) || !isfinite(beta[c])) {
            nn_scan_damaged(s, "the norm of channel %d is not finite (variance %g, epsilon %g)", c,
                               (double)variance[c], epsilon);
            return;
        }
    }
}

/* A block, or if the file has none, n times `value`. */
static float *block_or(nn_builder *b, bool stored, const char *what, int n, float value)
{
    if (stored || b->scan->status != GO_OK)
        return nn_scan_block(b->scan, what, (size_t)n);
    float *values = malloc((size_t)n * sizeof *values);
    if (!values)
        nn_scan_memory(b->scan);
    for (int i = 0; values && i < n; i++)
        values[i] = value;
    return values;
}

int kata_norm_act(nn_builder *b, int in)
{
    nn_scan *s = b->scan;
    nn_layer layer = nn_layer_blank(NN_NORM, in);
    nn_scan_name(s, "the name of a norm");
    int n = nn_scan_int(s, "the number of channels", 1, KATA_MAX_CHANNELS);
    nn_build_expect(b, in, n);
    layer.epsilon = nn_scan_float(s, "epsilon");
    layer.has_scale = nn_scan_int(s, "the flag of a scale", 0, 1);
    layer.block = s->blocks;
    bool has_bias = nn_scan_int(s, "the flag of a bias", 0, 1);
    float *mean = nn_scan_block(b->scan, "the means", (size_t)n);
    float *variance = nn_scan_block(b->scan, "the variances", (size_t)n);
    layer.weights = block_or(b, layer.has_scale, "the scales", n, 1);
    layer.bias_block = has_bias ? s->blocks : NN_NONE;
    layer.bias = block_or(b, has_bias, "the biases", n, 0);
    layer.n_weights = (size_t)n;
    if (s->status == GO_OK)
        fold_norm(s, mean, variance, (double)layer.epsilon, layer.weights, layer.bias, n);
    free(mean);
    free(variance);
    nn_layer_name(&layer, s);
    layer.activation = kata_activation(b);
    return nn_build_layer(b, &layer, n, b->model->tensors[in].spatial);
}

static nn_layer rms_norm(nn_builder *b, int in)
{
    nn_layer layer = nn_layer_blank(NN_RMS_NORM, in);
    nn_scan_name(b->scan, "the name of a norm");
    int n = nn_scan_int(b->scan, "the number of channels", 1, KATA_MAX_CHANNELS);
    nn_build_expect(b, in, n);
    layer.n_weights = (size_t)n;
    layer.epsilon = nn_scan_float(b->scan, "epsilon");
    if (layer.epsilon < 0)
        nn_scan_damaged(b->scan, "epsilon is %g and may not be negative", (double)layer.epsilon);
    nn_layer_name(&layer, b->scan);
    return layer;
}

int kata_rms_norm_act(nn_builder *b, int in)
{
    nn_layer layer = rms_norm(b, in);
    layer.whole_board = nn_scan_int(b->scan, "the flag of a norm over the board", 0, 1);
    nn_scan_int(b->scan, "the size of groups", 0, 0);
    layer.block = b->scan->blocks;
    layer.bias_block = layer.block + 1;
    layer.weights = nn_scan_block(b->scan, "the scales", layer.n_weights);
    layer.bias = nn_scan_block(b->scan, "the biases", layer.n_weights);
    layer.activation = kata_activation(b);
    return nn_build_layer(b, &layer, nn_build_channels(b, in), true);
}

int kata_transformer_norm(nn_builder *b, int in)
{
    nn_layer layer = rms_norm(b, in);
    layer.block = b->scan->blocks;
    layer.weights = nn_scan_block(b->scan, "the scales", layer.n_weights);
    return nn_build_layer(b, &layer, nn_build_channels(b, in), true);
}

int kata_pool(nn_builder *b, int in, nn_pool_kind kind)
{
    nn_layer layer = nn_layer_blank(NN_POOL, in);
    layer.pool = kind;
    return nn_build_layer(b, &layer, 3 * nn_build_channels(b, in), false);
}

int kata_conv_pooling(nn_builder *b, int in, int *pooled)
{
    int channels;
    nn_layer regular = kata_conv(b, in, &channels);
    int g = kata_conv_alone(b, in);
    g = kata_norm_act(b, g);
    *pooled = kata_pool(b, g, NN_POOL_MAX);
    regular.per_channel = kata_matmul_alone(b, *pooled);
    nn_build_expect(b, regular.per_channel, channels);
    return nn_build_layer(b, &regular, channels, true);
}
