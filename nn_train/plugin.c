#include "nn_train/plugin.h"

#include <stdlib.h>
#include <string.h>

#include "nn/plugin.h"

static bool fits(const nn_gradient_plugin *t)
{
    const nn_gradient_plugin own = {NN_GRADIENT_PLUGIN_HEAD, .gradient = {NULL}};
    return t->version == own.version && t->gradient_size == own.gradient_size &&
           t->parameters == own.parameters && t->settings == own.settings;
}

/* The gradient of that name in the plug-in; a second call costs next to nothing. */
static go_status find(const char *name, const nn_gradient **out, go_error *err)
{
    const void *symbol;
    GO_TRY(nn_plugin_symbol("katachi_gradient_plugin", &symbol, err));
    const nn_gradient_plugin *table = symbol;
    if (!fits(table))
        return go_fail(err, GO_EUNSUPPORTED, "the plug-in for GPUs was built for another version "
                       "of Katachi; build it again with the program");
    for (const nn_gradient *const *g = table->gradient; *g; g++) {
        if (strcmp((*g)->name, name) == 0) {
            *out = *g;
            return GO_OK;
        }
    }
    return go_fail(err, GO_EUNSUPPORTED,
                   "the plug-in for GPUs cannot train with %s; build it again with the program",
                   name);
}

typedef struct forwarded {
    const nn_gradient *to;
    void *state;
} forwarded;

static go_status available(const nn_gradient *self, go_error *err)
{
    const nn_gradient *to = NULL;
    GO_TRY(find(self->name, &to, err));
    return to->available(to, err);
}

static go_status create(const nn_gradient *self, void **state, const nn_parameters *p,
                        const nn_gradient_settings *settings, go_error *err)
{
    forwarded *f = calloc(1, sizeof *f);
    *state = NULL;
    if (!f)
        return go_fail(err, GO_ENOMEM, "out of memory for a network that learns on the GPU");
    go_status status = find(self->name, &f->to, err);
    if (status == GO_OK)
        status = f->to->create(f->to, &f->state, p, settings, err);
    if (status == GO_OK)
        *state = f;
    else
        free(f);
    return status;
}

static go_status load(void *state, const float *theta, go_error *err)
{
    const forwarded *f = state;
    return f->to->load(f->state, theta, err);
}

static go_status forward(void *state, int lane, const nn_batch *batch, go_error *err)
{
    const forwarded *f = state;
    return f->to->forward(f->state, lane, batch, err);
}

static go_status backward(void *state, int lane, const nn_batch *batch,
                          const float *const out[NN_N_OUTPUTS], float *sum, go_error *err)
{
    const forwarded *f = state;
    return f->to->backward(f->state, lane, batch, out, sum, err);
}

static void destroy(void *state)
{
    forwarded *f = state;
    if (f)
        f->to->destroy(f->state);
    free(f);
}

const nn_gradient nn_gradient_cudnn = {
    NN_GRADIENT_CUDNN_IS, .available = available, .create = create, .load = load,
    .forward = forward, .backward = backward, .destroy = destroy,
};

const nn_gradient nn_gradient_cudnn32 = {
    NN_GRADIENT_CUDNN32_IS, .available = available, .create = create, .load = load,
    .forward = forward, .backward = backward, .destroy = destroy,
};
