/* fuzz_nn.c -- any bytes as a network: one that can be folded and computed, or a
 * sentence, never a crash.                                                   */
#include <stdlib.h>

#include "nn/formats/model_read.h"
#include "nn/model/fold.h"
#include "nn/reference/reference.h"
#include "nn/session.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_NUMBERS = 1 << 20 };

/* Large layers would only make the fuzzer slow. */
static bool is_small(const nn_model *m)
{
    int64_t channels = 0;
    for (int t = 0; t < m->n_tensors; t++)
        channels += m->tensors[t].channels;
    return channels < 2000 && m->parameters < 20000;
}

static void check_wiring(const nn_model *m)
{
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        if (l->in < 0 || l->in >= m->n_tensors || l->out < NN_N_INPUTS || l->out >= m->n_tensors)
            abort();
    }
    for (int o = 0; o <= NN_VALUE; o++)
        if (m->output[o] < NN_N_INPUTS)
            abort();
}

static void compute(const nn_model *m)
{
    nn_session *e;
    nn_settings settings = {.size = m->board_size ? m->board_size : 3, .max_batch = 1,
                            .threads = 1};
    float *zeros = calloc(MOST_NUMBERS, sizeof *zeros);
    if (!zeros || nn_session_create(&e, m, &nn_reference, &settings, NULL) != GO_OK)
        abort();
    nn_batch batch = {.n = 1, .planes = zeros, .globals = zeros,
                      .out = {[NN_POLICY] = zeros + MOST_NUMBERS / 2}};
    go_status status = nn_session_run(e, &batch, NULL);
    if (status != GO_OK && status != GO_EFORMAT) /* not finite */
        abort();
    nn_session_destroy(e);
    free(zeros);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nn_model *m = NULL;
    go_error err = {GO_OK, ""};
    if (nn_model_parse(&m, (const char *)data, size, "fuzz", &err) == GO_OK) {
        check_wiring(m);
        go_status folded = nn_model_fold(m, NULL);
        if (folded != GO_OK && folded != GO_EFORMAT) /* products out of bounds */
            abort();
        check_wiring(m);
        if (folded == GO_OK && is_small(m))
            compute(m);
    } else if (!err.message[0] || m) {
        abort();
    }
    nn_model_destroy(m);
    return 0;
}
