#include "mcts/evaluate/knowledge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/board.h"
#include "patterns/gammas/gammas_find.h"

static bool has_gammas(const char *set, int size)
{
    char path[GAMMAS_PATH];
    go_error ignored;
    return size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE &&
           gammas_find(set, size, path, &ignored) == GO_OK;
}

/* The size nearest to `size` of which gammas can be found; 0: none.  A smaller
 * board is twice as far as a larger one: on 13x13 games the gammas of 19x19 find
 * 41.4 % of the moves and those of 9x9 30.2 %.                                */
static int nearest_size(const char *set, int size)
{
    for (int d = 0; d <= 2 * BOARD_MAX_SIZE; d++) {
        if (has_gammas(set, size + d))
            return size + d;
        if (d % 2 == 0 && has_gammas(set, size - d / 2))
            return size - d / 2;
    }
    return 0;
}

/* Gammas of the user's own: says which, for the file's name need not. */
static go_status read_file(gammas **out, const char *file, const char *set, go_error *err)
{
    const char *given = strcmp(set, "fast") == 0 ? "--fast-gammas" : "--gammas";
    go_error why = {GO_OK, ""};
    go_status status = gammas_read(out, file, &why);
    if (status != GO_OK)
        go_fail(err, status, "%s: %s; 'katachi train --features %s' makes such a file, and "
                "without %s those that came with katachi are used", given, why.message, set, given);
    return status;
}

static go_status read_set(gammas **out, knowledge *k, const char *file, const char *set,
                          go_error *err)
{
    if (file)
        return read_file(out, file, set, err);
    int near = nearest_size(set, k->size);
    go_status status = gammas_read_or_find(out, NULL, set, near ? near : k->size, err);
    if (status == GO_OK && near != k->size)
        snprintf(k->notice, sizeof k->notice,
                 "there are no gammas for %dx%d; those for %dx%d are used", k->size, k->size,
                 near, near);
    return status;
}

/* Probabilities to the power of `sharpness`: above 1 the likeliest moves gain. */
static void sharpen(gammas *g, double sharpness)
{
    for (int i = 0; g && sharpness != 1 && i < g->n; i++)
        g->gamma[i] = (float)pow((double)g->gamma[i], sharpness);
}

static go_status read_fast(knowledge *k, const search_settings *settings, go_error *err)
{
    gammas *fast = NULL;
    go_status status = GO_OK;
    if (settings->playout == PLAYOUT_GAMMAS)
        status = read_set(&fast, k, settings->fast_gammas, "fast", err);
    sharpen(fast, settings->playout_sharpness);
    if (status == GO_OK)
        status = playout_gammas_create(&k->fast, fast, k->size, err);
    gammas_destroy(fast);
    return status;
}

/* The end of a game is judged by playouts, which a network can do without. */
static go_status read_playouts(knowledge *k, const search_settings *settings, go_error *err)
{
    go_error ignored;
    if (settings->evaluator == EVALUATOR_ROLLOUT || settings->evaluator == EVALUATOR_MIXED)
        return read_fast(k, settings, err);
    if (settings->evaluator == EVALUATOR_NETWORK && read_fast(k, settings, &ignored) != GO_OK)
        k->fast = NULL;
    return GO_OK;
}

go_status knowledge_read(knowledge *k, const search_settings *settings, const nn_model *model,
                         int size, go_error *err)
{
    search_settings resolved = *settings;
    search_settings_resolve(&resolved);
    *k = (knowledge){.size = size};
    go_status status = GO_OK;
    if (search_settings_need_net(&resolved))
        status = network_create(&k->net, model, &resolved, size, NULL, err);
    if (status == GO_OK && resolved.prior == PRIOR_GAMMAS)
        status = read_set(&k->large, k, resolved.gammas, "large", err);
    if (status == GO_OK)
        sharpen(k->large, resolved.prior_sharpness);
    if (status == GO_OK)
        status = read_playouts(k, &resolved, err);
    if (status != GO_OK)
        knowledge_free(k);
    return status;
}

void knowledge_free(knowledge *k)
{
    gammas_destroy(k->large);
    playout_gammas_destroy(k->fast);
    network_destroy(k->net);
    *k = (knowledge){0};
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_net(const search_settings *a, const search_settings *b)
{
    bool need = search_settings_need_net(a);
    return need == search_settings_need_net(b) &&
           (!need || (same_text(a->net, b->net) && same_text(a->backend, b->backend) &&
                      same_text(a->profile, b->profile) &&
                      a->threads == b->threads && a->net_batch == b->net_batch &&
                      a->net_cache == b->net_cache));
}

bool knowledge_same(const search_settings *a, const search_settings *b)
{
    return a->prior == b->prior && a->prior_sharpness == b->prior_sharpness &&
           a->playout_sharpness == b->playout_sharpness && a->playout == b->playout &&
           a->evaluator == b->evaluator &&
           same_text(a->gammas, b->gammas) && same_text(a->fast_gammas, b->fast_gammas) &&
           same_net(a, b);
}
