#include "mcts/evaluate/knowledge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/board.h"
#include "patterns/gammas/gammas.h"

/* Says which gammas were made for boards of another size, in addition to what `notice` says.
 * Installed ones of both sets are missing together, unless one of them is the user's own. */
static void note_size(char *notice, const char *set, int made_for, bool own, int size)
{
    const bool fast = strcmp(set, "fast") == 0;
    char *end = notice + strlen(notice);
    const size_t room = KNOWLEDGE_NOTICE_MAX - strlen(notice);
    const char *joint = *notice ? "; " : "";
    if (made_for == size)
        return;
    if (own)
        snprintf(end, room, "%sthe gammas of --%sgammas are for %dx%d, not for %dx%d", joint,
                 fast ? "fast-" : "", made_for, made_for, size, size);
    else if (!strstr(notice, "there are no gammas"))
        snprintf(end, room, "%sthere are no gammas %sfor %dx%d; those for %dx%d are used", joint,
                 fast ? "of playouts " : "", size, size, made_for, made_for);
}

/* The gammas of `set` for boards of `size`, raised to the power `sharpness`: above 1 the
 * likeliest moves gain.  `file`: the user's own, or NULL.                     */
static go_status read_set(gammas **out, const char *set, const char *file, double sharpness,
                          int size, char *notice, go_error *err)
{
    go_error why = {GO_OK, ""};
    int near = file ? size : gammas_nearest(set, size);
    go_status status = file ? gammas_read(out, file, &why)
                            : gammas_read_or_find(out, NULL, set, near ? near : size, err);
    if (status != GO_OK && file) { /* says which gammas: the file's name need not tell */
        const char *given = strcmp(set, "fast") == 0 ? "--fast-gammas" : "--gammas";
        return go_fail(err, status,
                       "%s: %s; make such a file with 'katachi train --features %s', or leave out "
                       "%s to use the installed gammas",
                       given, why.message, set, given);
    }
    if (status != GO_OK)
        return status;
    note_size(notice, set, file ? (*out)->v->board_size : near, file, size);
    for (int i = 0; sharpness != 1 && i < (*out)->n; i++)
        (*out)->gamma[i] = (float)pow((double)(*out)->gamma[i], sharpness);
    return GO_OK;
}

go_status knowledge_read_playouts(playout_gammas **out, const playout_settings *settings, int size,
                                  char notice[KNOWLEDGE_NOTICE_MAX], go_error *err)
{
    gammas *fast = NULL;
    go_status status = GO_OK;
    if (settings->policy == PLAYOUT_GAMMAS)
        status = read_set(&fast, "fast", settings->gammas, settings->sharpness, size, notice, err);
    if (status == GO_OK)
        status = playout_gammas_create(out, fast, size, err);
    gammas_destroy(fast);
    return status;
}

static go_status read_gammas(knowledge *k, const evaluate_settings *settings, int size,
                             go_error *err)
{
    go_status status = GO_OK;
    *k = (knowledge){.size = size, .prior = settings->prior, .evaluator = settings->evaluator};
    if (settings->prior == PRIOR_GAMMAS)
        status = read_set(&k->large, "large", settings->gammas, settings->sharpness, size,
                          k->notice, err);
    if (status == GO_OK && k->large)
        status = strength_tables_create(&k->strengths, k->large, size, err);
    if (status == GO_OK && settings->evaluator != EVALUATOR_UNIFORM) {
        /* a network needs playouts only to estimate the end of the game */
        bool optional = settings->evaluator == EVALUATOR_NETWORK;
        status = knowledge_read_playouts(&k->fast, &settings->playout, size, k->notice,
                                         optional ? NULL : err);
        if (status != GO_OK)
            k->fast = NULL;
        status = optional ? GO_OK : status;
    }
    return status;
}

/* The place of the gammas on the shelf, or KNOWLEDGE_KEPT. */
static int find_kept(const knowledge_shelf *shelf, const evaluate_settings *settings, int size)
{
    int i = 0;
    while (i < KNOWLEDGE_KEPT && !(shelf->kept[i].size == size &&
                                   shelf->kept[i].prior == settings->prior &&
                                   shelf->kept[i].evaluator == settings->evaluator))
        i++;
    return i;
}

go_status knowledge_read(knowledge *k, knowledge_shelf *shelf, const evaluate_settings *settings,
                         int threads, const nn_model *model, int size, go_error *err)
{
    network *net = NULL;
    if (evaluate_settings_need_net(settings))
        GO_TRY(network_create(&net, model, &settings->net, threads, size, NULL, err));
    go_status status = GO_OK;
    const int i = find_kept(shelf, settings, size);
    if (i < KNOWLEDGE_KEPT) {
        *k = shelf->kept[i];
        shelf->kept[i] = (knowledge){0};
    } else
        status = read_gammas(k, settings, size, err);
    k->net = net;
    if (status != GO_OK)
        knowledge_free(k);
    return status;
}

void knowledge_free(knowledge *k)
{
    strength_tables_destroy(k->strengths);
    gammas_destroy(k->large);
    playout_gammas_destroy(k->fast);
    network_destroy(k->net);
    *k = (knowledge){0};
}

void knowledge_put_aside(knowledge *k, knowledge_shelf *shelf)
{
    knowledge moving = *k;
    *k = (knowledge){0};
    network_destroy(moving.net);
    moving.net = NULL;
    for (int i = 0; i < KNOWLEDGE_KEPT && moving.size; i++) {
        knowledge next = shelf->kept[i];
        shelf->kept[i] = moving;
        moving = next;
    }
    knowledge_free(&moving);
}

void knowledge_shelf_clear(knowledge_shelf *shelf)
{
    for (int i = 0; i < KNOWLEDGE_KEPT; i++)
        knowledge_free(&shelf->kept[i]);
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_net(const network_settings *a, const network_settings *b)
{
    return same_text(a->file, b->file) && same_text(a->backend, b->backend) &&
           same_text(a->profile, b->profile) && a->batch == b->batch && a->cache == b->cache &&
           a->no_ownership == b->no_ownership;
}

bool knowledge_same(const evaluate_settings *a, const evaluate_settings *b)
{
    return a->prior == b->prior && a->evaluator == b->evaluator && a->sharpness == b->sharpness &&
           a->playout.sharpness == b->playout.sharpness &&
           a->playout.policy == b->playout.policy && same_text(a->gammas, b->gammas) &&
           same_text(a->playout.gammas, b->playout.gammas) &&
           (!evaluate_settings_need_net(a) || same_net(&a->net, &b->net));
}
