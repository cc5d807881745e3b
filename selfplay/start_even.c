#include "selfplay/start_even.h"

#include <math.h>

#include "selfplay/nets.h"

typedef struct asker {
    search *search;
    search_limits limits;
    search_analysis analysis;
    game *game;
} asker;

double start_half_points(double komi)
{
    return 0.5 * rint(2 * komi);
}

/* Black's chance to win and lead with that komi, which the game has afterwards. */
static go_status ask(asker *a, double komi, double *chance, double *lead, go_error *err)
{
    game *g = a->game;
    g->komi = komi;
    GO_TRY(selfplay_search_run(a->search, g, &a->limits, err));
    GO_TRY(search_analyze(a->search, NULL, &a->analysis, err));
    *chance = 0.5 + colour_sign(g->to_move) * (a->analysis.winrate - 0.5);
    *lead = colour_sign(g->to_move) * a->analysis.lead;
    return GO_OK;
}

static go_status find_by_lead(asker *a, go_error *err)
{
    game *g = a->game;
    const double most = g->board.size * g->board.size;
    for (int i = 0; i < 2; i++) { /* the lead is not quite independent of the komi */
        double chance, lead;
        GO_TRY(ask(a, g->komi, &chance, &lead, err));
        g->komi = start_half_points(fmin(fmax(g->komi + lead, -most), most));
    }
    return GO_OK;
}

static go_status find_even(asker *a, double low, double high, go_error *err)
{
    game *g = a->game;
    const double before = g->komi;
    double chance, most, lead;
    GO_TRY(ask(a, low, &most, &lead, err));
    GO_TRY(ask(a, high, &chance, &lead, err));
    if (most <= 0.5 || chance >= 0.5) {
        g->komi = before;
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
    g->komi = start_half_points(low);
    return GO_OK;
}

go_status start_find_even(search *net, game *g, int visits, double low, double high,
                          go_error *err)
{
    asker a = {.search = net, .game = g, .limits = {.visits = visits, .exact = true}};
    const go_status status = find_even(&a, low, high, err);
    search_analysis_release(&a.analysis);
    return status;
}

go_status start_make_even(const selfplay_settings *s, search *net, game *g, double off,
                          go_error *err)
{
    const double own = g->komi, most = 0.2 * g->board.size * g->board.size;
    GO_TRY(start_find_even(net, g, s->quick_visits, s->komi - most, s->komi + most, err));
    g->komi = start_half_points(g->komi + off);
    if (fabs(g->komi - s->komi) > most)
        g->komi = own;
    return GO_OK;
}
