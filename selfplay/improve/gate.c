#include "selfplay/improve/gate.h"

#include "match/rating/tally.h"

/* A match with other aims may have had more games than a gate's. */
static int decide_by_share(const gate_settings *g, const duel_result *r)
{
    const int games = r->games > g->games ? r->games : g->games, left = games - r->games;
    const double points = r->wins + r->draws / 2.0, needed = g->share * games - 1e-9;
    return points >= needed ? 1 : points + left < needed ? -1 : 0;
}

static int decide_by_test(const gate_settings *g, const duel_result *r)
{
    match_tally t = {0};
    for (int i = 0; i < 5; i++)
        t.pairs[i] = r->pairs[i];
    const int decision = match_tally_decision(&t, &g->test);
    if (decision != 0 || r->games < g->games)
        return decision;
    return match_tally_llr(&t, &g->test) > 0 ? 1 : -1;
}

int gate_decision(const gate_settings *g, const duel_result *r)
{
    return g->kind == GATE_NONE    ? 1
           : g->kind == GATE_GAMES ? decide_by_share(g, r)
                                   : decide_by_test(g, r);
}
