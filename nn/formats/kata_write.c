#include "nn/formats/kata_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/atomic_file.h"
#include "nn/formats/build.h"
#include "nn/formats/kata_read.h"

/* Where a block of numbers stands in the file, and what it becomes. */
typedef struct block {
    size_t n, from, to;
    float *values; /* NULL: as before */
    const char *layer; /* that has the values; borrowed */
} block;

typedef struct writer {
    FILE *out;
    const char *bytes;
    block *blocks;
    int n, room;
    bool failed; /* memory ran out */
} writer;

/* ---- finding the blocks ---- */

static void note_block(void *watcher, int number, size_t n, size_t from, size_t to)
{
    writer *w = watcher;
    if (!w->failed && number >= w->room) {
        int room = 2 * number + 64;
        block *moved = realloc(w->blocks, (size_t)room * sizeof *moved);
        w->failed = !moved;
        if (!moved)
            return;
        w->blocks = moved;
        w->room = room;
    }
    if (w->failed)
        return;
    w->blocks[number] = (block){.n = n, .from = from, .to = to};
    w->n = number + 1;
}

static go_status find_blocks(writer *w, size_t n, go_error *err)
{
    nn_scan s = nn_scan_start(w->bytes, n, "the network", err);
    s.watch = note_block;
    s.watcher = w;
    nn_builder b = nn_build_start(&s);
    if (b.model)
        nn_kata_read(&b);
    nn_model_destroy(nn_build_finish(&b));
    if (s.status == GO_OK && w->failed)
        return go_fail(err, GO_ENOMEM, "out of memory for writing a network");
    return s.status;
}

/* ---- new numbers ---- */

static float *open_block(writer *w, const nn_layer *l, int number)
{
    block *b = &w->blocks[number];
    b->values = calloc(b->n, sizeof *b->values);
    b->layer = l->name;
    w->failed = w->failed || !b->values;
    return b->values;
}

/* From [out][in][points of the kernel] to [points][in][out]. */
static void put_products(writer *w, const nn_model *m, const nn_layer *l)
{
    float *to = open_block(w, l, l->block);
    size_t out = (size_t)m->tensors[l->out].channels;
    size_t points = l->kind == NN_CONV ? (size_t)(l->kernel_y * l->kernel_x) : 1;
    size_t in = l->n_weights / out / points;
    for (size_t o = 0; to && o < out; o++)
        for (size_t i = 0; i < in; i++)
            for (size_t p = 0; p < points; p++)
                to[(p * in + i) * out + o] = l->weights[(o * in + i) * points + p];
}

static void put_weights(writer *w, const nn_model *m, const nn_layer *l)
{
    if (l->kind == NN_CONV || l->kind == NN_DENSE) {
        put_products(w, m, l);
        return;
    }
    float *to = open_block(w, l, l->block);
    if (to)
        memcpy(to, l->weights, l->n_weights * sizeof *to);
}

static go_status put_norm(writer *w, const nn_model *m, const nn_layer *l, go_error *err)
{
    const size_t n = (size_t)m->tensors[l->out].channels;
    float *mean = open_block(w, l, l->block), *variance = open_block(w, l, l->block + 1);
    float *scale = l->has_scale ? open_block(w, l, l->block + 2) : NULL;
    float *bias = l->bias_block != NN_NONE ? open_block(w, l, l->bias_block) : NULL;
    const double epsilon = (double)l->epsilon, root = sqrt(1 + epsilon);
    for (size_t c = 0; !w->failed && c < n; c++) {
        const double by = (double)l->weights[c], shift = (double)l->bias[c];
        if ((!scale && !(1 / (by * by) > epsilon && by > 0)) || (!bias && by == 0))
            return go_fail(err, GO_EINVAL,
                           "cannot write the norm '%s': the scale of channel %zu has become %g, "
                           "which the file format cannot hold",
                           l->name, c, by);
        variance[c] = scale ? 1 : (float)(1 / (by * by) - epsilon);
        mean[c] = bias ? 0 : (float)(-shift / by);
        if (scale)
            scale[c] = (float)(by * root);
        if (bias)
            bias[c] = (float)shift;
    }
    return GO_OK;
}

static go_status put_layers(writer *w, const nn_model *m, go_error *err)
{
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        if (l->block == NN_NONE)
            continue;
        if (l->kind == NN_NORM) {
            GO_TRY(put_norm(w, m, l, err));
            continue;
        }
        put_weights(w, m, l);
        float *bias = l->bias_block == NN_NONE ? NULL : open_block(w, l, l->bias_block);
        if (bias)
            memcpy(bias, l->bias, w->blocks[l->bias_block].n * sizeof *bias);
    }
    return w->failed ? go_fail(err, GO_ENOMEM, "out of memory for writing a network") : GO_OK;
}

/* Who reads the file takes no others. */
static go_status check_numbers(const writer *w, go_error *err)
{
    for (int i = 0; i < w->n; i++) {
        const block *b = &w->blocks[i];
        for (size_t k = 0; b->values && k < b->n; k++)
            if (!(fabsf(b->values[k]) <= (float)NN_LARGEST_WEIGHT))
                return go_fail(err, GO_EINVAL,
                               "cannot write the layer '%s': a weight has become %g, but weights "
                               "must be finite and at most %g; train again with a lower --rate",
                               b->layer, (double)b->values[k], (double)NN_LARGEST_WEIGHT);
    }
    return GO_OK;
}

/* ---- writing ---- */

static void write_numbers(FILE *out, const float *values, size_t n)
{
    fputs("@BIN@", out);
    for (size_t i = 0; i < n; i++) {
        unsigned char four[4];
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 4; k++)
            four[k] = (unsigned char)(bits >> (8 * k));
        fwrite(four, 1, 4, out);
    }
}

static void write_all(const writer *w, size_t n, size_t at)
{
    for (int i = 0; i < w->n; i++) {
        const block *b = &w->blocks[i];
        fwrite(w->bytes + at, 1, b->from - at, w->out);
        at = b->from;
        if (b->values) {
            write_numbers(w->out, b->values, b->n);
            at = b->to;
        }
    }
    fwrite(w->bytes + at, 1, n - at, w->out);
}

go_status nn_kata_write(FILE *out, const nn_model *m, const char *bytes, size_t n,
                        const char *called, go_error *err)
{
    writer w = {.out = out, .bytes = bytes};
    go_status status = find_blocks(&w, n, err);
    if (status == GO_OK)
        status = put_layers(&w, m, err);
    if (status == GO_OK)
        status = check_numbers(&w, err);
    if (status == GO_OK) {
        const char *spaces = " \t\n\v\f\r", *old = bytes + strspn(bytes, spaces);
        const size_t length = strcspn(old, spaces), name = (size_t)(old - bytes) + length;
        fwrite(called ? called : old, 1, called ? strlen(called) : length, out);
        write_all(&w, n, name);
        if (ferror(out))
            status = go_fail(err, GO_EIO, "cannot write the network");
    }
    for (int i = 0; i < w.n; i++)
        free(w.blocks[i].values);
    free(w.blocks);
    return status;
}

go_status nn_kata_save(const char *path, const nn_model *m, const char *bytes, size_t n,
                       const char *called, go_error *err)
{
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, path, err));
    go_status status = nn_kata_write(atomic_file_stream(file), m, bytes, n, called, err);
    if (status == GO_OK || status == GO_EIO) /* this one knows why it cannot be written */
        return atomic_file_commit(file, err);
    atomic_file_discard(file);
    return status;
}
