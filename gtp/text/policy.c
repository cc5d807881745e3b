#include "gtp/text/policy.h"

void policy_normalise(search_analysis *a, const game *g)
{
    double sum = 0;
    const int area = g->board.size * g->board.size;
    for (int i = 0; i <= area; i++) {
        if (game_legal(g, a->to_move, board_point_at(g->board.size, i)) != MOVE_OK)
            a->prior[i] = 0; /* the tree has moves that only superko forbids */
        sum += (double)a->prior[i];
    }
    if (sum <= 0)
        return;
    for (int i = 0; i <= area; i++)
        a->prior[i] = (float)((double)a->prior[i] / sum);
    for (int i = 0; i < a->n_moves; i++)
        a->move[i].prior /= sum;
}
