#include "mcts/tree/edges.h"

#include <math.h>

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

int edges_make(const board *b, colour c, const float *prior, bool knows_pass, const bool *settled,
               tree_edge edge[BOARD_MAX_AREA + 1])
{
    int n = 0;
    float kept[BOARD_MAX_AREA], pass = fmaxf(prior[b->size * b->size], 1e-6f), most = 0, sum = 0;
    for (int i = 0; i < b->n_empty; i++) {
        point p = b->empty[i];
        float own = prior[board_index(b, p)];
        if (own <= 0 || settled[p] || board_is_sound_eye(b, p, c))
            continue;
        most = fmaxf(most, own);
        sum += own;
        kept[n] = own;
        edge[n++].move = p;
    }
    /* what is left of probabilities that are right for the pass adds up to 1 */
    float factor = knows_pass ? 1 / (sum + pass) : temper_pass(&pass, most, sum);
    for (int i = 0; i < n; i++)
        edge[i] = tree_edge_of(edge[i].move, factor * kept[i]);
    edge[n++] = tree_edge_of(PASS, knows_pass ? factor * pass : pass);
    tree_sort_edges(edge, n);
    if (!knows_pass)
        lift_pass(b, edge, n);
    return n;
}
