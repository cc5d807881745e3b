/* reference.c -- plain C in double, one row after another: slow and obviously right. */
#include "nn_train/reference/reference.h"

#include <stdlib.h>
#include <string.h>

#include "nn_train/reference/state.h"

/* ---- memory ---- */

static void destroy(void *state)
{
    reference_gradient *s = state;
    if (!s)
        return;
    for (int i = 0; s->lanes && i < s->settings.lanes; i++) {
        for (int t = 0; s->lanes[i].of && t < s->settings.rows * s->m->n_tensors; t++)
            free(s->lanes[i].of[t].value);
        for (int l = 0; s->lanes[i].norm && l < s->m->n_layers; l++)
            free(s->lanes[i].norm[l]);
        free(s->lanes[i].rows);
        free(s->lanes[i].of);
        free(s->lanes[i].norm);
        free(s->lanes[i].scratch);
    }
    free(s->lanes);
    free(s->theta);
    free(s);
}

static size_t scratch_of(const reference_gradient *s)
{
    size_t most = 1;
    for (int i = 0; i < s->m->n_layers; i++) {
        const nn_layer *l = &s->m->layers[i];
        size_t n = l->kind == NN_ATTENTION ? reference_attention_scratch(l, s->points) : 0;
        most = n > most ? n : most;
    }
    return most;
}

static bool allocate_norms(const reference_gradient *s, lane *l)
{
    bool done = (l->norm = calloc((size_t)s->m->n_layers, sizeof *l->norm));
    for (int i = 0; done && i < s->m->n_layers; i++)
        if (nn_parameters_normalises(s->p, i))
            done = (l->norm[i] = calloc(s->m->layers[i].n_weights, sizeof **l->norm));
    return done;
}

static bool allocate(reference_gradient *s)
{
    s->theta = calloc(s->p->n + 1, sizeof *s->theta);
    s->lanes = calloc((size_t)s->settings.lanes, sizeof *s->lanes);
    if (!s->theta || !s->lanes)
        return false;
    for (int i = 0; i < s->settings.lanes; i++) {
        int n = s->settings.rows * s->m->n_tensors;
        variable *of = s->lanes[i].of = calloc((size_t)n, sizeof *of);
        for (int t = 0; of && t < n; t++) {
            size_t numbers = numbers_of(s, t % s->m->n_tensors);
            of[t].value = calloc(3 * numbers + 1, sizeof(double));
            if (!of[t].value)
                return false;
            of[t].before = of[t].value + numbers;
            of[t].gradient = of[t].before + numbers;
        }
        s->lanes[i].rows = calloc((size_t)s->settings.rows, sizeof(row));
        s->lanes[i].scratch = malloc(scratch_of(s) * sizeof(double));
        if (!of || !s->lanes[i].rows || !s->lanes[i].scratch || !allocate_norms(s, &s->lanes[i]))
            return false;
    }
    return true;
}

static go_status create(const nn_gradient *self, void **state, const nn_parameters *p,
                        const nn_gradient_settings *settings, go_error *err)
{
    (void)self;
    const nn_model *m = p->model;
    *state = NULL;
    reference_gradient *s = calloc(1, sizeof *s);
    if (s) {
        s->p = p;
        s->m = m;
        s->settings = *settings;
        s->points = (size_t)(settings->size * settings->size);
    }
    if (!s || !allocate(s)) {
        destroy(s);
        return go_fail(err, GO_ENOMEM, "out of memory for a network that learns");
    }
    *state = s;
    return GO_OK;
}

static go_status load(void *state, const float *theta, go_error *err)
{
    reference_gradient *s = state;
    (void)err;
    for (size_t i = 0; i < s->p->n; i++)
        s->theta[i] = (double)theta[i];
    return GO_OK;
}

/* ---- batches ---- */

static row row_of(const reference_gradient *s, const lane *l, const nn_batch *b, int i)
{
    row r = {s, l->of + i * s->m->n_tensors, l->norm, l->scratch,
             {s->settings.size, s->points, 0, b->mask ? b->mask + (size_t)i * s->points : NULL}};
    for (size_t p = 0; p < s->points; p++)
        r.board.area += inside(&r, p);
    return r;
}

static void find_rows(const reference_gradient *s, lane *l, const nn_batch *b)
{
    for (int i = 0; i < b->n; i++)
        l->rows[i] = row_of(s, l, b, i);
}

static void take_input(const row *r, int tensor, const float *from, int i)
{
    const size_t n = numbers_of(r->s, tensor);
    for (size_t k = 0; k < n; k++)
        r->of[tensor].value[k] = from ? (double)from[(size_t)i * n + k] : 0;
}

static go_status forward(void *state, int lane_number, const nn_batch *b, go_error *err)
{
    const reference_gradient *s = state;
    lane *own = &s->lanes[lane_number];
    (void)err;
    find_rows(s, own, b);
    for (int i = 0; i < b->n; i++) {
        take_input(&own->rows[i], NN_PLANES, b->planes, i);
        take_input(&own->rows[i], NN_GLOBALS, b->globals, i);
        take_input(&own->rows[i], NN_META, b->meta, i);
    }
    for (int l = 0; l < s->m->n_layers; l++) {
        if (own->norm[l])
            rows_find_statistics(own->rows, b->n, l);
        for (int i = 0; i < b->n; i++)
            row_forward(&own->rows[i], l);
    }
    for (int i = 0; i < b->n; i++)
        for (int o = 0; o < NN_N_OUTPUTS; o++) {
            int t = s->m->output[o];
            size_t n = t == NN_NONE || !b->out[o] ? 0 : numbers_of(s, t);
            for (size_t k = 0; k < n; k++)
                b->out[o][(size_t)i * n + k] = (float)own->rows[i].of[t].value[k];
        }
    return GO_OK;
}

/* The gradients of a row's answers; all others become 0. */
static void take_gradients(const row *r, const float *const out[NN_N_OUTPUTS], int i)
{
    const nn_model *m = r->s->m;
    for (int t = 0; t < m->n_tensors; t++)
        memset(r->of[t].gradient, 0, numbers_of(r->s, t) * sizeof(double));
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        int t = m->output[o];
        size_t n = t == NN_NONE || !out[o] ? 0 : numbers_of(r->s, t);
        for (size_t k = 0; k < n; k++)
            r->of[t].gradient[k] = (double)out[o][(size_t)i * n + k];
    }
}

static go_status backward(void *state, int lane_number, const nn_batch *b,
                          const float *const out[NN_N_OUTPUTS], float *sum, go_error *err)
{
    const reference_gradient *s = state;
    lane *own = &s->lanes[lane_number];
    (void)err;
    find_rows(s, own, b);
    for (int i = 0; i < b->n; i++)
        take_gradients(&own->rows[i], out, i);
    for (int l = s->m->n_layers - 1; l >= 0; l--) {
        for (int i = 0; i < b->n; i++)
            row_backward(&own->rows[i], l, sum);
        if (own->norm[l])
            rows_back_statistics(own->rows, b->n, l, sum);
    }
    if (s->p->n > s->p->learned)
        sum[s->p->n - 1] += 1;
    return GO_OK;
}

static go_status available(const nn_gradient *self, go_error *err)
{
    (void)self;
    (void)err;
    return GO_OK;
}

const nn_gradient nn_gradient_reference = {
    .name = "reference",
    .sentence = "plain C in double, slow and obviously right",
    .precision = NN_FLOAT32,
    .rows = 64,
    .available = available,
    .create = create,
    .load = load,
    .forward = forward,
    .backward = backward,
    .destroy = destroy,
};
