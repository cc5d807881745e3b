#include "mcts/worker.h"

#include <math.h>
#include <stdlib.h>

#include "mcts/graph_key.h"
#include "mcts/proof.h"
#include "mcts/tree/edges.h"

go_status worker_create(worker **out, const search_root *root, const knowledge *k, go_error *err)
{
    worker *w = calloc(1, sizeof *w);
    if (!w)
        return go_fail(err, GO_ENOMEM, "out of memory for a thread of the search");
    w->root = root;
    go_status status = evaluator_create(&w->evaluator, k, &root->settings->evaluate, err);
    if (status == GO_OK)
        *out = w;
    else
        worker_destroy(w);
    return status;
}

void worker_destroy(worker *w)
{
    if (!w)
        return;
    evaluator_destroy(&w->evaluator);
    sums_free(&w->sums);
    free(w);
}

go_status worker_begin(worker *w, uint64_t seed, go_error *err)
{
    const search_root *root = w->root;
    w->random = rng_seed(seed);
    w->path[0] = tree_at(root->tree, TREE_ROOT);
    w->root_answered = false;
    line_begin(&w->line, &root->position);
    GO_TRY(evaluator_begin(&w->evaluator, &root->position, err));
    return sums_begin(&w->sums, root->position.board.size, root->limits.moves_ownership,
                      root->continues, err);
}

/* ---- evaluating and expanding ---- */

static go_status evaluate(worker *w, int wanted, leaf_value *out, go_error *err)
{
    GO_TRY(evaluator_evaluate(&w->evaluator, &w->line, wanted, &w->random, out, err));
    if (out->raw && !w->line.depth) {
        w->root_answer = *out->raw;
        w->root_answered = true;
    }
    return GO_OK;
}

static bool claim(tree_node *node)
{
    uint8_t expected = NODE_LEAF;
    return atomic_compare_exchange_strong(&node->state, &expected, NODE_BUSY);
}

static void unclaim(tree_node *node)
{
    atomic_store_explicit(&node->state, NODE_LEAF, memory_order_release);
}

/* The node that holds the moves of the position at the end of the line. */
static tree_node *here(const worker *w) { return node_home(w->path[w->line.depth]); }

/* The edges of the last node of the path.  *all: how many it has, more than are made now if
 * only some moves have a prior.                                               */
static int make_edges(const worker *w, const leaf_value *v, tree_edge edge[BOARD_MAX_AREA + 1],
                      int *all)
{
    colour c = w->line.to_move;
    const bool *settled = w->root->settled[c];
    float folded[BOARD_MAX_AREA + 1];
    edge_source source = {.prior = v->prior, .knows_pass = v->prior_knows_pass, .settled = settled,
                          .some = v->some, .n_some = v->n_some,
                          .useless = !w->line.depth && w->root->takes_useless};
    if (!w->line.depth && w->root->has_twins && !v->some) {
        root_fold_priors(w->root, v->prior, folded);
        source.prior = folded;
    }
    int n = edges_make(&w->line.board, c, &source, edge);
    double temperature = w->line.depth ? 1 : w->root->settings->root.temperature;
    if (temperature != 1)
        edges_heat(edge, n, temperature);
    *all = v->some && n >= w->root->tree->n_some ? v->n_all + 1 : n;
    proof_mark_gaps(here(w), &w->line, settled, *all);
    return n;
}

static void note_proof(worker *w)
{
    colour winner = proof_find(&w->line);
    if (winner != EMPTY)
        node_prove(w->path[w->line.depth], winner);
}

/* Gives the claimed last node of the path its edges.  False: the tree is full. */
static bool expand(worker *w, const leaf_value *v)
{
    tree_edge edge[BOARD_MAX_AREA + 1];
    tree *t = w->root->tree;
    int all, n = make_edges(w, v, edge, &all);
    if (w->line.depth)
        note_proof(w);
    return all > n ? tree_expand_some(t, here(w), edge, all) : tree_expand(t, here(w), edge, n);
}

/* Gives the last node of the path, which has some of its edges, the others.  False: not
 * now.                                                                        */
static bool complete(worker *w)
{
    tree_edge edge[BOARD_MAX_AREA + 1];
    leaf_value v;
    go_error ignored; /* some edges are enough to go on */
    if (evaluate(w, EVALUATE_PRIOR, &v, &ignored) != GO_OK)
        return false;
    int all, n = make_edges(w, &v, edge, &all);
    return tree_complete(w->root->tree, here(w), edge, n);
}

/* A root that was expanded as a node within the tree: the network is asked differently
 * about roots, and more moves may be settled by now.                          */
static void renew_root(worker *w, const leaf_value *v)
{
    tree_edge edge[BOARD_MAX_AREA + 1];
    int all, n = make_edges(w, v, edge, &all);
    tree_renew(w->root->tree, here(w), edge, n);
}

/* ---- descending ---- */

/* A move that superko forbids is banned for good where one line leads to the node, as to the
 * root; where several do, for this descent.                                   */
static void ban(worker *w, tree_node *child, select_view *view)
{
    if (!w->root->shares || !w->line.depth) {
        node_mark(child, NODE_BANNED);
        return;
    }
    if (!view->forbidden)
        memset(w->forbidden, 0, sizeof w->forbidden);
    view->forbidden = w->forbidden;
    w->forbidden[child->move] = true;
}

static tree_node *choose_child(worker *w, tree_node *node)
{
    const search_root *root = w->root;
    colour c = w->line.to_move;
    bool some = root->refuses;
    if (w->line.depth)
        some = search_limits_forbid(&root->limits, w->line.depth, c, w->forbidden);
    else if (some)
        memcpy(w->forbidden, root->refused, sizeof w->forbidden);
    bool more = false;
    select_view view = {&root->settings->select, root->tree, node, c, some ? w->forbidden : NULL,
                        node_winner(w->path[w->line.depth]) != EMPTY, &more,
                        w->line.depth ? 0 : root->wide, &w->random};
    select_rule *rule = select_rule_by_id(root->settings->select.rule);
    bool halving = !w->line.depth && root->gumbel;
    for (;;) {
        tree_node *child = halving ? gumbel_select(root->gumbel, &view) : NULL;
        if (!child)
            child = rule(&view);
        if (more) {
            more = false;
            if (complete(w))
                continue;
        }
        if (!child && !view.proven) { /* all that may be searched lose: then those are searched */
            view.proven = true;
            continue;
        }
        bool was_checked = child && node_visits(child) && !root->shares;
        if (!child || was_checked || !line_repeats(&w->line, child->move))
            /* cppcheck-suppress returnDanglingLifetime; a node of the tree, not of the view */
            return child;
        ban(w, child, &view);
    }
}

static int visits_to_expand(const worker *w)
{
    return search_visits_to_expand(&w->root->settings->tree, w->line.board.size,
                                   node_visits(w->path[0]));
}

/* Does the descent go on to a child, or is this position to be evaluated?  If the prior
 * does not come with the value, moves enter the tree here.  *status is set to an error of
 * the evaluator or left as it is.                                             */
static bool goes_on(worker *w, tree_node *node, go_status *status, go_error *err)
{
    leaf_value v;
    int depth = w->line.depth;
    if (depth == LINE_MAX || line_is_over(&w->line))
        return false;
    int state = atomic_load_explicit(&node->state, memory_order_acquire);
    if (state != NODE_LEAF)
        return state != NODE_BUSY;
    if (depth && (w->evaluator.prior_with_value || (int)node_visits(node) < visits_to_expand(w)))
        return false;
    if (!claim(node))
        return false;
    *status = evaluate(w, EVALUATE_PRIOR | (depth ? EVALUATE_SOME : 0), &v, err);
    if (*status == GO_OK)
        return expand(w, &v);
    unclaim(node);
    return false;
}

/* Plays the child of the present node. */
static void step(worker *w, tree_node *child)
{
    line *l = &w->line;
    const averaging *a = w->root->averages;
    tree_spot spot = {.to_move = opponent(l->to_move)};
    if (a && a->bias.entry)
        spot.bias = value_bias_place(&l->board, l->to_move, l->board.last, child->move);
    atomic_fetch_add_explicit(&child->pending, 1, memory_order_relaxed);
    line_play(l, child->move);
    w->path[l->depth] = child;
    w->key[l->depth] = w->root->shares ? graph_key(l, w->key[l->depth - 1]) : 0;
    spot.key = w->key[l->depth];
    if (a)
        tree_settle(w->root->tree, child, &spot);
}

/* Does the edge at the end of the line lead where more is known than it asks for, or back to
 * where the line has been?  Then its position need not be visited to count it. */
static bool is_known(const worker *w)
{
    const tree_node *edge = w->path[w->line.depth], *home = node_home(edge);
    if (!w->root->shares || !w->line.depth)
        return false;
    if (node_visits(edge) < node_visits(home))
        return true;
    for (int i = 0; i < w->line.depth; i++)
        if (node_home(w->path[i]) == home)
            return true;
    return false;
}

static go_status descend(worker *w, go_error *err)
{
    line *l = &w->line;
    go_status status = GO_OK;
    line_restart(l);
    while (!is_known(w) && goes_on(w, here(w), &status, err)) {
        tree_node *child = choose_child(w, here(w));
        if (!child)
            break;
        step(w, child);
    }
    uint32_t deepest = tally_get(&w->sums.max_depth);
    if ((uint32_t)l->depth > deepest)
        tally_add(&w->sums.max_depth, (uint32_t)l->depth - deepest);
    return status;
}

/* ---- backing up ---- */

/* As a position's record counts it. */
static evaluation evaluation_of(const worker *w, const leaf_value *v)
{
    const averaging *a = w->root->averages;
    const utility_settings *u = &a->settings->utility;
    double score = v->score - w->root->position.dynamic_komi;
    double error = v->value_error + v->score_error * utility_of_point(u, &a->view, score);
    evaluation e = {.win = v->win,
                    .utility = v->value,
                    .lead = v->lead,
                    .score = score,
                    .stdev = v->raw && !v->raw->has_score ? -1 : v->lead_stdev,
                    .weight = 1};
    if (w->root->outlook.tells_errors)
        e.weight = average_weight(a->settings, error);
    if (utility_has_score(u))
        e.utility = utility_of(u, &a->view, e.win, e.score, e.stdev);
    return e;
}

/* From the evaluated leaf to the root.  v NULL: its position is known. */
static void back_up_means(worker *w, const leaf_value *v)
{
    const search_root *root = w->root;
    int last = w->line.depth;
    if (v) {
        evaluation e = evaluation_of(w, v);
        average_add(here(w), &e);
        average_update(root->tree, here(w), root->averages, 1);
    }
    for (int i = last; i >= 0; i--) {
        atomic_fetch_add_explicit(&w->path[i]->visits, 1, memory_order_relaxed);
        if (i < last)
            average_update(root->tree, node_home(w->path[i]), root->averages, 1);
    }
}

static void add_result(tree_node *node, const leaf_value *v)
{
    double x = v->value;
    atomic_fetch_add_explicit(&node->value, (int64_t)lrint(x * TREE_ONE), memory_order_relaxed);
    atomic_fetch_add_explicit(&node->value_square, (int64_t)lrint(x * x * TREE_ONE),
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&node->lead, (int64_t)lrint(v->lead * TREE_POINT),
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
}

/* For a move of `c` that was possible. */
static void add_rave(worker *w, const tree_walk *k, point move, colour c, uint32_t half_wins)
{
    const tree *t = w->root->tree;
    uint32_t amount = half_wins;
    if (t->reach) {
        const board *b = &w->line.board;
        const int points = around_get(&w->around, board_x(b, move), board_y(b, move));
        amount = (uint32_t)(TREE_AROUND_ZERO + (c == BLACK ? points : -points));
        tree_sum_add(tree_around(t, k), amount);
    }
    if (w->first[move] == c)
        tree_sum_add(&k->child->rave, amount);
}

/* From the end of the playout to the root; `first` holds who played first on each point
 * after the current node.                                                     */
static void back_up_rave(worker *w, const leaf_value *v)
{
    const tree *t = w->root->tree;
    double lead = v->playout_lead - w->root->position.dynamic_komi; /* as in the values */
    uint32_t black = lead > 0 ? 2 : lead < 0 ? 0 : 1;
    if (t->reach)
        around_set(&w->around, v->end, t->reach);
    memset(w->first, 0, sizeof w->first);
    for (int i = v->n_moves; i-- > 0;)
        w->first[v->moves[i].at] = v->moves[i].colour;
    for (int i = w->line.depth; i-- > 0;) {
        colour c = (colour)w->line.move[i].colour;
        uint32_t half_wins = c == BLACK ? black : 2 - black;
        w->first[w->line.move[i].at] = (uint8_t)c;
        /* moves are read from the edges, so that only nodes that change are touched: other
         * threads write to them all the time                                  */
        tree_walk k = tree_first(t, w->path[i]);
        for (const tree_edge *edge = tree_edges(t, w->path[i]); k.child; tree_next(t, &k), edge++)
            if (edge->move != PASS)
                add_rave(w, &k, edge->move, c, half_wins);
    }
}

static void end_visits(worker *w)
{
    for (int i = 1; i <= w->line.depth; i++)
        atomic_fetch_sub_explicit(&w->path[i]->pending, 1, memory_order_relaxed);
}

static void back_up(worker *w, const leaf_value *v)
{
    if (w->root->averages)
        back_up_means(w, v);
    for (int i = 0; i <= w->line.depth && !w->root->averages; i++)
        add_result(w->path[i], v);
    end_visits(w);
    if (v->moves && select_uses_rave(&w->root->settings->select))
        back_up_rave(w, v);
}

/* ---- the root, and a whole descent ---- */

/* The centre of the scores is where the search so far expects it, or the evaluation of the
 * root if there is none.  If there is no time to look at all of a large tree, it stays where it
 * was; a tree that begins anew has none yet.                                  */
static void look_again(worker *w, const leaf_value *v)
{
    averaging *a = w->root->averages;
    const tree_node *node = tree_root(w->root->tree);
    const bool kept = node_visits(node) > 0;
    if (kept && AVERAGE_REVIEW_SECONDS * (double)w->root->tree->used > root_patience(w->root))
        return;
    double score = kept ? node_lead(node, BLACK) : v->score;
    utility_view view = utility_view_of(score - w->root->position.dynamic_komi,
                                        w->line.board.size);
    average_review(w->root->tree, a, &view);
}

/* A root that is kept goes on with its key, so that positions below it keep theirs. */
static void settle_root(worker *w)
{
    tree_spot spot = {.to_move = w->line.to_move,
                      .key = w->root->shares ? graph_key(&w->line, 0) : 0};
    if (w->root->averages)
        tree_settle(w->root->tree, w->path[0], &spot);
}

go_status worker_open_root(worker *w, search_outlook *outlook, go_error *err)
{
    leaf_value v;
    line_restart(&w->line);
    settle_root(w);
    tree_node *node = here(w);
    bool claimed = claim(node);
    int wanted = EVALUATE_PREDICTION | (claimed ? EVALUATE_PRIOR : 0);
    go_status status = evaluate(w, wanted, &v, err);
    if (claimed && status == GO_OK)
        expand(w, &v);
    else if (claimed)
        unclaim(node);
    if (status != GO_OK)
        return status;
    *outlook = (search_outlook){.tells_errors = v.raw && v.raw->value_error >= 0};
    if (!claimed && v.prior)
        renew_root(w, &v);
    if (w->root->averages)
        look_again(w, &v);
    if (!w->root->continues)
        sums_add(&w->sums, &v, w->line.board.size, -1);
    if (v.has_value && !node_visits(node))
        back_up(w, &v);
    if (node_is_some(node))
        complete(w);
    return GO_OK;
}

go_status worker_sample(worker *w, int n, go_error *err)
{
    leaf_value v;
    line_restart(&w->line);
    for (int i = 0; i < n; i++) {
        GO_TRY(evaluate(w, EVALUATE_VALUE, &v, err));
        sums_add(&w->sums, &v, w->line.board.size, -1);
    }
    return GO_OK;
}

/* True: the descent needs no evaluation, or there was no room for its last position. */
static bool ends_early(worker *w)
{
    const tree_node *last = w->path[w->line.depth];
    bool lost = w->root->averages && !last->linked, known = !lost && is_known(w);
    if (known)
        back_up_means(w, NULL);
    if (known || lost)
        end_visits(w);
    return known || lost;
}

go_status worker_simulate(worker *w, go_error *err)
{
    leaf_value v;
    const line *l = &w->line;
    w->key[0] = w->root->averages ? tree_root(w->root->tree)->key : 0;
    go_status status = descend(w, err);
    if (status == GO_OK && ends_early(w))
        return GO_OK;
    if (status == GO_OK)
        status = evaluate(w, EVALUATE_VALUE, &v, err);
    if (status != GO_OK) {
        end_visits(w);
        return status;
    }
    if (v.prior && l->depth < LINE_MAX && claim(here(w)))
        expand(w, &v);
    back_up(w, &v);
    if (line_is_over(l))
        note_proof(w);
    proof_back_up(w->root, w->path, l);
    sums_add(&w->sums, &v, l->board.size, l->depth ? board_index(&l->board, l->move[0].at) : -1);
    return GO_OK;
}
