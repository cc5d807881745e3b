#include "nn/evaluator.h"

#include <stdlib.h>

#include "board/symmetry.h"

struct nn_evaluator {
    const nn_model *model;
    nn_settings settings;
    nn_session *session;
    size_t area;                    /* points of the buffer */
    float *planes, *globals, *meta, *mask; /* inputs of max_batch positions */
    size_t numbers[NN_N_OUTPUTS];   /* of one position's output */
    float *out[NN_N_OUTPUTS];       /* of max_batch positions; NULL: none */
};

/* max_batch times n numbers; NULL only when memory runs out. */
static float *room(const nn_evaluator *e, size_t n)
{
    return calloc((size_t)e->settings.max_batch * n + 1, sizeof(float));
}

/* All the buffers; false when memory runs out. */
static bool allocate(nn_evaluator *e)
{
    bool done = true;
    e->planes = room(e, (size_t)e->model->planes * e->area);
    e->globals = room(e, (size_t)e->model->globals);
    e->meta = room(e, (size_t)e->model->meta);
    e->mask = room(e, e->area);
    for (int k = 0; k < NN_N_OUTPUTS; k++) {
        e->numbers[k] = nn_output_numbers(e->model, (nn_output)k, e->settings.size);
        if (e->numbers[k])
            e->out[k] = room(e, e->numbers[k]);
        done &= !e->numbers[k] || e->out[k];
    }
    return done && e->planes && e->globals && e->meta && e->mask;
}

go_status nn_evaluator_create(nn_evaluator **out, const nn_model *model,
                              const nn_backend *backend, const nn_settings *settings,
                              go_error *err)
{
    nn_evaluator *e = calloc(1, sizeof *e);
    *out = NULL;
    if (!e)
        return go_fail(err, GO_ENOMEM, "out of memory for a network's inputs");
    e->model = model;
    e->settings = *settings;
    e->area = (size_t)settings->size * (size_t)settings->size;
    go_status status = nn_session_create(&e->session, model, backend, settings, err);
    if (status == GO_OK && !allocate(e))
        status = go_fail(err, GO_ENOMEM, "out of memory for the inputs and outputs of %d positions",
                         settings->max_batch);
    if (status == GO_OK)
        *out = e;
    else
        nn_evaluator_destroy(e);
    return status;
}

void nn_evaluator_destroy(nn_evaluator *e)
{
    if (!e)
        return;
    nn_session_destroy(e->session);
    free(e->planes);
    free(e->globals);
    free(e->meta);
    free(e->mask);
    for (int k = 0; k < NN_N_OUTPUTS; k++)
        free(e->out[k]);
    free(e);
}

/* ---- a batch ---- */

/* Where position i has its inputs and outputs in the buffers. */
static nn_sheet sheet_at(const nn_evaluator *e, int i)
{
    size_t at = (size_t)i;
    nn_sheet s = {.planes = e->planes + at * (size_t)e->model->planes * e->area,
                  .globals = e->globals + at * (size_t)e->model->globals,
                  .meta = e->meta + at * (size_t)e->model->meta,
                  .mask = e->mask + at * e->area};
    for (int k = 0; k < NN_N_OUTPUTS; k++)
        s.out[k] = e->out[k] ? e->out[k] + at * e->numbers[k] : NULL;
    return s;
}

static go_status check_number(const nn_evaluator *e, int n, go_error *err)
{
    if (n >= 1 && n <= e->settings.max_batch)
        return GO_OK;
    return go_fail(err, GO_EINVAL, "%d positions in a batch; must be 1 to %d", n,
                   e->settings.max_batch);
}

static go_status compute(nn_evaluator *e, int n, go_error *err)
{
    const nn_model *m = e->model;
    nn_batch batch = {.n = n, .planes = e->planes, .globals = m->globals ? e->globals : NULL,
                      .meta = m->meta ? e->meta : NULL, .mask = e->mask};
    memcpy(batch.out, e->out, sizeof batch.out);
    return nn_session_run(e->session, &batch, err);
}

go_status nn_evaluate(nn_evaluator *e, const nn_query *queries, int n, nn_result *results,
                      go_error *err)
{
    GO_TRY(check_number(e, n, err));
    for (int i = 0; i < n; i++) {
        nn_sheet s = sheet_at(e, i);
        GO_TRY(nn_sheet_encode(&s, e->model, e->settings.size, &queries[i], err));
    }
    GO_TRY(compute(e, n, err));
    for (int i = 0; i < n; i++) {
        nn_sheet s = sheet_at(e, i);
        nn_sheet_read(&s, e->model, &queries[i], &results[i]);
    }
    return GO_OK;
}

go_status nn_evaluate_sheets(nn_evaluator *e, nn_sheet *const *sheets, int n, go_error *err)
{
    const nn_model *m = e->model;
    GO_TRY(check_number(e, n, err));
    for (int i = 0; i < n; i++) {
        nn_sheet s = sheet_at(e, i);
        memcpy(s.planes, sheets[i]->planes, (size_t)m->planes * e->area * sizeof(float));
        memcpy(s.globals, sheets[i]->globals, (size_t)m->globals * sizeof(float));
        memcpy(s.meta, sheets[i]->meta, (size_t)m->meta * sizeof(float));
        memcpy(s.mask, sheets[i]->mask, e->area * sizeof(float));
    }
    GO_TRY(compute(e, n, err));
    for (int i = 0; i < n; i++) {
        nn_sheet s = sheet_at(e, i);
        for (int k = 0; k < NN_N_OUTPUTS; k++)
            if (s.out[k])
                memcpy(sheets[i]->out[k], s.out[k], e->numbers[k] * sizeof(float));
    }
    return GO_OK;
}

go_status nn_evaluate_mean(nn_evaluator *e, const nn_query *query, nn_result *result,
                           go_error *err)
{
    const int most = e->settings.max_batch;
    nn_query turned[N_SYMMETRIES];
    nn_result each[N_SYMMETRIES];
    for (int i = 0; i < N_SYMMETRIES; i++) {
        turned[i] = *query;
        turned[i].view.symmetry = i;
    }
    for (int i = 0; i < N_SYMMETRIES; i += most) {
        const int left = N_SYMMETRIES - i;
        GO_TRY(nn_evaluate(e, turned + i, left < most ? left : most, each + i, err));
    }
    nn_result_mean(each, N_SYMMETRIES, query->position->width * query->position->height, result);
    return GO_OK;
}
