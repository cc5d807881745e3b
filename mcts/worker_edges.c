/* worker_edges.c -- the moves of a position and how likely each is. */
#include <math.h>

#include "mcts/search_internal.h"

static void uniform_prior(const board *b, colour c, float *prior)
{
    int area = b->size * b->size, n = 0;
    for (int i = 0; i < area; i++) {
        point p = board_point_at(b->size, i);
        prior[i] = board_legal(b, c, p) == MOVE_OK;
        n += prior[i] > 0;
    }
    prior[area] = 0.1f;
    for (int i = 0; i <= area; i++)
        prior[i] /= (float)n + 0.1f;
}

/* The pass is rare in games and its prior low, but where moves have become
 * worthless it is the move: it stays among the first late in a game.         */
static void lift_pass(const board *b, tree_edge *edge, int n)
{
    int place = b->n_passes ? 2 : 7;
    if (!b->n_passes && 5 * b->n_empty > 3 * b->size * b->size)
        return;
    for (int i = place + 1; i < n; i++) {
        if (edge[i].move != PASS)
            continue;
        tree_edge pass = {PASS, edge[place].prior};
        memmove(&edge[place + 1], &edge[place], (size_t)(i - place) * sizeof *edge);
        edge[place] = pass;
    }
}

/* Games end with passes, after which little else has a prior; but a pass too many
 * cannot be taken back, so it is held to be no likelier than the best move.  The
 * others share what it loses.  Returns the factor for them.                   */
static float temper_pass(float *pass, float most, float sum)
{
    float before = *pass;
    if (most <= 0 || before <= most)
        return 1;
    *pass = most * (sum + before) / (sum + most);
    return *pass / most;
}

/* The probabilities of the moves, into w->prior. */
static void find_prior(worker *w, colour c)
{
    if (w->s->settings.evaluate.prior == PRIOR_NETWORK) {
        worker_net_prior(w);
    } else if (w->policy) {
        policy_start(w->policy, &w->board);
        policy_distribution(w->policy, c, w->prior);
    } else {
        uniform_prior(&w->board, c, w->prior);
    }
}

int worker_edges(worker *w, colour c, tree_edge edge[BOARD_MAX_AREA + 1])
{
    find_prior(w, c);
    const board *b = &w->board;
    int n = 0, area = b->size * b->size;
    float kept[BOARD_MAX_AREA], pass = fmaxf(w->prior[area], 1e-6f), most = 0, sum = 0;
    for (int i = 0; i < b->n_empty; i++) {
        point p = b->empty[i];
        float prior = w->prior[board_index(b, p)];
        if (prior <= 0 || w->s->settled[c][p] || board_is_sound_eye(b, p, c))
            continue;
        most = fmaxf(most, prior);
        sum += prior;
        kept[n] = prior;
        edge[n++].move = p;
    }
    /* a network knows when to pass; what is left of its policy adds up to 1 */
    bool net = w->s->settings.evaluate.prior == PRIOR_NETWORK;
    float factor = net ? 1 / (sum + pass) : temper_pass(&pass, most, sum);
    for (int i = 0; i < n; i++)
        edge[i] = tree_edge_of(edge[i].move, factor * kept[i]);
    edge[n++] = tree_edge_of(PASS, net ? factor * pass : pass);
    tree_sort_edges(edge, n);
    if (!net)
        lift_pass(b, edge, n);
    return n;
}
