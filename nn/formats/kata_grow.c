#include "nn/formats/kata_grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/formats/kata_write.h"
#include "nn/formats/model_read.h"

typedef struct growth {
    const nn_model *from;
    nn_model *to;
    const char *path; /* of `from`, for messages */
    int *layer;       /* [from->n_layers]: the layer of `to` that it becomes */
} growth;

/* ---- which layer becomes which ---- */

/* The layer that ends the block of the trunk that begins at `first`: it adds what the block began
 * with, the result of the layer before; NN_NONE: the heads begin here.                          */
static int end_of_block(const nn_model *m, int first)
{
    for (int i = first; i < m->n_layers; i++)
        if (m->layers[i].add == m->layers[first - 1].out)
            return i;
    return NN_NONE;
}

/* The layer with which the trunk begins: it reads the board, and the blocks follow. */
static int start_of_trunk(const nn_model *m)
{
    int i = 0;
    while (i < m->n_layers && m->layers[i].in != NN_PLANES)
        i++;
    return i;
}

static bool alike(const nn_layer *a, const nn_layer *b)
{
    return a->kind == b->kind && a->activation == b->activation && a->pool == b->pool &&
           a->kernel_y == b->kernel_y && a->kernel_x == b->kernel_x &&
           a->dilation_y == b->dilation_y && a->dilation_x == b->dilation_x &&
           (a->add == NN_NONE) == (b->add == NN_NONE) &&
           (a->per_channel == NN_NONE) == (b->per_channel == NN_NONE) && !a->bias == !b->bias;
}

/* Whether the layers a .. a_end of `from` are as those from b to b_end of `to`. */
static bool same_layers(const growth *g, int a, int a_end, int b, int b_end)
{
    bool same = a_end - a == b_end - b;
    for (int i = 0; same && i <= a_end - a; i++)
        same = alike(&g->from->layers[a + i], &g->to->layers[b + i]);
    return same;
}

static void pair_layers(growth *g, int a, int a_end, int b)
{
    for (int i = 0; i <= a_end - a; i++)
        g->layer[a + i] = b + i;
}

/* The blocks of `from` in those of `to`, each as early as its order allows. */
static go_status pair_blocks(growth *g, int *a, int *b, go_error *err)
{
    int a_end = end_of_block(g->from, *a), b_end;
    while ((b_end = end_of_block(g->to, *b)) != NN_NONE) {
        if (a_end != NN_NONE && same_layers(g, *a, a_end, *b, b_end)) {
            pair_layers(g, *a, a_end, *b);
            *a = a_end + 1;
            a_end = end_of_block(g->from, *a);
        }
        *b = b_end + 1;
    }
    return a_end == NN_NONE ? GO_OK
                            : go_fail(err, GO_EINVAL,
                                      "%s has blocks that this shape has no room for; a larger "
                                      "shape has at least its %d blocks, of the same kinds",
                                      g->path, g->from->blocks);
}

static go_status pair_all(growth *g, go_error *err)
{
    int a = start_of_trunk(g->from), b = start_of_trunk(g->to);
    bool same =
        g->from->version == g->to->version &&
        memcmp(&g->from->multipliers, &g->to->multipliers, sizeof g->to->multipliers) == 0 &&
        a < g->from->n_layers && same_layers(g, 0, a, 0, b);
    if (same) {
        pair_layers(g, 0, a++, 0);
        b++;
        GO_TRY(pair_blocks(g, &a, &b, err));
        same = same_layers(g, a, g->from->n_layers - 1, b, g->to->n_layers - 1);
    }
    if (!same)
        return go_fail(
            err, GO_EUNSUPPORTED,
            "%s has another first convolution, other multipliers, heads or activations "
            "than networks of this shape; only networks like those that katachi trains can grow",
            g->path);
    pair_layers(g, a, g->from->n_layers - 1, b);
    return GO_OK;
}

/* ---- weights ---- */

/* How many parts the channels of a tensor come in, each of which grows at its end: what NN_POOL
 * makes has three.                                                            */
static int parts_of(const nn_model *m, int tensor)
{
    for (int i = 0; i < m->n_layers; i++)
        if (m->layers[i].out == tensor)
            return m->layers[i].kind == NN_POOL ? 3 : 1;
    return 1;
}

/* Rows of weights for outputs, in them columns for inputs, of `each` numbers.  Old outputs read the
 * old inputs as before and new ones not at all.                               */
static void grow_matrix(const growth *g, const nn_layer *a, nn_layer *b, size_t each)
{
    const size_t parts = (size_t)parts_of(g->from, a->in);
    const size_t rows = (size_t)g->from->tensors[a->out].channels;
    const size_t old = (size_t)g->from->tensors[a->in].channels / parts * each;
    const size_t wide = (size_t)g->to->tensors[b->in].channels / parts * each;
    for (size_t row = 0; row < rows; row++)
        for (size_t part = 0; part < parts; part++) {
            float *to = b->weights + (row * parts + part) * wide;
            memcpy(to, a->weights + (row * parts + part) * old, old * sizeof *to);
            memset(to + old, 0, (wide - old) * sizeof *to);
        }
}

static go_status grow_layer(const growth *g, const nn_layer *a, nn_layer *b, go_error *err)
{
    const int rows = g->from->tensors[a->out].channels;
    if (rows > g->to->tensors[b->out].channels)
        return go_fail(err, GO_EINVAL,
                       "%s: %s makes %d channels, and this shape has only %d there; name a larger "
                       "shape",
                       g->path, a->name, rows, g->to->tensors[b->out].channels);
    if (a->kind == NN_CONV)
        grow_matrix(g, a, b, (size_t)a->kernel_y * (size_t)a->kernel_x);
    else if (a->kind == NN_DENSE)
        grow_matrix(g, a, b, 1);
    else if (a->kind == NN_NORM)
        memcpy(b->weights, a->weights, (size_t)rows * sizeof *b->weights);
    if (a->bias)
        memcpy(b->bias, a->bias, (size_t)rows * sizeof *b->bias);
    return GO_OK;
}

static go_status grow(growth *g, go_error *err)
{
    for (int i = 0; i < g->from->n_layers; i++) {
        const nn_layer_kind kind = g->from->layers[i].kind;
        if (kind > NN_NORM && kind != NN_POOL)
            return go_fail(err, GO_EUNSUPPORTED,
                           "%s has attention or norms of another kind; only residual networks can "
                           "grow",
                           g->path);
    }
    GO_TRY(pair_all(g, err));
    for (int i = 0; i < g->from->n_layers; i++)
        GO_TRY(grow_layer(g, &g->from->layers[i], &g->to->layers[g->layer[i]], err));
    return GO_OK;
}

/* ---- files ---- */

/* Writes `m`, which came from `bytes`, to memory. */
static go_status write_to_memory(const nn_model *m, const char *bytes, size_t n, const char *called,
                                 char **out, size_t *n_out, go_error *err)
{
    *out = NULL;
    FILE *stream = open_memstream(out, n_out);
    if (!stream)
        return go_fail(err, GO_ENOMEM, "out of memory for a network");
    go_status status = nn_kata_write(stream, m, bytes, n, called, err);
    if (fclose(stream) != 0 && status == GO_OK)
        status = go_fail(err, GO_ENOMEM, "out of memory for a network");
    if (status == GO_OK)
        return GO_OK;
    free(*out);
    *out = NULL;
    return status;
}

/* `fresh`: a network of the shape, of n_fresh bytes. */
static go_status grow_into(const nn_model *from, const char *path, const char *fresh,
                           size_t n_fresh, char **out, size_t *n_out, go_error *err)
{
    growth g = {.from = from, .path = path};
    GO_TRY(nn_model_parse(&g.to, fresh, n_fresh, "a new network", err));
    g.layer = calloc((size_t)from->n_layers, sizeof *g.layer);
    go_status status =
        g.layer ? grow(&g, err) : go_fail(err, GO_ENOMEM, "out of memory for a network");
    if (status == GO_OK)
        status = write_to_memory(g.to, fresh, n_fresh, from->name[0] ? from->name : NULL, out,
                                 n_out, err);
    free(g.layer);
    nn_model_destroy(g.to);
    return status;
}

go_status nn_kata_grow(const nn_random_shape *shape, const char *path, const char *bytes, size_t n,
                       char **out, size_t *n_out, go_error *err)
{
    nn_random_shape wanted = *shape;
    nn_model *from;
    char *fresh = NULL;
    size_t n_fresh;
    wanted.to_learn = true;
    wanted.text = false;
    *out = NULL;
    GO_TRY(nn_model_parse(&from, bytes, n, path, err));
    go_status status = GO_OK;
    if (from->family != NN_KATAGO)
        status =
            go_fail(err, GO_EUNSUPPORTED, "%s: only networks in KataGo's format can grow", path);
    if (status == GO_OK)
        status = nn_random_bytes(&wanted, &fresh, &n_fresh, err);
    if (status == GO_OK)
        status = grow_into(from, path, fresh, n_fresh, out, n_out, err);
    free(fresh);
    nn_model_destroy(from);
    return status;
}
