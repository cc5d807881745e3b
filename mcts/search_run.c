#include "mcts/search_parts.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "mcts/final/final_status.h"
#include "mcts/proof.h"

/* Sets what depends on the limits. */
static go_status begin(search *s, double began, go_error *err)
{
    search_root *root = &s->root;
    search_limits *limits = &root->limits;
    int64_t have = node_visits(tree_root(&s->tree));
    const bool anew = !have;
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
    if (anew)
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
    /* moves forbidden below the root make symmetric moves of the root differ */
    if (root->averages && s->settings.root.symmetry && !s->place.forbidden_below)
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

/* Superko is not in the edges, and a candidate that it forbids would be none. */
static void refuse_illegal(search_root *root)
{
    const board *b = &root->position.board;
    for (int i = 0; i < b->n_empty; i++)
        root->refused[b->empty[i]] |=
            game_legal(root->position.game, root->position.to_move, b->empty[i]) != MOVE_OK;
}

static go_status draw_candidates(search *s, go_error *err)
{
    search_root *root = &s->root;
    bool idle[BOARD_MAX_POINTS] = {false};
    const tree_node *node = tree_root(&s->tree);
    if (node->state != NODE_READY)
        return GO_OK;
    GO_TRY(search_prepare_ending(s, err));
    if (!root->position.exact_ends) /* else dead stones have to be taken */
        GO_TRY(final_find_idle(&root->position.board, s->decider.ending, root->position.seed, idle,
                               err));
    refuse_illegal(root);
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
    GO_TRY(search_limits_check(limits, g, to_move, err));
    GO_TRY(search_prepare(s, g->board.size, err));
    keep_side(s, to_move);
    s->root.limits = limits_of_rank(s, limits, g->board.size);
    GO_TRY(root_move(&s->root, &s->place, g, to_move, err));
    go_status status = begin(s, began, err);
    if (status != GO_OK) {
        s->place.known = false; /* the threads' sums may be those of another search */
        return status;
    }
    open_book(s);
    open_root(s);
    run_workers(&s->run, &s->root, s->workers, s->n_workers, s);
    s->run.seconds = omp_get_wtime() - s->run.began;
    s->net_used = search_net_counts(s);
    s->run.running = false;
    if (s->run.failure.status != GO_OK)
        return go_fail(err, s->run.failure.status, "%s", s->run.failure.message);
    return GO_OK;
}
