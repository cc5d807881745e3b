#include "nn/model/random_net.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn/model/model.h"

enum { MOST_BLOCKS = 1000, MOST_CHANNELS = 4096, SCORES = 4 };

typedef struct writer {
    FILE *out; /* NULL: only counts */
    const nn_random_shape *shape;
    rng rng;
    size_t all, largest; /* numbers so far, and in the largest layer */
} writer;

/* Words between the weights. */
static void say(const writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(const writer *w, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (w->out)
        vfprintf(w->out, format, values);
    va_end(values);
}

/* ---- weights ---- */

/* Normal, by the sum of twelve uniform numbers: good enough for weights. */
static double normal(rng *r)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += rng_double(r);
    return sum;
}

static void write_float(writer *w, float value, bool last)
{
    unsigned char bytes[4];
    uint32_t bits;
    if (w->shape->text) {
        fprintf(w->out, "%.9g%c", (double)value, last ? '\n' : ' ');
        return;
    }
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
    fwrite(bytes, 1, 4, w->out);
}

/* n numbers around `mean`. */
static void write_block(writer *w, size_t n, double mean, double deviation)
{
    const bool still = deviation <= 0; /* draws nothing */
    w->all += n;
    w->largest = n > w->largest ? n : w->largest;
    if (!w->out)
        return;
    if (!w->shape->text)
        fputs("@BIN@", w->out);
    for (size_t i = 0; i < n; i++)
        write_float(w, (float)(still ? mean : mean + deviation * normal(&w->rng)), i + 1 == n);
    if (!w->shape->text)
        fputc('\n', w->out);
}

/* ---- records ---- */

/* The deviation keeps sums of ReLU outputs as large as what went in (K. He and
 * others, 2015).                                                             */
static void conv_times(writer *w, int side, int in, int out, double factor)
{
    int inputs = side * side * in;
    say(w, "conv\n%d\n%d\n%d\n%d\n1\n1\n", side, side, in, out);
    write_block(w, (size_t)inputs * (size_t)out, 0, factor * sqrt(2.0 / inputs));
}

static void conv(writer *w, int side, int in, int out)
{
    conv_times(w, side, in, out, 1);
}

/* The last of a head, or of a block of which `blocks` in a row add to the same numbers; each adds
 * its share, so that they hardly grow, however many there are.  Blocks that add nothing at first
 * learn well without batch normalisation (H. Zhang and others, Fixup Initialization, 2019).  */
static void conv_last(writer *w, int side, int in, int out, int blocks)
{
    conv_times(w, side, in, out, w->shape->to_learn ? 0 : sqrt(1.0 / blocks));
}

/* Version 14 of the format, else 8. */
static bool newer(const nn_random_shape *shape)
{
    return shape->nested || shape->mish;
}

static void activation(writer *w)
{
    say(w, "activation\n");
    if (newer(w->shape))
        say(w, "ACTIVATION_MISH\n");
}

static void norm_activation(writer *w, int channels)
{
    say(w, "norm\n%d\n0.001\n%d\n1\n", channels, w->shape->to_learn);
    const double deviation = w->shape->to_learn ? 0 : 0.1;
    write_block(w, (size_t)channels, 0, deviation); /* means */
    /* variances: above 0.4, or with epsilon 1 */
    write_block(w, (size_t)channels, w->shape->to_learn ? 0.999 : 1, deviation);
    if (w->shape->to_learn)
        write_block(w, (size_t)channels, 1, 0); /* scales */
    write_block(w, (size_t)channels, 0, deviation); /* biases */
    activation(w);
}

static void matrix_times(writer *w, int in, int out, double factor)
{
    say(w, "matrix\n%d\n%d\n", in, out);
    write_block(w, (size_t)in * (size_t)out, 0, factor * sqrt(1.0 / in));
}

static void matrix(writer *w, int in, int out)
{
    matrix_times(w, in, out, 1);
}

static void matrix_last(writer *w, int in, int out)
{
    matrix_times(w, in, out, w->shape->to_learn ? 0 : 1);
}

static void bias(writer *w, int channels)
{
    say(w, "bias\n%d\n", channels);
    write_block(w, (size_t)channels, 0, w->shape->to_learn ? 0 : 0.1);
}

/* ---- blocks ---- */

/* The pooled channels: a third, rounded down to a multiple of 32 if there are enough. */
static int pooled(int channels)
{
    int third = channels / 3;
    return third >= 32 ? third / 32 * 32 : third;
}

/* Convolutions from `in` to r and to g channels, the second pooled and added to the
 * first, and one from their sum to `out`, as the last of `blocks`.            */
static void conv_pooling(writer *w, int side, int in, int r, int g, int out, int blocks)
{
    conv(w, side, in, r);
    conv(w, side, in, g);
    norm_activation(w, g);
    matrix(w, 3 * g, r);
    norm_activation(w, r);
    conv_last(w, side, r, out, blocks);
}

/* One of `blocks` in a row, with global pooling if wanted and there are enough channels. */
static void residual_block(writer *w, int channels, bool pooling, int blocks)
{
    int g = pooled(channels);
    if (pooling && g > 0) {
        say(w, "gpool_block\nblock\n");
        norm_activation(w, channels);
        conv_pooling(w, 3, channels, channels - g, g, channels, blocks);
        return;
    }
    say(w, "ordinary_block\nblock\n");
    norm_activation(w, channels);
    conv(w, 3, channels, channels);
    norm_activation(w, channels);
    conv_last(w, 3, channels, channels, blocks);
}

static void nested_block(writer *w, int channels, bool pooling, int blocks)
{
    enum { WITHIN = 2 };
    int narrow = channels / 2;
    say(w, "nested_bottleneck_block\nblock\n%d\n", WITHIN);
    norm_activation(w, channels);
    conv(w, 1, channels, narrow);
    residual_block(w, narrow, pooling, WITHIN);
    residual_block(w, narrow, false, WITHIN);
    norm_activation(w, narrow);
    conv_last(w, 1, narrow, channels, blocks);
}

/* ---- the whole ---- */

static void write_all(writer *w)
{
    const nn_random_shape *shape = w->shape;
    const bool nested = shape->nested, v14 = newer(shape);
    int blocks = shape->blocks, c = shape->channels, width = c < 32 ? c : 32;
    int policies = v14 ? 2 : 1, scores = v14 ? SCORES + 2 : SCORES;
    say(w, "random-b%dc%d%s%s-s%llu\n%d\n%d\n%d\n", blocks, c, nested ? "nbt" : "",
        v14 && !nested ? "-mish" : "", (unsigned long long)shape->seed, v14 ? 14 : 8,
        NN_KATA_PLANES, NN_KATA_GLOBALS);
    if (v14)
        say(w, "20\n20\n20\n20\n40\n0.25\n30\n");
    say(w, "trunk\n%d\n%d\n%d\n%d\n0\n%d\n", blocks, c, c, c - pooled(c), pooled(c));
    conv(w, 3, NN_KATA_PLANES, c);
    matrix(w, NN_KATA_GLOBALS, c);
    for (int i = 1; i <= blocks; i++) {
        if (shape->stops && shape->stops())
            return;
        bool pooling = i % 3 == 0 && i < blocks;
        if (nested)
            nested_block(w, c, pooling, blocks);
        else
            residual_block(w, c, pooling, blocks);
        progress_add(shape->bar, 1);
    }
    norm_activation(w, c);
    say(w, "policy\n");
    conv_pooling(w, 1, c, width, width, policies, 1);
    matrix_last(w, 3 * width, policies);
    say(w, "value\n");
    conv(w, 1, c, width);
    norm_activation(w, width);
    matrix(w, 3 * width, 2 * width);
    bias(w, 2 * width);
    activation(w);
    matrix_last(w, 2 * width, 3);
    bias(w, 3);
    matrix_last(w, 2 * width, scores);
    bias(w, scores);
    conv_last(w, 1, width, 1, 1);
}

void nn_random_write(FILE *out, const nn_random_shape *shape)
{
    writer w = {.out = out, .shape = shape, .rng = rng_seed(shape->seed)};
    write_all(&w);
}

go_status nn_random_bytes(const nn_random_shape *shape, char **bytes, size_t *n, go_error *err)
{
    *bytes = NULL;
    FILE *out = open_memstream(bytes, n);
    bool written = false;
    if (out) {
        nn_random_write(out, shape);
        written = !ferror(out);
        written = fclose(out) == 0 && written;
    }
    if (written)
        return GO_OK;
    free(*bytes);
    *bytes = NULL;
    return go_fail(err, GO_ENOMEM, "out of memory for a network");
}

/* ---- shapes ---- */

/* A number after a letter, unless that is 0; -1: there is none.  *text moves behind it. */
static long number_after(const char **text, char letter)
{
    char *end;
    if (letter && *(*text)++ != letter)
        return -1;
    if (**text < '0' || **text > '9')
        return -1;
    long n = strtol(*text, &end, 10);
    *text = end;
    return n;
}

static bool skip(const char **text, const char *word)
{
    const size_t n = strlen(word);
    const bool there = strncmp(*text, word, n) == 0;
    *text += there ? n : 0;
    return there;
}

/* What could not be read again must not be written for hours first. */
static go_status check_size(const char *text, nn_random_shape *shape, go_error *err)
{
    const nn_random_shape counted = {.blocks = shape->blocks,
                                     .channels = shape->channels,
                                     .nested = shape->nested,
                                     .mish = shape->mish,
                                     .to_learn = true}; /* which has a few numbers more */
    writer w = {.shape = &counted};
    write_all(&w);
    if (w.all <= NN_ALL_NUMBERS && w.largest <= NN_LAYER_NUMBERS)
        return GO_OK;
    *shape = (nn_random_shape){0};
    return go_fail(err, GO_EINVAL,
                   "a network of shape %.40s has %.0f million numbers, up to %.0f million in a "
                   "layer, but katachi reads at most %.0f million and %.0f million; choose fewer "
                   "blocks or channels",
                   text, (double)w.all / 1e6, (double)w.largest / 1e6, NN_ALL_NUMBERS / 1e6,
                   NN_LAYER_NUMBERS / 1e6);
}

go_status nn_random_shape_parse(const char *text, nn_random_shape *shape, go_error *err)
{
    const char *at = text;
    const bool named = *text == 'b';
    *shape = (nn_random_shape){0};
    const long blocks = number_after(&at, named ? 'b' : 0);
    const long channels = blocks > 0 ? number_after(&at, named ? 'c' : 'x') : 0;
    if (blocks >= 1 && blocks <= MOST_BLOCKS && channels >= 4 && channels <= MOST_CHANNELS) {
        shape->nested = skip(&at, "nbt");
        shape->mish = skip(&at, "-mish");
        shape->blocks = (int)blocks;
        shape->channels = (int)channels;
        if (!*at)
            return check_size(text, shape, err);
    }
    *shape = (nn_random_shape){0};
    return go_fail(err, GO_EINVAL,
                   "invalid shape \"%.40s\"; write b6c64, b6c64-mish, b5c128nbt or 6x64, with 1 to "
                   "%d blocks and %d to %d channels",
                   text, MOST_BLOCKS, 4, MOST_CHANNELS);
}
