#include "nn/formats/build.h"

#include <stdlib.h>
#include <string.h>

nn_builder nn_build_start(nn_scan *s)
{
    nn_builder b = {.scan = s, .model = calloc(1, sizeof *b.model), .tensor_room = 64};
    if (b.model)
        b.model->tensors = calloc((size_t)b.tensor_room, sizeof *b.model->tensors);
    if (!b.model || !b.model->tensors) {
        free(b.model);
        b.model = NULL;
        nn_scan_memory(s);
        return b;
    }
    b.model->n_tensors = NN_N_INPUTS;
    b.model->tensors[NN_PLANES].spatial = true;
    for (int i = 0; i < NN_N_OUTPUTS; i++)
        b.model->output[i] = NN_NONE;
    return b;
}

nn_layer nn_layer_blank(nn_layer_kind kind, int in)
{
    return (nn_layer){.kind = kind, .in = in, .in2 = NN_NONE, .in3 = NN_NONE, .out = NN_NONE,
                      .per_channel = NN_NONE, .add = NN_NONE, .block = NN_NONE, .bias_block = NN_NONE};
}

/* Room for one more item of an array of n; NULL when memory runs out. */
static void *grown(void *items, int n, int *room, size_t item)
{
    if (n < *room)
        return items;
    void *moved = realloc(items, (size_t)(2 * *room + 64) * item);
    if (moved)
        *room = 2 * *room + 64;
    return moved;
}

static bool grow_model(nn_builder *b)
{
    nn_model *m = b->model;
    nn_tensor *tensors = grown(m->tensors, m->n_tensors, &b->tensor_room, sizeof *tensors);
    nn_layer *layers = grown(m->layers, m->n_layers, &b->layer_room, sizeof *layers);
    m->tensors = tensors ? tensors : m->tensors;
    m->layers = layers ? layers : m->layers;
    if (!tensors || !layers)
        nn_scan_memory(b->scan);
    return tensors && layers;
}

void nn_layer_name(nn_layer *layer, const nn_scan *s)
{
    size_t n = strnlen(s->layer, sizeof layer->name - 1);
    memcpy(layer->name, s->layer, n);
    layer->name[n] = '\0';
}

int nn_build_layer(nn_builder *b, nn_layer *layer, int channels, bool spatial)
{
    nn_model *m = b->model;
    if (b->scan->status != GO_OK || !grow_model(b)) {
        free(layer->weights);
        free(layer->bias);
        return NN_PLANES;
    }
    if (!layer->name[0])
        nn_layer_name(layer, b->scan);
    layer->out = m->n_tensors;
    m->layers[m->n_layers++] = *layer;
    m->tensors[m->n_tensors] = (nn_tensor){.channels = channels, .spatial = spatial};
    return m->n_tensors++;
}

int nn_build_channels(const nn_builder *b, int tensor)
{
    return b->model->tensors[tensor].channels;
}

void nn_build_expect(nn_builder *b, int tensor, int channels)
{
    nn_build_expect_count(b, nn_build_channels(b, tensor), channels);
}

void nn_build_expect_count(nn_builder *b, int arrive, int channels)
{
    if (channels != arrive)
        nn_scan_damaged(b->scan, "it is made for %d channels, but %d arrive", channels, arrive);
}

nn_model *nn_build_finish(nn_builder *b)
{
    if (b->scan->status == GO_OK) {
        b->model->parameters = (int64_t)b->scan->numbers;
        return b->model;
    }
    nn_model_destroy(b->model);
    b->model = NULL;
    return NULL;
}
