#include "nn/judge.h"

#include <stdlib.h>

#include "board/symmetry.h"

struct nn_judge {
    const nn_model *model;
    nn_settings settings;
    nn_evaluator *evaluator;
    size_t area;                    /* points of the buffer */
    float *planes, *globals, *meta, *mask; /* inputs of max_batch positions */
    size_t numbers[NN_N_OUTPUTS];   /* of one position's output */
    float *out[NN_N_OUTPUTS];       /* of max_batch positions; NULL: none */
};

/* ---- buffers ---- */

/* Room for max_batch times n numbers; NULL only when memory runs out. */
static float *room(const nn_judge *j, size_t n)
{
    return calloc((size_t)j->settings.max_batch * n + 1, sizeof(float));
}

static bool find_room(nn_judge *j)
{
    bool found = true;
    j->planes = room(j, (size_t)j->model->planes * j->area);
    j->globals = room(j, (size_t)j->model->globals);
    j->meta = room(j, (size_t)j->model->meta);
    j->mask = room(j, j->area);
    for (int k = 0; k < NN_N_OUTPUTS; k++) {
        j->numbers[k] = nn_output_numbers(j->model, (nn_output)k, j->settings.size);
        if (j->numbers[k])
            j->out[k] = room(j, j->numbers[k]);
        found &= !j->numbers[k] || j->out[k];
    }
    return found && j->planes && j->globals && j->meta && j->mask;
}

go_status nn_judge_create(nn_judge **out, const nn_model *model, const char *backend,
                          const nn_settings *settings, go_error *err)
{
    nn_judge *j = calloc(1, sizeof *j);
    *out = NULL;
    if (!j)
        return go_fail(err, GO_ENOMEM, "out of memory for a network's inputs");
    j->model = model;
    j->settings = *settings;
    j->area = (size_t)settings->size * (size_t)settings->size;
    go_status status = nn_evaluator_create(&j->evaluator, model, backend, settings, err);
    if (status != GO_OK)
        j->evaluator = NULL;
    else if (!find_room(j))
        status = go_fail(err, GO_ENOMEM,
                         "out of memory for the inputs and outputs of %d "
                         "positions",
                         settings->max_batch);
    if (status == GO_OK)
        *out = j;
    else
        nn_judge_destroy(j);
    return status;
}

void nn_judge_destroy(nn_judge *j)
{
    if (!j)
        return;
    nn_evaluator_destroy(j->evaluator);
    free(j->planes);
    free(j->globals);
    free(j->meta);
    free(j->mask);
    for (int k = 0; k < NN_N_OUTPUTS; k++)
        free(j->out[k]);
    free(j);
}

const nn_evaluator *nn_judge_evaluator(const nn_judge *j)
{
    return j->evaluator;
}

/* ---- asking ---- */

static go_status encode_all(nn_judge *j, const nn_question *questions, int n, go_error *err)
{
    for (int i = 0; i < n; i++) {
        const nn_question *q = &questions[i];
        size_t at = (size_t)i;
        if (q->view.size != j->settings.size)
            return go_fail(err, GO_EINVAL, "a view of size %d in a buffer of size %d", q->view.size,
                           j->settings.size);
        go_status status = nn_encode_check(j->model, q->position, &q->view, err);
        if (status != GO_OK)
            return status;
        nn_encode(j->model, q->position, &q->view,
                  j->planes + at * (size_t)j->model->planes * j->area,
                  j->globals + at * (size_t)j->model->globals, j->mask + at * j->area);
        if (j->model->meta)
            nn_profile_encode(&q->view.profile, q->position->width * q->position->height,
                              j->meta + at * (size_t)j->model->meta);
    }
    return GO_OK;
}

static void read_all(const nn_judge *j, const nn_question *questions, int n, nn_result *results)
{
    for (int i = 0; i < n; i++) {
        const nn_question *q = &questions[i];
        const float *out[NN_N_OUTPUTS];
        for (int k = 0; k < NN_N_OUTPUTS; k++)
            out[k] = j->out[k] ? j->out[k] + (size_t)i * j->numbers[k] : NULL;
        nn_outputs_read(j->model, q->position, &q->view, &q->reading, out, &results[i]);
    }
}

go_status nn_judge_ask(nn_judge *j, const nn_question *questions, int n, nn_result *results,
                       go_error *err)
{
    if (n < 1 || n > j->settings.max_batch)
        return go_fail(err, GO_EINVAL, "%d positions in a batch for 1 to %d", n,
                       j->settings.max_batch);
    go_status status = encode_all(j, questions, n, err);
    if (status != GO_OK)
        return status;
    nn_batch batch = {.n = n,
                      .planes = j->planes,
                      .globals = j->model->globals ? j->globals : NULL,
                      .meta = j->model->meta ? j->meta : NULL,
                      .mask = j->mask};
    memcpy(batch.out, j->out, sizeof batch.out);
    status = nn_evaluate(j->evaluator, &batch, err);
    if (status == GO_OK)
        read_all(j, questions, n, results);
    return status;
}

go_status nn_judge_ask_mean(nn_judge *j, const nn_question *question, nn_result *result,
                            go_error *err)
{
    nn_question one = *question;
    nn_result each[N_SYMMETRIES];
    for (one.view.symmetry = 0; one.view.symmetry < N_SYMMETRIES; one.view.symmetry++) {
        go_status status = nn_judge_ask(j, &one, 1, &each[one.view.symmetry], err);
        if (status != GO_OK)
            return status;
    }
    nn_result_mean(each, N_SYMMETRIES, result);
    return GO_OK;
}
