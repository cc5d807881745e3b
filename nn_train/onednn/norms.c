/* norms.c -- norms that learn by the statistics of a lane. */
#include <string.h>

#include "nn_train/onednn/pass.h"

/* The numbers of a channel. */
static double count(const pass *p, int tensor)
{
    const size_t n = (size_t)p->rows * p->s->points;
    double inside = 0;
    if (!p->s->m->tensors[tensor].spatial)
        return p->rows;
    for (size_t i = 0; p->mask && i < n; i++)
        inside += p->mask[i] > 0;
    return p->mask ? inside : (double)n;
}

void pass_find_statistics(const pass *p, int i)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const size_t channels = l->n_weights;
    const float *gamma = s->theta + s->p->weights[i], *beta = s->theta + s->p->bias[i];
    const float *seen = s->theta + s->p->statistics[i];
    const lane_norm *n = &p->l->norm[i];
    const double *moments = p->l->of[l->in].moments, numbers = count(p, l->in);
    for (size_t c = 0; c < channels; c++) {
        n->mean[c] = (float)(moments[c] / numbers);
        n->square[c] = (float)(moments[channels + c] / numbers);
        n->channel[c] = batch_norm_of(s->p->norms, (double)gamma[c], (double)beta[c],
                                      (double)n->mean[c], (double)n->square[c], (double)seen[c],
                                      (double)seen[channels + c]);
        n->scale[c] = (float)n->channel[c].scale;
        n->bias[c] = (float)n->channel[c].bias;
    }
}

void pass_back_statistics(const pass *p, int i)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    const size_t channels = l->n_weights;
    const lane_norm *n = &p->l->norm[i];
    const double numbers = count(p, l->in);
    float *seen = p->sum + s->p->statistics[i];
    for (size_t c = 0; c < channels; c++) {
        const batch_norm_gradient back = batch_norm_back(&n->channel[c], (double)n->of_scale[c],
                                                         (double)n->of_bias[c], numbers);
        p->sum[s->p->weights[i] + c] += (float)back.gamma;
        p->sum[s->p->bias[i] + c] += (float)back.beta;
        seen[c] += n->mean[c];
        seen[channels + c] += n->square[c];
        n->of_scale[c] = (float)back.a;
        n->of_bias[c] = (float)back.b;
    }
}
