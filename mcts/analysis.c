#include "mcts/analysis.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "mcts/decide.h"
#include "mcts/settled.h"

/* A move that has been visited. */
static void describe(const search_root *root, const tree_node *child, double stdev, search_move *m)
{
    colour c = root->position.to_move;
    *m = (search_move){.at = child->move,
                       .original = child->move,
                       .visits = node_visits(child),
                       .winrate = node_value(child, c),
                       .prior = (double)child->prior,
                       .lead = node_lead(child, c),
                       .lead_stdev = stdev,
                       .proven = node_winner(child)};
    m->lcb = fmax(m->winrate - node_utility(child, c) + order_lcb(root, child), 0);
    while (child && m->n_pv < SEARCH_MAX_PV) { /* the most visited moves */
        m->pv_visits[m->n_pv] = node_visits(child);
        m->pv[m->n_pv++] = child->move;
        const tree_node *best = NULL;
        for (tree_walk w = tree_first(root->tree, child); w.child; tree_next(root->tree, &w))
            if (node_visits(w.child) > (best ? node_visits(best) : 0))
                best = w.child;
        child = best;
    }
}

/* One that has not: what is known of it is its prior and what the root is worth. */
static void describe_untried(const search_root *root, tree_edge e, double stdev, search_move *m)
{
    const tree_node *node = tree_root(root->tree);
    const colour c = root->position.to_move;
    *m = (search_move){.at = e.move,
                       .original = e.move,
                       .winrate = node_value(node, c),
                       .prior = (double)tree_edge_prior(e),
                       .lead = node_lead(node, c),
                       .lead_stdev = stdev,
                       .n_pv = 1,
                       .pv = {e.move}};
}

/* ---- the whole board ---- */

/* The sums of all threads. */
typedef struct totals {
    worker *const *workers; /* [n] */
    int n;
    double lambda;          /* share of playouts if there are predictions, too */
    double ends, black_wins, lead, lead_square;
    double predictions, predicted_variance, ownerships;
} totals;

/* Criticality is the covariance of owning a point and winning (R. Coulom, Criticality: a
 * Monte-Carlo heuristic for Go programs, 2009).                               */
static void map_board(const totals *t, const board *b, float *ownership, float *criticality)
{
    double n = fmax(t->ends, 1), wins = t->black_wins / n;
    double share = t->ends > 0 ? 1 - t->lambda : 1;
    for (int i = 0; i < b->size * b->size; i++) {
        double black = 0, white = 0, winner = 0, predicted = 0;
        point p = board_point_at(b->size, i);
        for (int k = 0; k < t->n; k++) {
            const thread_sums *sums = &t->workers[k]->sums;
            black += tally_get(&sums->black_owns[p]);
            white += tally_get(&sums->white_owns[p]);
            winner += tally_get(&sums->winner_owns[p]);
            predicted += sum_get(&sums->predicted_owns[i]);
        }
        ownership[i] = (float)((black - white) / n);
        criticality[i] = (float)(winner / n - (black / n * wins + white / n * (1 - wins)));
        if (t->ownerships > 0)
            ownership[i] = (float)(share * predicted / t->ownerships +
                                   (1 - share) * (double)ownership[i]);
    }
}

/* Ownership after the root's move of that index; `all` if nothing was counted. */
static void map_move(const totals *t, int move, int area, const float *all, float *out)
{
    double ends = 0, predictions = 0, played[BOARD_MAX_AREA] = {0}, predicted[BOARD_MAX_AREA] = {0};
    for (int k = 0; k < t->n; k++) {
        const owner_sums *sums = &t->workers[k]->sums.behind[move];
        ends += tally_get(&sums->ends);
        predictions += tally_get(&sums->predictions);
        for (int i = 0; i < area; i++) {
            played[i] += atomic_load_explicit(&sums->played[i], memory_order_relaxed);
            predicted[i] += sum_get(&sums->predicted[i]);
        }
    }
    double share = predictions <= 0 ? 1 : ends > 0 ? t->lambda : 0;
    for (int i = 0; i < area; i++)
        out[i] = ends <= 0 && predictions <= 0
                     ? all[i]
                     : (float)(share * played[i] / fmax(ends, 1) +
                               (1 - share) * predicted[i] / fmax(predictions, 1));
}

static totals add_up(const search_root *root, worker *const *workers, int n)
{
    totals t = {.workers = workers, .n = n, .lambda = root->settings->evaluate.lambda};
    for (int i = 0; i < n; i++) {
        const thread_sums *sums = &workers[i]->sums;
        t.ends += tally_get(&sums->ends);
        t.black_wins += tally_get(&sums->black_wins);
        t.lead += sum_get(&sums->lead);
        t.lead_square += sum_get(&sums->lead_square);
        t.predictions += tally_get(&sums->predictions);
        t.predicted_variance += sum_get(&sums->predicted_variance);
        t.ownerships += tally_get(&sums->ownerships);
    }
    return t;
}

static double lead_stdev(const totals *t)
{
    double mean = t->ends > 0 ? t->lead / t->ends : 0;
    double variance = t->ends > 0          ? t->lead_square / t->ends - mean * mean
                      : t->predictions > 0 ? t->predicted_variance / t->predictions
                                           : 0;
    return sqrt(fmax(variance, 0));
}

/* A list of moves in the making. */
typedef struct move_list {
    search_analysis *a;
    const search_root *root;
    bool symmetric; /* as in analysis_options */
    bool listed[BOARD_MAX_POINTS];
} move_list;

/* Copies the last move for those that it stands for, until there are `most` moves. */
static void add_symmetric(move_list *l, int most)
{
    search_analysis *a = l->a;
    const search_root *root = l->root;
    const board *b = &root->position.board;
    const search_move original = a->move[a->n_moves - 1];
    for (int i = 0; i < b->size * b->size && a->n_moves < most; i++) {
        const point p = board_point_at(b->size, i);
        if (b->at[p] != EMPTY || root->twin[p] != original.at || root->refused[p] || l->listed[p])
            continue;
        search_move *copy = &a->move[a->n_moves++];
        *copy = original;
        copy->symmetry = root_twin_symmetry(root, p);
        for (int k = 0; k < copy->n_pv; k++)
            copy->pv[k] = symmetry_point(copy->symmetry, b->size, original.pv[k]);
        copy->at = p;
        l->listed[p] = true;
    }
}

/* Adds the tried moves, best first, until there are `most` moves. */
static void add_tried(move_list *l, int most)
{
    search_analysis *a = l->a;
    tree_node *order[SEARCH_MAX_MOVES];
    const int tried = order_of_choice(l->root, order);
    for (int i = 0; i < tried; i++)
        l->listed[order[i]->move] = true;
    for (int i = 0; i < tried && a->n_moves < most; i++) {
        describe(l->root, order[i], a->lead_stdev, &a->move[a->n_moves++]);
        if (l->symmetric)
            add_symmetric(l, most);
    }
}

/* Adds the untried moves, likeliest first, until there are `wanted` moves or no more.  Most of them
 * have an edge and no node yet.                                               */
static void add_untried(move_list *l, int wanted)
{
    search_analysis *a = l->a;
    const search_root *root = l->root;
    const tree_node *node = tree_root(root->tree);
    const root_position *p = &root->position;
    for (int i = 0, n = tree_known(root->tree, node); i < n && a->n_moves < wanted; i++) {
        const tree_edge e = tree_edges(root->tree, node)[i];
        if (l->listed[e.move] || root->refused[e.move] ||
            game_legal(p->game, p->to_move, e.move) != MOVE_OK) /* superko is not in the edges */
            continue;
        describe_untried(root, e, a->lead_stdev, &a->move[a->n_moves++]);
        l->listed[e.move] = true;
        if (l->symmetric)
            add_symmetric(l, wanted);
    }
}

/* After the tried moves come untried ones, if they are wanted. */
static void list_moves(search_analysis *a, const search_root *root, const analysis_options *o)
{
    move_list l = {.a = a, .root = root, .symmetric = o->symmetric && root->has_twins};
    const int most = o->max_moves ? o->max_moves : SEARCH_MAX_MOVES;
    a->n_moves = 0;
    add_tried(&l, most);
    add_untried(&l, o->min_moves < most ? o->min_moves : most);
}

/* What symmetric moves have before they are folded into one is in the ratio of these weights. */
static double share_of_prior(const search_analysis *a, const search_root *root, point p)
{
    const evaluate_settings *e = &root->settings->evaluate;
    if (!a->raw || e->prior != PRIOR_NETWORK)
        return 1;
    const double policy = (double)a->raw->policy[board_index(&root->position.board, p)];
    return pow(fmax(policy, 1e-30), 1 / e->net.policy_temperature);
}

/* Symmetric moves share what the tree has for the one that stands for them. */
static void share_priors(search_analysis *a, const search_root *root)
{
    const board *b = &root->position.board;
    double sum[BOARD_MAX_POINTS] = {0};
    float all[BOARD_MAX_AREA + 1];
    memcpy(all, a->prior, sizeof all);
    for (int i = 0; i < b->n_empty; i++)
        sum[root->twin[b->empty[i]]] += share_of_prior(a, root, b->empty[i]);
    for (int i = 0; i < b->n_empty; i++) {
        const point p = b->empty[i], twin = root->twin[p];
        const double share = share_of_prior(a, root, p) / sum[twin];
        a->prior[board_index(b, p)] = (float)(share * (double)all[board_index(b, twin)]);
    }
}

static void map_prior(search_analysis *a, const search_root *root)
{
    const tree_node *node = tree_root(root->tree);
    memset(a->prior, 0, sizeof a->prior);
    for (int i = 0, n_known = tree_known(root->tree, node); i < n_known; i++) {
        tree_edge e = tree_edges(root->tree, node)[i];
        a->prior[board_index(&root->position.board, e.move)] = tree_edge_prior(e);
    }
    if (root->has_twins)
        share_priors(a, root);
}

/* Of moves that stand for others the tree has the prior of all. */
static void tell_own_priors(search_analysis *a, const board *b)
{
    for (int i = 0; i < a->n_moves; i++)
        a->move[i].prior = (double)a->prior[board_index(b, a->move[i].at)];
}

/* Turns the ownership of a board of `size`. */
static void turn_map(int symmetry, int size, float *map)
{
    float before[BOARD_MAX_AREA];
    memcpy(before, map, (size_t)(size * size) * sizeof *map);
    for (int i = 0; i < size * size; i++) {
        const point image = symmetry_point(symmetry, size, board_point_at(size, i));
        map[board_index_on(size, image)] = before[i];
    }
}

static go_status map_moves(search_analysis *a, const search_root *root, const totals *t,
                           go_error *err)
{
    const board *b = &root->position.board;
    int area = b->size * b->size;
    free(a->move_ownership);
    a->move_ownership = NULL;
    if (!root->limits.moves_ownership || !a->n_moves)
        return GO_OK;
    a->move_ownership = malloc((size_t)(a->n_moves * area) * sizeof *a->move_ownership);
    if (!a->move_ownership)
        return go_fail(err, GO_ENOMEM, "out of memory for the ownership of each move");
    for (int i = 0; i < a->n_moves; i++) {
        const search_move *m = &a->move[i];
        float *out = a->move_ownership + i * area;
        map_move(t, board_index(b, m->original), area, a->ownership, out);
        if (m->symmetry)
            turn_map(m->symmetry, b->size, out);
    }
    return GO_OK;
}

go_status analysis_fill(search_analysis *a, const search_root *root, worker *const *workers, int n,
                        const analysis_options *options, go_error *err)
{
    if (!a->move && !(a->move = malloc(SEARCH_MAX_MOVES * sizeof *a->move)))
        return go_fail(err, GO_ENOMEM, "out of memory for an analysis");
    const tree_node *node = tree_root(root->tree);
    const board *b = &root->position.board;
    assert(node);
    totals t = add_up(root, workers, n);
    a->to_move = root->position.to_move;
    a->visits = node_visits(node);
    a->winrate = node_value(node, a->to_move);
    a->lead = node_lead(node, a->to_move);
    a->proven = node_winner(tree_at(root->tree, TREE_ROOT));
    a->lead_stdev = lead_stdev(&t);
    a->raw = workers[0]->root_answered ? &workers[0]->root_answer : NULL;
    const analysis_options *o = options ? options : &(analysis_options){0};
    list_moves(a, root, o);
    map_board(&t, b, a->ownership, a->criticality);
    const double missing = colour_sign(a->to_move) *
                           settled_missing(a->ownership, b->size * b->size, t.ends);
    a->lead += missing;
    for (int i = 0; i < a->n_moves; i++)
        a->move[i].lead += missing;
    map_prior(a, root);
    if (o->symmetric && root->has_twins)
        tell_own_priors(a, b);
    return map_moves(a, root, &t, err);
}

double analysis_missing(const search_root *root, worker *const *workers, int n)
{
    float ownership[BOARD_MAX_AREA], ignored[BOARD_MAX_AREA];
    const board *b = &root->position.board;
    const totals t = add_up(root, workers, n);
    map_board(&t, b, ownership, ignored);
    return settled_missing(ownership, b->size * b->size, t.ends);
}
