#include "board/game/draw_move.h"

#include <math.h>

static bool is_good(const game *g, point p)
{
    return !board_is_eye(&g->board, p, g->to_move) && game_legal(g, g->to_move, p) == MOVE_OK;
}

point game_draw_move(const game *g, const float *probability, double power, bool passes,
                     rng *random)
{
    const int size = g->board.size, area = size * size;
    double weight[BOARD_MAX_AREA], total = 0;
    for (int i = 0; i < area; i++) {
        bool good = probability[i] > 0 && is_good(g, board_point_at(size, i));
        weight[i] = good ? pow((double)probability[i], power) : 0;
        total += weight[i];
    }
    if (passes && probability[area] > 0)
        total += pow((double)probability[area], power);
    double left = rng_double(random) * total;
    for (int i = 0; i < area; i++) {
        left -= weight[i];
        if (left < 0)
            return board_point_at(size, i);
    }
    return PASS;
}
