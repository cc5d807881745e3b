#include "mcts/candidates.h"

#include <math.h>
#include <stdlib.h>

typedef struct drawn_move {
    point at;
    double key; /* larger first */
} drawn_move;

static int by_key(const void *a, const void *b)
{
    const drawn_move *x = a, *y = b;
    return (x->key < y->key) - (x->key > y->key);
}

/* The moves that may be drawn, with their keys.  Returns how many. */
static int list_drawn(const candidate_settings *settings, const tree *t, const tree_node *root,
                      const bool *idle, const bool *refused, rng *random, drawn_move *out)
{
    int n = 0;
    for (int i = 0; i < tree_known(t, root); i++) {
        const tree_edge e = tree_edges(t, root)[i];
        if (e.move == PASS || refused[e.move] || idle[e.move])
            continue;
        double prior = fmax((double)tree_edge_prior(e), 1e-9);
        out[n++] = (drawn_move){e.move, log(prior) / settings->temperature + rng_gumbel(random)};
    }
    return n;
}

/* A whole number costs no random number. */
static int draw_number(double mean, rng *random)
{
    const double whole = floor(mean), more = mean - whole;
    return (int)fmax(whole + (more > 0 && rng_double(random) < more), 1);
}

void candidates_draw(const candidate_settings *settings, const tree *t, const tree_node *root,
                     const bool *idle, bool *refused, rng *random)
{
    drawn_move drawn[BOARD_MAX_AREA + 1];
    int n = list_drawn(settings, t, root, idle, refused, random, drawn);
    const int most = draw_number(settings->n, random);
    if (!n && refused[PASS]) /* then an idle point is better than nothing */
        return;
    qsort(drawn, (size_t)n, sizeof *drawn, by_key);
    memset(refused, true, BOARD_MAX_POINTS * sizeof *refused);
    for (int i = 0; i < n && i < most; i++)
        refused[drawn[i].at] = false;
    refused[PASS] = n > 0;
}
