#include "selfplay/start_stones.h"

#include <math.h>

#include "board/game/handicap.h"

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

/* Who is asked: a search of a few visits, because what a network says of stones that it has hardly
 * ever seen is doubtful.                                                      */
typedef struct asker {
    search *search;
    search_limits limits;
    search_analysis analysis;
    game *game;
} asker;

/* Black's chance to win and lead with that komi, which the game has afterwards. */
static go_status ask(asker *a, double komi, double *chance, double *lead, go_error *err)
{
    game *g = a->game;
    g->komi = komi;
    GO_TRY(search_run(a->search, g, g->to_move, &a->limits, err));
    GO_TRY(search_analyze(a->search, NULL, &a->analysis, err));
    *chance = 0.5 + colour_sign(g->to_move) * (a->analysis.winrate - 0.5);
    *lead = colour_sign(g->to_move) * a->analysis.lead;
    return GO_OK;
}

static double in_half_points(double komi)
{
    return 0.5 * rint(2 * komi);
}

static go_status find_by_lead(asker *a, go_error *err)
{
    game *g = a->game;
    const double most = g->board.size * g->board.size;
    for (int i = 0; i < 2; i++) { /* the lead is not quite independent of the komi */
        double chance, lead;
        GO_TRY(ask(a, g->komi, &chance, &lead, err));
        g->komi = in_half_points(fmin(fmax(g->komi + lead, -most), most));
    }
    return GO_OK;
}

/* Between a komi that is little for n stones and one that is much. */
static go_status find_even(asker *a, int n, go_error *err)
{
    game *g = a->game;
    const double usual = g->komi;
    double low = usual - 10, high = usual + 25 * n, chance, most, lead;
    GO_TRY(ask(a, low, &most, &lead, err));
    GO_TRY(ask(a, high, &chance, &lead, err));
    if (most <= 0.5 || chance >= 0.5) {
        g->komi = usual;
        return find_by_lead(a, err);
    }
    while (high - low > 0.5) {
        const double middle = (low + high) / 2;
        GO_TRY(ask(a, middle, &chance, &lead, err));
        if (chance > 0.5)
            low = middle;
        else
            high = middle;
    }
    g->komi = in_half_points(low);
    return GO_OK;
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
    asker a = {.search = net, .game = g, .limits = {.visits = s->quick_visits, .exact = true}};
    const go_status status = find_even(&a, n, err);
    search_analysis_release(&a.analysis);
    g->komi = in_half_points(g->komi + off);
    return status;
}
