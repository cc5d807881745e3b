#include "mcts/search.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mcts/analysis.h"
#include "mcts/book/book.h"
#include "mcts/decide.h"
#include "mcts/outcome.h"
#include "mcts/proof.h"
#include "mcts/run_state.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"

struct search {
    search_settings settings; /* resolved */
    int evaluator;            /* before that, since what is usual may depend on the board's size */
    worker **workers;         /* [n_workers] */
    int n_workers;
    const search *lender;     /* whose knowledge this one uses; NULL: its own */

    /* kept from move to move */
    nn_model *model;          /* the network, for all sizes; NULL: none yet */
    book *book;               /* of the settings; NULL: none */
    knowledge knowledge;      /* size 0: none yet */
    tree tree;
    averaging averages;
    root_place place;
    decider decider;

    /* the search under way, or the last one */
    search_root root;
    run_state run;
    gumbel gumbel;
    bool no_gumbel;           /* it is set, but the number of playouts is unknown */
    network_counts net_before, net_used; /* at the start; of the search, once it is over */
    char notice[SEARCH_NOTICE_MAX];      /* of search_notice */
};

/* ---- creating and configuring ---- */

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

go_status search_create_sharing(search **out, const search *lender,
                                const search_settings *settings, go_error *err)
{
    search_settings resolved = *settings;
    search_settings_resolve(&resolved, lender->knowledge.size);
    if (!lender->knowledge.size || !knowledge_same(&resolved.evaluate, &lender->settings.evaluate))
        return go_fail(err, GO_EINVAL, "searches that share a network need the same files, read "
                       "before");
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

static void forget_knowledge(search *s)
{
    free_workers(s);
    playout_destroy(s->decider.ending);
    s->decider.ending = NULL;
    if (s->lender) { /* only gammas that it had to read itself are its own */
        if (s->knowledge.fast != s->lender->knowledge.fast)
            playout_gammas_destroy(s->knowledge.fast);
        s->knowledge = (knowledge){0};
    }
    knowledge_free(&s->knowledge);
}

static void forget_model(search *s)
{
    forget_knowledge(s); /* the network in it computes the model */
    nn_model_destroy(s->model);
    s->model = NULL;
}

void search_destroy(search *s)
{
    if (!s)
        return;
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
    memset(s->decider.hopeless, 0, sizeof s->decider.hopeless);
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
    int64_t ram = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    if (settings->memory > 0)
        return settings->memory;
    return ram / 4 < INT64_C(4) << 30 ? ram / 4 : INT64_C(4) << 30;
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
    search_settings_resolve(&resolved, s->knowledge.size);
    if (settings->tree.memory > 0 && settings->tree.memory < TREE_MIN_BYTES)
        return go_fail(err, GO_EINVAL, "memory must be 0 or at least 1M (%d bytes), not %lld",
                       TREE_MIN_BYTES, (long long)settings->tree.memory);
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
    s->evaluator = settings->evaluate.evaluator;
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
    if (!evaluate_settings_need_net(&s->settings.evaluate))
        return GO_OK;
    if (!evaluate_settings_have_net(&s->settings.evaluate))
        return go_fail(err, GO_EINVAL, "a search with a network needs one: name its file by the "
                       "setting net");
    GO_TRY(nn_backend_choose(&ignored, settings->backend, err));
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
    if (!lender) {
        GO_TRY(search_read_net(s, size, err));
        return knowledge_read(&s->knowledge, &s->settings.evaluate, s->settings.threads, s->model,
                              size, err);
    }
    if (lender->knowledge.size != size ||
        !knowledge_same(&s->settings.evaluate, &lender->settings.evaluate))
        return go_fail(err, GO_EINVAL, "the network that this search shares was read for %dx%d "
                       "boards, with other settings", lender->knowledge.size,
                       lender->knowledge.size);
    s->knowledge = lender->knowledge;
    return GO_OK;
}

/* Chooses the evaluator again, now that the size is known. */
static void settle_evaluator(search *s, int size)
{
    evaluate_settings e = s->settings.evaluate;
    e.evaluator = s->evaluator;
    evaluate_settings_resolve(&e, size);
    if (e.evaluator == s->settings.evaluate.evaluator)
        return;
    forget_knowledge(s);
    s->place.known = false;
    s->settings.evaluate = e;
}

go_status search_prepare(search *s, int size, go_error *err)
{
    settle_evaluator(s, size);
    if (s->knowledge.size != size) {
        forget_knowledge(s);
        s->place.known = false;
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

/* ---- running ---- */

/* Sets what depends on the limits. */
static go_status begin(search *s, double began, go_error *err)
{
    search_root *root = &s->root;
    search_limits *limits = &root->limits;
    int64_t have = node_visits(tree_root(&s->tree));
    if (limits->visits) {
        if (!have && limits->visits > 1 && s->workers[0]->evaluator.predicts)
            have = 1; /* the root's own, still to come */
        int64_t more = limits->visits > have ? limits->visits - have : 1;
        if (!limits->playouts || more < limits->playouts)
            limits->playouts = more;
    }
    root->averages = s->settings.select.rule == RULE_PUCT &&
                             evaluate_settings_net_values(&s->settings.evaluate)
                         ? &s->averages
                         : NULL;
    root->shares = root->averages && s->settings.tree.graph;
    if (root->shares)
        GO_TRY(tree_share(&s->tree, err));
    if (!have)
        value_bias_clear(&s->averages.bias);
    if (root->averages && s->settings.average.bias > 0 && !s->averages.bias.entry)
        GO_TRY(value_bias_create(&s->averages.bias, err));
    root->gumbel = NULL;
    root->wide = fmax(limits->wide_root, s->settings.root.wide);
    memset(root->refused, 0, sizeof root->refused);
    root->refuses = search_limits_forbid(limits, 0, root->position.to_move, root->refused);
    root_refuse_settled(root);
    root->may_pass = !root->refused[PASS];
    root->has_twins = false;
    if (root->averages && s->settings.root.symmetry)
        root_find_twins(root);
    s->net_before = network_counted(s->knowledge.net);
    for (int i = 0; i < s->n_workers; i++) {
        /* different numbers at each move, and when a search is resumed */
        uint64_t stream = rng_mix64((uint64_t)s->settings.seed) ^
                          rng_mix64(root->position.game->n_steps * 4096 + (uint64_t)i + 1) ^
                          rng_mix64(rng_mix64((uint64_t)have));
        GO_TRY(worker_begin(s->workers[i], stream, err));
    }
    run_begin(&s->run, began, limits);
    return GO_OK;
}

/* Makes the playouts that tell how a game ends. */
static go_status prepare_ending(search *s, go_error *err)
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

/* The limits for a game on boards of that size. */
static search_limits limits_of_rank(const search *s, const search_limits *limits, int size)
{
    search_limits out = *limits;
    if (!out.rank)
        return out;
    rank_effort e = rank_effort_of(out.rank, size,
                                   evaluate_settings_net_values(&s->settings.evaluate));
    out.candidates = e.candidates;
    if (!out.playouts || out.playouts > e.playouts)
        out.playouts = e.playouts;
    return out;
}

enum { BOOK_PLAYOUTS = 16 }; /* enough to tell what the position is worth */

/* If the book has answers that may be played, one of them is drawn. */
static void open_book(search *s)
{
    search_root *root = &s->root;
    point answer[BOOK_ANSWERS];
    int n = 0;
    const int all = root->limits.book ? book_find(s->book, &root->position.board,
                                                  root->position.to_move, answer) : 0;
    for (int i = 0; i < all; i++)
        if (!root->refused[answer[i]] &&
            game_legal(root->position.game, root->position.to_move, answer[i]) == MOVE_OK)
            answer[n++] = answer[i];
    root->by_book = n > 0;
    if (!n)
        return;
    root->book_move = answer[rng_below(&s->workers[0]->random, (uint32_t)n)];
    if (!root->limits.playouts || root->limits.playouts > BOOK_PLAYOUTS)
        root->limits.playouts = BOOK_PLAYOUTS;
}

static go_status draw_candidates(search *s, go_error *err)
{
    search_root *root = &s->root;
    bool idle[BOARD_MAX_POINTS] = {false};
    const tree_node *node = tree_root(&s->tree);
    if (node->state != NODE_READY)
        return GO_OK;
    GO_TRY(prepare_ending(s, err));
    if (!root->position.exact_ends) /* else dead stones have to be taken */
        GO_TRY(final_find_idle(&root->position.board, s->decider.ending, root->position.seed, idle,
                               err));
    candidates_draw(&root->limits.candidates, &s->tree, node, idle, root->refused,
                    &s->workers[0]->random);
    root->refuses = true;
    return GO_OK;
}

/* The sums know nothing of a tree that is kept after a move.  If few playouts follow, they would
 * say who owns a point from these few alone.                                  */
static go_status sample_ends(search *s, go_error *err)
{
    enum { ENOUGH = 64 };
    const search_root *root = &s->root;
    const int64_t coming = root->limits.playouts;
    if (root->continues || !node_visits(tree_root(&s->tree)) || !coming || coming >= ENOUGH ||
        !evaluate_settings_play_out(&s->settings.evaluate))
        return GO_OK;
    return worker_sample(s->workers[0], ENOUGH, err);
}

static void open_root(search *s)
{
    go_error err;
    const root_settings *settings = &s->settings.root;
    const search_limits *l = &s->root.limits;
    worker *w = s->workers[0];
    evaluator_enter(&w->evaluator);
    go_status status = worker_open_root(w, &s->root.outlook, &err);
    evaluator_leave(&w->evaluator);
    if (status == GO_OK)
        proof_begin(&s->root);
    edges_add_noise(&s->tree, &settings->noise, &w->random);
    if (status == GO_OK && l->candidates.n > 0)
        status = draw_candidates(s, &err);
    if (status == GO_OK)
        status = sample_ends(s, &err);
    if (status != GO_OK)
        run_fail(&s->run, status, &err);
    tree_node *node = tree_root(&s->tree);
    search_limits own = search_limits_default(&s->settings);
    bool halving = settings->rule == ROOT_GUMBEL;
    s->no_gumbel = halving && !l->playouts && !own.playouts && !own.visits;
    if (!halving || !l->playouts || node->state != NODE_READY)
        return;
    gumbel_begin(&s->gumbel, &s->tree, node, l->playouts, &settings->gumbel, s->root.refused,
                 &w->random);
    s->root.gumbel = s->gumbel.n ? &s->gumbel : NULL;
}

int64_t search_net_evaluated(const search *s)
{
    return network_counted(s->knowledge.net).evaluated;
}

static network_counts net_counts(const search *s)
{
    network_counts now = network_counted(s->knowledge.net);
    return (network_counts){.queries = now.queries - s->net_before.queries,
                            .evaluated = now.evaluated - s->net_before.evaluated,
                            .batches = now.batches - s->net_before.batches};
}

/* What the network has said with the other side at an advantage does not count any more. */
static void keep_side(search *s, colour to_move)
{
    const network_settings *net = &s->settings.evaluate.net;
    if (net->doubling != 0 && net->doubling_side == DOUBLING_MOVER && s->place.to_move != to_move)
        s->place.known = false;
}

go_status search_run(search *s, const game *g, colour to_move, const search_limits *limits,
                     go_error *err)
{
    const double began = omp_get_wtime();
    GO_TRY(search_prepare(s, g->board.size, err));
    keep_side(s, to_move);
    s->root.limits = limits_of_rank(s, limits, g->board.size);
    GO_TRY(root_move(&s->root, &s->place, g, to_move, err));
    GO_TRY(begin(s, began, err));
    open_book(s);
    open_root(s);
    run_workers(&s->run, &s->root, s->workers, s->n_workers, s);
    s->run.seconds = omp_get_wtime() - s->run.began;
    s->net_used = net_counts(s);
    s->run.running = false;
    if (s->run.failure.status != GO_OK)
        return go_fail(err, s->run.failure.status, "%s", s->run.failure.message);
    return GO_OK;
}

/* ---- results ---- */

search_counts search_counted(const search *s)
{
    const run_state *run = &s->run;
    network_counts net = run->running ? net_counts(s) : s->net_used;
    search_counts c = {.playouts = run->playouts,
                       .visits = node_visits(tree_root(&s->tree)),
                       .nodes = s->tree.used,
                       .bytes = (int64_t)s->tree.used * TREE_UNIT,
                       .bytes_max = (int64_t)s->tree.capacity * TREE_UNIT,
                       .seconds = run->running ? omp_get_wtime() - run->began : run->seconds,
                       .prunings = run->prunings,
                       .net_queries = net.queries,
                       .net_evaluated = net.evaluated,
                       .net_batches = net.batches};
    double moves = 0, ends = 0;
    for (int i = 0; i < s->n_workers; i++) {
        const thread_sums *sums = &s->workers[i]->sums;
        moves += tally_get(&sums->moves);
        ends += tally_get(&sums->ends);
        if ((int)tally_get(&sums->max_depth) > c.max_depth)
            c.max_depth = (int)tally_get(&sums->max_depth);
    }
    c.mean_playout = ends > 0 ? moves / ends : 0;
    return c;
}

double search_counts_cached(const search_counts *c)
{
    return c->net_queries > 0 ? 1 - (double)c->net_evaluated / (double)c->net_queries : 0;
}

double search_counts_batch(const search_counts *c)
{
    return c->net_batches > 0 ? (double)c->net_evaluated / (double)c->net_batches : 0;
}

go_status search_analyze(search *s, const analysis_options *options, search_analysis *a,
                         go_error *err)
{
    if (!s->place.known)
        return go_fail(err, GO_EINVAL, "nothing has been searched yet");
    return analysis_fill(a, &s->root, s->workers, s->n_workers, options, err);
}

go_status search_improved_policy(const search *s, double *share, go_error *err)
{
    const search_root *root = &s->root;
    const board *b = &root->position.board;
    if (!s->place.known || !root->averages || !s->workers[0]->root_answered)
        return go_fail(err, GO_EINVAL, "no search with a network has improved a policy yet");
    const tree_node *node = tree_root(&s->tree);
    double by_edge[SEARCH_MAX_MOVES], own = 0.5 + 0.5 * s->workers[0]->root_answer.value;
    gumbel_improve(&s->tree, node, root->position.to_move, own, root->refused, by_edge);
    for (int i = 0; i <= b->size * b->size; i++)
        share[i] = 0;
    for (int i = 0; i < node->n_edges; i++)
        share[board_index(b, tree_edges(&s->tree, node)[i].move)] = by_edge[i];
    return GO_OK;
}

void search_analysis_release(search_analysis *a)
{
    free(a->move);
    free(a->move_ownership);
    a->move = NULL;
    a->move_ownership = NULL;
}

go_status search_final_status(search *s, const game *g, bool agreed, final_status *out,
                              go_error *err)
{
    if (!agreed && final_status_counts_as_is(&g->rules)) {
        final_status_as_it_stands(out, g);
        return GO_OK;
    }
    GO_TRY(search_prepare(s, g->board.size, err));
    GO_TRY(prepare_ending(s, err));
    return outcome_find(out, g, s->decider.ending, s->knowledge.net,
                        outcome_evaluations(g->board.size), &(final_status_options){0}, err);
}

void search_decide(search *s, search_decision *out)
{
    const run_state *run = &s->run;
    double planned = run->deadline > 0 ? run->deadline - run->began : 0;
    if (planned > 0 && s->root.limits.clock > 0) { /* what is left is all there is for a decision */
        double left = run->began + s->root.limits.clock - omp_get_wtime();
        planned = fmax(fmin(planned, left), 1e-3);
    }
    if (!s->decider.ending && s->knowledge.fast &&
        playout_create(&s->decider.ending, s->knowledge.fast, NULL) != GO_OK)
        s->decider.ending = NULL; /* the search decides without it */
    s->decider.net = s->knowledge.net;
    decide_move(&s->decider, &s->root, &s->workers[0]->random, planned, out);
}

go_status search_evaluate_network(search *s, const game *g, colour to_move, int symmetry,
                                  nn_result *out, go_error *err)
{
    nn_position *p = NULL;
    if (!evaluate_settings_need_net(&s->settings.evaluate))
        return go_fail(err, GO_EUNSUPPORTED, "there is no network: name its file by the setting "
                       "net");
    GO_TRY(search_prepare(s, g->board.size, err));
    GO_TRY(nn_position_create(&p, g->board.size, g->board.size, &g->rules, g->komi, err));
    go_status status = nn_position_of_game(p, g, to_move, err);
    if (status == GO_OK)
        status = network_evaluate_shown(s->knowledge.net, p, symmetry, out, err);
    nn_position_destroy(p);
    return status;
}
