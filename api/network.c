#include <katachi/network.h>

#include <stdlib.h>
#include <string.h>

#include "api/inside.h"
#include "board/symmetry.h"
#include "nn/evaluator.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"

struct katachi_network {
    nn_model *model;
    const nn_backend *backend;
    nn_evaluator *evaluator; /* for boards of `size`; NULL: not yet */
    nn_position *position;   /* likewise */
    int size;
};

katachi_status katachi_network_load(katachi_network **out, const char *path, const char *backend,
                                    katachi_error *err)
{
    API_PLAIN_NUMBERS;
    katachi_network *n = calloc(1, sizeof *n);
    *out = NULL;
    go_status status = n ? nn_backend_choose(&n->backend, backend, why(err))
                         : go_fail(why(err), GO_ENOMEM, "out of memory for a network");
    char found[DATA_FILE_PATH];
    if (status == GO_OK)
        status = n->backend->available(n->backend, why(err));
    if (status == GO_OK)
        status = nn_net_find(path, 0, found, why(err));
    if (status == GO_OK)
        status = nn_model_read(&n->model, found, why(err));
    if (status == GO_OK)
        *out = n;
    else
        katachi_network_free(n);
    return outside(status);
}

static void forget_size(katachi_network *n)
{
    nn_evaluator_destroy(n->evaluator);
    nn_position_destroy(n->position);
    n->evaluator = NULL;
    n->position = NULL;
    n->size = 0;
}

void katachi_network_free(katachi_network *n)
{
    if (!n)
        return;
    forget_size(n);
    nn_model_destroy(n->model);
    free(n);
}

const char *katachi_network_name(const katachi_network *n) { return nn_model_called(n->model); }

static go_status prepare(katachi_network *n, const game *g, katachi_error *err)
{
    const nn_settings settings = {.size = g->board.size, .max_batch = N_SYMMETRIES};
    if (n->size == settings.size)
        return GO_OK;
    forget_size(n);
    GO_TRY(nn_position_create(&n->position, settings.size, settings.size, &g->rules, g->komi,
                              why(err)));
    GO_TRY(nn_evaluator_create(&n->evaluator, n->model, n->backend, &settings, why(err)));
    n->size = settings.size;
    return GO_OK;
}

katachi_status katachi_network_evaluate(katachi_network *n, const katachi_game *g,
                                        katachi_colour to_move, int average,
                                        katachi_evaluation *out, katachi_error *err)
{
    nn_result result;
    int size = g->board.size;
    API_TRY(api_check_colour(to_move, err));
    API_TRY(prepare(n, g, err));
    API_TRY(nn_position_of_game(n->position, g, (colour)to_move, why(err)));
    const nn_query query = {.position = n->position, .view = nn_view_plain(size)};
    API_TRY(average ? nn_evaluate_mean(n->evaluator, &query, &result, why(err))
                    : nn_evaluate(n->evaluator, &query, 1, &result, why(err)));
    *out = (katachi_evaluation){.win = result.win,
                                .loss = result.loss,
                                .no_result = result.no_result,
                                .has_score = result.has_score,
                                .score = result.score,
                                .lead = result.lead,
                                .has_ownership = result.has_ownership};
    memcpy(out->policy, result.policy, (size_t)(size * size + 1) * sizeof(float));
    if (result.has_ownership)
        memcpy(out->ownership, result.ownership, (size_t)(size * size) * sizeof(float));
    return KATACHI_OK;
}
