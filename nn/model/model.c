#include "nn/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ending.h"

void nn_file_stem(const char *path, char *out, size_t size)
{
    static const char *const endings[] = {".gz", ".bin", ".txt"};
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
    for (int i = 0; i < 3; i++) {
        const size_t stem = ending_at(out, endings[i]);
        if (stem)
            out[stem] = '\0';
    }
}

const char *nn_model_called(const nn_model *m)
{
    const char *file = m->file ? m->file : "the network", *slash = strrchr(file, '/');
    return m->name[0] ? m->name : slash ? slash + 1 : file;
}

bool nn_model_knows_games_only(const nn_model *m)
{
    static const char end[] = NN_GAMES_ONLY;
    const size_t n = strlen(m->name), wanted = sizeof end - 1;
    return n >= wanted && strcmp(m->name + n - wanted, end) == 0;
}

bool nn_model_has_optimism(const nn_model *m)
{
    return m->policy_channels > 1 && !m->meta;
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
        return go_fail(err, GO_EINVAL, "a network plays on board sizes 2 to %d, not %d",
                       NN_MAX_SIZE, size);
    if (m->board_size && m->board_size != size)
        return go_fail(err, GO_EINVAL,
                       "this network plays only on %dx%d, not on %dx%d; use a network for that "
                       "size or one for all sizes",
                       m->board_size, m->board_size, size, size);
    return GO_OK;
}

size_t nn_output_numbers(const nn_model *m, nn_output output, int size)
{
    if (m->output[output] == NN_NONE)
        return 0;
    nn_tensor t = m->tensors[m->output[output]];
    return (size_t)t.channels * (t.spatial ? (size_t)(size * size) : 1);
}

double nn_model_operations(const nn_model *m, int size)
{
    double sum = 0, points = (double)size * size;
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        if (l->kind == NN_CONV)
            sum += 2 * (double)l->n_weights * points;
        else if (l->kind == NN_DENSE)
            sum += 2 * (double)l->n_weights;
        else if (l->kind == NN_ATTENTION)
            sum += 2 * points * points * (l->heads * (l->key_dim + l->value_dim));
        /* the others are negligible: a few operations for each number */
    }
    return sum;
}

/* ---- which tensors can share memory ---- */

/* Each tensor gets the first slot that is free at its time, or a new one. */
go_status nn_slots_create(nn_slots *s, const nn_model *m)
{
    size_t tensors = (size_t)m->n_tensors;
    int *last = malloc(tensors * 2 * sizeof *last); /* the last layer that reads a tensor */
    *s = (nn_slots){.of = malloc(tensors * sizeof *s->of),
                    .channels = calloc(tensors, sizeof *s->channels),
                    .spatial = calloc(tensors, sizeof *s->spatial)};
    if (!last || !s->of || !s->channels || !s->spatial) {
        free(last);
        return GO_ENOMEM;
    }
    int *in_use = last + tensors; /* the last layer that needs a slot */
    for (int t = 0; t < m->n_tensors; t++)
        last[t] = s->of[t] = NN_NONE;
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        const int read[] = {l->in, l->in2, l->in3, l->per_channel, l->add, l->out};
        for (int k = 0; k < 6; k++)
            if (read[k] != NN_NONE)
                last[read[k]] = i;
    }
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (m->output[o] != NN_NONE)
            last[m->output[o]] = m->n_layers;
    for (int i = 0; i < m->n_layers; i++) {
        int t = m->layers[i].out, slot = 0;
        bool spatial = m->tensors[t].spatial;
        while (slot < s->n && (s->spatial[slot] != spatial || in_use[slot] >= i))
            slot++;
        s->n += slot == s->n;
        s->spatial[slot] = spatial;
        if (m->tensors[t].channels > s->channels[slot])
            s->channels[slot] = m->tensors[t].channels;
        in_use[slot] = last[t];
        s->of[t] = slot;
    }
    free(last);
    return GO_OK;
}

void nn_slots_destroy(nn_slots *s)
{
    free(s->of);
    free(s->channels);
    free(s->spatial);
    *s = (nn_slots){0};
}
