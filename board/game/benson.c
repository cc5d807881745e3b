#include "board/game/benson.h"

static bool inside(const board *b, point p, colour c)
{
    return b->at[p] != c && b->at[p] != OFFBOARD;
}

/* Takes the region around `start`, its points from number n on; returns the number of the next
 * one after them.                                                             */
static int take_region(const board *b, colour c, point start, int n, benson_regions *r)
{
    const int id = ++r->n;
    int apart = 0, apart_empty = 0;
    bool empty = true;
    r->first[id] = (point)n;
    r->of[start] = (uint16_t)id;
    r->points[n++] = start;
    for (int i = r->first[id]; i < n; i++) {
        const point p = r->points[i];
        bool touches = false;
        FOR_EACH_NEIGHBOUR (b, p, q) {
            touches |= b->at[q] == c;
            if (!inside(b, q, c) || r->of[q])
                continue;
            r->of[q] = (uint16_t)id;
            r->points[n++] = q;
        }
        empty &= b->at[p] == EMPTY;
        apart += !touches;
        apart_empty += !touches && b->at[p] == EMPTY;
    }
    r->apart[id] = (uint16_t)apart;
    r->apart_empty[id] = (uint16_t)apart_empty;
    r->empty[id] = empty;
    return n;
}

void benson_find_regions(const board *b, colour c, benson_regions *r)
{
    int n = 0;
    r->n = 0;
    memset(r->of, 0, (size_t)b->n_points * sizeof *r->of);
    for (point start = 0; start < b->n_points; start++)
        if (inside(b, start, c) && !r->of[start])
            n = take_region(b, c, start, n, r);
    r->first[r->n + 1] = (point)n;
}

/* The search for chains: what it works with. */
typedef struct life_search {
    const board *b;
    const benson_regions *r;
    bool suicide;
    bool struck[BOARD_MAX_AREA + 1]; /* regions; also those that are vital to no chain */
} life_search;

static bool touches(const board *b, point p, int chain)
{
    for (int k = 0; k < 4; k++)
        if (b->chain[p + b->offset[k]] == chain)
            return true;
    return false;
}

static bool is_vital(const life_search *s, int id, int chain)
{
    for (int i = s->r->first[id]; i < s->r->first[id + 1]; i++) {
        point p = s->r->points[i];
        if ((s->b->at[p] == EMPTY || s->suicide) && !touches(s->b, p, chain))
            return false;
    }
    return true;
}

/* Are two regions left that are vital to the chain? */
static bool has_two_vital(const life_search *s, int chain)
{
    int found = 0;  /* the first such region */
    int tested = 0; /* the region tested last: neighbours repeat */
    FOR_EACH_STONE (s->b, p, s->b->head[chain]) {
        FOR_EACH_NEIGHBOUR (s->b, p, q) {
            int id = s->r->of[q];
            if (!id || id == tested || id == found || s->struck[id])
                continue;
            tested = id;
            if (!is_vital(s, id, chain))
                continue;
            if (found)
                return true;
            found = id;
        }
    }
    return false;
}

/* Strikes out until nothing changes; returns how many chains are left. */
static int settle(life_search *s, uint16_t *chain, int n)
{
    for (bool changed = true; changed;) {
        int kept = 0;
        for (int i = 0; i < n; i++) {
            if (has_two_vital(s, chain[i]))
                chain[kept++] = chain[i];
            else
                FOR_EACH_STONE (s->b, p, s->b->head[chain[i]])
                    FOR_EACH_NEIGHBOUR (s->b, p, q)
                        s->struck[s->r->of[q]] = true;
        }
        changed = kept < n;
        n = kept;
    }
    return n;
}

/* Marks the stones of a chain alive and the regions vital to it. */
static void mark(const life_search *s, int chain, benson *out)
{
    FOR_EACH_STONE (s->b, p, s->b->head[chain]) {
        out->alive[p] = true;
        FOR_EACH_NEIGHBOUR (s->b, p, q) {
            int id = s->r->of[q];
            if (!id || s->struck[id] || out->vital[q] || !is_vital(s, id, chain))
                continue;
            out->n_regions++;
            for (int i = s->r->first[id]; i < s->r->first[id + 1]; i++)
                out->vital[s->r->points[i]] = true;
        }
    }
}

/* Strikes the regions that are vital to no chain, since a point touches none; returns how many
 * are left.  With fewer than two nothing lives, which is so in most of a game. */
static int strike_open(life_search *s)
{
    int left = 0;
    for (int id = 1; id <= s->r->n; id++) {
        s->struck[id] = s->suicide ? s->r->apart[id] : s->r->apart_empty[id];
        left += !s->struck[id];
    }
    return left;
}

void benson_find_in(const board *b, colour c, const benson_regions *r, bool suicide, benson *out)
{
    life_search s = {.b = b, .r = r, .suicide = suicide};
    uint16_t chain[BOARD_MAX_CHAINS];
    memset(out, 0, sizeof *out);
    if (strike_open(&s) < 2)
        return;
    int n = 0;
    for (point p = 0; p < b->n_points; p++)
        if (b->at[p] == c && b->head[b->chain[p]] == p)
            chain[n++] = b->chain[p];
    n = settle(&s, chain, n);
    out->n_chains = n;
    for (int i = 0; i < n; i++)
        mark(&s, chain[i], out);
}

void benson_find(const board *b, colour c, benson *out)
{
    benson_regions r;
    benson_find_regions(b, c, &r);
    benson_find_in(b, c, &r, b->suicide_allowed, out);
}

/* ---- areas ---- */

/* Do only pass-alive stones enclose the region, and does at most one of its points touch none
 * of them?                                                                    */
static bool is_taken(const board *b, colour c, const benson *life, const benson_regions *r, int id)
{
    if (r->apart[id] > 1)
        return false;
    for (int i = r->first[id]; i < r->first[id + 1]; i++)
        FOR_EACH_NEIGHBOUR (b, r->points[i], q)
            if (b->at[q] == c && !life->alive[q])
                return false;
    return true;
}

int benson_area(const board *b, colour c, bool *out)
{
    benson_regions r;
    benson life;
    int total = 0;
    benson_find_regions(b, c, &r);
    benson_find_in(b, c, &r, b->suicide_allowed, &life);
    memcpy(out, life.alive, BOARD_MAX_POINTS * sizeof *out);
    if (!life.n_chains)
        return 0;
    for (int id = 1; id <= r.n; id++)
        if (is_taken(b, c, &life, &r, id))
            for (int i = r.first[id]; i < r.first[id + 1]; i++)
                out[r.points[i]] = true;
    for (point p = 0; p < b->n_points; p++)
        total += out[p];
    return total;
}
