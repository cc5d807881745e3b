#include "mcts/tree/edges.h"

#include <gsl/gsl_randist.h>
#include <math.h>

#include "base/rng_gsl.h"

/* More than three fifths of the board are empty: too soon for a pass. */
static bool early(const board *b) { return 5 * b->n_empty > 3 * b->size * b->size; }

/* Passes are rare in games and have low priors, but once no other move is worth anything a
 * pass is the right move: late in a game it is kept among the first.          */
static void lift_pass(const board *b, tree_edge *edge, int n)
{
    int place = b->n_passes ? 2 : 7;
    if (!b->n_passes && early(b))
        return;
    for (int i = place + 1; i < n; i++) {
        if (edge[i].move != PASS)
            continue;
        tree_edge pass = {PASS, edge[place].prior};
        memmove(&edge[place + 1], &edge[place], (size_t)(i - place) * sizeof *edge);
        edge[place] = pass;
    }
}

int edges_make(const board *b, colour c, const edge_source *s, tree_edge edge[BOARD_MAX_AREA + 1])
{
    int n = 0;
    const float *prior = s->prior;
    const bool knows_pass = s->knows_pass;
    float kept[BOARD_MAX_AREA], pass = fmaxf(prior[b->size * b->size], 1e-6f), sum = 0;
    float most = 0, least = 1;
    for (int i = 0; i < (s->some ? s->n_some : b->n_empty); i++) {
        point p = s->some ? s->some[i] : b->empty[i];
        float own = prior[board_index(b, p)];
        if (own <= 0 || (!s->useless && edge_is_useless(b, c, s->settled, p)))
            continue;
        most = fmaxf(most, own);
        least = fminf(least, own);
        sum += own;
        kept[n] = own;
        edge[n++].move = p;
    }
    float factor = 1;
    if (s->some) /* what the others are supposed to have */
        sum = fmaxf(sum, 1 - pass);
    if (knows_pass) { /* the remaining probabilities add up to 1 */
        factor = 1 / (sum + pass);
        pass *= factor;
    } else if (most > 0 && pass > most) {
        /* At the end of games passes take nearly all probability, but a wrong pass cannot be
         * taken back: it gets that of the best move, and the others share the rest.  Early in
         * a game it means that the gammas, which come from larger boards, know of no move so
         * near to all edges: then the pass comes after all others. */
        float wanted = early(b) ? least : most;
        factor = (sum + pass) / (sum + wanted);
        pass = factor * wanted;
    }
    for (int i = 0; i < n; i++)
        edge[i] = tree_edge_of(edge[i].move, factor * kept[i]);
    edge[n++] = tree_edge_of(PASS, pass);
    tree_sort_edges(edge, n);
    if (!knows_pass)
        lift_pass(b, edge, n);
    return n;
}

void edges_heat(tree_edge *edge, int n, double temperature)
{
    double sum = 0, power[BOARD_MAX_AREA + 1];
    for (int i = 0; i < n; i++)
        sum += power[i] = pow((double)tree_edge_prior(edge[i]), 1 / temperature);
    for (int i = 0; i < n && sum > 0; i++)
        edge[i] = tree_edge_of(edge[i].move, (float)(power[i] / sum));
}

void edges_add_noise(tree *t, const noise_settings *settings, rng *random)
{
    const tree_node *root = tree_root(t);
    if (root->state != NODE_READY || root->n_open)
        return;
    int n = root->n_edges;
    tree_edge *edge = (tree_edge *)(void *)tree_at(t, root->edges);
    gsl_rng *r = settings->share > 0 ? gsl_rng_alloc(rng_gsl) : NULL;
    if (!r)
        return; /* out of memory: a search without noise does no harm */
    double alpha[BOARD_MAX_AREA + 1], noise[BOARD_MAX_AREA + 1], share = settings->share;
    gsl_rng_set(r, (unsigned long)rng_next(random));
    /* 10.83 / n is 0.03 on the 361 points of 19x19 */
    for (int i = 0; i < n; i++)
        alpha[i] = settings->alpha > 0 ? settings->alpha : 10.83 / n;
    gsl_ran_dirichlet(r, (size_t)n, alpha, noise);
    gsl_rng_free(r);
    for (int i = 0; i < n; i++) {
        double prior = (double)tree_edge_prior(edge[i]);
        edge[i] = tree_edge_of(edge[i].move, (float)((1 - share) * prior + share * noise[i]));
    }
    tree_sort_edges(edge, n);
}
