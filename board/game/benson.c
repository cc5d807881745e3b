#include "board/game/benson.h"

/* The regions of one colour, numbered from 1. */
typedef struct regions {
    int n;
    uint16_t of[BOARD_MAX_POINTS];   /* the region of a point; 0: none */
    point first[BOARD_MAX_AREA + 2]; /* region i is points[first[i] .. first[i+1]-1] */
    point points[BOARD_MAX_AREA];
    bool struck[BOARD_MAX_AREA + 1];
} regions;

static bool inside(const board *b, point p, colour c)
{
    return b->at[p] != c && b->at[p] != OFFBOARD;
}

static void find_regions(const board *b, colour c, regions *r)
{
    int n = 0;
    memset(r, 0, sizeof *r);
    for (point start = 0; start < b->n_points; start++) {
        if (!inside(b, start, c) || r->of[start])
            continue;
        int id = ++r->n, i = n;
        r->first[id] = (point)n;
        r->of[start] = (uint16_t)id;
        r->points[n++] = start;
        for (; i < n; i++) {
            FOR_EACH_NEIGHBOUR (b, r->points[i], q) {
                if (!inside(b, q, c) || r->of[q])
                    continue;
                r->of[q] = (uint16_t)id;
                r->points[n++] = q;
            }
        }
    }
    r->first[r->n + 1] = (point)n;
}

static bool touches(const board *b, point p, int chain)
{
    for (int k = 0; k < 4; k++)
        if (b->chain[p + b->offset[k]] == chain)
            return true;
    return false;
}

static bool is_vital(const regions *r, const board *b, int id, int chain)
{
    for (int i = r->first[id]; i < r->first[id + 1]; i++) {
        point p = r->points[i];
        if ((b->at[p] == EMPTY || b->suicide_allowed) && !touches(b, p, chain))
            return false;
    }
    return true;
}

/* Are two regions left that are vital to the chain? */
static bool has_two_vital(const regions *r, const board *b, int chain)
{
    int found = 0;  /* the first such region */
    int tested = 0; /* the region tested last: neighbours repeat */
    FOR_EACH_STONE (b, s, b->head[chain]) {
        FOR_EACH_NEIGHBOUR (b, s, q) {
            int id = r->of[q];
            if (!id || id == tested || id == found || r->struck[id])
                continue;
            tested = id;
            if (!is_vital(r, b, id, chain))
                continue;
            if (found)
                return true;
            found = id;
        }
    }
    return false;
}

/* Strikes out until nothing changes; returns how many chains are left. */
static int settle(regions *r, const board *b, uint16_t *chain, int n)
{
    for (bool changed = true; changed;) {
        int kept = 0;
        for (int i = 0; i < n; i++) {
            if (has_two_vital(r, b, chain[i]))
                chain[kept++] = chain[i];
            else
                FOR_EACH_STONE (b, s, b->head[chain[i]])
                    FOR_EACH_NEIGHBOUR (b, s, q)
                        r->struck[r->of[q]] = true;
        }
        changed = kept < n;
        n = kept;
    }
    return n;
}

/* Marks the stones of a chain alive and the regions vital to it. */
static void mark(const regions *r, const board *b, int chain, benson *out)
{
    FOR_EACH_STONE (b, s, b->head[chain]) {
        out->alive[s] = true;
        FOR_EACH_NEIGHBOUR (b, s, q) {
            int id = r->of[q];
            if (!id || r->struck[id] || out->vital[q] || !is_vital(r, b, id, chain))
                continue;
            out->n_regions++;
            for (int i = r->first[id]; i < r->first[id + 1]; i++)
                out->vital[r->points[i]] = true;
        }
    }
}

void benson_find(const board *b, colour c, benson *out)
{
    regions r;
    uint16_t chain[BOARD_MAX_CHAINS];
    memset(out, 0, sizeof *out);
    if (b->n_stones[c] == 0)
        return;
    find_regions(b, c, &r);
    int n = 0;
    for (point p = 0; p < b->n_points; p++)
        if (b->at[p] == c && b->head[b->chain[p]] == p)
            chain[n++] = b->chain[p];
    n = settle(&r, b, chain, n);
    out->n_chains = n;
    for (int i = 0; i < n; i++)
        mark(&r, b, chain[i], out);
}

/* ---- areas ---- */

/* Takes the region of points without c around `start`.  *walls: do only pass-alive stones
 * enclose it?  Returns the number of points, and in *inner those that touch none. */
static int take_region(const board *b, colour c, const benson *life, point start, bool *done,
                       point *out, bool *walls, int *inner)
{
    int n = 0;
    *walls = true;
    *inner = 0;
    out[n++] = start;
    done[start] = true;
    for (int i = 0; i < n; i++) {
        bool touches = false;
        FOR_EACH_NEIGHBOUR (b, out[i], q) {
            if (b->at[q] == c) {
                touches |= life->alive[q];
                *walls &= life->alive[q];
            } else if (b->at[q] != OFFBOARD && !done[q]) {
                done[q] = true;
                out[n++] = q;
            }
        }
        *inner += !touches;
    }
    return n;
}

int benson_area(const board *b, colour c, bool *out)
{
    benson life;
    point region[BOARD_MAX_AREA];
    bool done[BOARD_MAX_POINTS] = {false}, walls;
    int inner, total = 0;
    benson_find(b, c, &life);
    memcpy(out, life.alive, BOARD_MAX_POINTS * sizeof *out);
    for (point p = 0; p < b->n_points && life.n_chains; p++) {
        if (b->at[p] == OFFBOARD || b->at[p] == c || done[p])
            continue;
        int n = take_region(b, c, &life, p, done, region, &walls, &inner);
        for (int i = 0; i < n && walls && inner <= 1; i++)
            out[region[i]] = true;
    }
    for (point p = 0; p < b->n_points; p++)
        total += out[p];
    return total;
}
