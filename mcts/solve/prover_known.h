/* prover_known.h -- part of prover_body.h: what is known of a position: is it on the path, and
 * what the table says of it, where that holds on this path.                   */
#ifndef KATACHI_MCTS_SOLVE_PROVER_KNOWN_H
#define KATACHI_MCTS_SOLVE_PROVER_KNOWN_H

#include "mcts/solve/prover_place.h"

/* ---- the path ---- */

static void record(prover *p, int ply, const place *at, bool taken)
{
    p->path[ply] = (ancestor){.stone = {0, at->stone[BLACK], at->stone[WHITE]},
                              .to_move = at->to_move,
                              .ko = at->ko,
                              .passes = at->passes,
                              .taken = taken || (ply && p->path[ply - 1].taken)};
}

/* The position on the path up to `ply` that the rules hold equal to this one; -1: none. */
static int find_repeated(const prover *p, const place *at, int ply)
{
    ko_rule rule = p->map->rule;
    for (int i = ply, first = rule == KO_SIMPLE ? p->n_past : 0; i >= first; i--) {
        const ancestor *a = &p->path[i];
        if (a->stone[BLACK] != at->stone[BLACK] || a->stone[WHITE] != at->stone[WHITE])
            continue;
        if (rule == KO_POSITIONAL ||
            (a->to_move == at->to_move &&
             (rule == KO_SITUATIONAL || (a->ko == at->ko && a->passes == at->passes))))
            return i;
    }
    return -1;
}

/* May a tied proof for this place be used here?  Not if a position above could come back. */
static bool may_use(const prover *p, const place *at, cells taken, int ply)
{
    if (p->map->rule == KO_SIMPLE)
        return true;
    for (int i = p->n_past; i < ply; i++) {
        const ancestor *a = &p->path[i];
        cells added = (at->stone[BLACK] & ~a->stone[BLACK]) | (at->stone[WHITE] & ~a->stone[WHITE]);
        if (!(added & ~taken))
            return false;
    }
    return true;
}

/* ---- the table ---- */

/* The least key over the symmetries. */
static uint64_t key_of(const prover *p, const place *at, int *symmetry)
{
    uint64_t least = 0;
    *symmetry = 0;
    for (int s = 0; s < p->n_symmetries; s++) {
        uint64_t key = at->hash[s] ^ (at->ko >= 0 ? p->key[EMPTY][at->ko][s] : 0);
        if (!s || key < least) {
            least = key;
            *symmetry = s;
        }
    }
    uint64_t player = rng_mix64((uint64_t)at->to_move + 4 * (uint64_t)at->passes);
    return rng_mix64(least ^ player ^ p->mode);
}

static void put_set(const prover *p, cells set, int symmetry, uint64_t out[2])
{
    cells image = 0;
    for (; set; set &= set - 1)
        image |= cell_bit(p->image[symmetry][cells_first(set)]);
    out[0] = (uint64_t)image;
#ifdef SOLVE_WIDE
    out[1] = (uint64_t)(image >> 64);
#endif
}

static cells get_set(const prover *p, const uint64_t in[2], int symmetry)
{
    const int back = symmetry_inverse(symmetry);
    cells set = in[0], image = 0;
#ifdef SOLVE_WIDE
    set |= (cells)in[1] << 64;
#endif
    for (; set; set &= set - 1)
        image |= cell_bit(p->image[back][cells_first(set)]);
    return image;
}

/* Does the entry answer?  Proven bounds first, then a failure of the same round that was as
 * deep.  (Failures of earlier rounds could keep each other alive for ever, since positions
 * return at other depths.)                                                     */
static bool answered(const prover *p, const table_entry *e, const place *at, int symmetry,
                     int depth, int ply, outcome *out)
{
    bool black = p->target <= e->low;
    *out = (outcome){.proven = true, .low = NEVER};
    if (black || p->target > e->high) {
        out->win = black == (at->to_move == BLACK);
        out->tied = black ? e->low_tied : e->high_tied;
        if (!out->tied)
            return true;
        out->taken = get_set(p, e->taken[!black], symmetry);
        if (may_use(p, at, out->taken, ply))
            return true;
    }
    *out = (outcome){.win = at->to_move != p->side, .low = NEVER};
    return e->round == p->round && e->depth >= depth && e->failed == p->target;
}

static int log2_of(int64_t n) { return n > 1 ? 63 - __builtin_clzll((uint64_t)n) : 0; }

static void store(prover *p, uint64_t key, const place *at, int symmetry, int depth, int ply,
                  int move, int64_t nodes, const outcome *r)
{
    table_entry e;
    table *t = &p->shared->table;
    bool black = r->win == (at->to_move == BLACK);
    table_find(t, key, &e);
    if (r->proven && r->low >= ply) {
        bool better = black ? p->target > e.low || (p->target == e.low && !r->tied)
                            : p->target - 1 < e.high || (p->target - 1 == e.high && !r->tied);
        if (black && better) {
            e.low = (int16_t)p->target;
            e.low_tied = r->tied;
        } else if (better) {
            e.high = (int16_t)(p->target - 1);
            e.high_tied = r->tied;
        }
        if (better)
            put_set(p, r->taken, symmetry, e.taken[!black]);
    } else if (!r->proven) {
        e.failed = (int16_t)p->target;
        e.depth = (uint8_t)depth;
        e.round = (uint16_t)p->round;
    }
    if (move >= 0)
        e.move = p->image[symmetry][move];
    if (log2_of(nodes) > e.work)
        e.work = (uint8_t)log2_of(nodes);
    table_store(t, key, &e);
}

#endif
