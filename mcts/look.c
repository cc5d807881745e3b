/* look.c -- what a search has found, as numbers for people and programs. */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "mcts/search_internal.h"

/* ---- the order of the choice ---- */

/* Student's t: with few visits the deviation is itself uncertain. */
double look_lcb(const search *s, const tree_node *child, colour c)
{
    double n = node_visits(child);
    if (n < 2)
        return -INFINITY;
    double black = node_value(child, BLACK);
    /* one result of each kind more than were seen: never certain */
    double variance = fmax(node_squares(child) / n - black * black, 0) * n / (n - 1) + 0.25 / n;
    double t = gsl_cdf_tdist_Qinv(1 - s->settings.choice.lcb_confidence, n - 1);
    return node_value(child, c) - t * sqrt(variance / n);
}

typedef struct ranked {
    tree_node *child;
    double key[2]; /* larger first; the second decides ties */
} ranked;

static int by_rank(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    for (int i = 0; i < 2; i++)
        if (x->key[i] != y->key[i])
            return x->key[i] < y->key[i] ? 1 : -1;
    return (x->child > y->child) - (x->child < y->child);
}

/* Moves with at least this share of the most visits may be chosen by their
 * bound; the others follow by visits.                                        */
static const double enough_visits = 0.15;

int look_order(const search *s, tree_node **out)
{
    ranked list[SEARCH_MAX_MOVES];
    int n = 0;
    uint32_t most = 0;
    const tree_node *root = tree_at(&s->tree, TREE_ROOT);
    for (tree_walk w = tree_first(&s->tree, root); w.child; tree_next(&s->tree, &w)) {
        uint32_t visits = node_visits(w.child);
        if (!visits || s->refused[w.child->move])
            continue;
        most = visits > most ? visits : most;
        list[n++] = (ranked){w.child, {-2, visits}};
    }
    for (int i = 0; i < n && s->gumbel.n; i++)
        list[i] = (ranked){list[i].child,
                           {list[i].key[1],
                            gumbel_score(&s->gumbel, root, list[i].child, s->to_move, most)}};
    for (int i = 0; i < n && s->settings.choice.lcb && !s->gumbel.n; i++)
        if (list[i].key[1] >= enough_visits * most && list[i].key[1] >= 10)
            list[i].key[0] = look_lcb(s, list[i].child, s->to_move);
    qsort(list, (size_t)n, sizeof *list, by_rank);
    for (int i = 0; i < n; i++)
        out[i] = list[i].child;
    return n;
}

/* ---- one move ---- */

static tree_node *most_visited(const search *s, const tree_node *node)
{
    tree_node *best = NULL;
    for (tree_walk w = tree_first(&s->tree, node); w.child; tree_next(&s->tree, &w))
        if (node_visits(w.child) && (!best || node_visits(w.child) > node_visits(best)))
            best = w.child;
    return best;
}

static void follow_pv(const search *s, const tree_node *child, search_move *m)
{
    m->n_pv = 0;
    for (; child && m->n_pv < SEARCH_MAX_PV; child = most_visited(s, child)) {
        m->pv_visits[m->n_pv] = node_visits(child);
        m->pv[m->n_pv++] = child->move;
    }
}

static void describe(const search *s, const tree_node *child, double stdev, search_move *m)
{
    double rave;
    bool any_rave = node_rave(child, &rave) > 0;
    *m = (search_move){.at = child->move,
                       .visits = node_visits(child),
                       .winrate = node_value(child, s->to_move),
                       .lcb = fmax(look_lcb(s, child, s->to_move), 0),
                       .prior = (double)child->prior,
                       .lead = node_lead(child, s->to_move),
                       .lead_stdev = stdev,
                       .rave = any_rave ? rave : -1};
    if (!m->visits)
        m->winrate = node_value(tree_at(&s->tree, TREE_ROOT), s->to_move);
    follow_pv(s, child, m);
}

/* ---- the whole board ---- */

typedef struct totals {
    double ends, black_wins, lead, lead_square;
    double answers, net_variance; /* of the network */
} totals;

static totals add_up(const search *s)
{
    totals t = {0};
    for (int i = 0; i < s->n_workers; i++) {
        const worker_sums *sums = &s->workers[i]->sums;
        t.ends += tally_get(&sums->ends);
        t.black_wins += tally_get(&sums->black_wins);
        t.lead += atomic_load_explicit(&sums->lead, memory_order_relaxed);
        t.lead_square += atomic_load_explicit(&sums->lead_square, memory_order_relaxed);
        t.answers += tally_get(&sums->answers);
        t.net_variance += atomic_load_explicit(&sums->net_variance, memory_order_relaxed);
    }
    return t;
}

/* Covariance of owning a point and winning (R. Coulom, Criticality: a Monte-Carlo
 * heuristic for Go programs, 2009).                                           */
static void map_point(const search *s, const totals *t, point p, float *owner, float *critical)
{
    double black = 0, white = 0, winner = 0;
    for (int i = 0; i < s->n_workers; i++) {
        const worker_sums *sums = &s->workers[i]->sums;
        black += tally_get(&sums->black_owns[p]);
        white += tally_get(&sums->white_owns[p]);
        winner += tally_get(&sums->winner_owns[p]);
    }
    double n = fmax(t->ends, 1), wins = t->black_wins / n;
    *owner = (float)((black - white) / n);
    *critical = (float)(winner / n - (black / n * wins + white / n * (1 - wins)));
}

/* The network's ownership: alone, or mixed with that of the playouts. */
static void map_net(const search *s, const totals *t, search_analysis *a)
{
    int area = s->board.size * s->board.size;
    double share = t->ends > 0 ? 1 - s->settings.evaluate.lambda : 1;
    for (int i = 0; i < area && t->answers > 0; i++) {
        double sum = 0;
        for (int k = 0; k < s->n_workers; k++)
            sum += atomic_load_explicit(&s->workers[k]->sums.net_owns[i], memory_order_relaxed);
        a->ownership[i] = (float)(share * sum / t->answers +
                                  (1 - share) * (double)a->ownership[i]);
    }
}

static double stdev_of(const totals *t)
{
    double mean = t->ends > 0 ? t->lead / t->ends : 0;
    if (t->ends > 0)
        return sqrt(fmax(t->lead_square / t->ends - mean * mean, 0));
    return t->answers > 0 ? sqrt(t->net_variance / t->answers) : 0;
}

static void map_board(const search *s, const totals *t, search_analysis *a)
{
    int size = s->board.size;
    for (int i = 0; i < size * size; i++)
        map_point(s, t, board_point_at(size, i), &a->ownership[i], &a->criticality[i]);
}

static void map_prior(const search *s, search_analysis *a)
{
    const tree_node *root = tree_at(&s->tree, TREE_ROOT);
    memset(a->prior, 0, sizeof a->prior);
    for (int i = 0; i < root->n_edges; i++) {
        tree_edge e = tree_edges(&s->tree, root)[i];
        a->prior[board_index(&s->board, e.move)] = tree_edge_prior(e);
    }
}

static void map_move(const search *s, const search_analysis *a, const search_move *m, float *out)
{
    int area = s->board.size * s->board.size;
    owner_totals t;
    memset(&t, 0, sizeof t);
    for (int i = 0; i < s->n_workers; i++)
        move_owners_gather(s->workers[i]->owners, board_index(&s->board, m->at), &t);
    if (!owner_totals_mean(&t, area, s->settings.evaluate.lambda, out))
        memcpy(out, a->ownership, (size_t)area * sizeof *out);
}

static go_status map_moves(const search *s, search_analysis *a, go_error *err)
{
    size_t area = (size_t)(s->board.size * s->board.size);
    free(a->move_ownership);
    a->move_ownership = NULL;
    if (!s->limits.moves_ownership || !a->n_moves)
        return GO_OK;
    a->move_ownership = malloc((size_t)a->n_moves * area * sizeof *a->move_ownership);
    if (!a->move_ownership)
        return go_fail(err, GO_ENOMEM, "out of memory for the ownership of each move");
    for (int i = 0; i < a->n_moves; i++)
        map_move(s, a, &a->move[i], a->move_ownership + (size_t)i * area);
    return GO_OK;
}

/* Untried moves behind the tried ones, likeliest first, up to `wanted` in all. */
static int add_untried(const search *s, tree_node **order, int n, int wanted)
{
    const tree_node *root = tree_at(&s->tree, TREE_ROOT);
    for (tree_walk w = tree_first(&s->tree, root); w.child && n < wanted; tree_next(&s->tree, &w))
        if (!node_visits(w.child) && !w.child->banned && !s->refused[w.child->move])
            order[n++] = w.child;
    return n;
}

go_status search_analyze(search *s, const analysis_options *options, search_analysis *a,
                         go_error *err)
{
    static const analysis_options all = {0, 0};
    const analysis_options *o = options ? options : &all;
    if (!s->place.known)
        return go_fail(err, GO_EINVAL, "nothing has been searched yet");
    if (!a->move && !(a->move = malloc(SEARCH_MAX_MOVES * sizeof *a->move)))
        return go_fail(err, GO_ENOMEM, "out of memory for an analysis");
    tree_node *order[SEARCH_MAX_MOVES];
    const tree_node *root = tree_at(&s->tree, TREE_ROOT);
    totals t = add_up(s);
    a->to_move = s->to_move;
    a->visits = node_visits(root);
    a->winrate = node_value(root, s->to_move);
    a->lead = node_lead(root, s->to_move);
    a->lead_stdev = stdev_of(&t);
    a->raw = s->root_answered ? &s->root_answer : NULL;
    int n = add_untried(s, order, look_order(s, order), o->min_moves);
    a->n_moves = o->max_moves && n > o->max_moves ? o->max_moves : n;
    for (int i = 0; i < a->n_moves; i++)
        describe(s, order[i], a->lead_stdev, &a->move[i]);
    map_board(s, &t, a);
    map_net(s, &t, a);
    map_prior(s, a);
    return map_moves(s, a, err);
}

void search_analysis_release(search_analysis *a)
{
    free(a->move);
    free(a->move_ownership);
    a->move = NULL;
    a->move_ownership = NULL;
}
