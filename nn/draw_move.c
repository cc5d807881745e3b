#include "nn/draw_move.h"

#include <math.h>

static bool is_good(const game *g, point p)
{
    return !board_is_eye(&g->board, p, g->to_move) && game_legal(g, g->to_move, p) == MOVE_OK;
}

point nn_draw_move(const nn_result *answer, const game *g, double temperature, bool passes,
                   rng *random)
{
    const int size = g->board.size, area = size * size;
    double weight[BOARD_MAX_AREA], total = 0;
    for (int i = 0; i < area; i++) {
        bool good = answer->policy[i] > 0 && is_good(g, board_point_at(size, i));
        weight[i] = good ? pow((double)answer->policy[i], 1 / temperature) : 0;
        total += weight[i];
    }
    if (passes)
        total += pow((double)answer->policy[area], 1 / temperature);
    double left = rng_double(random) * total;
    for (int i = 0; i < area; i++) {
        left -= weight[i];
        if (left < 0)
            return board_point_at(size, i);
    }
    return PASS;
}
