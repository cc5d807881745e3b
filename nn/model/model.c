#include "nn/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>


void nn_file_stem(const char *path, char *out, size_t size)
{
    static const char *const endings[] = {".gz", ".bin", ".txt"};
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(out), m = strlen(endings[i]);
        if (n > m && strcmp(out + n - m, endings[i]) == 0)
            out[n - m] = '\0';
    }
}

const char *nn_model_called(const nn_model *m)
{
    const char *file = m->file ? m->file : "the network", *slash = strrchr(file, '/');
    return m->name[0] ? m->name : slash ? slash + 1 : file;
}

void nn_model_destroy(nn_model *m)
{
    if (!m)
        return;
    for (int i = 0; i < m->n_layers; i++) {
        free(m->layers[i].weights);
        free(m->layers[i].bias);
    }
    free(m->layers);
    free(m->tensors);
    free(m->file);
    free(m);
}

go_status nn_model_plays(const nn_model *m, int size, go_error *err)
{
    if (size < 2 || size > NN_MAX_SIZE)
        return go_fail(err, GO_EINVAL, "a network plays on boards of 2 to %d lines, not %d",
                       NN_MAX_SIZE, size);
    if (m->board_size && m->board_size != size)
        return go_fail(err, GO_EINVAL, "this network plays on %dx%d only, not on %dx%d; take a "
                       "network for that size or one for all sizes", m->board_size, m->board_size,
                       size, size);
    return GO_OK;
}

size_t nn_output_numbers(const nn_model *m, nn_output output, int size)
{
    if (m->output[output] == NN_NONE)
        return 0;
    nn_tensor t = m->tensors[m->output[output]];
    return (size_t)t.channels * (t.spatial ? (size_t)(size * size) : 1);
}

/* ---- what it costs ---- */

static double layer_operations(const nn_layer *layer, double points)
{
    double attended = layer->heads * (layer->key_dim + layer->value_dim);
    switch (layer->kind) {
    case NN_CONV:
        return 2 * (double)layer->n_weights * points;
    case NN_DENSE:
        return 2 * (double)layer->n_weights;
    case NN_ATTENTION:
        return 2 * points * points * attended;
    default:
        return 0; /* a few operations for each number: nothing beside these */
    }
}

double nn_model_operations(const nn_model *m, int size)
{
    double sum = 0;
    for (int i = 0; i < m->n_layers; i++)
        sum += layer_operations(&m->layers[i], (double)size * size);
    return sum;
}

/* ---- which tensors can share memory ---- */

static void note_use(int *last, int tensor, int layer)
{
    if (tensor != NN_NONE)
        last[tensor] = layer;
}

/* last[tensor]: the last layer that reads it (n_layers for outputs). */
static void last_uses(const nn_model *m, int *last)
{
    for (int t = 0; t < m->n_tensors; t++)
        last[t] = NN_NONE;
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        const int read[] = {l->in, l->in2, l->in3, l->per_channel, l->add, l->out};
        for (int k = 0; k < 6; k++)
            note_use(last, read[k], i);
    }
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        note_use(last, m->output[o], m->n_layers);
}

/* A slot that nobody needs at `layer`: free_from[slot] tells. */
static int find_slot(const nn_slots *s, const int *free_from, bool spatial, int layer)
{
    for (int i = 0; i < s->n; i++)
        if (s->spatial[i] == spatial && free_from[i] < layer)
            return i;
    return s->n;
}

static void assign_slots(nn_slots *s, const nn_model *m, const int *last, int *free_from)
{
    for (int t = 0; t < m->n_tensors; t++)
        s->of[t] = NN_NONE;
    for (int i = 0; i < m->n_layers; i++) {
        int t = m->layers[i].out;
        bool spatial = m->tensors[t].spatial;
        int slot = find_slot(s, free_from, spatial, i);
        if (slot == s->n) {
            s->n++;
            s->spatial[slot] = spatial;
        }
        if (m->tensors[t].channels > s->channels[slot])
            s->channels[slot] = m->tensors[t].channels;
        free_from[slot] = last[t];
        s->of[t] = slot;
    }
}

go_status nn_slots_create(nn_slots *s, const nn_model *m)
{
    size_t tensors = (size_t)m->n_tensors;
    int *last = malloc(tensors * 2 * sizeof *last);
    *s = (nn_slots){.of = malloc(tensors * sizeof *s->of),
                    .channels = calloc(tensors, sizeof *s->channels),
                    .spatial = calloc(tensors, sizeof *s->spatial)};
    bool done = last && s->of && s->channels && s->spatial;
    if (done) {
        last_uses(m, last);
        assign_slots(s, m, last, last + tensors);
    }
    free(last);
    return done ? GO_OK : GO_ENOMEM;
}

void nn_slots_destroy(nn_slots *s)
{
    free(s->of);
    free(s->channels);
    free(s->spatial);
    *s = (nn_slots){0};
}
