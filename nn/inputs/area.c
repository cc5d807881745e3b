#include "nn/inputs/area.h"

#include "board/game/benson.h"

/* A connected set of points. */
typedef struct patch {
    int n;
    point points[BOARD_MAX_AREA];
} patch;

/* The points of the same kind[] connected to `first`; marks them in seen[]. */
static void flood(const board *b, const uint8_t *kind, point first, bool *seen, patch *out)
{
    out->n = 0;
    out->points[out->n++] = first;
    seen[first] = true;
    for (int i = 0; i < out->n; i++) {
        for (int k = 0; k < 4; k++) {
            point q = (point)(out->points[i] + b->offset[k]);
            if (seen[q] || kind[q] != kind[first])
                continue;
            seen[q] = true;
            out->points[out->n++] = q;
        }
    }
}

/* ---- regions ---- */

/* Is every chain of the owner next to the region pass-alive? */
static bool border_is_alive(const board *b, colour c, const benson *alive, const point *at, int n)
{
    for (int i = 0; i < n; i++)
        for (unsigned own = board_neighbours(b, at[i], c); own; own &= own - 1)
            if (!alive->alive[at[i] + b->offset[__builtin_ctz(own) / 2]])
                return false;
    return true;
}

static void claim_region(const board *b, colour c, const benson *alive, const benson_regions *r,
                         int id, uint8_t *owner)
{
    const point *at = r->points + r->first[id];
    const int n = r->first[id + 1] - r->first[id];
    const bool whole = alive->n_chains && (r->apart[id] <= 1 || r->empty[id]) &&
                       border_is_alive(b, c, alive, at, n);
    for (int i = 0; i < n && (whole || r->empty[id]); i++)
        if (whole || owner[at[i]] == EMPTY)
            owner[at[i]] = (uint8_t)c;
}

static void claim(const board *b, colour c, bool suicide, uint8_t *owner)
{
    benson_regions regions;
    benson alive;
    if (b->n_stones[c] == 0)
        return;
    benson_find_regions(b, c, &regions);
    benson_find_in(b, c, &regions, suicide, &alive);
    for (point p = 0; p < b->n_points && alive.n_chains; p++)
        if (alive.alive[p])
            owner[p] = (uint8_t)c;
    for (int id = 1; id <= regions.n; id++)
        claim_region(b, c, &alive, &regions, id, owner);
}

void nn_area_find(const board *b, bool suicide, uint8_t *owner)
{
    for (point p = 0; p < b->n_points; p++)
        owner[p] = b->at[p] == OFFBOARD ? OFFBOARD : EMPTY;
    claim(b, BLACK, suicide, owner);
    claim(b, WHITE, suicide, owner);
    for (point p = 0; p < b->n_points; p++)
        if (owner[p] == EMPTY)
            owner[p] = b->at[p];
}

/* ---- seki ---- */

static bool in_seki(const board *b, const uint8_t *owner, const patch *area)
{
    for (int i = 0; i < area->n; i++) {
        point p = area->points[i];
        if (b->at[p] == owner[p] && board_chain_libs(b, p) == 1)
            return true;
        for (int k = 0; k < 4; k++) {
            point q = (point)(p + b->offset[k]);
            if (b->at[q] == EMPTY && owner[q] == EMPTY)
                return true;
        }
    }
    return false;
}

void nn_area_drop_seki(const board *b, bool keep_stones, bool keep_territory, uint8_t *owner)
{
    uint8_t before[BOARD_MAX_POINTS];
    bool seen[BOARD_MAX_POINTS] = {false};
    patch area;
    memcpy(before, owner, (size_t)b->n_points);
    for (point p = 0; p < b->n_points; p++) {
        if ((before[p] != BLACK && before[p] != WHITE) || seen[p])
            continue;
        flood(b, before, p, seen, &area);
        if (!in_seki(b, before, &area))
            continue;
        for (int i = 0; i < area.n; i++) {
            point q = area.points[i];
            bool stone = b->at[q] == before[q];
            if (stone ? !keep_stones : !keep_territory)
                owner[q] = EMPTY;
        }
    }
}
