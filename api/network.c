#include <katachi/network.h>

#include <stdlib.h>
#include <string.h>

#include "api/internal.h"
#include "nn/evaluator.h"
#include "nn/formats/model_read.h"

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
    go_error why;
    katachi_network *n = calloc(1, sizeof *n);
    *out = NULL;
    go_status status = n ? nn_backend_choose(&n->backend, backend, &why)
                         : go_fail(&why, GO_ENOMEM, "out of memory for a network");
    if (status == GO_OK)
        status = nn_model_read(&n->model, path, &why);
    if (status == GO_OK)
        *out = n;
    else
        katachi_network_free(n);
    return api_status(status, &why, err);
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

static go_status prepare(katachi_network *n, const game *g, go_error *why)
{
    const nn_settings settings = {.size = g->board.size, .max_batch = 8};
    if (n->size == settings.size)
        return GO_OK;
    forget_size(n);
    go_status status = nn_evaluator_create(&n->evaluator, n->model, n->backend, &settings, why);
    if (status == GO_OK)
        status = nn_position_create(&n->position, settings.size, settings.size, &g->rules, g->komi,
                                    why);
    if (status == GO_OK)
        n->size = settings.size;
    return status;
}

static void copy_result(katachi_evaluation *out, const nn_result *r, int area)
{
    *out = (katachi_evaluation){.win = r->win,
                                .loss = r->loss,
                                .no_result = r->no_result,
                                .has_score = r->has_score,
                                .score = r->score,
                                .lead = r->lead,
                                .has_ownership = r->has_ownership};
    memcpy(out->policy, r->policy, (size_t)(area + 1) * sizeof *out->policy);
    if (r->has_ownership)
        memcpy(out->ownership, r->ownership, (size_t)area * sizeof *out->ownership);
}

katachi_status katachi_network_evaluate(katachi_network *n, const katachi_game *k,
                                        katachi_colour to_move, int average,
                                        katachi_evaluation *out, katachi_error *err)
{
    go_error why;
    nn_result result;
    int size = k->g->board.size;
    go_status status = api_check_colour(to_move, &why);
    if (status == GO_OK)
        status = prepare(n, k->g, &why);
    if (status == GO_OK)
        status = nn_position_of_game(n->position, k->g, (colour)to_move, &why);
    const nn_query query = {.position = n->position, .view = nn_view_plain(size)};
    if (status == GO_OK)
        status = average ? nn_evaluate_mean(n->evaluator, &query, &result, &why)
                         : nn_evaluate(n->evaluator, &query, 1, &result, &why);
    if (status == GO_OK)
        copy_result(out, &result, size * size);
    return api_status(status, &why, err);
}
