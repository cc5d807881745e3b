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

static void claim_region(const board *b, colour c, const benson *alive, const patch *region,
                         uint8_t *owner)
{
    bool border_alive = true; /* every chain of the owner next to it is pass-alive */
    bool empty = true;        /* no stones in it */
    int inner = 0;            /* points not next to a stone of the owner */
    for (int i = 0; i < region->n; i++) {
        point p = region->points[i];
        unsigned own = board_neighbours(b, p, c);
        empty &= b->at[p] == EMPTY;
        inner += own == 0;
        for (; own; own &= own - 1)
            border_alive &= alive->alive[p + b->offset[__builtin_ctz(own) / 2]];
    }
    bool whole = border_alive && (inner <= 1 || empty);
    for (int i = 0; i < region->n; i++) {
        point p = region->points[i];
        if (whole || (empty && owner[p] == EMPTY))
            owner[p] = (uint8_t)c;
    }
}

static void claim(const board *b, colour c, uint8_t *owner)
{
    benson alive;
    uint8_t kind[BOARD_MAX_POINTS]; /* 1: not a stone of c */
    bool seen[BOARD_MAX_POINTS] = {false};
    patch region;
    if (b->n_stones[c] == 0)
        return;
    benson_find(b, c, &alive);
    for (point p = 0; p < b->n_points; p++) {
        kind[p] = b->at[p] == OFFBOARD ? OFFBOARD : b->at[p] != c;
        if (alive.alive[p])
            owner[p] = (uint8_t)c;
    }
    for (point p = 0; p < b->n_points; p++) {
        if (kind[p] != 1 || seen[p])
            continue;
        flood(b, kind, p, seen, &region);
        claim_region(b, c, &alive, &region, owner);
    }
}

void nn_area_find(const board *b, bool suicide, uint8_t *owner)
{
    board copy;
    if (b->suicide_allowed != suicide) { /* benson_find asks the board for it */
        board_copy(&copy, b);
        copy.suicide_allowed = suicide;
        b = &copy;
    }
    for (point p = 0; p < b->n_points; p++)
        owner[p] = b->at[p] == OFFBOARD ? OFFBOARD : EMPTY;
    claim(b, BLACK, owner);
    claim(b, WHITE, owner);
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
