#include "nn_train/gradient/parameters.h"

#include <stdlib.h>
#include <string.h>

static size_t biases_of(const nn_model *m, const nn_layer *l)
{
    return l->bias ? (size_t)m->tensors[l->out].channels : 0;
}

go_status nn_parameters_create(nn_parameters *p, const nn_model *m, go_error *err)
{
    *p = (nn_parameters){.model = m};
    p->weights = calloc((size_t)m->n_layers, sizeof *p->weights);
    p->bias = calloc((size_t)m->n_layers, sizeof *p->bias);
    p->statistics = calloc((size_t)m->n_layers, sizeof *p->statistics);
    if (!p->weights || !p->bias || !p->statistics) {
        nn_parameters_destroy(p);
        return go_fail(err, GO_ENOMEM, "out of memory for the parameters of a network");
    }
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        p->weights[i] = p->n;
        p->bias[i] = p->n + l->n_weights;
        p->n += l->n_weights + biases_of(m, l);
    }
    p->learned = p->n;
    return GO_OK;
}

void nn_parameters_normalise(nn_parameters *p, nn_norms norms)
{
    p->norms = norms;
    if (norms == NN_NORMS_FIXED)
        return;
    for (int i = 0; i < p->model->n_layers; i++) {
        p->statistics[i] = p->n;
        if (nn_parameters_normalises(p, i))
            p->n += 2 * biases_of(p->model, &p->model->layers[i]);
    }
    p->n++;
}

void nn_parameters_destroy(nn_parameters *p)
{
    free(p->weights);
    free(p->bias);
    free(p->statistics);
    *p = (nn_parameters){0};
}

void nn_parameters_get(const nn_parameters *p, float *theta)
{
    memset(theta + p->learned, 0, (p->n - p->learned) * sizeof *theta);
    for (int i = 0; i < p->model->n_layers; i++) {
        const nn_layer *l = &p->model->layers[i];
        if (l->n_weights)
            memcpy(theta + p->weights[i], l->weights, l->n_weights * sizeof *theta);
        if (l->bias)
            memcpy(theta + p->bias[i], l->bias, biases_of(p->model, l) * sizeof *theta);
    }
}

/* From gamma and beta to scale and bias. */
static void set_norm(const nn_parameters *p, int layer, const float *theta, nn_layer *l)
{
    const size_t channels = l->n_weights;
    const float *gamma = theta + p->weights[layer], *beta = theta + p->bias[layer];
    const float *mean = theta + p->statistics[layer], *square = mean + channels;
    for (size_t c = 0; c < channels; c++) {
        const batch_norm n = batch_norm_in_play((double)gamma[c], (double)beta[c], (double)mean[c],
                                                (double)square[c]);
        l->weights[c] = (float)n.scale;
        l->bias[c] = (float)n.bias;
    }
}

void nn_parameters_set(const nn_parameters *p, const float *theta, nn_model *m)
{
    for (int i = 0; i < m->n_layers; i++) {
        nn_layer *l = &m->layers[i];
        if (nn_parameters_normalises(p, i)) {
            set_norm(p, i, theta, l);
            continue;
        }
        if (l->n_weights)
            memcpy(l->weights, theta + p->weights[i], l->n_weights * sizeof *theta);
        if (l->bias)
            memcpy(l->bias, theta + p->bias[i], biases_of(m, l) * sizeof *theta);
    }
}

void nn_parameters_begin_norms(const nn_parameters *p, const float *sum, float *theta)
{
    const float lanes = sum[p->n - 1];
    for (int i = 0; i < p->model->n_layers; i++) {
        const size_t channels = p->model->layers[i].n_weights;
        float *gamma = theta + p->weights[i], *beta = theta + p->bias[i];
        float *mean = theta + p->statistics[i], *square = mean + channels;
        for (size_t c = 0; nn_parameters_normalises(p, i) && c < channels; c++) {
            mean[c] = sum[p->statistics[i] + c] / lanes;
            square[c] = sum[p->statistics[i] + channels + c] / lanes;
            const batch_norm n = batch_norm_in_play(1, 0, (double)mean[c], (double)square[c]);
            beta[c] += gamma[c] * mean[c];
            gamma[c] /= (float)n.scale; /* the deviation is its inverse */
        }
    }
}
