#include "mcts/limits.h"

#include "base/rng.h"

search_limits search_limits_default(const search_settings *settings)
{
    const limit_settings *own = &settings->limits;
    search_limits l = {.playouts = own->playouts, .visits = own->visits,
                       .seconds = own->move_time,
                       .rank = settings->choice.rank,
                       .candidates = settings->choice.candidates};
    l.book = settings->choice.book && !search_limits_weaken(&l);
    return l;
}

search_limits search_limits_full(const search_settings *settings)
{
    search_limits l = search_limits_default(settings);
    l.rank = RANK_FULL;
    l.candidates.n = 0;
    l.book = false;
    return l;
}

bool search_limits_weaken(const search_limits *l)
{
    return l->rank != RANK_FULL || l->candidates.n > 0;
}

bool search_limits_keep_tree(const search_limits *l, const search_settings *settings)
{
    const root_settings *o = &settings->root;
    const evaluate_settings *e = &settings->evaluate;
    /* a network is asked again about a new root, whose edges get the new priors */
    const bool renewed = e->prior == PRIOR_NETWORK && evaluate_settings_net_values(e);
    return settings->tree.reuse && o->noise.share <= 0 && (o->temperature == 1 || renewed) &&
           o->rule != ROOT_GUMBEL && !search_limits_weaken(l);
}

bool search_limits_forbid(const search_limits *l, int depth, colour c,
                          bool forbidden[BOARD_MAX_POINTS])
{
    const search_allowance *a = &l->allow[c];
    bool any = false, allow = a->n && depth < a->depth;
    for (int i = 0; i < l->n_avoid && !any; i++)
        any = depth < l->avoid[i].depth && l->avoid[i].colour == c;
    if (!any && !allow)
        return false;
    memset(forbidden, allow, BOARD_MAX_POINTS * sizeof *forbidden);
    for (int i = 0; allow && i < a->n; i++)
        forbidden[a->at[i]] = false;
    for (int i = 0; i < l->n_avoid; i++)
        if (depth < l->avoid[i].depth && l->avoid[i].colour == c)
            forbidden[l->avoid[i].at] = true;
    return true;
}

go_status search_limits_check(const search_limits *l, const game *g, colour c, go_error *err)
{
    bool forbidden[BOARD_MAX_POINTS];
    if (!search_limits_forbid(l, 0, c, forbidden) || !forbidden[PASS])
        return GO_OK;
    for (int i = 0; i < g->board.n_empty; i++) {
        const point p = g->board.empty[i];
        if (!forbidden[p] && game_legal(g, c, p) == MOVE_OK)
            return GO_OK;
    }
    return go_fail(err, GO_EILLEGAL, "illegal move: none of the allowed moves can be played");
}

uint64_t search_limits_forbidden(const search_limits *l, int depth, colour c)
{
    uint64_t key = 0;
    for (int i = 0; i < l->n_avoid; i++) {
        const search_restriction *a = &l->avoid[i];
        if (a->depth > depth + (a->colour != c))
            key = rng_mix64(key ^ ((uint64_t)a->depth << 32 | (uint64_t)a->colour << 16 | a->at));
    }
    for (colour of = BLACK; of <= WHITE; of++) {
        const search_allowance *a = &l->allow[of];
        if (!a->n || a->depth <= depth + (of != c))
            continue;
        key = rng_mix64(key ^ ((uint64_t)a->depth << 32 | (uint64_t)of << 16 | 0x8000));
        for (int i = 0; i < a->n; i++)
            key = rng_mix64(key ^ a->at[i]);
    }
    return key;
}
