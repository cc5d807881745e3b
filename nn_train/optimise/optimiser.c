#include "nn_train/optimise/optimiser.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "nn_train/optimise/orthogonal.h"

/* Numbers that lie one after another and are treated alike. */
struct optimiser_part {
    size_t from, n;
    size_t rows, columns; /* of a matrix inside the network; else 0 */
    bool decays;
    bool stays_positive;
};

static const struct {
    double rate, momentum, decay;
} usual[OPTIMISER_N] = {
    [OPTIMISER_ADAMW] = {0.004, 0.9, 0.02},
    [OPTIMISER_NESTEROV] = {0.05, 0.9, 1e-4},
    [OPTIMISER_MUON] = {0.008, 0.95, 0.02},
};

/* The settings with what is usual for their kind in place. */
static optimiser_settings resolved(const optimiser_settings *s)
{
    optimiser_settings r = *s;
    if (r.rate <= 0)
        r.rate = usual[s->kind].rate;
    if (r.momentum < 0)
        r.momentum = usual[s->kind].momentum;
    if (r.decay < 0)
        r.decay = usual[s->kind].decay;
    return r;
}

/* ---- the parts of a network ---- */

static bool is_answer(const nn_model *m, int tensor)
{
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (m->output[o] == tensor)
            return true;
    return false;
}

static optimiser_part weights_of(const nn_parameters *p, int layer)
{
    const nn_model *m = p->model;
    const nn_layer *l = &m->layers[layer];
    const bool product = l->kind == NN_CONV || l->kind == NN_DENSE;
    optimiser_part part = {.from = p->weights[layer], .n = l->n_weights, .decays = product,
                           .stays_positive = l->kind == NN_NORM && !l->has_scale};
    if (product && l->in >= NN_N_INPUTS && !is_answer(m, l->out)) {
        part.rows = (size_t)m->tensors[l->out].channels;
        part.columns = part.n / part.rows;
    }
    return part;
}

static void find_parts(optimiser *o)
{
    const nn_parameters *p = o->p;
    const int n = p->model->n_layers;
    for (int i = 0; i < n; i++) {
        const size_t end = i + 1 < n ? p->weights[i + 1] : p->learned;
        if (p->model->layers[i].n_weights)
            o->parts[o->n_parts++] = weights_of(p, i);
        if (p->model->layers[i].bias)
            o->parts[o->n_parts++] = (optimiser_part){.from = p->bias[i], .n = end - p->bias[i]};
    }
}

/* ---- memory ---- */

/* Only Muon needs scratch: the direction of a step, and what makes it orthogonal. */
static size_t scratch_of(const optimiser *o)
{
    size_t most = 0;
    for (int i = 0; i < o->n_parts && o->settings.kind == OPTIMISER_MUON; i++) {
        const optimiser_part *p = &o->parts[i];
        size_t needs = p->rows ? p->n + orthogonal_scratch(p->rows, p->columns) : 0;
        most = needs > most ? needs : most;
    }
    return most;
}

static bool allocate(optimiser *o)
{
    float **each[] = {&o->theta, &o->average, &o->m, &o->v};
    bool done = true;
    for (int i = 0; i < 4; i++)
        done = (*each[i] = calloc(o->p->n + 1, sizeof(float))) && done;
    o->parts = calloc(2 * (size_t)o->p->model->n_layers + 1, sizeof *o->parts);
    o->scratch = calloc((size_t)o->threads, sizeof *o->scratch);
    if (!done || !o->parts || !o->scratch)
        return false;
    find_parts(o);
    for (int i = 0; i < o->threads; i++)
        done = (o->scratch[i] = malloc((scratch_of(o) + 1) * sizeof(float))) && done;
    return done;
}

go_status optimiser_create(optimiser *o, const nn_parameters *p, const optimiser_settings *s,
                           const averaging_settings *averaging, int threads, go_error *err)
{
    *o = (optimiser){.settings = resolved(s), .averaging = *averaging, .p = p,
                     .threads = threads};
    if (!allocate(o)) {
        optimiser_destroy(o);
        return go_fail(err, GO_ENOMEM, "out of memory for what is learned");
    }
    nn_parameters_get(p, o->theta);
    memcpy(o->average, o->theta, p->n * sizeof *o->theta);
    return GO_OK;
}

void optimiser_destroy(optimiser *o)
{
    for (int i = 0; o->scratch && i < o->threads; i++)
        free(o->scratch[i]);
    free(o->scratch);
    free(o->parts);
    free(o->theta);
    free(o->average);
    free(o->m);
    free(o->v);
    *o = (optimiser){0};
}

/* ---- steps ---- */

/* What all parts of a step share. */
typedef struct step {
    const optimiser *o;
    const float *g;
    double rate;
    float shorten; /* factor of the gradient */
} step;

static void adamw(const step *s, const optimiser_part *part, double momentum)
{
    const optimiser_settings *how = &s->o->settings;
    const double t = (double)s->o->steps;
    const float b = (float)momentum, b2 = (float)how->squares;
    const float decay = part->decays ? (float)(s->rate * how->decay) : 0;
    const float of_m = (float)(s->rate / (1 - pow(momentum, t)));
    const float of_v = (float)(1 / (1 - pow(how->squares, t)));
    float *theta = s->o->theta + part->from, *m = s->o->m + part->from, *v = s->o->v + part->from;
    for (size_t i = 0; i < part->n; i++) {
        const float d = s->g[part->from + i] * s->shorten;
        m[i] = b * m[i] + (1 - b) * d;
        v[i] = b2 * v[i] + (1 - b2) * d * d;
        theta[i] -= of_m * m[i] / (sqrtf(v[i] * of_v) + 1e-8f) + decay * theta[i];
    }
}

static void nesterov(const step *s, const optimiser_part *part)
{
    const float b = (float)s->o->settings.momentum, rate = (float)s->rate;
    const float decay = part->decays ? (float)s->o->settings.decay : 0;
    float *theta = s->o->theta + part->from, *m = s->o->m + part->from;
    for (size_t i = 0; i < part->n; i++) {
        const float d = s->g[part->from + i] * s->shorten + decay * theta[i];
        m[i] = b * m[i] + d;
        theta[i] -= rate * (d + b * m[i]);
    }
}

static void muon(const step *s, const optimiser_part *part, float *scratch)
{
    const float b = (float)s->o->settings.momentum;
    const float decay = (float)(s->rate * s->o->settings.decay);
    const size_t side = part->rows > part->columns ? part->rows : part->columns;
    const float by = (float)(s->rate * s->o->settings.size * sqrt((double)side));
    float *theta = s->o->theta + part->from, *m = s->o->m + part->from, *d = scratch;
    for (size_t i = 0; i < part->n; i++) {
        const float g = s->g[part->from + i] * s->shorten;
        m[i] = b * m[i] + (1 - b) * g;
        d[i] = b * m[i] + (1 - b) * g;
    }
    orthogonal(d, part->rows, part->columns, scratch + part->n);
    for (size_t i = 0; i < part->n; i++)
        theta[i] -= by * d[i] + decay * theta[i];
}

/* Where the file of a network has no place for scales, they are written as variances. */
static void keep_positive(float *scale, size_t n)
{
    const float least = 0.01f;
    for (size_t i = 0; i < n; i++)
        scale[i] = scale[i] > least ? scale[i] : least;
}

static void step_part(const step *s, const optimiser_part *part, float *scratch)
{
    const optimiser *o = s->o;
    float *theta = o->theta + part->from, *average = o->average + part->from;
    const float share = (float)average_share(&o->averaging, o->steps);
    if (o->settings.kind == OPTIMISER_NESTEROV)
        nesterov(s, part);
    else if (o->settings.kind == OPTIMISER_MUON && part->rows)
        muon(s, part, scratch);
    else
        adamw(s, part, o->settings.kind == OPTIMISER_MUON ? usual[OPTIMISER_ADAMW].momentum
                                                          : o->settings.momentum);
    if (part->stays_positive)
        keep_positive(theta, part->n);
    for (size_t i = 0; i < part->n; i++)
        average[i] += share * (theta[i] - average[i]);
}

/* Statistics of norms: the mean over about the last 100 steps. */
static void note_statistics(optimiser *o, const float *g)
{
    const nn_parameters *p = o->p;
    const float share = (float)fmax(1.0 / (double)o->steps, 0.01);
    const float counts = (float)average_share(&o->averaging, o->steps);
    for (size_t i = p->learned; i < p->n; i++) {
        o->theta[i] += share * (g[i] / g[p->n - 1] - o->theta[i]);
        o->average[i] += counts * (o->theta[i] - o->average[i]);
    }
}

double optimiser_length(const optimiser *o, const float *g)
{
    return length_of(g, o->p->learned);
}

void optimiser_step(optimiser *o, const float *g, double length, double share)
{
    const double clip = o->settings.clip;
    const step s = {o, g, o->settings.rate * share,
                    clip > 0 && length > clip ? (float)(clip / length) : 1};
    o->steps++;
#pragma omp parallel for schedule(dynamic, 1) num_threads(o->threads)
    for (int i = 0; i < o->n_parts; i++)
        step_part(&s, &o->parts[i], o->scratch[omp_get_thread_num()]);
    note_statistics(o, g);
}
