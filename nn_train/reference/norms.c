/* norms.c -- norms that are scales and shifts, of one row, and those that learn by the statistics
 * of a lane.                                                                  */
#include "nn_train/reference/state.h"

void row_norm(const row *r, int number)
{
    const nn_layer *l = &r->s->m->layers[number];
    const batch_norm *norms = r->norm[number];
    const double *from = r->of[l->in].value;
    const double *w = r->s->theta + r->s->p->weights[number];
    const double *bias = r->s->theta + r->s->p->bias[number];
    double *to = r->of[l->out].before;
    const size_t points = points_of(r->s, l->out), n = numbers_of(r->s, l->out);
    for (size_t i = 0; i < n; i++) {
        const size_t c = i / points;
        to[i] = norms ? norms[c].scale * from[i] + norms[c].bias
                      : w[c] * from[i] + (l->bias ? bias[c] : 0);
    }
}

void row_back_norm(const row *r, int number, float *sum)
{
    const nn_layer *l = &r->s->m->layers[number];
    const batch_norm *norms = r->norm[number];
    const double *w = r->s->theta + r->s->p->weights[number], *g = r->of[l->out].gradient;
    const variable *in = &r->of[l->in];
    const size_t points = points_of(r->s, l->out), n = numbers_of(r->s, l->out);
    for (size_t i = 0; i < n; i++) {
        const size_t c = i / points;
        if (!norms)
            sum[r->s->p->weights[number] + c] += (float)(g[i] * in->value[i]);
        in->gradient[i] += g[i] * (norms ? norms[c].scale : w[c]);
    }
}

/* ---- norms of a whole lane ---- */

/* Adds up what the numbers of channel c in a lane are, with the gradient of the norm's result:
 * how many, x, x^2, g and g x.                                               */
typedef struct channel_sums {
    double n, x, xx, g, gx;
} channel_sums;

static channel_sums sums_of(const row *rows, int n_rows, int number, size_t c)
{
    channel_sums all = {0};
    for (int i = 0; i < n_rows; i++) {
        const row *r = &rows[i];
        const nn_layer *l = &r->s->m->layers[number];
        const size_t points = points_of(r->s, l->in);
        const double *x = r->of[l->in].value + c * points;
        const double *g = r->of[l->out].gradient + c * points;
        for (size_t p = 0; p < points; p++) {
            const double counts = points == 1 || inside(r, p);
            all.n += counts;
            all.x += counts * x[p];
            all.xx += counts * x[p] * x[p];
            all.g += counts * g[p];
            all.gx += counts * g[p] * x[p];
        }
    }
    return all;
}

void rows_find_statistics(const row *rows, int n_rows, int number)
{
    const reference_gradient *s = rows->s;
    const size_t channels = s->m->layers[number].n_weights;
    const double *gamma = s->theta + s->p->weights[number], *beta = s->theta + s->p->bias[number];
    const double *seen = s->theta + s->p->statistics[number];
    for (size_t c = 0; c < channels; c++) {
        const channel_sums all = sums_of(rows, n_rows, number, c);
        rows->norm[number][c] = batch_norm_of(s->p->norms, gamma[c], beta[c], all.x / all.n,
                                              all.xx / all.n, seen[c], seen[channels + c]);
    }
}

/* After the rows' gradients by themselves: what each row changes for the others. */
void rows_back_statistics(const row *rows, int n_rows, int number, float *sum)
{
    const reference_gradient *s = rows->s;
    const nn_layer *l = &s->m->layers[number];
    const size_t channels = l->n_weights, points = points_of(s, l->in);
    float *seen = sum + s->p->statistics[number];
    for (size_t c = 0; c < channels; c++) {
        const channel_sums all = sums_of(rows, n_rows, number, c);
        const batch_norm_gradient back = batch_norm_back(&rows->norm[number][c], all.gx, all.g,
                                                         all.n);
        sum[s->p->weights[number] + c] += (float)back.gamma;
        sum[s->p->bias[number] + c] += (float)back.beta;
        seen[c] += (float)(all.x / all.n);
        seen[channels + c] += (float)(all.xx / all.n);
        for (int i = 0; i < n_rows; i++)
            for (size_t p = 0; p < points; p++)
                if (points == 1 || inside(&rows[i], p)) {
                    const variable *in = &rows[i].of[l->in];
                    in->gradient[c * points + p] += back.a * in->value[c * points + p] + back.b;
                }
    }
}
