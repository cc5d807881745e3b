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
    if (!p->weights || !p->bias) {
        nn_parameters_destroy(p);
        return go_fail(err, GO_ENOMEM, "out of memory for the parameters of a network");
    }
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        p->weights[i] = p->n;
        p->bias[i] = p->n + l->n_weights;
        p->n += l->n_weights + biases_of(m, l);
    }
    return GO_OK;
}

void nn_parameters_destroy(nn_parameters *p)
{
    free(p->weights);
    free(p->bias);
    *p = (nn_parameters){0};
}

void nn_parameters_get(const nn_parameters *p, float *theta)
{
    for (int i = 0; i < p->model->n_layers; i++) {
        const nn_layer *l = &p->model->layers[i];
        if (l->n_weights)
            memcpy(theta + p->weights[i], l->weights, l->n_weights * sizeof *theta);
        if (l->bias)
            memcpy(theta + p->bias[i], l->bias, biases_of(p->model, l) * sizeof *theta);
    }
}

void nn_parameters_set(const nn_parameters *p, const float *theta, nn_model *m)
{
    for (int i = 0; i < m->n_layers; i++) {
        nn_layer *l = &m->layers[i];
        if (l->n_weights)
            memcpy(l->weights, theta + p->weights[i], l->n_weights * sizeof *theta);
        if (l->bias)
            memcpy(l->bias, theta + p->bias[i], biases_of(m, l) * sizeof *theta);
    }
}
