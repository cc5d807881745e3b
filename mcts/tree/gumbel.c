#include "mcts/tree/gumbel.h"

#include <math.h>
#include <stdlib.h>

int64_t gumbel_visits(int m, int64_t n, int64_t i)
{
    int64_t had = 0, left = m, phases = 0;
    while (INT64_C(1) << phases < m)
        phases++;
    if (m < 2)
        return i;
    for (;;) {
        int64_t each = n / (phases * left);
        if (each < 1)
            each = 1;
        if (i < each * left)
            return had + i / left;
        i -= each * left;
        had += each;
        left = left / 2 > 2 ? left / 2 : 2;
    }
}

static int falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

void gumbel_begin(gumbel *g, tree *t, tree_node *root, int64_t n, const gumbel_settings *settings,
                  const bool *refused, rng *random)
{
    double sorted[BOARD_MAX_AREA + 1];
    int found = 0;
    *g = (gumbel){.n = n};
    tree_open(t, root, root->n_edges);
    for (int i = 0; i < tree_known(t, root); i++) {
        tree_edge e = tree_edges(t, root)[i];
        double prior = fmax((double)tree_edge_prior(e), 1e-9);
        g->base[e.move] = log(prior);
        if (settings->noise > 0)
            g->base[e.move] += settings->noise * rng_gumbel(random);
        if (!refused[e.move])
            sorted[found++] = g->base[e.move];
    }
    g->m = settings->moves < found ? settings->moves : found;
    if (!g->m) {
        g->n = 0;
        return;
    }
    qsort(sorted, (size_t)found, sizeof *sorted, falling);
    for (int i = 0; i < tree_known(t, root); i++) {
        point move = tree_edges(t, root)[i].move;
        g->takes_part[move] = !refused[move] && g->base[move] >= sorted[g->m - 1];
    }
}

/* The weight of Q beside the logarithm of the prior. */
static double weight_of_values(uint32_t most) { return 50.0 + most; }

double gumbel_score(const gumbel *g, const tree_node *root, const tree_node *child,
                    colour to_move, uint32_t most)
{
    double q = node_value(node_visits(child) ? child : root, to_move);
    return g->base[child->move] + weight_of_values(most) * q;
}

static uint32_t most_visits(const tree *t, const tree_node *root)
{
    uint32_t most = 0;
    for (tree_walk w = tree_first(t, root); w.child; tree_next(t, &w))
        most = node_visits(w.child) > most ? node_visits(w.child) : most;
    return most;
}

/* Visits, including those under way. */
static int64_t tries(const tree_node *child)
{
    return (int64_t)node_visits(child) + node_pending(child);
}

tree_node *gumbel_select(gumbel *g, const select_view *v)
{
    int64_t i = atomic_fetch_add_explicit(&g->next, 1, memory_order_relaxed);
    int64_t due = gumbel_visits(g->m, g->n, i < g->n ? i : g->n - 1);
    uint32_t most = most_visits(v->t, v->node);
    tree_node *best = NULL, *least = NULL;
    double best_score = -INFINITY;
    for (tree_walk w = tree_first(v->t, v->node); w.child; tree_next(v->t, &w)) {
        if (!g->takes_part[w.child->move] || node_has(w.child, NODE_BANNED) ||
            (!v->proven && node_winner(w.child) == opponent(v->to_move)))
            continue;
        if (!least || tries(w.child) < tries(least))
            least = w.child;
        double score = gumbel_score(g, v->node, w.child, v->to_move, most);
        if (tries(w.child) == due && score > best_score) {
            best = w.child;
            best_score = score;
        }
    }
    return best ? best : least; /* threads may have got ahead of each other */
}

/* ---- the improved policy ---- */

static double value_of(const tree_node *child, colour c)
{
    colour winner = node_winner(child);
    return winner == EMPTY ? node_value(child, c) : winner == c ? 1 : 0;
}

/* What moves without visits are assumed to be worth. */
static double mixed_value(const tree *t, const tree_node *root, colour c, double own)
{
    double visits = 0, prior = 0, sum = 0;
    const tree_edge *edge = tree_edges(t, root);
    for (tree_walk w = tree_first(t, root); w.child; tree_next(t, &w), edge++) {
        if (!node_visits(w.child))
            continue;
        double p = fmax((double)tree_edge_prior(*edge), 1e-9);
        visits += node_visits(w.child);
        prior += p;
        sum += p * value_of(w.child, c);
    }
    return prior > 0 ? (own + visits * sum / prior) / (1 + visits) : own;
}

void gumbel_improve(const tree *t, const tree_node *root, colour to_move, double own,
                    const bool *refused, double *share)
{
    int n = tree_known(t, root), i = 0;
    const tree_edge *edge = tree_edges(t, root);
    double unknown = mixed_value(t, root, to_move, own), total = 0, top = -INFINITY;
    double weight = weight_of_values(most_visits(t, root));
    for (int k = 0; k < n; k++)
        share[k] = unknown;
    for (tree_walk w = tree_first(t, root); w.child; tree_next(t, &w), i++) {
        if (node_visits(w.child) || node_winner(w.child) != EMPTY)
            share[i] = value_of(w.child, to_move);
        if (node_has(w.child, NODE_BANNED))
            share[i] = -INFINITY;
    }
    for (int k = 0; k < n; k++) {
        double prior = fmax((double)tree_edge_prior(edge[k]), 1e-9);
        share[k] = refused[edge[k].move] ? -INFINITY : log(prior) + weight * share[k];
        top = fmax(top, share[k]);
    }
    for (int k = 0; k < n; k++)
        total += share[k] = isfinite(share[k]) ? exp(share[k] - top) : 0;
    for (int k = 0; k < n && total > 0; k++)
        share[k] /= total;
}
