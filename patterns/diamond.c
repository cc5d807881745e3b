#include "patterns/diamond.h"

#include <stdlib.h>

#include "base/rng.h"
#include "board/symmetry.h"

/* Kinds of numbers: 1 a stone, 2 the border, from 16 on the marks. */
static diamond_lanes cell_lanes(const diamond_geometry *g, int cell, unsigned kind)
{
    diamond_lanes lanes;
    for (int t = 0; t < 8; t++)
        lanes[t] = rng_mix64(0x6469616d6f6e6400u + ((uint64_t)(g->turned[t][cell] + 1) << 16) +
                             kind);
    return lanes;
}

static diamond_lanes content_lanes(const diamond_geometry *g, int cell, int content)
{
    diamond_lanes stone = g->stone[cell], none = {0};
    return content == CELL_OWN      ? stone
           : content == CELL_OPP    ? (stone << 17 | stone >> 47)
           : content == CELL_BORDER ? g->border[cell]
                                    : none;
}

diamond_geometry *diamond_geometry_create(void)
{
    const int reach = DIAMOND_REACH;
    diamond_geometry *g = aligned_alloc(64, (sizeof *g + 63) / 64 * 64);
    if (!g)
        return NULL;
    memset(g, 0, sizeof *g);
    /* the cells, from the nearest on */
    memset(g->index, 255, sizeof g->index);
    for (int d = DIAMOND_MIN; d <= DIAMOND_MAX; d++) {
        for (int dy = -reach; dy <= reach; dy++) {
            for (int dx = -reach; dx <= reach; dx++) {
                int ax = abs(dx), ay = abs(dy);
                if (ax + ay + (ax > ay ? ax : ay) != d)
                    continue;
                assert(g->n_cells < DIAMOND_MAX_CELLS);
                g->index[dy + reach][dx + reach] = (uint8_t)g->n_cells;
                g->cell[g->n_cells++] = (diamond_cell){(int8_t)dx, (int8_t)dy, (uint8_t)d};
            }
        }
        g->end[d] = g->n_cells;
    }
    const int side = 2 * reach + 1;
    for (int t = 0; t < N_SYMMETRIES; t++) {
        for (int i = 0; i < side * side; i++) {
            int x = i % side, y = i / side, cell = g->index[y][x];
            symmetry_xy(t, side, &x, &y);
            if (cell < g->n_cells)
                g->turned[t][cell] = g->index[y][x];
        }
    }
    /* their random numbers */
    for (int i = 0; i < g->n_cells; i++) {
        g->stone[i] = cell_lanes(g, i, 1);
        g->border[i] = cell_lanes(g, i, 2);
        for (unsigned kind = 0; kind < DIAMOND_MARKS; kind++)
            g->mark[i][kind] = cell_lanes(g, i, 16 + kind);
    }
    for (int i = 0; i + 1 < g->n_cells; i += 2)
        for (int bits = 0; bits < 16; bits++)
            g->two[i / 2][bits] =
                content_lanes(g, i, bits & 3) ^ content_lanes(g, i + 1, bits >> 2);
    return g;
}

void diamond_geometry_destroy(diamond_geometry *g)
{
    free(g);
}

/* ---- the incremental state ---- */

go_status diamond_state_init(diamond_state *s, const diamond_geometry *g, int size, go_error *err)
{
    size_t n = (size_t)(size * size) * DIAMOND_RINGS * sizeof(diamond_lanes);
    *s = (diamond_state){.geometry = g, .size = size};
    s->ring = aligned_alloc(64, 2 * n);
    s->border = aligned_alloc(64, n);
    if (!s->ring || !s->border) {
        diamond_state_free(s);
        return go_fail(err, GO_ENOMEM, "out of memory for the shape hashes (%zu KB)",
                       3 * n / 1024);
    }
    memset(s->ring, 0, 2 * n);
    memset(s->border, 0, n);
    for (int at = 0; at < size * size; at++) {
        diamond_lanes *border = s->border + (size_t)at * DIAMOND_RINGS;
        for (int i = 0; i < g->n_cells; i++) {
            int cx = at % size + g->cell[i].dx, cy = at / size + g->cell[i].dy;
            if (cx < 0 || cy < 0 || cx >= size || cy >= size)
                border[g->cell[i].d - DIAMOND_MIN] ^= g->border[i];
        }
    }
    return GO_OK;
}

void diamond_state_free(diamond_state *s)
{
    free(s->ring);
    free(s->border);
    s->ring = s->border = NULL;
}

void diamond_state_toggle(diamond_state *s, colour c, int x, int y, uint8_t *touched)
{
    const diamond_geometry *g = s->geometry;
    const unsigned size = (unsigned)s->size;
    const size_t white = c == WHITE;
    for (int i = 0; i < g->n_cells; i++) {
        /* the stone is cell i of the point (x - dx, y - dy) */
        unsigned cx = (unsigned)(x - g->cell[i].dx), cy = (unsigned)(y - g->cell[i].dy);
        if (cx >= size || cy >= size)
            continue;
        size_t at = (size_t)(cy * size + cx) * DIAMOND_RINGS + g->cell[i].d - DIAMOND_MIN;
        s->ring[2 * at + white] ^= g->stone[i];
        if (touched)
            touched[cy * size + cx] = 255;
    }
}

void diamond_state_reset(diamond_state *s, const board *b)
{
    size_t n = (size_t)(s->size * s->size) * DIAMOND_RINGS * sizeof(diamond_lanes);
    memset(s->ring, 0, 2 * n);
    for (int i = 0; i < s->size * s->size; i++) {
        colour c = (colour)b->at[board_point_at(s->size, i)];
        if (c != EMPTY)
            diamond_state_toggle(s, c, i % s->size, i / s->size, NULL);
    }
}

/* ---- shapes as cells ---- */

void diamond_read(const diamond_geometry *g, const board *b, point p, colour own, int size,
                  uint8_t *cells)
{
    int x = board_x(b, p), y = board_y(b, p);
    for (int i = 0; i < g->end[size]; i++) {
        int cx = x + g->cell[i].dx, cy = y + g->cell[i].dy;
        if (cx < 0 || cy < 0 || cx >= b->size || cy >= b->size) {
            cells[i] = CELL_BORDER;
            continue;
        }
        colour c = (colour)b->at[board_point(b, cx, cy)];
        cells[i] = c == EMPTY ? CELL_EMPTY : c == own ? CELL_OWN : CELL_OPP;
    }
}

diamond_lanes diamond_of_cells(const diamond_geometry *g, const uint8_t *packed, int size)
{
    diamond_lanes lanes = {0};
    for (int i = 0; 2 * i < g->end[size]; i++)
        lanes ^= g->two[i][packed[i >> 1] >> (4 * (i & 1)) & 15];
    return lanes;
}
