#include "nn/sheet.h"

#include <stdlib.h>

#include "nn/inputs/encode.h"

/* n numbers; NULL only when memory runs out. */
static float *numbers(size_t n) { return calloc(n + 1, sizeof(float)); }

static bool allocate(nn_sheet *s, const nn_model *m, int size)
{
    size_t area = (size_t)size * (size_t)size;
    bool done = true;
    s->planes = numbers((size_t)m->planes * area);
    s->globals = numbers((size_t)m->globals);
    s->meta = numbers((size_t)m->meta);
    s->mask = numbers(area);
    for (int k = 0; k < NN_N_OUTPUTS; k++) {
        size_t n = nn_output_numbers(m, (nn_output)k, size);
        if (n)
            s->out[k] = numbers(n);
        done &= !n || s->out[k];
    }
    return done && s->planes && s->globals && s->meta && s->mask;
}

go_status nn_sheet_create(nn_sheet **out, const nn_model *m, int size, go_error *err)
{
    nn_sheet *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s || !allocate(s, m, size)) {
        nn_sheet_destroy(s);
        return go_fail(err, GO_ENOMEM, "out of memory for the inputs and outputs of a position");
    }
    *out = s;
    return GO_OK;
}

void nn_sheet_destroy(nn_sheet *s)
{
    if (!s)
        return;
    free(s->planes);
    free(s->globals);
    free(s->meta);
    free(s->mask);
    for (int k = 0; k < NN_N_OUTPUTS; k++)
        free(s->out[k]);
    free(s);
}

go_status nn_sheet_encode(nn_sheet *s, const nn_model *m, int size, const nn_query *q,
                          go_error *err)
{
    if (q->view.size != size)
        return go_fail(err, GO_EINVAL, "a view of size %d does not fit into a buffer of size %d",
                       q->view.size, size);
    GO_TRY(nn_encode_check(m, q->position, &q->view, err));
    nn_encode(m, q->position, &q->view, q->memo, s->planes, s->globals, s->mask);
    if (m->meta)
        nn_profile_encode(&q->view.profile, q->position->to_move,
                          q->position->width * q->position->height, s->meta);
    return GO_OK;
}

void nn_sheet_read(const nn_sheet *s, const nn_model *m, const nn_query *q, nn_result *out)
{
    const float *numbers_of[NN_N_OUTPUTS];
    for (int k = 0; k < NN_N_OUTPUTS; k++)
        numbers_of[k] = s->out[k];
    nn_outputs_read(m, q->position, &q->view, &q->reading, numbers_of, out);
}
