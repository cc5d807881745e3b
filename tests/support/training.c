#include "tests/support/training.h"

#include <stdlib.h>
#include <string.h>

#include "nn/formats/model_read.h"
#include "nn_train/onednn/onednn.h"
#include "nn_train/reference/reference.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

nn_model *training_model_of(nn_random_shape shape)
{
    char *bytes;
    size_t n;
    nn_model *m;
    shape.to_learn = true;
    shape.seed = 3;
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&m, bytes, n, "net", NULL), GO_OK);
    free(bytes);
    return m;
}

nn_model *training_model(void)
{
    return training_model_of((nn_random_shape){.blocks = 2, .channels = 8});
}

nn_train_options training_options(const nn_gradient *g, int threads)
{
    nn_train_options o = {.gradient = g,
                          .lanes = 2,
                          .rows = 8,
                          .threads = threads,
                          .warm_up = 160,
                          .budget = 3200,
                          .seed = 1};
    nn_train_choices_default(&o.choices);
    o.choices.optimiser.rate = 0.01;
    o.choices.optimiser.decay = 0;
    o.choices.average.steps = 10;
    o.choices.forget = o.choices.other_rules = o.choices.other_komi = 0;
    return o;
}

nn_model *training_run(const nn_store *s, const nn_train_options *o)
{
    nn_model *m = training_model();
    assert_int_equal(nn_train(m, s, o, 1 << 20, NULL, NULL, NULL), GO_OK);
    return m;
}

const nn_gradient *training_gradient(void)
{
    const nn_gradient *g = &nn_gradient_onednn;
    return g->available(g, NULL) == GO_OK ? g : &nn_gradient_reference;
}

void same_numbers(const nn_model *a, const nn_model *b)
{
    for (int i = 0; i < a->n_layers; i++)
        if (a->layers[i].n_weights)
            assert_memory_equal(a->layers[i].weights, b->layers[i].weights,
                                a->layers[i].n_weights * sizeof(float));
}

bool training_until(void *user, const nn_train_progress *p)
{
    return p->rows < *(const int64_t *)user;
}

void training_goes_on(const nn_store *s, const nn_train_options *how)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    int64_t half = 160, never = 1 << 20;
    nn_train_options o = *how;
    temp_dir_path(&dir, "state", path);
    o.budget = 320;
    nn_model *whole = training_run(s, &o), *first = training_model(), *second = training_model();
    o.checkpoint = path;
    o.checkpoint_seconds = 1e9;
    assert_int_equal(nn_train(first, s, &o, 16, training_until, &half, NULL), GO_EINTR);
    o.resume = true;
    assert_int_equal(nn_train(second, s, &o, 16, training_until, &never, NULL), GO_OK);
    same_numbers(whole, second);
    o.choices.optimiser.rate = 0.02;
    assert_int_equal(nn_train(first, s, &o, 16, training_until, &never, NULL), GO_EFORMAT);
    nn_model_destroy(whole);
    nn_model_destroy(first);
    nn_model_destroy(second);
    temp_dir_remove(&dir);
}
