#include "mcts/playout/waste.h"

#include <stdlib.h>

enum { SACRIFICE_MAX = 3, NAKADE_LARGEST = 6 /* stones */ };

static bool is_corner(const board *b, point p)
{
    return __builtin_popcount(board_neighbours(b, p, OFFBOARD)) == 2;
}

/* Would the connected stones leave a space that is no life for who takes them?  By the number of
 * adjacent pairs and of the neighbours of the middle: pyramid four, square four, bent four
 * in the corner, crossed five, bulky five, rabbity six (J. Davies: Life and Death, 1975). */
static bool is_nakade(const board *b, const point *stone, int n)
{
    int pairs = 0, most = 0;
    bool bent = false;
    for (int i = 0; i < n; i++) {
        int near = 0;
        for (int k = 0; k < n; k++) {
            int away = abs(stone[i] - stone[k]);
            near += away == 1 || away == b->stride;
        }
        pairs += near;
        most = near > most ? near : most;
        bent |= near == 2 && is_corner(b, stone[i]);
    }
    pairs /= 2;
    if (n == 4)
        return most == 3 || pairs == 4 || bent;
    return n == 5 ? most == 4 || pairs == 5 : most == 4 && pairs == 6;
}

/* The liberty that c's chain has left after the move at p. */
static point liberty_left(const board *b, colour c, point p)
{
    FOR_EACH_NEIGHBOUR (b, p, q)
        if (b->at[q] == EMPTY)
            return q;
    FOR_EACH_NEIGHBOUR (b, p, q) {
        point libs[2];
        int n = b->at[q] == c ? board_libs(b, b->chain[q], libs, 2) : 0;
        for (int i = 0; i < n; i++)
            if (libs[i] != p)
                return libs[i];
    }
    return PASS;
}

/* Has every chain of the other colour next to these stones at most one liberty besides p and
 * `last`?  Others do not live or die by what they take.                       */
static bool captors_need_space(const board *b, colour c, const point *stone, int n, point p,
                               point last)
{
    for (int i = 0; i < n; i++) {
        FOR_EACH_NEIGHBOUR (b, stone[i], q) {
            int id = b->at[q] == opponent(c) ? b->chain[q] : 0;
            if (id && b->n_libs[id] - board_is_lib(b, id, p) - board_is_lib(b, id, last) > 1)
                return false;
        }
    }
    return true;
}

bool playout_wastes(const board *b, colour c, point p)
{
    point stone[NAKADE_LARGEST] = {p};
    int chain[4], n_chains = 0, size = 1, n = 1;
    if (board_empty_neighbours(b, p) > 1)
        return false;
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + b->offset[k]);
        int id = b->chain[q];
        bool known = !id;
        if (id && b->at[q] != c && b->n_libs[id] == 1)
            return false; /* it takes stones */
        for (int i = 0; i < n_chains; i++)
            known |= chain[i] == id;
        if (known || b->at[q] != c)
            continue;
        if (b->n_libs[id] > 2)
            return false;
        chain[n_chains++] = id;
        size += b->n_members[id];
    }
    if (size <= SACRIFICE_MAX || board_libs_after(b, c, p, 2) > 1)
        return false;
    if (size > NAKADE_LARGEST)
        return true;
    for (int i = 0; i < n_chains; i++)
        FOR_EACH_STONE (b, s, b->head[chain[i]])
            stone[n++] = s;
    return !is_nakade(b, stone, n) || !captors_need_space(b, c, stone, n, p, liberty_left(b, c, p));
}
