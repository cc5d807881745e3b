/* prover_body.h -- the prover, compiled once for each width of a set of cells by
 * prover_narrow.c and prover_wide.c.                                           */
#include <stdlib.h>

#include "mcts/solve/prover_search.h"

static prover_answer kind_search(prover *p, int target, colour cycle_loser, colour side, int depth)
{
    place at = p->stack[p->root - p->n_past];
    p->target = target - p->map->decided;
    p->cycle_loser = cycle_loser;
    p->side = side;
    p->round = 2 * depth + (side == BLACK);
    p->mode = rng_mix64((uint64_t)cycle_loser + 100);
    p->stopped = atomic_load(&p->shared->stop);
    p->root_move = PROVER_PASS;
    p->root_certain = true;
    if (!p->shared->plain)
        for (colour c = BLACK; c <= WHITE; c++)
            at.settled[c] = find_settled(p, &at, c);
    int64_t nodes = p->nodes;
    outcome r = search_place(p, &at, depth, p->root);
    return (prover_answer){.finished = !p->stopped,
                           .nodes = p->nodes - nodes,
                           .black = r.win == (at.to_move == BLACK),
                           .certain = p->root_certain && !(at.passes == 1 && content(p, &at)),
                           .move = p->root_move,
                           .proven = r.proven,
                           /* a loss can rest on the ko that the root forbids */
                           .tied = r.tied || (!r.win && at.ko >= 0)};
}

static bool kind_play(prover *p, int cell)
{
    place *at = &p->stack[p->root - p->n_past];
    cells taken = 0, empty = p->all & ~(at->stone[BLACK] | at->stone[WHITE]);
    if (cell == PROVER_PASS) {
        pass_move(at, at + 1);
    } else if (!cells_have(empty, cell) || !play_cell(p, at, cell, at + 1, &taken) ||
               (p->map->rule != KO_SIMPLE && find_repeated(p, at + 1, p->root) >= 0)) {
        return false;
    }
    record(p, ++p->root, at + 1, taken != 0);
    return true;
}

static void kind_back(prover *p) { p->root--; }

static int kind_score(const prover *p)
{
    return p->map->decided + area(p, &p->stack[p->root - p->n_past]);
}

static void kind_show(const prover *p, uint8_t stone[MAP_WIDE], int *ko)
{
    const place *at = &p->stack[p->root - p->n_past];
    for (int i = 0; i < p->map->n; i++)
        stone[i] = cells_have(at->stone[BLACK], i) ? BLACK
                   : cells_have(at->stone[WHITE], i) ? WHITE
                                                     : EMPTY;
    *ko = at->ko;
}

/* Cells, neighbours, symmetries and keys. */
static void set_up(prover *p)
{
    const solve_map *m = p->map;
    rng r = rng_seed(5);
    /* a history breaks the symmetry */
    p->n_symmetries = m->stride && !m->n_past && !p->shared->plain ? N_SYMMETRIES : 1;
    for (int i = 0; i < m->n; i++) {
        if (m->at[i] == PASS)
            continue;
        p->all |= cell_bit(i);
        for (colour c = BLACK; c <= WHITE; c++)
            p->touches[c] |= m->touches[i][c] ? cell_bit(i) : 0;
        for (int k = 0; k < 4; k++)
            if (m->next[i][k] >= 0)
                p->adjacent[i] |= cell_bit(m->next[i][k]);
        int x = board_x_on(m->size, m->at[i]), y = board_y_on(m->size, m->at[i]);
        p->centre[i] = m->size * m->size - (2 * x - m->size + 1) * (2 * x - m->size + 1) -
                       (2 * y - m->size + 1) * (2 * y - m->size + 1);
        for (int s = 0; s < N_SYMMETRIES; s++) {
            p->image[s][i] = (uint8_t)i;
            if (!s || s >= p->n_symmetries) /* the first changes nothing */
                continue;
            int u = x, v = y;
            symmetry_xy(s, m->size, &u, &v);
            p->image[s][i] = (uint8_t)(v * m->stride + u);
        }
    }
    for (int c = 0; c <= WHITE; c++) {
        uint64_t key[CELLS_MAX];
        for (int i = 0; i < CELLS_MAX; i++)
            key[i] = rng_next(&r);
        for (int i = 0; i < m->n; i++)
            for (int s = 0; s < N_SYMMETRIES; s++)
                p->key[c][i][s] = key[p->image[s][i]];
    }
}

static void kind_destroy(prover *p)
{
    if (!p)
        return;
    free(p->path);
    free(p->killer);
    free(p);
}

static prover *kind_create(prover_shared *shared, bool watches)
{
    prover *p = calloc(1, sizeof *p);
    const solve_map *m = shared->map;
    if (!p)
        return NULL;
    p->shared = shared;
    p->watches = watches;
    p->map = m;
    p->max_path = m->n_past + MAX_LINE + PROVER_DEPTH + 2;
    p->path = calloc((size_t)p->max_path, sizeof *p->path);
    p->killer = calloc((size_t)p->max_path, sizeof *p->killer);
    if (!p->path || !p->killer) {
        kind_destroy(p);
        return NULL;
    }
    memset(p->killer, -1, (size_t)p->max_path * sizeof *p->killer);
    set_up(p);
    for (int i = 0; i < m->n_past; i++) {
        ancestor *a = &p->path[p->n_past++];
        *a = (ancestor){.to_move = (colour)m->past[i].to_move, .ko = -1, .taken = true};
        for (int k = 0; k < m->n; k++)
            a->stone[m->past[i].stone[k]] |= cell_bit(k);
    }
    p->root = p->n_past;
    place *at = &p->stack[0];
    at->ko = m->ko;
    at->to_move = m->to_move;
    at->passes = m->passes;
    for (int i = 0; i < m->n; i++)
        if (m->stone[i] != EMPTY)
            toggle(p, at, (colour)m->stone[i], cell_bit(i));
    record(p, p->root, at, p->n_past > 0);
    return p;
}

const prover_kind PROVER_KIND = {.max_cells = CELLS_MAX,
                                 .set_words = (int)(sizeof(cells) / sizeof(uint64_t)),
                                 .create = kind_create,
                                 .destroy = kind_destroy,
                                 .play = kind_play,
                                 .back = kind_back,
                                 .search = kind_search,
                                 .score = kind_score,
                                 .show = kind_show};
