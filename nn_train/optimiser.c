#include "nn_train/optimiser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

optimiser_settings optimiser_usual(void)
{
    return (optimiser_settings){.b1 = 0.9, .b2 = 0.99, .decay = 0.02, .clip = 1, .average = 500};
}

go_status optimiser_create(optimiser *o, const nn_parameters *p, const optimiser_settings *s,
                           go_error *err)
{
    *o = (optimiser){.settings = *s, .p = p};
    float **each[] = {&o->theta, &o->average, &o->m, &o->v};
    bool done = (o->decays = calloc(p->n, sizeof *o->decays));
    for (int i = 0; i < 4; i++)
        done = (*each[i] = calloc(p->n, sizeof(float))) && done;
    if (!done) {
        optimiser_destroy(o);
        return go_fail(err, GO_ENOMEM, "out of memory for what is learned");
    }
    nn_parameters_get(p, o->theta);
    memcpy(o->average, o->theta, p->n * sizeof *o->theta);
    for (int i = 0; i < p->model->n_layers; i++) {
        const nn_layer *l = &p->model->layers[i];
        bool product = l->kind == NN_CONV || l->kind == NN_DENSE;
        for (size_t k = 0; product && k < l->n_weights; k++)
            o->decays[p->weights[i] + k] = true;
    }
    return GO_OK;
}

void optimiser_destroy(optimiser *o)
{
    free(o->theta);
    free(o->average);
    free(o->m);
    free(o->v);
    free(o->decays);
    *o = (optimiser){0};
}


static double length_of(const float *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)x[i] * (double)x[i];
    return sqrt(sum);
}

/* Where the file of a network has no place for scales, they are written as variances. */
static void keep_positive(float *theta, const nn_parameters *p)
{
    const float least = 0.01f;
    for (int i = 0; i < p->model->n_layers; i++) {
        const nn_layer *l = &p->model->layers[i];
        bool bound = l->kind == NN_NORM && !l->has_scale;
        float *scale = theta + p->weights[i];
        for (size_t k = 0; bound && k < l->n_weights; k++)
            scale[k] = scale[k] > least ? scale[k] : least;
    }
}

double optimiser_step(optimiser *o, float *g, double rate)
{
    const optimiser_settings *s = &o->settings;
    const double length = length_of(g, o->p->n);
    const float shorten = s->clip > 0 && length > s->clip ? (float)(s->clip / length) : 1;
    const double t = (double)++o->steps;
    const float b1 = (float)s->b1, b2 = (float)s->b2, decay = (float)(rate * s->decay);
    const float of_m = (float)(rate / (1 - pow(s->b1, t))), of_v = (float)(1 / (1 - pow(s->b2, t)));
    const float share = (float)fmax(1 / s->average, 1 / (t + 1));
    for (size_t i = 0; i < o->p->n; i++) {
        const float d = g[i] * shorten;
        o->m[i] = b1 * o->m[i] + (1 - b1) * d;
        o->v[i] = b2 * o->v[i] + (1 - b2) * d * d;
        o->theta[i] -= of_m * o->m[i] / (sqrtf(o->v[i] * of_v) + 1e-8f) +
                       (o->decays[i] ? decay * o->theta[i] : 0);
        o->average[i] += share * (o->theta[i] - o->average[i]);
    }
    keep_positive(o->theta, o->p);
    keep_positive(o->average, o->p);
    return length;
}
