#include "nn/formats/lz_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHANNELS = 4096, MAX_BLOCKS = 10000 };

static const double epsilon = 1e-5; /* of every norm */

bool nn_lz_recognise(const char *bytes, size_t n)
{
    size_t i = 0, digits = 0;
    while (i < n && bytes[i] >= '0' && bytes[i] <= '9' && digits < 4)
        i++, digits++;
    while (i < n && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r'))
        i++;
    return digits > 0 && i < n && bytes[i] == '\n';
}

/* ---- lines ---- */

static void row_name(nn_scan *s, const char *what)
{
    snprintf(s->layer, sizeof s->layer, "%s", what);
}

/* One line of `wanted` numbers. */
static float *row_of(nn_builder *b, const char *what, size_t wanted)
{
    size_t n;
    float *values = nn_scan_row(b->scan, what, wanted, &n);
    if (b->scan->status == GO_OK && n != wanted)
        nn_scan_fail(b->scan,
                     "%s: found %zu numbers, expected %zu; the file is damaged or of another kind, "
                     "download it again",
                     what, n, wanted);
    return values;
}

/* ---- layers ---- */

/* y = (x + bias - mean) / sqrt(variance + epsilon): bias and mean become the
 * shift, the variance becomes the scale, in place.                           */
static void fold_norm(nn_scan *s, float *bias, const float *mean, float *variance, size_t n)
{
    for (size_t c = 0; c < n && s->status == GO_OK; c++) {
        double scale = 1 / sqrt((double)variance[c] + epsilon);
        bias[c] = (float)(((double)bias[c] - (double)mean[c]) * scale);
        variance[c] = (float)scale;
        if (!isfinite(bias[c]) || !isfinite(variance[c]))
            nn_scan_damaged(s, "the norm of channel %zu is not finite", c);
    }
}

/* The first two of the four lines of a convolution with its norm. */
typedef struct conv_lines {
    nn_layer conv;
    float *bias;
    size_t channels;
} conv_lines;

static bool fits(const nn_builder *b, const conv_lines *l, int kernel)
{
    size_t inputs = (size_t)nn_build_channels(b, l->conv.in);
    return l->conv.n_weights == l->channels * inputs * (size_t)(kernel * kernel);
}

static conv_lines read_lines(nn_builder *b, int in, const char *name)
{
    conv_lines l = {.conv = nn_layer_blank(NN_CONV, in)};
    size_t inputs = (size_t)nn_build_channels(b, in);
    row_name(b->scan, name);
    l.conv.weights = nn_scan_row(b->scan, "the weights", MAX_CHANNELS * inputs * 9,
                                 &l.conv.n_weights);
    l.bias = nn_scan_row(b->scan, "the biases", MAX_CHANNELS, &l.channels);
    return l;
}

/* Reads the other two; the layer ends with adding `add` and ReLU. */
static int finish_convolution(nn_builder *b, conv_lines *l, int kernel, int add)
{
    nn_scan *s = b->scan;
    nn_layer norm = nn_layer_blank(NN_NORM, NN_NONE);
    if (s->status == GO_OK && !fits(b, l, kernel))
        nn_scan_fail(s,
                     "%zu weights and %zu biases do not fit %d input channels; the file is damaged "
                     "or of another kind, download it again",
                     l->conv.n_weights, l->channels, nn_build_channels(b, l->conv.in));
    float *mean = row_of(b, "the means", l->channels);
    norm.bias = l->bias;
    norm.weights = row_of(b, "the variances", l->channels);
    norm.n_weights = l->channels;
    if (s->status == GO_OK)
        fold_norm(s, norm.bias, mean, norm.weights, l->channels);
    free(mean);
    l->conv.kernel_y = l->conv.kernel_x = kernel;
    l->conv.dilation_y = l->conv.dilation_x = 1;
    norm.in = nn_build_layer(b, &l->conv, (int)l->channels, true);
    norm.activation = NN_RELU;
    norm.add = add;
    nn_build_expect(b, add == NN_NONE ? norm.in : add, (int)l->channels);
    return nn_build_layer(b, &norm, (int)l->channels, true);
}

static int convolution(nn_builder *b, int in, int kernel, int add, const char *name)
{
    conv_lines l = read_lines(b, in, name);
    return finish_convolution(b, &l, kernel, add);
}

/* A dense layer of the rows first .. first + rows - 1 of `whole`.             */
static int dense_part(nn_builder *b, int in, const nn_layer *whole, size_t first, size_t rows)
{
    nn_layer part = *whole;
    size_t row = whole->n_weights;
    part.in = in;
    part.n_weights = rows * row;
    part.weights = malloc(rows * row * sizeof *part.weights);
    part.bias = malloc(rows * sizeof *part.bias);
    if (!part.weights || !part.bias) {
        nn_scan_memory(b->scan);
    } else {
        memcpy(part.weights, whole->weights + first * row, rows * row * sizeof *part.weights);
        memcpy(part.bias, whole->bias + first, rows * sizeof *part.bias);
    }
    return nn_build_layer(b, &part, (int)rows, false);
}

/* ---- heads ---- */

/* The dense layer has a row for each point and one for the pass. */
static void policy_head(nn_builder *b, conv_lines *first)
{
    enum { MOST_MOVES = NN_MAX_SIZE * NN_MAX_SIZE + 1 };
    size_t moves = 0, numbers = 0;
    row_name(b->scan, "policy convolution");
    int p = finish_convolution(b, first, 1, NN_NONE);
    nn_layer dense = nn_layer_blank(NN_DENSE, p);
    row_name(b->scan, "policy");
    size_t most_inputs = (size_t)(MOST_MOVES * nn_build_channels(b, p));
    dense.weights = nn_scan_row(b->scan, "the weights", MOST_MOVES * most_inputs, &numbers);
    dense.bias = nn_scan_row(b->scan, "the biases", MOST_MOVES, &moves);
    nn_model *m = b->model;
    for (int side = 2; side <= NN_MAX_SIZE && b->scan->status == GO_OK; side++)
        if ((size_t)(side * side) == moves - 1)
            m->board_size = side;
    size_t inputs = (moves - 1) * (size_t)nn_build_channels(b, p);
    if (b->scan->status == GO_OK && (!m->board_size || numbers != moves * inputs))
        nn_scan_fail(b->scan,
                     "%zu weights and %zu biases do not fit a square board; the file is damaged or "
                     "of another kind, download it again",
                     numbers, moves);
    if (b->scan->status == GO_OK) {
        dense.n_weights = inputs; /* of one row */
        nn_layer_name(&dense, b->scan);
        m->policy_channels = 1;
        m->output[NN_POLICY] = dense_part(b, p, &dense, 0, moves - 1);
        m->output[NN_PASS] = dense_part(b, p, &dense, moves - 1, 1);
    }
    free(dense.weights);
    free(dense.bias);
}

/* outputs 0: as many as there are biases. */
static int dense(nn_builder *b, int in, size_t inputs, size_t outputs, nn_activation activation)
{
    nn_scan *s = b->scan;
    nn_layer layer = nn_layer_blank(NN_DENSE, in);
    size_t most = outputs ? outputs : MAX_CHANNELS, biases;
    layer.weights = nn_scan_row(b->scan, "the weights", most * inputs, &layer.n_weights);
    layer.bias = nn_scan_row(b->scan, "the biases", most, &biases);
    layer.activation = activation;
    bool fit = layer.n_weights == biases * inputs && (!outputs || biases == outputs);
    if (s->status == GO_OK && !fit)
        nn_scan_fail(s,
                     "%zu weights and %zu biases do not fit %zu inputs; the file is damaged or of "
                     "another kind, download it again",
                     layer.n_weights, biases, inputs);
    return nn_build_layer(b, &layer, (int)biases, false);
}

static void value_head(nn_builder *b, int trunk)
{
    int size = b->model->board_size;
    int v = convolution(b, trunk, 1, NN_NONE, "value convolution");
    size_t inputs = (size_t)(size * size * nn_build_channels(b, v));
    row_name(b->scan, "value 1");
    v = dense(b, v, inputs, 0, NN_RELU);
    row_name(b->scan, "value 2");
    b->model->output[NN_VALUE] = dense(b, v, (size_t)nn_build_channels(b, v), 1, NN_IDENTITY);
}

/* ---- the whole ---- */

/* Reads blocks up to the first convolution of another shape, the policy's. */
static int trunk(nn_builder *b, conv_lines *policy)
{
    char first[64], second[64];
    nn_model *m = b->model;
    int x = convolution(b, NN_PLANES, 3, NN_NONE, "first convolution");
    for (;;) {
        snprintf(first, sizeof first, "block %d, convolution 1", m->blocks + 1);
        snprintf(second, sizeof second, "block %d, convolution 2", m->blocks + 1);
        *policy = read_lines(b, x, first);
        if (b->scan->status != GO_OK || (m->blocks > 0 && fits(b, policy, 1)))
            break;
        int h = finish_convolution(b, policy, 3, NN_NONE);
        x = convolution(b, h, 3, x, second);
        if (++m->blocks > MAX_BLOCKS)
            nn_scan_damaged(b->scan, "more than %d blocks", MAX_BLOCKS);
    }
    m->trunk_channels = nn_build_channels(b, x);
    return x;
}

void nn_lz_read(nn_builder *b)
{
    conv_lines policy;
    nn_scan *s = b->scan;
    nn_model *m = b->model;
    m->family = NN_LEELA_ZERO;
    m->planes = m->tensors[NN_PLANES].channels = NN_LEELA_PLANES;
    m->version = nn_scan_int(s, "the version of the format", 0, 9999);
    if (m->version < 1 || m->version > 2)
        nn_scan_fail(
            s, "Leela Zero's format version %d is not supported, only 1 and 2; use another network",
            m->version);
    nn_scan_next_line(s);
    int x = trunk(b, &policy);
    policy_head(b, &policy);
    value_head(b, x);
    nn_scan_end(s);
}
