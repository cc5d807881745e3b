#include "mcts/final/zone.h"

typedef struct zone_walk {
    const final_estimate *e;
    local_zone *zone;
    double sure; /* survival from which a chain is a wall */
    int n_empty;
    bool too_large;
    bool in[BOARD_MAX_POINTS];
    bool chain_in[BOARD_MAX_CHAINS];
    int n_chains;
    int chain[LOCAL_MAX_ZONE]; /* to be walked */
} zone_walk;

static void add_chain(zone_walk *w, int chain)
{
    if (w->chain_in[chain])
        return;
    w->chain_in[chain] = true;
    if (w->n_chains == LOCAL_MAX_ZONE)
        w->too_large = true;
    else
        w->chain[w->n_chains++] = chain;
}

static void add_point(zone_walk *w, point p)
{
    const board *b = &w->e->board;
    if (w->in[p])
        return;
    w->in[p] = true;
    w->n_empty += b->at[p] == EMPTY;
    if (w->zone->n == LOCAL_MAX_ZONE || w->n_empty > ZONE_MAX_EMPTY)
        w->too_large = true;
    else
        w->zone->at[w->zone->n++] = p;
}

static void add_chains_around(zone_walk *w, point p)
{
    const board *b = &w->e->board;
    for (int k = 0; k < 4; k++) {
        int chain = b->chain[p + b->offset[k]];
        bool wall = w->e->settled[chain] || w->e->survival[chain] >= w->sure;
        if (chain && !wall)
            add_chain(w, chain);
    }
}

/* The recursion ends with ZONE_MAX_EMPTY. */
static void add_empty(zone_walk *w, point p)
{
    const board *b = &w->e->board;
    add_point(w, p);
    add_chains_around(w, p);
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + b->offset[k]);
        if (b->at[q] == EMPTY && !w->in[q] && !w->too_large)
            add_empty(w, q);
    }
}

static void walk_chain(zone_walk *w, int chain)
{
    const board *b = &w->e->board;
    point libs[LOCAL_MAX_ZONE], s = b->head[chain];
    int n = board_libs(b, chain, libs, LOCAL_MAX_ZONE);
    do {
        add_point(w, s);
        add_chains_around(w, s);
        s = b->link[s];
    } while (s != b->head[chain] && !w->too_large);
    for (int i = 0; i < n && !w->too_large; i++)
        add_empty(w, libs[i]);
}

bool final_zone_find(const final_estimate *e, point target, local_zone *zone)
{
    static const double sure[] = {0.98, 0.95, 0.9, 0.8};
    for (size_t i = 0; i < sizeof sure / sizeof sure[0]; i++) {
        zone_walk w = {.e = e, .zone = zone, .sure = sure[i]};
        zone->n = 0;
        add_chain(&w, e->board.chain[target]);
        for (int k = 0; k < w.n_chains && !w.too_large; k++)
            walk_chain(&w, w.chain[k]);
        if (!w.too_large)
            return true;
    }
    return false;
}
