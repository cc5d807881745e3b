#include "nn/reference/reference.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "nn/reference/layers.h"

/* What one thread needs to compute one position. */
typedef struct workspace {
    float **slot; /* [slots.n] */
    float *scratch;
} workspace;

typedef struct reference_state {
    const nn_model *model;
    nn_settings settings;
    nn_slots slots;
    workspace *work; /* [settings.threads] */
    float *ones;     /* the mask of a whole board */
    float *no_meta;  /* zeros */
} reference_state;

/* A position of the batch, and the thread's buffers. */
typedef struct position {
    const reference_state *state;
    const workspace *work;
    const float *input[NN_N_INPUTS];
    reference_view view;
} position;

/* ---- memory ---- */

static void destroy(void *p)
{
    reference_state *s = p;
    if (!s)
        return;
    for (int t = 0; s->work && t < s->settings.threads; t++) {
        for (int i = 0; s->work[t].slot && i < s->slots.n; i++)
            free(s->work[t].slot[i]);
        free(s->work[t].slot);
        free(s->work[t].scratch);
    }
    free(s->work);
    nn_slots_destroy(&s->slots);
    free(s->ones);
    free(s->no_meta);
    free(s);
}

static bool allocate(reference_state *s)
{
    size_t points = (size_t)(s->settings.size * s->settings.size);
    int most = 0; /* channels of a key: attention needs queries and keys of one head */
    for (int i = 0; i < s->model->n_layers; i++)
        if (s->model->layers[i].kind == NN_ATTENTION && s->model->layers[i].key_dim > most)
            most = s->model->layers[i].key_dim;
    s->ones = malloc(points * sizeof *s->ones);
    s->no_meta = calloc((size_t)s->model->meta + 1, sizeof *s->no_meta);
    s->work = calloc((size_t)s->settings.threads, sizeof *s->work);
    bool done = nn_slots_create(&s->slots, s->model) == GO_OK && s->ones && s->no_meta && s->work;
    for (int t = 0; done && t < s->settings.threads; t++) {
        workspace *w = &s->work[t];
        w->slot = calloc((size_t)s->slots.n, sizeof *w->slot);
        w->scratch = malloc((2 * (size_t)most * points + 1) * sizeof *w->scratch);
        done = w->slot && w->scratch;
        for (int i = 0; done && i < s->slots.n; i++) {
            size_t numbers = (size_t)s->slots.channels[i] * (s->slots.spatial[i] ? points : 1);
            w->slot[i] = malloc(numbers * sizeof **w->slot);
            done = w->slot[i];
        }
    }
    for (size_t p = 0; s->ones && p < points; p++)
        s->ones[p] = 1;
    return done;
}

static go_status create(const nn_backend *self, void **out, const nn_model *model,
                        const nn_settings *settings, go_error *err)
{
    (void)self;
    reference_state *s = calloc(1, sizeof *s);
    *out = NULL;
    if (s) {
        s->model = model;
        s->settings = *settings;
        if (s->settings.threads > settings->max_batch)
            s->settings.threads = settings->max_batch; /* one position for each */
    }
    if (!s || !allocate(s)) {
        destroy(s);
        return go_fail(err, GO_ENOMEM, "out of memory for a network on %dx%d", settings->size,
                       settings->size);
    }
    *out = s;
    return GO_OK;
}

/* ---- one layer of one position ---- */

static const float *read_tensor(const position *p, int tensor)
{
    if (tensor == NN_NONE)
        return NULL;
    return tensor < NN_N_INPUTS ? p->input[tensor] : p->work->slot[p->state->slots.of[tensor]];
}

static void apply(const position *p, const nn_layer *l, float *out)
{
    const nn_model *m = p->state->model;
    const float *in = read_tensor(p, l->in), *in2 = read_tensor(p, l->in2);
    int from = m->tensors[l->in].channels, to = m->tensors[l->out].channels;
    bool spatial = m->tensors[l->out].spatial;
    size_t points = spatial ? (size_t)(p->view.size * p->view.size) : 1;
    switch (l->kind) {
    case NN_CONV: reference_conv(&p->view, l, in, from, out, to); break;
    case NN_DENSE: reference_dense(l, in, out, to); break;
    case NN_NORM: reference_norm(&p->view, l, in, out, to, spatial); break;
    case NN_RMS_NORM: reference_rms_norm(&p->view, l, in, out, to); break;
    case NN_POOL: reference_pool(&p->view, l, in, from, out); break;
    case NN_ATTENTION:
        reference_attention(&p->view, l, in, in2, read_tensor(p, l->in3), out);
        break;
    case NN_PRODUCT:
        for (size_t i = 0; i < (size_t)to * points; i++)
            out[i] = in[i] * in2[i];
        break;
    case NN_N_LAYER_KINDS: break;
    }
}

static float activate(nn_activation a, float x)
{
    switch (a) {
    case NN_RELU: return x > 0 ? x : 0;
    case NN_MISH: return x * tanhf(log1pf(expf(x)));
    case NN_SILU: return x / (1 + expf(-x));
    case NN_IDENTITY:
    case NN_N_ACTIVATIONS: break;
    }
    return x;
}

/* bias, added tensors, activation, mask. */
static void finish(const position *p, const nn_layer *l, float *out)
{
    nn_tensor t = p->state->model->tensors[l->out];
    size_t points = t.spatial ? (size_t)(p->view.size * p->view.size) : 1;
    const float *per_channel = read_tensor(p, l->per_channel), *add = read_tensor(p, l->add);
    for (size_t c = 0; c < (size_t)t.channels; c++) {
        float shift = (l->bias ? l->bias[c] : 0) + (per_channel ? per_channel[c] : 0);
        for (size_t i = 0; i < points; i++) {
            size_t at = c * points + i;
            float x = out[at] + shift + (add ? add[at] : 0);
            bool inside = !t.spatial || p->view.mask[i] > 0;
            out[at] = inside ? activate(l->activation, x) : 0;
        }
    }
}

/* ---- batches ---- */

static position position_of(const reference_state *s, const nn_batch *batch, size_t n, int thread)
{
    size_t points = (size_t)(s->settings.size * s->settings.size);
    const nn_model *m = s->model;
    position p = {.state = s, .work = &s->work[thread]};
    p.input[NN_PLANES] = batch->planes + n * (size_t)m->planes * points;
    p.input[NN_GLOBALS] = m->globals ? batch->globals + n * (size_t)m->globals : NULL;
    p.input[NN_META] = batch->meta ? batch->meta + n * (size_t)m->meta : s->no_meta;
    p.view = (reference_view){.size = s->settings.size, .scratch = p.work->scratch,
                              .mask = batch->mask ? batch->mask + n * points : s->ones};
    for (size_t i = 0; i < points; i++)
        p.view.area += (double)p.view.mask[i];
    return p;
}

static go_status evaluate(void *state, const nn_batch *batch, go_error *err)
{
    const reference_state *s = state;
    (void)err;
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->settings.threads)
    for (int n = 0; n < batch->n; n++) {
        position p = position_of(s, batch, (size_t)n, omp_get_thread_num());
        for (int i = 0; i < s->model->n_layers; i++) {
            const nn_layer *l = &s->model->layers[i];
            float *out = p.work->slot[s->slots.of[l->out]];
            apply(&p, l, out);
            finish(&p, l, out);
        }
        for (int o = 0; o < NN_N_OUTPUTS; o++) {
            size_t numbers = nn_output_numbers(s->model, (nn_output)o, s->settings.size);
            if (batch->out[o] && numbers)
                memcpy(batch->out[o] + (size_t)n * numbers,
                       read_tensor(&p, s->model->output[o]), numbers * sizeof(float));
        }
    }
    return GO_OK;
}

static go_status available(const nn_backend *self, go_error *err)
{
    (void)self;
    (void)err;
    return GO_OK;
}

const nn_backend nn_reference = {
    .name = "reference",
    .sentence = "plain C with OpenMP: slow; the others are tested against it",
    .available = available,
    .create = create,
    .evaluate = evaluate,
    .destroy = destroy,
};
