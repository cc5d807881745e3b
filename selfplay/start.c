#include "selfplay/start.h"

#include <math.h>

#include "board/game/draw_move.h"
#include "selfplay/start_even.h"

int start_draw_size(const selfplay_settings *s, rng *random)
{
    return (int)rng_below(random, (uint32_t)s->sizes.n);
}

go_status start_draw_game(const selfplay_settings *s, int size, rng *random, game **out,
                          go_error *err)
{
    const rules *r = &s->rules.rules[rng_below(random, (uint32_t)s->rules.n)];
    double komi = s->komi + s->komi_spread * rng_normal(random);
    GO_TRY(game_create(out, size, r, err));
    (*out)->komi = s->komi_spread > 0 ? start_half_points(komi) : s->komi;
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
    return game_draw_move(g, answer->policy, 1 / s->opening_temperature, false, random);
}
