#include "nn_train/answer.h"

#include <stdlib.h>
#include <string.h>

/* The layer that makes an output. */
static nn_layer *maker_of(const nn_model *m, nn_output output)
{
    int i = m->n_layers - 1;
    while (i > 0 && m->layers[i].out != m->output[output])
        i--;
    return &m->layers[i];
}

/* Numbers of one channel of a layer's result. */
static size_t channel_of(const nn_model *m, const nn_layer *l)
{
    return l->n_weights / (size_t)m->tensors[l->out].channels;
}

/* Room for one more channel; nothing that counts has changed yet. */
static bool make_room(const nn_model *m, nn_layer *l)
{
    const size_t channels = (size_t)m->tensors[l->out].channels, one = channel_of(m, l);
    float *weights = realloc(l->weights, (l->n_weights + one) * sizeof *weights);
    if (!weights)
        return false;
    l->weights = weights;
    memset(weights + l->n_weights, 0, one * sizeof *weights);
    float *bias = l->bias ? realloc(l->bias, (channels + 1) * sizeof *bias) : NULL;
    if (l->bias && !bias)
        return false;
    l->bias = bias;
    if (bias)
        bias[channels] = 0;
    return true;
}

static void change_channels(nn_model *m, int by)
{
    static const nn_output both[] = {NN_POLICY, NN_PASS};
    for (int i = 0; i < 2; i++) {
        nn_layer *l = maker_of(m, both[i]);
        const size_t one = channel_of(m, l);
        l->n_weights = by > 0 ? l->n_weights + one : l->n_weights - one;
        m->tensors[l->out].channels += by;
    }
    m->policy_channels += by;
}

go_status nn_answer_add(nn_model *m, go_error *err)
{
    if (!make_room(m, maker_of(m, NN_POLICY)) || !make_room(m, maker_of(m, NN_PASS)))
        return go_fail(err, GO_ENOMEM, "out of memory for the opponent's answer");
    change_channels(m, 1);
    return GO_OK;
}

void nn_answer_remove(nn_model *m)
{
    change_channels(m, -1);
}

void nn_policies_as_first(nn_model *m)
{
    static const nn_output both[] = {NN_POLICY, NN_PASS};
    for (int i = 0; i < 2; i++) {
        nn_layer *l = maker_of(m, both[i]);
        const size_t one = channel_of(m, l);
        if (m->policy_channels < 2)
            continue;
        memcpy(l->weights + one, l->weights, one * sizeof *l->weights);
        if (l->bias)
            l->bias[1] = l->bias[0];
    }
}
