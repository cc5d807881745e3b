#include "mcts/evaluate/borders.h"

#include "board/random_playout.h"

/* Is a neighbour of p a stone of this colour, now and at the end? */
static bool touches(const board *leaf, const board *end, point p, colour c)
{
    FOR_EACH_NEIGHBOUR (leaf, p, q)
        if (leaf->at[q] == c && end->at[q] == c)
            return true;
    return false;
}

int borders_filled(const board *leaf, const board *end)
{
    const int most = leaf->size * leaf->size / 16;
    int filled[3] = {0};
    for (int i = 0; i < leaf->n_empty; i++) {
        point p = leaf->empty[i];
        colour owner = random_playout_owner(end, p);
        if (owner != EMPTY && touches(leaf, end, p, opponent(owner)))
            filled[owner]++;
    }
    return filled[BLACK] + filled[WHITE] <= most ? filled[BLACK] - filled[WHITE] : 0;
}
