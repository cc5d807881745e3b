/* prover_place.h -- part of prover_body.h: what a prover holds; positions as sets of cells,
 * their pass-alive areas, and moves.                                          */
#ifndef KATACHI_MCTS_SOLVE_PROVER_PLACE_H
#define KATACHI_MCTS_SOLVE_PROVER_PLACE_H

#include "base/rng.h"
#include "board/symmetry.h"
#include "mcts/solve/cells.h"
#include "mcts/solve/prover.h"

typedef struct place {
    cells stone[3];   /* by colour; [EMPTY] unused */
    cells settled[3]; /* areas known to be pass-alive */
    uint64_t hash[N_SYMMETRIES];
    int ko;           /* forbidden cell, -1: none */
    colour to_move;
    int passes;
} place;

typedef struct ancestor {
    cells stone[3];
    colour to_move;
    int ko, passes;
    bool taken;       /* was a stone captured on the way here? */
} ancestor;

enum { NEVER = 1 << 20, MAX_LINE = 256 /* moves from the map to the root */ };

struct prover {
    prover_shared *shared;
    const solve_map *map;
    cells all, adjacent[CELLS_MAX], touches[3];
    int n_symmetries;
    uint8_t image[N_SYMMETRIES][CELLS_MAX];
    uint64_t key[3][CELLS_MAX][N_SYMMETRIES]; /* [EMPTY]: of the ko */
    int target;             /* of black's points among the cells */
    colour cycle_loser;
    colour side;            /* that looks for a proof: what is left open counts against it */
    int round;              /* depth at the root, and side */
    uint64_t mode;          /* part of every key */
    int64_t nodes;
    bool stopped, watches;
    int root_move;          /* the move that wins there; PROVER_PASS: a pass, or none */
    bool root_certain;
    int n_past, root;       /* path[n_past .. root] is the line to the root */
    place stack[MAX_LINE];  /* of the root: stack[root - n_past] */
    int max_path;
    ancestor *path;         /* [max_path] */
    int (*killer)[2];       /* [max_path] */
    int64_t history[3][CELLS_MAX];
    int centre[CELLS_MAX];
};

typedef struct outcome {
    bool win;      /* the player to move gets what he wants */
    bool proven, tied;
    int low;       /* the highest position of the path that the proof needs; NEVER: none */
    cells taken;   /* of a tied proof: cells where stones are captured */
} outcome;

/* ---- sets on the map ---- */

/* The set and its neighbours. */
static inline cells grown(const prover *p, cells set)
{
    int s = p->map->stride;
    if (s)
        return (set | set << 1 | set >> 1 | set << s | set >> s) & p->all;
    cells out = set;
    for (; set; set &= set - 1)
        out |= p->adjacent[cells_first(set)];
    return out;
}

/* What is connected to `seed` within `inside`. */
static inline cells filled(const prover *p, cells seed, cells inside)
{
    for (;;) {
        cells next = grown(p, seed) & inside;
        if (next == seed)
            return seed;
        seed = next;
    }
}

/* Black's points less white's among the cells: few enough for the table. */
static int area(const prover *p, const place *at)
{
    cells empty = p->all & ~(at->stone[BLACK] | at->stone[WHITE]), reach[3];
    for (colour c = BLACK; c <= WHITE; c++)
        reach[c] = filled(p, (grown(p, at->stone[c]) | p->touches[c]) & empty, empty);
    return cells_count(at->stone[BLACK] | (reach[BLACK] & ~reach[WHITE])) -
           cells_count(at->stone[WHITE] | (reach[WHITE] & ~reach[BLACK]));
}

/* ---- pass-alive areas ---- */

typedef struct region {
    cells points, border; /* border: adjacent stones */
    cells need;           /* points that a chain must touch for the region to be its eye */
    bool open;            /* struck out */
} region;

/* Pass-alive stones of c (Benson 1976, as board/game/benson.h) and the regions they enclose in
 * which at most one point touches none of them: there is no place for two eyes.    */
static cells find_settled(const prover *p, const place *at, colour c)
{
    region list[CELLS_MAX];
    cells chain[CELLS_MAX], own = at->stone[c], other = at->stone[opponent(c)];
    int n = 0, n_chains = 0;
    for (cells rest = p->all & ~own; rest; rest &= ~list[n++].points) {
        cells points = filled(p, rest & -rest, p->all & ~own);
        list[n] = (region){.points = points,
                           .border = grown(p, points) & own,
                           .need = p->map->suicide ? points : points & ~other,
                           .open = (points & p->touches[opponent(c)]) != 0};
    }
    if (n < 2 && !(p->touches[c]))
        return 0;
    cells alive = own;
    for (cells rest = own; rest; rest &= ~chain[n_chains++])
        chain[n_chains] = filled(p, rest & -rest, own);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < n_chains; i++) {
            cells around = grown(p, chain[i]);
            int eyes = chain[i] & p->touches[c] ? 2 : 0;
            for (int k = 0; k < n && eyes < 2; k++)
                eyes += !list[k].open && list[k].border & chain[i] && !(list[k].need & ~around);
            if (eyes >= 2)
                continue;
            alive &= ~chain[i];
            for (int k = 0; k < n; k++)
                list[k].open |= (list[k].border & chain[i]) != 0;
            chain[i--] = chain[--n_chains];
            changed = true;
        }
    }
    cells safe = grown(p, alive) | p->touches[c], out = alive;
    for (int k = 0; k < n; k++) {
        cells inner = list[k].points & ~safe;
        bool walled = list[k].border || list[k].points & p->touches[c];
        if (!list[k].open && walled && cells_count(inner) <= 1)
            out |= list[k].points;
    }
    return out;
}

/* ---- moves ---- */

static void toggle(const prover *p, place *at, colour c, cells set)
{
    at->stone[c] ^= set;
    for (; set; set &= set - 1)
        for (int s = 0, i = cells_first(set); s < N_SYMMETRIES; s++)
            at->hash[s] ^= p->key[c][i][s];
}

static void pass_move(const place *from, place *to)
{
    *to = *from;
    to->ko = -1;
    to->passes++;
    to->to_move = opponent(from->to_move);
}

/* Plays on an empty cell.  False: suicide that the rules forbid, or simple ko. */
static bool play_cell(const prover *p, const place *from, int cell, place *to, cells *taken)
{
    colour c = from->to_move, o = opponent(c);
    cells stone = cell_bit(cell), near = p->adjacent[cell];
    if (cell == from->ko)
        return false;
    *to = *from;
    to->ko = -1;
    to->passes = 0;
    to->to_move = o;
    *taken = 0;
    cells empty = p->all & ~(from->stone[BLACK] | from->stone[WHITE] | stone);
    for (cells rest = near & from->stone[o]; rest;) {
        cells chain = filled(p, rest & -rest, from->stone[o]);
        if (!(grown(p, chain) & empty) && !(chain & p->touches[o]))
            *taken |= chain;
        rest &= ~chain;
    }
    toggle(p, to, c, stone);
    if (*taken) {
        toggle(p, to, o, *taken);
        bool alone = !(near & (from->stone[c] | empty)) && !(stone & p->touches[c]);
        if (alone && !(*taken & (*taken - 1)))
            to->ko = cells_first(*taken);
        return true;
    }
    if (near & empty || stone & p->touches[c])
        return true;
    cells chain = filled(p, stone, to->stone[c]);
    if (grown(p, chain) & empty || chain & p->touches[c])
        return true;
    if (!p->map->suicide || chain == stone)
        return false;
    toggle(p, to, c, chain);
    *taken = chain;
    return true;
}

#endif
