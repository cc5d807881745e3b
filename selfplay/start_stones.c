#include "selfplay/start_stones.h"

#include "board/game/handicap.h"
#include "selfplay/start_even.h"

int start_most_stones(int size)
{
    const int most = size * size / 27, stars = handicap_fixed_max(size);
    return most < stars ? most : stars;
}

go_status start_stones_check(const selfplay_settings *s, go_error *err)
{
    int most = 0;
    for (int i = 0; i < s->sizes.n; i++) {
        const int stones = start_most_stones(s->sizes.size[i]);
        most = stones > most ? stones : most;
    }
    if (s->handicap <= 0 || most >= 2)
        return GO_OK;
    return go_fail(
        err, GO_EINVAL,
        "--handicap: a board of %dx%d is too small for handicap stones; leave it out, or "
        "choose a larger --size (8 and more)",
        s->sizes.size[0], s->sizes.size[0]);
}

go_status start_give_stones(const selfplay_settings *s, search *net, game *g, rng *random,
                            go_error *err)
{
    point stones[BOARD_MAX_AREA];
    const int most = start_most_stones(g->board.size);
    const double off = g->komi - s->komi;
    if (s->handicap <= 0 || rng_double(random) >= s->handicap || most < 2)
        return GO_OK;
    const int n = 2 + (int)rng_below(random, (uint32_t)most - 1);
    if (!handicap_fixed(g->board.size, n, stones))
        return GO_OK;
    GO_TRY(game_place_handicap(g, stones, n, err));
    g->komi = s->komi;
    /* between a komi that is little for n stones and one that is much */
    GO_TRY(start_find_even(net, g, s->quick_visits, s->komi - 10, s->komi + 25 * n, err));
    g->komi = start_half_points(g->komi + off);
    return GO_OK;
}
