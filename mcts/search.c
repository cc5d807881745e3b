#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "mcts/search_internal.h"
#include "nn/formats/model_read.h"

/* ---- making ---- */

go_status search_create(search **out, const search_settings *settings, go_error *err)
{
    search *s = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for a search");
    go_status status = search_configure(s, settings, err);
    if (status != GO_OK) {
        search_destroy(s);
        return status;
    }
    *out = s;
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
    playout_destroy(s->judge);
    s->judge = NULL;
    knowledge_free(&s->knowledge);
}

void search_destroy(search *s)
{
    if (!s)
        return;
    forget_knowledge(s);
    nn_model_destroy(s->model);
    tree_destroy(&s->tree);
    free(s->place.steps);
    free(s);
}

void search_clear(search *s)
{
    s->place.known = false;
    memset(s->hopeless, 0, sizeof s->hopeless);
    if (s->tree.unit)
        tree_clear(&s->tree);
}

static int64_t tree_bytes(const search_settings *settings)
{
    int64_t ram = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    int64_t bytes = settings->tree.memory;
    if (bytes <= 0)
        bytes = ram / 4 < INT64_C(4) << 30 ? ram / 4 : INT64_C(4) << 30;
    return bytes;
}

/* Whoever works with it has been forgotten before. */
static void forget_other_net(search *s, const search_settings *settings)
{
    const char *file = settings->evaluate.net.file;
    bool same = evaluate_settings_need_net(&settings->evaluate) && s->model && file &&
                strcmp(file, s->model->file) == 0;
    if (same)
        return;
    nn_model_destroy(s->model);
    s->model = NULL;
}

go_status search_configure(search *s, const search_settings *settings, go_error *err)
{
    bool fresh = !s->tree.unit;
    if (settings->tree.memory > 0 && settings->tree.memory < TREE_MIN_BYTES)
        return go_fail(err, GO_EINVAL, "memory is to be 0 or at least 1M (%d bytes), not %lld",
                       TREE_MIN_BYTES, (long long)settings->tree.memory);
    if (fresh || tree_bytes(settings) != tree_bytes(&s->settings)) {
        tree other;
        go_status status = tree_create(&other, tree_bytes(settings), err);
        if (status != GO_OK)
            return status;
        if (!fresh)
            tree_destroy(&s->tree);
        s->tree = other;
    }
    search_settings resolved = *settings;
    search_settings_resolve(&resolved);
    if (!fresh && (resolved.threads != s->settings.threads ||
                   !knowledge_same(&resolved.evaluate, &s->settings.evaluate)))
        forget_knowledge(s);
    forget_other_net(s, &resolved);
    s->settings = resolved;
    s->type = evaluator_by_id(resolved.evaluate.evaluator);
    s->rule = select_rule_by_id(resolved.select.rule);
    s->net_values = evaluate_settings_net_values(&resolved.evaluate);
    s->net_edges = s->net_values && resolved.evaluate.prior == PRIOR_NETWORK;
    s->place.known = false;
    return GO_OK;
}

const search_settings *search_configured(const search *s) { return &s->settings; }

static go_status make_workers(search *s, int n, go_error *err)
{
    if (s->n_workers == n)
        return GO_OK;
    free_workers(s);
    s->workers = calloc((size_t)n, sizeof *s->workers);
    if (!s->workers)
        return go_fail(err, GO_ENOMEM, "out of memory for %d threads", n);
    for (; s->n_workers < n; s->n_workers++) {
        go_status status = worker_create(&s->workers[s->n_workers], s, s->n_workers, err);
        if (status != GO_OK)
            return status;
    }
    return GO_OK;
}

go_status search_read_net(search *s, go_error *err)
{
    const nn_backend *ignored;
    const search_settings *settings = &s->settings;
    const char *file = settings->evaluate.net.file, *backend = settings->evaluate.net.backend;
    if (!evaluate_settings_need_net(&settings->evaluate))
        return GO_OK;
    if (!file || !*file)
        return go_fail(err, GO_EINVAL, "a search with a network needs one: name its file by the "
                       "setting net");
    go_status status = nn_backend_choose(&ignored, backend, err);
    return status == GO_OK && !s->model ? nn_model_read(&s->model, file, err) : status;
}

go_status search_prepare(search *s, int size, go_error *err)
{
    go_status status = GO_OK;
    if (s->knowledge.size != size) {
        forget_knowledge(s);
        s->place.known = false;
        status = search_read_net(s, err);
        if (status == GO_OK)
            status = knowledge_read(&s->knowledge, &s->settings.evaluate, s->settings.threads,
                                    s->model, size, err);
    }
    int n = s->settings.threads ? s->settings.threads : omp_get_num_procs();
    return status == GO_OK ? make_workers(s, n, err) : status;
}

/* The network's part changes when a backend fails. */
const char *search_notice(search *s)
{
    char net[800] = "";
    const char *other = s->knowledge.notice;
    if (s->knowledge.net)
        network_notice(s->knowledge.net, net, sizeof net);
    const char *root = s->no_gumbel ? "root=gumbel does nothing without a number of playouts or "
                                      "visits: set one of them" : "";
    snprintf(s->notice, sizeof s->notice, "%s%s%s%s%s", net, *net && *other ? "; " : "", other,
             (*net || *other) && *root ? "; " : "", root);
    return s->notice[0] ? s->notice : NULL;
}

bool search_backend_as_asked(const search *s)
{
    const char *asked = s->settings.evaluate.net.backend;
    return !s->knowledge.net || !asked || !*asked ||
           strcmp(asked, network_backend(s->knowledge.net)) == 0;
}

search_limits search_limits_default(const search_settings *settings)
{
    search_limits l = {.playouts = settings->limits.playouts, .visits = settings->limits.visits,
                       .seconds = settings->limits.move_time};
    if (settings->choice.strength) { /* 14 playouts at 1, 10,000 at 20 */
        int64_t weak = (int64_t)(10 * pow(2, 0.5 * settings->choice.strength));
        if (!l.playouts || l.playouts > weak)
            l.playouts = weak;
    }
    return l;
}

/* ---- running ---- */

static bool has_time_limit(const search *s) { return s->deadline > 0; }

/* Playouts that can still come, as far as the limits tell. */
static double playouts_left(const search *s, double now)
{
    double left = INFINITY, done = (double)s->playouts;
    if (s->limits.playouts)
        left = (double)s->limits.playouts - done;
    if (has_time_limit(s) && now > s->began) {
        double by_time = done / (now - s->began) * (s->deadline - now);
        left = fmin(left, fmax(by_time, 0));
    }
    return left;
}

/* Can no move overtake the choice by visits any more?  The best two of the root
 * by visits, the first of which must also be the choice.                      */
static bool is_decided(const search *s, double left)
{
    tree_node *order[SEARCH_MAX_MOVES];
    int n = look_order(s, order);
    if (!n)
        return false;
    if (tree_at(&s->tree, TREE_ROOT)->n_edges == 1)
        return true;
    uint32_t best = node_visits(order[0]), second = 0;
    for (int i = 1; i < n; i++)
        if (node_visits(order[i]) > second)
            second = node_visits(order[i]);
    return best > second && (double)(best - second) > left;
}

/* Two moves of about equal visits, or the most visited one is not the choice. */
static bool is_unclear(const search *s)
{
    tree_node *order[SEARCH_MAX_MOVES];
    int n = look_order(s, order);
    for (int i = 1; i < n; i++)
        if (10.0 * node_visits(order[i]) > 7.0 * node_visits(order[0]))
            return true;
    return false;
}

static bool report_is_due(search *s, double now)
{
    if (!s->limits.report || now - s->last_report < s->limits.report_seconds)
        return false;
    s->last_report = now;
    return true;
}

/* The counts of nodes are 32 bits wide, and half wins are twice as many. */
static const uint32_t MOST_VISITS = 2000000000;

/* Looked at by the first thread after each of its descents. */
static bool is_over(search *s, int64_t turn)
{
    double now = omp_get_wtime();
    if (s->limits.stop && atomic_load_explicit(s->limits.stop, memory_order_relaxed))
        return true;
    if (report_is_due(s, now) && !s->limits.report(s->limits.user, s))
        return true;
    if (has_time_limit(s) && now >= s->hard_deadline)
        return true;
    if (has_time_limit(s) && now >= s->deadline)
        return !is_unclear(s);
    if (turn % 32 && !s->knowledge.net) /* whose playouts are few */
        return false;
    if (node_visits(tree_at(&s->tree, TREE_ROOT)) >= MOST_VISITS)
        return true;
    return s->settings.limits.early_stop && !s->limits.exact && !s->gumbel.n &&
           is_decided(s, playouts_left(s, now));
}

static bool may_start(search *s)
{
    if (!s->limits.playouts)
        return true;
    return atomic_fetch_add(&s->started, 1) < s->limits.playouts;
}

static void work(search *s, worker *w, bool first)
{
    int64_t turn = 0;
    if (s->knowledge.net)
        network_enter(s->knowledge.net);
    while (!atomic_load_explicit(&s->halt, memory_order_relaxed) &&
           !atomic_load_explicit(&s->full, memory_order_relaxed) && may_start(s)) {
        worker_simulate(w);
        atomic_fetch_add_explicit(&s->playouts, 1, memory_order_relaxed);
        if (first && is_over(s, ++turn))
            atomic_store(&s->halt, true);
    }
    if (s->knowledge.net)
        network_leave(s->knowledge.net);
}

/* Makes room: nodes of few visits become leaves, until two fifths are free. */
static bool prune(search *s)
{
    uint32_t visits = (uint32_t)s->settings.tree.expand + 2;
    do {
        tree_keep(&s->tree, tree_at(&s->tree, TREE_ROOT), visits);
        visits *= 2;
    } while (tree_fullness(&s->tree) > 0.6 && visits < UINT32_MAX / 4);
    s->prunings++;
    return tree_fullness(&s->tree) < 0.9;
}

static void run_workers(search *s)
{
#pragma omp parallel num_threads(s->n_workers)
    {
        int number = omp_get_thread_num();
        work(s, s->workers[number], number == 0);
    }
}

static void begin(search *s, const search_limits *limits)
{
    s->limits = *limits;
    int64_t have = node_visits(tree_at(&s->tree, TREE_ROOT));
    if (limits->visits) {
        if (!have && limits->visits > 1 && s->settings.evaluate.evaluator == EVALUATOR_NETWORK)
            have = 1; /* the root's own, which is still to come */
        int64_t more = limits->visits > have ? limits->visits - have : 1;
        if (!limits->playouts || more < limits->playouts)
            s->limits.playouts = more;
    }
    memset(s->refused, 0, sizeof s->refused);
    worker_forbids(limits, 0, s->to_move, s->refused);
    s->last_report = s->began;
    s->deadline = limits->seconds > 0 ? s->began + limits->seconds : 0;
    s->hard_deadline = s->began + fmax(limits->seconds, limits->max_seconds);
    s->running = true;
    s->playouts = 0;
    s->started = 0;
    s->prunings = 0;
    atomic_store(&s->halt, false);
    for (int i = 0; i < s->n_workers; i++) {
        /* other numbers at each move, and when a search is taken up again */
        uint64_t stream = rng_mix64((uint64_t)s->settings.seed) ^
                          rng_mix64((uint64_t)s->game_moves * 4096 + (uint64_t)i + 1) ^
                          rng_mix64(rng_mix64((uint64_t)have));
        s->workers[i]->random = rng_seed(stream);
        worker_begin(s->workers[i]);
    }
}

static go_status begin_net(search *s, go_error *err)
{
    go_status status = GO_OK;
    s->failure = (go_error){GO_OK, ""};
    s->root_answered = false;
    if (s->knowledge.net)
        s->net_before = network_counted(s->knowledge.net);
    for (int i = 0; i < s->n_workers && status == GO_OK; i++)
        status = worker_net_begin(s->workers[i], err);
    return status;
}

static go_status begin_owners(search *s, bool wanted, go_error *err)
{
    for (int i = 0; i < s->n_workers; i++) {
        worker *w = s->workers[i];
        move_owners_destroy(w->owners);
        w->owners = wanted ? move_owners_create(s->board.size) : NULL;
        if (wanted && !w->owners)
            return go_fail(err, GO_ENOMEM, "out of memory for the ownership of each move");
    }
    return GO_OK;
}

static void open_root(search *s)
{
    worker *w = s->workers[0];
    if (s->knowledge.net)
        network_enter(s->knowledge.net);
    worker_expand_root(w);
    noise_add(&s->tree, &s->settings.root.noise, &w->random);
    if (s->knowledge.net)
        network_leave(s->knowledge.net);
    s->gumbel.n = 0;
    tree_node *root = tree_at(&s->tree, TREE_ROOT);
    search_limits own = search_limits_default(&s->settings);
    s->no_gumbel = s->settings.root.rule == ROOT_GUMBEL && !s->limits.playouts && !own.playouts &&
                   !own.visits;
    if (s->settings.root.rule == ROOT_GUMBEL && s->limits.playouts && root->state == NODE_READY)
        gumbel_begin(&s->gumbel, &s->tree, root, s->limits.playouts, &s->settings.root.gumbel,
                     s->refused, &w->random);
}

go_status search_run(search *s, const game *g, colour to_move, const search_limits *limits,
                     go_error *err)
{
    s->began = omp_get_wtime();
    go_status status = search_prepare(s, g->board.size, err);
    if (status == GO_OK)
        status = search_place_root(s, g, to_move, err);
    if (status == GO_OK)
        status = begin_net(s, err);
    if (status == GO_OK)
        status = begin_owners(s, limits->moves_ownership, err);
    if (status != GO_OK)
        return status;
    begin(s, limits);
    open_root(s);
    do {
        atomic_store(&s->full, false);
        run_workers(s);
    } while (s->full && !s->halt && prune(s));
    s->seconds = omp_get_wtime() - s->began;
    s->net_used = net_counts_since_start(s);
    s->running = false;
    if (s->failure.status != GO_OK)
        return go_fail(err, s->failure.status, "%s", s->failure.message);
    return GO_OK;
}
