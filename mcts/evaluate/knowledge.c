#include "mcts/evaluate/knowledge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/board.h"
#include "patterns/gammas/gammas.h"

/* Gammas as read, and what a notice tells about them. */
typedef struct gammas_found {
    gammas *gammas;
    int made_for; /* boards of this size */
    bool own;     /* the user's */
} gammas_found;

static void add_notice(char *notice, const char *sentence)
{
    const size_t used = strlen(notice);
    snprintf(notice + used, KNOWLEDGE_NOTICE_MAX - used, "%s%s", used ? "; " : "", sentence);
}

/* What the gammas of a set are for, in messages: commands call their options differently. */
static const char *name_of(const char *set)
{
    return strcmp(set, "fast") == 0 ? "gammas of playouts" : "gammas";
}

/* Says it if the gammas were made for boards of another size.
 *   set  in  "large" or "fast" */
static void note_size(char *notice, const char *set, const gammas_found *found, int size)
{
    char sentence[KNOWLEDGE_NOTICE_MAX];
    const char *named = name_of(set);
    const int other = found->made_for;
    if (found->own)
        snprintf(sentence, sizeof sentence, "your %s are for %dx%d, not for %dx%d", named, other,
                 other, size, size);
    else
        snprintf(sentence, sizeof sentence,
                 "there are no %s for %dx%d; those for %dx%d are used", named, size, size, other,
                 other);
    if (other != size)
        add_notice(notice, sentence);
}

/* The gammas of `set` for boards of `size`, raised to the power `sharpness`: above 1 the
 * likeliest moves gain.  `file`: the user's own, or NULL.                     */
static go_status read_set(gammas_found *out, const char *set, const char *file, double sharpness,
                          int size, go_error *err)
{
    go_error why = {GO_OK, ""};
    int near = file ? size : gammas_nearest(set, size);
    go_status status = file ? gammas_read(&out->gammas, file, &why)
                            : gammas_read_or_find(&out->gammas, NULL, set, near ? near : size, err);
    if (status != GO_OK && file) /* says which gammas: the file's name need not tell */
        return go_fail(err, status,
                       "%s: %s; make such a file with 'katachi train --features %s', or use the "
                       "installed gammas",
                       name_of(set), why.message, set);
    if (status != GO_OK)
        return status;
    gammas *g = out->gammas;
    out->made_for = file ? g->v->board_size : near;
    out->own = file != NULL;
    for (int i = 0; sharpness != 1 && i < g->n; i++)
        g->gamma[i] = (float)pow((double)g->gamma[i], sharpness);
    return GO_OK;
}

/* The gammas of the playouts, in the form that they need. */
static go_status read_playouts(playout_gammas **out, gammas_found *fast,
                               const playout_settings *settings, int size, go_error *err)
{
    go_status status = GO_OK;
    *fast = (gammas_found){.made_for = size};
    if (settings->policy == PLAYOUT_GAMMAS)
        status = read_set(fast, "fast", settings->gammas, settings->sharpness, size, err);
    if (status == GO_OK)
        status = playout_gammas_create(out, fast->gammas, size, err);
    gammas_destroy(fast->gammas);
    fast->gammas = NULL;
    return status;
}

go_status knowledge_read_playouts(playout_gammas **out, const playout_settings *settings, int size,
                                  char notice[KNOWLEDGE_NOTICE_MAX], go_error *err)
{
    gammas_found fast;
    GO_TRY(read_playouts(out, &fast, settings, size, err));
    notice[0] = '\0';
    note_size(notice, "fast", &fast, size);
    return GO_OK;
}

/* Others than those that play to the end need playouts only to judge the end of the game: without
 * the installed gammas random ones have to do.                                */
static go_status read_fast(knowledge *k, gammas_found *fast, const evaluate_settings *settings,
                           int size, go_error *err)
{
    const bool optional = !evaluate_settings_play_out(settings);
    go_status status =
        read_playouts(&k->fast, fast, &settings->playout, size, optional ? NULL : err);
    if (status == GO_OK || !optional)
        return status;
    k->fast = NULL;
    if (!settings->playout.gammas && !gammas_nearest("fast", size)) {
        GO_TRY(playout_gammas_create(&k->fast, NULL, size, err));
        add_notice(k->notice, "there are no gammas of playouts; the end of a game is judged by "
                              "random playouts");
    }
    return GO_OK;
}

static go_status read_gammas(knowledge *k, const evaluate_settings *settings, int size,
                             go_error *err)
{
    go_status status = GO_OK;
    gammas_found large = {.made_for = size}, fast = {.made_for = size};
    *k = (knowledge){.size = size, .prior = settings->prior, .evaluator = settings->evaluator};
    if (settings->prior == PRIOR_GAMMAS)
        status = read_set(&large, "large", settings->gammas, settings->sharpness, size, err);
    k->large = large.gammas;
    if (status == GO_OK && k->large)
        status = strength_tables_create(&k->strengths, k->large, size, err);
    if (status == GO_OK)
        status = read_fast(k, &fast, settings, size, err);
    note_size(k->notice, "large", &large, size);
    /* installed gammas of both sets are missing together: once is enough */
    if (fast.own || large.own || large.made_for == size)
        note_size(k->notice, "fast", &fast, size);
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
    moving.notice[0] = '\0'; /* it has been told: once is enough */
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
