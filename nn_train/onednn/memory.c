/* memory.c -- the arrays of a lane. */
#include "nn_train/onednn/state.h"

#include <stdlib.h>
#include <string.h>

#include "base/huge.h"
#include "nn_train/onednn/elements.h"

void *state_zeros(size_t bytes)
{
    bytes = (bytes + 63) / 64 * 64 + 64;
    void *p = aligned_alloc(64, bytes);
    if (p)
        memset(p, 0, bytes);
    return p;
}

go_status state_no_memory(go_error *err)
{
    return go_fail(err, GO_ENOMEM,
                   "out of memory for training; use a smaller batch or a smaller network");
}

/* Memory that is handed out piece by piece; without memory yet, what would be is counted. */
typedef struct arena {
    unsigned char *memory;
    size_t used;
} arena;

static void *take(arena *a, size_t bytes)
{
    void *piece = a->memory ? a->memory + a->used : NULL;
    a->used += (bytes + ELEMENTS_SLACK + 63) / 64 * 64;
    return piece;
}

static void place_norm(lane_norm *n, size_t channels, arena *a)
{
    float **each[] = {&n->scale, &n->bias, &n->mean, &n->square, &n->of_scale, &n->of_bias};
    n->channel = take(a, channels * sizeof *n->channel);
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        *each[i] = take(a, channels * sizeof **each[i]);
}

/* All arrays of a lane. */
static void place_arrays(const onednn_gradient *s, lane *l, size_t scratch, arena *a)
{
    const nn_model *m = s->m;
    size_t plain = 0;
    l->scratch = take(a, scratch);
    for (int t = 0; t < m->n_tensors; t++) {
        l->of[t].value = s->norm_of[t] == NN_NONE ? take(a, bytes_of(s, t)) : NULL;
        l->of[t].gradient = m->tensors[t].spatial ? NULL : take(a, bytes_of(s, t));
    }
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *y = &m->layers[i];
        bool norm = y->kind == NN_NORM || y->kind == NN_RMS_NORM;
        if (!norm && !elements_slope_from_result(y->activation))
            l->of[y->out].before = take(a, bytes_of(s, y->out));
        if (y->kind == NN_POOL)
            l->largest[i] = take(a, numbers_of(s, y->out) / 3 * sizeof **l->largest);
        if (y->kind == NN_RMS_NORM)
            l->factors[i] = take(a, (size_t)s->settings.rows * s->points * sizeof **l->factors);
        if (nn_parameters_normalises(s->p, i)) {
            place_norm(&l->norm[i], y->n_weights, a);
            l->of[y->in].moments = take(a, 2 * y->n_weights * sizeof(double));
        }
        plain = y->n_weights > plain ? y->n_weights : plain;
    }
    l->plain = take(a, plain * sizeof(float));
}

go_status lane_create(onednn_gradient *s, lane *l, size_t scratch, go_error *err)
{
    const nn_model *m = s->m;
    const size_t layers = (size_t)m->n_layers;
    arena a = {0};
    l->of = calloc((size_t)m->n_tensors, sizeof *l->of);
    l->conv = calloc(layers, sizeof *l->conv);
    l->largest = calloc(layers, sizeof *l->largest);
    l->factors = calloc(layers, sizeof *l->factors);
    l->norm = calloc(layers, sizeof *l->norm);
    l->free = calloc((size_t)m->n_tensors, sizeof *l->free);
    if (!l->of || !l->conv || !l->largest || !l->factors || !l->norm || !l->free)
        return state_no_memory(err);
    place_arrays(s, l, scratch, &a);
    a.memory = l->memory = huge_calloc(1, a.used);
    a.used = 0;
    if (!l->memory)
        return state_no_memory(err);
    place_arrays(s, l, scratch, &a);
    if (dnnl_stream_create(&l->stream, s->engine, dnnl_stream_default_flags) != dnnl_success)
        return state_no_memory(err);
    for (int i = 0; i < m->n_layers; i++)
        if (m->layers[i].kind == NN_CONV)
            GO_TRY(conv_memory_create(&l->conv[i], &s->ops[i], s->engine, l->scratch, err));
    return GO_OK;
}

void lane_destroy(const onednn_gradient *s, lane *l)
{
    for (int t = 0; l->of && t < s->m->n_tensors; t++)
        if (s->m->tensors[t].spatial)
            free(l->of[t].gradient);
    for (int i = 0; i < l->n_free; i++)
        free(l->free[i]);
    for (int i = 0; l->conv && i < s->m->n_layers; i++)
        conv_memory_destroy(&l->conv[i]);
    free(l->of);
    free(l->conv);
    free(l->largest);
    free(l->factors);
    free(l->norm);
    free(l->free);
    free(l->memory);
    dnnl_stream_destroy(l->stream);
}
