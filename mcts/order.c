#include "mcts/order.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

/* Student's t: with few visits the deviation is itself uncertain. */
double order_lcb(const search_root *root, const tree_node *child)
{
    double n = node_visits(child);
    if (n < 2)
        return -INFINITY;
    double black = node_value(child, BLACK);
    /* one result of each kind more than were seen: never certain */
    double variance = fmax(node_squares(child) / n - black * black, 0) * n / (n - 1) + 0.25 / n;
    double t = gsl_cdf_tdist_Qinv(1 - root->settings->choice.lcb_confidence, n - 1);
    return node_value(child, root->position.to_move) - t * sqrt(variance / n);
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

int order_of_choice(const search_root *root, tree_node **out)
{
    ranked list[SEARCH_MAX_MOVES];
    int n = 0;
    uint32_t most = 0;
    const tree_node *node = tree_at(root->tree, TREE_ROOT);
    for (tree_walk w = tree_first(root->tree, node); w.child; tree_next(root->tree, &w)) {
        uint32_t visits = node_visits(w.child);
        if (!visits || root->refused[w.child->move])
            continue;
        most = visits > most ? visits : most;
        list[n++] = (ranked){w.child, {-2, visits}};
    }
    for (int i = 0; i < n; i++) {
        ranked *r = &list[i];
        double visits = r->key[1];
        if (root->gumbel)
            *r = (ranked){r->child,
                          {visits, gumbel_score(root->gumbel, node, r->child,
                                                root->position.to_move, most)}};
        else if (root->settings->choice.lcb && visits >= enough_visits * most && visits >= 10)
            r->key[0] = order_lcb(root, r->child);
    }
    qsort(list, (size_t)n, sizeof *list, by_rank);
    for (int i = 0; i < n; i++)
        out[i] = list[i].child;
    return n;
}

/* ---- can the choice still change? ---- */

bool order_is_decided(const search_root *root, double left)
{
    tree_node *order[SEARCH_MAX_MOVES];
    int n = order_of_choice(root, order);
    if (!n)
        return false;
    if (tree_at(root->tree, TREE_ROOT)->n_edges == 1)
        return true;
    uint32_t best = node_visits(order[0]), second = 0;
    for (int i = 1; i < n; i++)
        if (node_visits(order[i]) > second)
            second = node_visits(order[i]);
    return best > second && (double)(best - second) > left;
}

bool order_is_unclear(const search_root *root)
{
    tree_node *order[SEARCH_MAX_MOVES];
    int n = order_of_choice(root, order);
    for (int i = 1; i < n; i++)
        if (10.0 * node_visits(order[i]) > 7.0 * node_visits(order[0]))
            return true;
    return false;
}
