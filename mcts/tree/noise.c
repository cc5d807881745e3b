#include "mcts/tree/noise.h"

#include <gsl/gsl_randist.h>
#include <math.h>

#include "base/rng_gsl.h"

static void mix(tree_edge *edge, int n, double share, const double *noise)
{
    for (int i = 0; i < n; i++) {
        double prior = (double)tree_edge_prior(edge[i]);
        edge[i] = tree_edge_of(edge[i].move, (float)((1 - share) * prior + share * noise[i]));
    }
    tree_sort_edges(edge, n);
}

static void temper(tree_edge *edge, int n, double temperature)
{
    double sum = 0, power[BOARD_MAX_AREA + 1];
    for (int i = 0; i < n; i++)
        sum += power[i] = pow((double)tree_edge_prior(edge[i]), 1 / temperature);
    for (int i = 0; i < n && sum > 0; i++)
        edge[i] = tree_edge_of(edge[i].move, (float)(power[i] / sum));
}

void noise_add(tree *t, const noise_settings *settings, rng *random)
{
    const tree_node *root = tree_at(t, TREE_ROOT);
    if (root->state != NODE_READY || root->n_open)
        return;
    int n = root->n_edges;
    tree_edge *edge = (tree_edge *)(void *)tree_at(t, root->edges);
    if (settings->temperature != 1)
        temper(edge, n, settings->temperature);
    if (settings->share <= 0)
        return;
    double alpha[BOARD_MAX_AREA + 1], noise[BOARD_MAX_AREA + 1];
    gsl_rng *r = gsl_rng_alloc(rng_gsl);
    if (!r)
        return; /* searching without noise is no harm */
    gsl_rng_set(r, (unsigned long)rng_next(random));
    /* 10.83 / n is 0.03 on the 361 points of 19x19 */
    for (int i = 0; i < n; i++)
        alpha[i] = settings->alpha > 0 ? settings->alpha : 10.83 / n;
    gsl_ran_dirichlet(r, (size_t)n, alpha, noise);
    gsl_rng_free(r);
    mix(edge, n, settings->share, noise);
}
