#include "mcts/search_parts.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/usable_memory.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"
#include "nn/inputs/profile.h"

go_status search_create(search **out, const search_settings *settings, go_error *err)
{
    search *s = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for a search");
    s->averages.settings = &s->settings.average;
    s->root = (search_root){.settings = &s->settings, .tree = &s->tree};
    go_status status = search_configure(s, settings, err);
    if (status == GO_OK)
        *out = s;
    else
        search_destroy(s);
    return status;
}

/* Is it known of the network that these settings name? */
static bool knows_games_only(const search *s, const search_settings *settings)
{
    const nn_model *m = search_model(s);
    const char *read = s->settings.evaluate.net.file, *file = settings->evaluate.net.file;
    return m && read && file && strcmp(file, read) == 0 && nn_model_knows_games_only(m);
}

go_status search_create_sharing(search **out, const search *lender,
                                const search_settings *settings, go_error *err)
{
    search_settings resolved = *settings;
    search_settings_resolve(&resolved, knows_games_only(lender, settings));
    if (!lender->knowledge.size || !knowledge_same(&resolved.evaluate, &lender->settings.evaluate))
        return go_fail(err, GO_EINVAL,
                       "a search that shares a network must use the same files, and the other "
                       "search must have read them");
    GO_TRY(search_create(out, settings, err));
    (*out)->lender = lender;
    return GO_OK;
}

static void free_workers(search *s)
{
    for (int i = 0; i < s->n_workers; i++)
        worker_destroy(s->workers[i]);
    free(s->workers);
    s->workers = NULL;
    s->n_workers = 0;
}

/* The gammas stay at hand, for a return to this board size. */
static void put_knowledge_aside(search *s)
{
    free_workers(s);
    playout_destroy(s->decider.ending);
    s->decider.ending = NULL;
    s->decider.evaluation_seconds = 0;
    if (s->lender) { /* only gammas that it had to read itself are its own */
        if (s->knowledge.fast != s->lender->knowledge.fast)
            playout_gammas_destroy(s->knowledge.fast);
        s->knowledge = (knowledge){0};
    }
    knowledge_put_aside(&s->knowledge, &s->shelf);
}

static void forget_knowledge(search *s)
{
    put_knowledge_aside(s);
    knowledge_shelf_clear(&s->shelf);
}

static void forget_model(search *s)
{
    put_knowledge_aside(s); /* the network in it computes the model */
    nn_model_destroy(s->model);
    s->model = NULL;
}

void search_destroy(search *s)
{
    if (!s)
        return;
    forget_knowledge(s);
    forget_model(s);
    book_destroy(s->book);
    tree_destroy(&s->tree);
    value_bias_destroy(&s->averages.bias);
    free(s->place.steps);
    free(s);
}

void search_clear(search *s)
{
    s->place.known = false;
    if (!s->asked.seed)
        s->settings.seed = search_draw_seed();
    memset(s->decider.hopeless, 0, sizeof s->decider.hopeless);
    value_bias_clear(&s->averages.bias);
    if (s->tree.unit)
        tree_clear(&s->tree);
}

void search_forget(search *s)
{
    search_clear(s);
    if (s->knowledge.net)
        network_forget(s->knowledge.net);
}

static int64_t tree_bytes(const tree_settings *settings)
{
    return settings->memory > 0 ? settings->memory : usable_memory_part(4, INT64_C(4) << 30);
}

/* The book and the tree that the settings ask for, if they are others. */
typedef struct replacements {
    bool has_book, has_tree;
    book *book;
    tree tree;
} replacements;

/* Does not touch `s`, so that a wrong name or a lack of memory changes nothing. */
static go_status find_replacements(replacements *r, const search *s, const search_settings *settings,
                                   go_error *err)
{
    const search_settings *old = s->tree.unit ? &s->settings : NULL;
    const char *path = settings->choice.book;
    const int64_t bytes = tree_bytes(&settings->tree);
    *r = (replacements){.has_book = !(s->book && path && strcmp(path, s->settings.choice.book) == 0),
                        .has_tree = !old || bytes != tree_bytes(&old->tree)};
    if (r->has_book && path)
        GO_TRY(book_read(&r->book, path, err));
    const go_status status = r->has_tree ? tree_create(&r->tree, bytes, err) : GO_OK;
    if (status != GO_OK)
        book_destroy(r->book);
    return status;
}

static void replace(search *s, const replacements *r)
{
    if (r->has_book) {
        book_destroy(s->book);
        s->book = r->book;
    }
    if (r->has_tree) {
        tree_destroy(&s->tree);
        s->tree = r->tree;
    }
}

go_status search_configure(search *s, const search_settings *settings, go_error *err)
{
    const search_settings *old = s->tree.unit ? &s->settings : NULL;
    search_settings resolved = *settings;
    search_settings_resolve(&resolved, knows_games_only(s, settings));
    if (settings->tree.memory > 0 && settings->tree.memory < TREE_MIN_BYTES)
        return go_fail(err, GO_EINVAL, "memory must be 0 or at least 1M (%d bytes), not %lld",
                       TREE_MIN_BYTES, (long long)settings->tree.memory);
    const char *profile = settings->evaluate.net.profile;
    nn_profile ignored;
    if (profile && *profile)
        GO_TRY(nn_profile_need(profile, &ignored, err));
    replacements other;
    GO_TRY(find_replacements(&other, s, &resolved, err));
    if (old && (resolved.threads != old->threads ||
                !knowledge_same(&resolved.evaluate, &old->evaluate)))
        forget_knowledge(s);
    const char *file = evaluate_settings_need_net(&resolved.evaluate) ? resolved.evaluate.net.file
                                                                       : NULL;
    if (s->model && (!file || !old || strcmp(file, old->evaluate.net.file) != 0))
        forget_model(s);
    replace(s, &other);
    s->settings = resolved;
    s->asked = *settings;
    s->tree.n_some = evaluate_settings_prior_moves(&resolved.evaluate);
    s->place.known = false;
    return GO_OK;
}

const search_settings *search_configured(const search *s) { return &s->settings; }

go_status search_read_net(search *s, int size, go_error *err)
{
    const nn_backend *ignored;
    char path[DATA_FILE_PATH];
    const network_settings *settings = &s->settings.evaluate.net;
    GO_TRY(nn_backend_choose(&ignored, settings->backend, err)); /* without a network, too */
    if (!evaluate_settings_need_net(&s->settings.evaluate))
        return GO_OK;
    if (!evaluate_settings_have_net(&s->settings.evaluate))
        return go_fail(err, GO_EINVAL,
                       "this search needs a network; name its file with the setting net");
    if (nn_net_is_own(settings->file) && !size)
        return GO_OK;
    GO_TRY(nn_net_find(settings->file, size, path, err));
    if (s->model && strcmp(path, s->model->file) == 0)
        return GO_OK;
    forget_model(s);
    return nn_model_read(&s->model, path, err);
}

/* The lender's knowledge, or else that of the files that the settings name. */
static go_status find_knowledge(search *s, int size, go_error *err)
{
    const search *lender = s->lender;
    if (!lender)
        return knowledge_read(&s->knowledge, &s->shelf, &s->settings.evaluate, s->settings.threads,
                              s->model, size, err);
    if (lender->knowledge.size != size ||
        !knowledge_same(&s->settings.evaluate, &lender->settings.evaluate))
        return go_fail(err, GO_EINVAL,
                       "the shared network was read for %dx%d boards or with other settings",
                       lender->knowledge.size, lender->knowledge.size);
    s->knowledge = lender->knowledge;
    return GO_OK;
}

/* Chooses the evaluator again, and what depends on it, now that the network has been read. */
static void settle_evaluator(search *s)
{
    search_settings now = s->asked;
    now.seed = s->settings.seed;
    search_settings_resolve(&now, knows_games_only(s, &now));
    s->settings.evaluate = now.evaluate;
    s->settings.select = now.select;
}

go_status search_prepare(search *s, int size, go_error *err)
{
    if (s->knowledge.size != size) {
        put_knowledge_aside(s);
        s->place.known = false;
        if (!s->lender)
            GO_TRY(search_read_net(s, size, err));
        settle_evaluator(s);
        GO_TRY(find_knowledge(s, size, err));
    }
    int n = s->settings.threads ? s->settings.threads : omp_get_num_procs();
    if (s->n_workers == n)
        return GO_OK;
    free_workers(s);
    s->workers = calloc((size_t)n, sizeof *s->workers);
    if (!s->workers)
        return go_fail(err, GO_ENOMEM, "out of memory for %d threads", n);
    for (; s->n_workers < n; s->n_workers++)
        GO_TRY(worker_create(&s->workers[s->n_workers], &s->root, &s->knowledge, err));
    return GO_OK;
}

/* Leela Zero's networks are not asked about it, and playouts cannot be. */
static bool doubles_nothing(const search *s)
{
    return s->knowledge.size && s->settings.evaluate.net.doubling != 0 &&
           (!s->knowledge.net || search_model(s)->family != NN_KATAGO);
}

/* Written anew at each call, since a failed backend changes it. */
const char *search_notice(search *s)
{
    char net[800] = "";
    if (s->knowledge.net)
        network_notice(s->knowledge.net, net, sizeof net);
    const char *sentence[] = {net, s->knowledge.notice,
                              s->no_gumbel ? "root=gumbel does nothing without a number of "
                                             "playouts or visits: set one of them" : "",
                              doubles_nothing(s) ? "doubling-advantage does nothing without a "
                                                   "network of KataGo" : ""};
    s->notice[0] = '\0';
    for (size_t i = 0, n = 0; i < sizeof sentence / sizeof *sentence; i++)
        if (*sentence[i])
            n += (size_t)snprintf(s->notice + n, sizeof s->notice - n, "%s%s", n ? "; " : "",
                                  sentence[i]);
    return s->notice[0] ? s->notice : NULL;
}

const nn_model *search_model(const search *s) { return s->lender ? s->lender->model : s->model; }

bool search_backend_as_asked(const search *s)
{
    const char *asked = s->settings.evaluate.net.backend;
    return !s->knowledge.net || !asked || !*asked ||
           strcmp(asked, network_backend(s->knowledge.net)) == 0;
}

go_status search_prepare_ending(search *s, go_error *err)
{
    playout_gammas *fast = s->knowledge.fast;
    char notice[KNOWLEDGE_NOTICE_MAX]; /* ignored: search_notice gives the same one */
    if (s->decider.ending)
        return GO_OK;
    if (!fast) {
        GO_TRY(knowledge_read_playouts(&fast, &s->settings.evaluate.playout, s->knowledge.size,
                                       notice, err));
        s->knowledge.fast = fast;
    }
    return playout_create(&s->decider.ending, fast, err);
}
