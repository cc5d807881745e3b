#include "gtp/player/human.h"

#include <stdlib.h>

#include "nn/evaluator.h"
#include "nn/formats/model_read.h"

struct human_net {
    nn_model *model;
    const nn_backend *backend;
    nn_evaluator *evaluator; /* for boards of `size`; NULL: none yet */
    int size;
};

go_status human_net_create(human_net **out, const char *file, const char *backend, go_error *err)
{
    human_net *h = calloc(1, sizeof *h);
    if (!h)
        return go_fail(err, GO_ENOMEM, "out of memory for the human-style network");
    go_status status = nn_backend_choose(&h->backend, backend, err);
    if (status == GO_OK)
        status = nn_model_read(&h->model, file, err);
    if (status == GO_OK)
        *out = h;
    else
        human_net_destroy(h);
    return status;
}

void human_net_destroy(human_net *h)
{
    if (!h)
        return;
    nn_evaluator_destroy(h->evaluator);
    nn_model_destroy(h->model);
    free(h);
}

const nn_model *human_net_model(const human_net *h) { return h->model; }
bool human_net_imitates(const human_net *h) { return h->model->meta > 0; }

static go_status prepare(human_net *h, int size, go_error *err)
{
    nn_settings settings = {.size = size, .max_batch = 1, .threads = 1};
    if (h->evaluator && h->size == size)
        return GO_OK;
    GO_TRY(nn_model_plays(h->model, size, err));
    nn_evaluator_destroy(h->evaluator);
    h->evaluator = NULL;
    h->size = size;
    return nn_evaluator_create(&h->evaluator, h->model, h->backend, &settings, err);
}

go_status human_net_evaluate(human_net *h, const game *g, colour to_move, const char *profile,
                             int symmetry, nn_result *out, go_error *err)
{
    int size = g->board.size;
    nn_position *p = NULL;
    nn_query q = {.view = nn_view_plain(size)};
    if (profile && *profile)
        GO_TRY(nn_profile_need(profile, &q.view.profile, err));
    GO_TRY(prepare(h, size, err));
    GO_TRY(nn_position_create(&p, size, size, &g->rules, g->komi, err));
    go_status status = nn_position_of_game(p, g, to_move, err);
    q.position = p;
    q.view.symmetry = symmetry;
    if (status == GO_OK)
        status = nn_evaluate(h->evaluator, &q, 1, out, err);
    nn_position_destroy(p);
    return status;
}
