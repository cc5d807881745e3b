/* fragile.c -- a plug-in whose GPU is lost in the middle of a game: the backends
 * cudnn and cudnn32 answer KATACHI_FRAGILE evaluations each, by the yardstick's
 * hand, and then never again; so does the gradient cudnn, for so many lanes of batches.
 * A word behind the number: "flat", the answers are all zero, whatever the network is;
 * "nan", "inf" or "huge", they do not end, but one number of each is then that.
 *
 * As a library it is called libcuda.so.1 (see the Makefile): a program that has
 * loaded it, by its path, finds a driver too.                                 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/reference/reference.h"
#include "nn_train/reference/reference.h"

typedef struct fragile {
    void *inner;
    const nn_model *model;
    nn_settings settings;
    long left; /* evaluations that it will still answer */
    bool flat;
    float wrong; /* a number in each answer after those; 0: no more answers */
} fragile;

static go_status available(const nn_backend *self, go_error *err)
{
    (void)self;
    (void)err;
    return GO_OK;
}

static void destroy(void *state)
{
    fragile *f = state;
    if (f)
        nn_reference.destroy(f->inner);
    free(f);
}

static float wrong_number(const char *wish)
{
    return strstr(wish, "nan") ? NAN : strstr(wish, "inf") ? -INFINITY
                                     : strstr(wish, "huge") ? 6e26f : 0;
}

static go_status create(const nn_backend *self, void **out, const nn_model *model,
                        const nn_settings *settings, go_error *err)
{
    (void)self;
    const char *wish = getenv("KATACHI_FRAGILE");
    fragile *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f)
        return go_fail(err, GO_ENOMEM, "out of memory");
    *f = (fragile){.model = model, .settings = *settings,
                   .left = wish ? strtol(wish, NULL, 10) : 0,
                   .flat = wish && strstr(wish, "flat"),
                   .wrong = wrong_number(wish ? wish : "")};
    go_status status = nn_reference.create(&nn_reference, &f->inner, model, settings, err);
    if (status == GO_OK)
        *out = f;
    else
        free(f);
    return status;
}

static void answer_zero(const fragile *f, const nn_batch *batch)
{
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t n = nn_output_numbers(f->model, (nn_output)o, f->settings.size);
        if (batch->out[o])
            memset(batch->out[o], 0, (size_t)batch->n * n * sizeof(float));
    }
}

/* In the last number of the last output, which only few would miss. */
static go_status answer_wrong(const fragile *f, const nn_batch *batch, go_error *err)
{
    GO_TRY(nn_reference.evaluate(f->inner, batch, err));
    for (int o = NN_N_OUTPUTS - 1; o >= 0; o--) {
        size_t n = nn_output_numbers(f->model, (nn_output)o, f->settings.size);
        if (!batch->out[o] || n == 0)
            continue;
        batch->out[o][(size_t)batch->n * n - 1] = f->wrong;
        break;
    }
    return GO_OK;
}

static go_status evaluate(void *state, const nn_batch *batch, go_error *err)
{
    fragile *f = state;
    if (f->left <= 0 && f->wrong != 0)
        return answer_wrong(f, batch, err);
    if (f->left <= 0)
        return go_fail(err, GO_EIO, "the GPU has fallen off the bus");
    f->left--;
    if (!f->flat)
        return nn_reference.evaluate(f->inner, batch, err);
    answer_zero(f, batch);
    return GO_OK;
}

static const nn_backend half_backend = {
    .name = "cudnn", .sentence = "a GPU that is lost", .precision = NN_HALF,
    .available = available, .create = create, .evaluate = evaluate, .destroy = destroy,
};

static const nn_backend float_backend = {
    .name = "cudnn32", .sentence = "a GPU that is lost, in float32", .precision = NN_FLOAT32,
    .available = available, .create = create, .evaluate = evaluate, .destroy = destroy,
};

/* ---- learning ---- */

typedef struct fragile_learner {
    void *inner;
    long left; /* lanes whose gradient it will still compute */
} fragile_learner;

static go_status learner_available(const nn_gradient *self, go_error *err)
{
    (void)self;
    (void)err;
    return GO_OK;
}

static void learner_destroy(void *state)
{
    fragile_learner *f = state;
    if (f)
        nn_gradient_reference.destroy(f->inner);
    free(f);
}

static go_status learner_create(const nn_gradient *self, void **state, const nn_parameters *p,
                                const nn_gradient_settings *settings, go_error *err)
{
    (void)self;
    const char *wish = getenv("KATACHI_FRAGILE");
    fragile_learner *f = calloc(1, sizeof *f);
    *state = NULL;
    if (!f)
        return go_fail(err, GO_ENOMEM, "out of memory");
    f->left = wish ? strtol(wish, NULL, 10) : 0;
    go_status status = nn_gradient_reference.create(&nn_gradient_reference, &f->inner, p, settings,
                                                    err);
    if (status == GO_OK)
        *state = f;
    else
        free(f);
    return status;
}

static go_status learner_load(void *state, const float *theta, go_error *err)
{
    const fragile_learner *f = state;
    return nn_gradient_reference.load(f->inner, theta, err);
}

static go_status learner_forward(void *state, int lane, const nn_batch *batch, go_error *err)
{
    const fragile_learner *f = state;
    return nn_gradient_reference.forward(f->inner, lane, batch, err);
}

static go_status learner_backward(void *state, int lane, const nn_batch *batch,
                                  const float *const out[NN_N_OUTPUTS], float *sum, go_error *err)
{
    fragile_learner *f = state;
    if (f->left <= 0)
        return go_fail(err, GO_EIO, "the GPU has fallen off the bus");
    f->left--;
    return nn_gradient_reference.backward(f->inner, lane, batch, out, sum, err);
}

static const nn_gradient learner = {
    NN_GRADIENT_CUDNN_IS, .available = learner_available, .create = learner_create,
    .load = learner_load, .forward = learner_forward, .backward = learner_backward,
    .destroy = learner_destroy,
};

extern const nn_gradient_plugin katachi_gradient_plugin;
const nn_gradient_plugin katachi_gradient_plugin = {
    NN_GRADIENT_PLUGIN_HEAD, .gradient = {&learner, NULL},
};

extern const nn_plugin_table katachi_nn_plugin;
const nn_plugin_table katachi_nn_plugin = {
    NN_PLUGIN_TABLE_HEAD, .backend = {&half_backend, &float_backend, NULL},
};
