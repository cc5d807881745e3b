#include "mcts/run_state.h"

#include <math.h>
#include <omp.h>

#include "mcts/decide.h"
#include "mcts/proof.h"

void run_begin(run_state *run, double began, const search_limits *limits)
{
    run->began = run->last_report = began;
    run->deadline = limits->seconds > 0 ? began + limits->seconds : 0;
    run->hard_deadline = began + fmax(limits->seconds, limits->max_seconds);
    run->running = true;
    run->prunings = 0;
    run->playouts = 0;
    run->started = 0;
    run->failure = (go_error){GO_OK, ""};
    atomic_store(&run->halt, false);
}

void run_fail(run_state *run, go_status status, const go_error *err)
{
#pragma omp critical(search_failure)
    if (run->failure.status == GO_OK) {
        run->failure = *err;
        run->failure.status = status;
    }
    atomic_store(&run->halt, true);
}

/* ---- what ends it ---- */

/* The counts of nodes have 32 bits, and a win counts as two half wins. */
static const uint32_t MOST_VISITS = 2000000000;

/* Playouts still to come, at most.  Their rate is that of the descents alone: what was done before
 * them, such as keeping a large tree, would make the first of them look slow, and the search
 * would end for want of time that it has.                                     */
static double playouts_left(const run_state *run, const search_limits *l, double now)
{
    double left = INFINITY, done = (double)run->playouts;
    if (l->playouts)
        left = (double)l->playouts - done;
    if (run->deadline > 0 && now > run->descending) {
        double by_time = done / (now - run->descending) * (run->deadline - now);
        left = fmin(left, fmax(by_time, 0));
    }
    return left;
}

/* A lead that this share of the playouts to come cannot make up for is seldom lost, and the time is
 * better spent on other moves (H. Baier and M. Winands, Time Management for Monte-Carlo Tree Search
 * in Go, 2012; they found 0.4).                                               */
static const double likely = 0.5;

/* Checked by the first thread, whose worker is `w`, after each of its descents. */
static bool is_over(run_state *run, const worker *w, int64_t turn, search *s)
{
    const search_root *root = w->root;
    const search_limits *l = &root->limits;
    const bool early_stop = root->settings->limits.early_stop && !l->exact;
    double now = omp_get_wtime();
    if (l->stop && atomic_load_explicit(l->stop, memory_order_relaxed))
        return true;
    if (l->report && now - run->last_report >= l->report_seconds) {
        run->last_report = now;
        if (!l->report(l->user, s))
            return true;
    }
    if (run->deadline > 0 && now >= run->hard_deadline)
        return true;
    if (run->deadline > 0 && now >= run->deadline)
        return !order_is_unclear(root);
    if (early_stop && proof_ends_search(root))
        return true;
    if (turn % 32 && !w->evaluator.slow)
        return false;
    if (node_visits(tree_root(root->tree)) >= MOST_VISITS)
        return true;
    const double share = l->thrifty ? likely : 1;
    return early_stop && !root->gumbel &&
           order_is_decided(root, share * playouts_left(run, l, now));
}

/* ---- its threads ---- */

/* May a thread begin one more descent? */
static bool goes_on(run_state *run, const search_root *root)
{
    int64_t playouts = root->limits.playouts;
    if (atomic_load_explicit(&run->halt, memory_order_relaxed) ||
        atomic_load_explicit(&root->tree->full, memory_order_relaxed) ||
        atomic_load_explicit(&root->tree->crowded, memory_order_relaxed))
        return false;
    return !playouts || atomic_fetch_add(&run->started, 1) < playouts;
}

static void descend(run_state *run, worker *w, bool first, search *s)
{
    go_error err;
    evaluator_enter(&w->evaluator);
    for (int64_t turn = 1; goes_on(run, w->root); turn++) {
        go_status status = worker_simulate(w, &err);
        if (status != GO_OK)
            run_fail(run, status, &err);
        atomic_fetch_add_explicit(&run->playouts, 1, memory_order_relaxed);
        if (first && is_over(run, w, turn, s))
            atomic_store(&run->halt, true);
    }
    evaluator_leave(&w->evaluator);
}

/* Makes room: nodes with few visits become leaves until two fifths of the tree are free.  False:
 * there is no time for it, or it is in vain.                                  */
static bool prune(run_state *run, const search_root *root)
{
    tree *t = root->tree;
    if (run->deadline > 0 && omp_get_wtime() + TREE_KEEP_SECONDS * (double)t->used >
                                 run->hard_deadline)
        return false;
    uint32_t all = node_visits(tree_root(t));
    uint32_t visits = (uint32_t)search_visits_to_expand(&root->settings->tree,
                                                        root->position.board.size, all) + 2;
    do {
        tree_keep(t, tree_at(t, TREE_ROOT), visits);
        visits *= 2;
    } while (tree_fullness(t) > 0.6 && visits < UINT32_MAX / 4);
    run->prunings++;
    return tree_fullness(t) < 0.9;
}

/* What threads cannot do while others search.  False: there is nothing to do, or no room. */
static bool go_on(run_state *run, const search_root *root)
{
    if (run->halt)
        return false;
    if (root->tree->full)
        return prune(run, root);
    const bool crowded = root->tree->crowded;
    if (crowded)
        tree_know_more(root->tree);
    return crowded;
}

/* More threads than descents would only wait, and those of OpenMP take processor time to wait. */
static int threads_that_have_work(const search_limits *limits, int n_workers)
{
    return limits->playouts && limits->playouts < n_workers ? (int)limits->playouts : n_workers;
}

void run_workers(run_state *run, const search_root *root, worker *const *workers, int n_workers,
                 search *s)
{
    run->descending = omp_get_wtime();
    do {
        root->tree->full = false;
#pragma omp parallel num_threads(threads_that_have_work(&root->limits, n_workers))
        {
            const int number = omp_get_thread_num();
            descend(run, workers[number], number == 0, s);
        }
    } while (go_on(run, root));
}
