#include "nn/model/fold.h"

#include <math.h>
#include <stdlib.h>

typedef struct fold_state {
    nn_model *m;
    int *made_by; /* [n_tensors]: the layer that makes it, NN_NONE for inputs */
    int *readers; /* [n_tensors]: how often it is read, as an output included */
} fold_state;

static void find_readers(fold_state *f)
{
    for (int t = 0; t < f->m->n_tensors; t++) {
        f->made_by[t] = NN_NONE;
        f->readers[t] = 0;
    }
    for (int i = 0; i < f->m->n_layers; i++) {
        const nn_layer *l = &f->m->layers[i];
        const int read[] = {l->in, l->in2, l->in3, l->per_channel, l->add};
        for (int k = 0; k < 5; k++)
            if (read[k] != NN_NONE)
                f->readers[read[k]]++;
        f->made_by[l->out] = i;
    }
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (f->m->output[o] != NN_NONE)
            f->readers[f->m->output[o]]++;
}

/* The layer that makes the tensor, if it is of the kind, has no other reader and no
 * activation or addition that would come between it and a scale; else NULL.  */
static nn_layer *linear_maker(const fold_state *f, int tensor, nn_layer_kind kind)
{
    if (tensor == NN_NONE || f->readers[tensor] != 1 || f->made_by[tensor] == NN_NONE)
        return NULL;
    nn_layer *l = &f->m->layers[f->made_by[tensor]];
    bool linear = l->kind == kind && l->activation == NN_IDENTITY && l->add == NN_NONE;
    return linear ? l : NULL;
}

/* Rows of `weights` and the bias times scale, plus `shift`. */
static void scale_rows(nn_layer *l, const float *scale, const float *shift, int rows)
{
    size_t row = l->n_weights / (size_t)rows;
    for (int c = 0; c < rows; c++) {
        for (size_t i = 0; i < row; i++)
            l->weights[(size_t)c * row + i] *= scale[c];
        if (l->bias)
            l->bias[c] = l->bias[c] * scale[c] + (shift ? shift[c] : 0);
    }
}

/* Folds the layer if it is a norm that can be; false when memory runs out. */
static bool fold(fold_state *f, nn_layer *norm)
{
    if (norm->kind != NN_NORM || norm->per_channel != NN_NONE)
        return true;
    nn_layer *conv = linear_maker(f, norm->in, NN_CONV), *vector = NULL;
    /* the convolution will make the norm's tensor: what the norm adds must exist before */
    if (!conv || (norm->add != NN_NONE && f->made_by[norm->add] >= f->made_by[norm->in]))
        return true;
    /* a vector added in between must be scaled too, at its source */
    if (conv->per_channel != NN_NONE) {
        vector = linear_maker(f, conv->per_channel, NN_DENSE);
        if (!vector || vector->per_channel != NN_NONE)
            return true;
    }
    int rows = f->m->tensors[norm->out].channels;
    if (!conv->bias)
        conv->bias = calloc((size_t)rows, sizeof *conv->bias);
    if (!conv->bias)
        return false;
    scale_rows(conv, norm->weights, norm->bias, rows);
    if (vector)
        scale_rows(vector, norm->weights, NULL, rows);
    conv->activation = norm->activation;
    conv->add = norm->add;
    conv->out = norm->out;
    f->made_by[norm->out] = (int)(conv - f->m->layers);
    norm->out = NN_NONE; /* to be removed */
    return true;
}

/* A tiny variance may have made huge numbers of sane ones. */
static go_status check_numbers(const nn_model *m, const nn_layer *l, const char *what,
                               const float *values, size_t n, go_error *err)
{
    for (size_t i = 0; i < n; i++)
        if (!(fabsf(values[i]) <= (float)NN_LARGEST_WEIGHT))
            return go_fail(
                err, GO_EFORMAT,
                "'%.300s', layer '%s' with its norm: number %zu of the %s becomes %g, but weights "
                "must be finite and at most %g; the file is damaged, download it again",
                m->file ? m->file : nn_model_called(m), l->name, i + 1, what, (double)values[i],
                (double)NN_LARGEST_WEIGHT);
    return GO_OK;
}

static go_status check_products(const nn_model *m, go_error *err)
{
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        if (l->out == NN_NONE)
            continue;
        GO_TRY(check_numbers(m, l, "weights", l->weights, l->n_weights, err));
        size_t channels = l->bias ? (size_t)m->tensors[l->out].channels : 0;
        GO_TRY(check_numbers(m, l, "biases", l->bias, channels, err));
    }
    return GO_OK;
}

go_status nn_model_fold(nn_model *m, go_error *err)
{
    fold_state f = {m, malloc((size_t)m->n_tensors * sizeof(int)),
                    malloc((size_t)m->n_tensors * sizeof(int))};
    bool done = f.made_by && f.readers;
    int kept = 0;
    if (done)
        find_readers(&f);
    for (int i = 0; done && i < m->n_layers; i++)
        done = fold(&f, &m->layers[i]);
    go_status status = done ? check_products(m, err)
                            : go_fail(err, GO_ENOMEM, "out of memory while folding a network");
    for (int i = 0; i < m->n_layers; i++) {
        if (m->layers[i].out != NN_NONE) {
            m->layers[kept++] = m->layers[i];
            continue;
        }
        free(m->layers[i].weights);
        free(m->layers[i].bias);
    }
    m->n_layers = kept;
    free(f.made_by);
    free(f.readers);
    return status;
}
