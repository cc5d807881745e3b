#include "nn/lz_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/backend.h"

enum {
    STEM_LINES = 5,  /* the version and the first convolution */
    BLOCK_LINES = 8,
    HEAD_LINES = 14,
    MAX_CHANNELS = 4096
};

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

static int count_lines(const nn_scan *s)
{
    int lines = 0;
    const char *p = s->at, *end = s->end;
    while (end > p && (end[-1] == '\n' || end[-1] == '\r' || end[-1] == ' '))
        end--; /* empty lines at the end do not count */
    for (; p < end && lines < 1 << 20; lines++) {
        const char *next = memchr(p, '\n', (size_t)(end - p));
        p = next ? next + 1 : end;
    }
    return lines;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n');
}

/* Numbers in the line at `at`; *after is the next line. */
static size_t count_numbers(const nn_scan *s, const char **after)
{
    size_t n = 0;
    const char *p = s->at;
    while (p < s->end && *p != '\n') {
        bool begins = !is_blank(*p) && (p == s->at || is_blank(p[-1]));
        n += begins;
        p++;
    }
    *after = p < s->end ? p + 1 : p;
    return n;
}

static void row_name(nn_scan *s, const char *what)
{
    snprintf(s->layer, sizeof s->layer, "%s", what);
}

/* One line of `wanted` numbers, or of any number of them (0): *n. */
static float *row(nn_builder *b, const char *what, size_t wanted, size_t *n)
{
    nn_scan *s = b->scan;
    const char *after;
    if (s->status != GO_OK)
        return NULL;
    size_t found = count_numbers(s, &after);
    if (found == 0 && s->at == s->end)
        nn_scan_cut_short(s, what);
    else if (found == 0 || (wanted && found != wanted))
        nn_scan_fail(s, "%s are %zu numbers where %s%zu were expected; the file is damaged or of "
                        "another kind, get it again", what, found, wanted ? "" : "at least ",
                     wanted ? wanted : 1);
    float *values = nn_scan_numbers(s, what, found);
    if (s->status == GO_OK) {
        b->model->parameters += (int64_t)found;
        s->at = after;
        *n = found;
    }
    return values;
}

static float *row_of(nn_builder *b, const char *what, size_t wanted)
{
    size_t n;
    return row(b, what, wanted, &n);
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
            nn_scan_fail(s, "the norm of channel %zu is not finite; the file is damaged, get it "
                            "again", c);
    }
}

/* The four lines of a convolution and its norm, ended by ReLU after adding `add`.
 * The number of channels is that of the biases.                              */
static int convolution(nn_builder *b, int in, int kernel, int add, const char *name)
{
    nn_scan *s = b->scan;
    size_t channels = 0, points = (size_t)(kernel * kernel);
    nn_layer conv = nn_layer_blank(NN_CONV, in), norm = nn_layer_blank(NN_NORM, NN_NONE);
    row_name(s, name);
    conv.weights = row(b, "the weights", 0, &conv.n_weights);
    norm.bias = row(b, "the biases", 0, &channels);
    size_t inputs = (size_t)nn_build_channels(b, in);
    if (s->status == GO_OK && (channels > MAX_CHANNELS ||
                               conv.n_weights != channels * inputs * points))
        nn_scan_fail(s, "%zu weights and %zu biases do not fit %zu input channels; the file is "
                        "damaged or of another kind, get it again", conv.n_weights, channels,
                     inputs);
    float *mean = row_of(b, "the means", channels);
    norm.weights = row_of(b, "the variances", channels);
    norm.n_weights = channels;
    if (s->status == GO_OK)
        fold_norm(s, norm.bias, mean, norm.weights, channels);
    free(mean);
    conv.kernel_y = conv.kernel_x = kernel;
    conv.dilation_y = conv.dilation_x = 1;
    norm.in = nn_build_layer(b, &conv, (int)channels, true);
    norm.activation = NN_RELU;
    norm.add = add;
    nn_build_expect(b, add == NN_NONE ? norm.in : add, (int)channels);
    return nn_build_layer(b, &norm, (int)channels, true);
}

/* Dense weights and biases that were read as one, of which this layer takes the
 * rows first .. first + rows - 1.                                            */
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

static int square_root(size_t area)
{
    for (int side = 2; side <= NN_MAX_SIZE; side++)
        if ((size_t)(side * side) == area)
            return side;
    return 0;
}

/* The dense layer has a row for each point and one for the pass. */
static void policy_head(nn_builder *b, int trunk)
{
    size_t moves = 0, numbers = 0;
    int p = convolution(b, trunk, 1, NN_NONE, "policy convolution");
    nn_layer dense = nn_layer_blank(NN_DENSE, p);
    row_name(b->scan, "policy");
    dense.weights = row(b, "the weights", 0, &numbers);
    dense.bias = row(b, "the biases", 0, &moves);
    nn_model *m = b->model;
    m->board_size = b->scan->status == GO_OK ? square_root(moves - 1) : 0;
    size_t inputs = (moves - 1) * (size_t)nn_build_channels(b, p);
    if (b->scan->status == GO_OK && (!m->board_size || numbers != moves * inputs))
        nn_scan_fail(b->scan, "%zu weights and %zu biases do not fit a square board; the file is "
                              "damaged or of another kind, get it again", numbers, moves);
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

static int dense(nn_builder *b, int in, size_t inputs, size_t outputs, nn_activation activation)
{
    nn_scan *s = b->scan;
    nn_layer layer = nn_layer_blank(NN_DENSE, in);
    layer.weights = row(b, "the weights", outputs * inputs, &layer.n_weights);
    layer.bias = row(b, "the biases", outputs, &outputs);
    layer.activation = activation;
    if (s->status == GO_OK && (outputs > MAX_CHANNELS || layer.n_weights != outputs * inputs))
        nn_scan_fail(s, "%zu weights and %zu biases do not fit %zu inputs; the file is damaged or "
                        "of another kind, get it again", layer.n_weights, outputs, inputs);
    return nn_build_layer(b, &layer, (int)outputs, false);
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

static int trunk(nn_builder *b)
{
    char first[64], second[64];
    int x = convolution(b, NN_PLANES, 3, NN_NONE, "first convolution");
    for (int i = 1; i <= b->model->blocks && b->scan->status == GO_OK; i++) {
        snprintf(first, sizeof first, "block %d, convolution 1", i);
        snprintf(second, sizeof second, "block %d, convolution 2", i);
        int h = convolution(b, x, 3, NN_NONE, first);
        x = convolution(b, h, 3, x, second);
    }
    b->model->trunk_channels = nn_build_channels(b, x);
    return x;
}

static void header(nn_builder *b)
{
    nn_scan *s = b->scan;
    int lines = count_lines(s), around = STEM_LINES + HEAD_LINES;
    b->model->family = NN_LEELA_ZERO;
    b->model->planes = b->model->tensors[NN_PLANES].channels = NN_LEELA_PLANES;
    b->model->version = nn_scan_int(s, "the version of the format", 0, 9999);
    if (b->model->version < 1 || b->model->version > 2)
        nn_scan_fail(s, "Leela Zero's format version %d is not known, only 1 and 2; take another "
                        "network", b->model->version);
    if (lines < around + BLOCK_LINES || (lines - around) % BLOCK_LINES)
        nn_scan_fail(s, "%d lines are not 19 and 8 for each block, as a Leela Zero network has; "
                        "the file is cut short or damaged, get it again", lines);
    b->model->blocks = (lines - around) / BLOCK_LINES;
    const char *end = memchr(s->at, '\n', (size_t)(s->end - s->at));
    s->at = end ? end + 1 : s->end;
}

void nn_lz_read(nn_builder *b)
{
    header(b);
    int x = trunk(b);
    policy_head(b, x);
    value_head(b, x);
    nn_scan_end(b->scan);
}
