/* noise.c -- Dirichlet noise on the priors of the root (AlphaGo Zero, 2017). */
#include <gsl/gsl_randist.h>
#include <stdlib.h>

#include "base/rng_gsl.h"
#include "mcts/search_internal.h"

static int by_prior(const void *a, const void *b)
{
    const tree_edge *x = a, *y = b;
    if (x->prior != y->prior)
        return x->prior < y->prior ? 1 : -1;
    return (x->move > y->move) - (x->move < y->move);
}

static void mix(tree_edge *edge, int n, double share, const double *noise)
{
    for (int i = 0; i < n; i++) {
        double prior = (double)tree_edge_prior(edge[i]);
        edge[i] = tree_edge_of(edge[i].move, (float)((1 - share) * prior + share * noise[i]));
    }
    qsort(edge, (size_t)n, sizeof *edge, by_prior);
}

void worker_add_noise(worker *w)
{
    const search_settings *settings = &w->s->settings;
    tree_node *root = w->path[0];
    if (settings->noise <= 0 || root->state != NODE_READY || root->n_open)
        return;
    int n = root->n_edges;
    double alpha[BOARD_MAX_AREA + 1], noise[BOARD_MAX_AREA + 1];
    gsl_rng *r = gsl_rng_alloc(rng_gsl);
    if (!r)
        return; /* searching without noise is no harm */
    gsl_rng_set(r, (unsigned long)rng_next(&w->random));
    /* 10.83 / n is 0.03 on the 361 points of 19x19 */
    for (int i = 0; i < n; i++)
        alpha[i] = settings->noise_alpha > 0 ? settings->noise_alpha : 10.83 / n;
    gsl_ran_dirichlet(r, (size_t)n, alpha, noise);
    gsl_rng_free(r);
    /* no node has been opened and no other thread runs yet */
    mix((tree_edge *)(void *)tree_at(&w->s->tree, root->edges), n, settings->noise, noise);
}
