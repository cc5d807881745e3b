#include "selfplay/start.h"

#include <math.h>

int start_draw_size(const selfplay_settings *s, rng *random)
{
    return (int)rng_below(random, (uint32_t)s->sizes.n);
}

/* With mean 0 and deviation 1: G. Box and M. Muller, 1958. */
static double draw_normal(rng *random)
{
    double radius = sqrt(-2 * log(1 - rng_double(random)));
    return radius * cos(6.283185307179586 * rng_double(random));
}

go_status start_draw_game(const selfplay_settings *s, int size, rng *random, game **out,
                          go_error *err)
{
    const rules *r = &s->rules.rules[rng_below(random, (uint32_t)s->rules.n)];
    double komi = s->komi + s->komi_spread * draw_normal(random);
    GO_TRY(game_create(out, size, r, err));
    (*out)->komi = s->komi_spread > 0 ? 0.5 * rint(2 * komi) : s->komi;
    return GO_OK;
}

int start_draw_length(const selfplay_settings *s, int size, rng *random)
{
    int area = size * size, most = area / 2;
    double n = -log(1 - rng_double(random)) * s->opening * area;
    return n < most ? (int)n : most;
}

point start_draw_move(const selfplay_settings *s, const game *g, const nn_result *answer,
                      rng *random)
{
    const board *b = &g->board;
    double weight[BOARD_MAX_AREA], total = 0;
    for (int i = 0; i < b->size * b->size; i++) {
        point p = board_point_at(b->size, i);
        bool good = answer->policy[i] > 0 && !board_is_eye(b, p, g->to_move) &&
                    game_legal(g, g->to_move, p) == MOVE_OK;
        weight[i] = good ? pow((double)answer->policy[i], 1 / s->opening_temperature) : 0;
        total += weight[i];
    }
    double left = rng_double(random) * total;
    for (int i = 0; i < b->size * b->size; i++) {
        left -= weight[i];
        if (left < 0)
            return board_point_at(b->size, i);
    }
    return PASS;
}
