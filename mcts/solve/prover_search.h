/* prover_search.h -- part of prover_body.h: the null-window search of limited depth. */
#ifndef KATACHI_MCTS_SOLVE_PROVER_SEARCH_H
#define KATACHI_MCTS_SOLVE_PROVER_SEARCH_H

#include "mcts/solve/prover_known.h"

/* ---- the search ---- */

static void count_node(prover *p)
{
    prover_shared *s = p->shared;
    if (++p->nodes % PROVER_STEP)
        return;
    if (p->watches && s->watch && !s->watch(s->user))
        atomic_store(&s->stop, true);
    int64_t all = atomic_fetch_add_explicit(&s->nodes, PROVER_STEP, memory_order_relaxed);
    if (s->max_nodes && all + PROVER_STEP >= s->max_nodes)
        atomic_store(&s->stop, true);
    p->stopped = atomic_load_explicit(&s->stop, memory_order_relaxed);
}

static outcome certain(bool win) { return (outcome){.win = win, .proven = true, .low = NEVER}; }

/* Would the player to move be content if the game ended now? */
static bool content(const prover *p, const place *at)
{
    return (area(p, at) >= p->target) == (at->to_move == BLACK);
}

/* A node in the middle of its moves. */
typedef struct node {
    place *at;
    int depth, ply;
    outcome all;     /* of the moves tried, should none win */
    outcome best;    /* of the one that wins */
} node;

static outcome search_place(prover *p, place *at, int depth, int ply);

/* Tries a move (PROVER_PASS: a pass).  True: it wins, see n->best. */
static bool try_move(prover *p, node *n, int cell)
{
    place child;
    cells taken = 0;
    outcome r;
    if (cell == PROVER_PASS)
        pass_move(n->at, &child);
    else if (!play_cell(p, n->at, cell, &child, &taken))
        return false;
    bool may_repeat = cell != PROVER_PASS && (taken || p->path[n->ply].taken);
    int repeated = may_repeat ? find_repeated(p, &child, n->ply) : -1;
    if (repeated >= 0 && p->map->rule != KO_SIMPLE) {
        n->all.tied = true;
        if (repeated >= p->n_past && repeated < n->all.low)
            n->all.low = repeated;
        return false;
    }
    if (repeated >= 0) {
        r = (outcome){.win = child.to_move != p->cycle_loser, .proven = true, .low = repeated};
    } else {
        record(p, n->ply + 1, &child, taken != 0);
        r = search_place(p, &child, n->depth - 1, n->ply + 1);
    }
    if (p->stopped)
        return false;
    if (!r.win) {
        n->best = (outcome){.win = true, .proven = r.proven, .low = r.low};
        n->best.tied = r.tied || child.ko >= 0;
        n->best.taken = n->best.tied ? r.taken | taken : 0;
        return true;
    }
    n->all.proven &= r.proven;
    n->all.tied |= r.tied;
    n->all.low = r.low < n->all.low ? r.low : n->all.low;
    n->all.taken |= r.tied ? r.taken | taken : 0;
    return false;
}

/* Does a child's entry show that some move wins?  Then it is tried first. */
static int find_cutoff(prover *p, const place *at, cells moves, int ply)
{
    place child[CELLS_MAX];
    int cell[CELLS_MAX], symmetry[CELLS_MAX], n = 0;
    uint64_t key[CELLS_MAX];
    cells taken;
    table_entry e;
    outcome r;
    for (; moves; moves &= moves - 1) {
        cell[n] = cells_first(moves);
        if (!play_cell(p, at, cell[n], &child[n], &taken))
            continue;
        key[n] = key_of(p, &child[n], &symmetry[n]);
        table_prefetch(&p->shared->table, key[n]);
        n++;
    }
    for (int i = 0; i < n; i++)
        if (table_find(&p->shared->table, key[i], &e) &&
            answered(p, &e, &child[i], symmetry[i], PROVER_DEPTH, ply + 1, &r) && !r.win)
            return cell[i];
    return PROVER_PASS;
}

/* Tries moves in order of promise.  True: *move wins. */
static bool try_moves(prover *p, node *n, cells moves, int first, int *move)
{
    int cell[CELLS_MAX], count = 0;
    int64_t value[CELLS_MAX];
    const place *at = n->at;
    colour c = at->to_move;
    const int *killer = p->killer[n->ply];
    cells atari = 0; /* last liberties of the other side's chains */
    cells empty = p->all & ~(at->stone[BLACK] | at->stone[WHITE]);
    for (cells rest = at->stone[opponent(c)], chain; rest; rest &= ~chain) {
        chain = filled(p, rest & -rest, at->stone[opponent(c)]);
        cells liberties = grown(p, chain) & empty;
        if (!(liberties & (liberties - 1)) && !(chain & p->touches[opponent(c)]))
            atari |= liberties;
    }
    for (cells rest = moves; rest; rest &= rest - 1) {
        int i = cells_first(rest);
        cell[count] = i;
        value[count++] = (i == first ? INT64_C(1) << 60 : 0) +
                         (cells_have(atari, i) ? INT64_C(1) << 50 : 0) +
                         (i == killer[0] ? INT64_C(1) << 49 : i == killer[1] ? INT64_C(1) << 48 : 0) +
                         p->history[c][i] * 64 + p->centre[i];
    }
    for (int k = 0; k < count; k++) {
        int best = k;
        for (int i = k + 1; i < count; i++)
            if (value[i] > value[best])
                best = i;
        int i = cell[best];
        cell[best] = cell[k];
        value[best] = value[k];
        if (try_move(p, n, i)) {
            p->history[c][i] += (int64_t)n->depth * n->depth;
            if (killer[0] != i) {
                p->killer[n->ply][1] = killer[0];
                p->killer[n->ply][0] = i;
            }
            *move = i;
            return true;
        }
        if (p->stopped)
            break;
    }
    return false;
}

static outcome search_place(prover *p, place *at, int depth, int ply)
{
    int symmetry, n_cells = cells_count(p->all);
    colour c = at->to_move, o = opponent(c);
    outcome r;
    table_entry e;
    count_node(p);
    if (at->passes >= 2)
        return certain(content(p, at));
    if (at->passes == 1 && content(p, at))
        return certain(true);
    if (!p->shared->plain) { /* the last move can have settled own areas, or ended them */
        if (at->passes == 0)
            at->settled[o] = find_settled(p, at, o);
        int low = 2 * cells_count(at->settled[BLACK]) - n_cells;
        int high = n_cells - 2 * cells_count(at->settled[WHITE]);
        if (p->target <= low || p->target > high)
            return certain((p->target <= low) == (c == BLACK));
    }
    p->root_certain &= ply > p->root;
    uint64_t key = key_of(p, at, &symmetry);
    table_find(&p->shared->table, key, &e);
    if (ply > p->root && answered(p, &e, at, symmetry, depth, ply, &r))
        return r;
    if (depth <= 0 || p->stopped)
        return (outcome){.win = c != p->side, .low = NEVER};

    int64_t nodes = p->nodes;
    node n = {at, depth, ply, {.proven = true, .low = NEVER}, {.win = false}};
    cells settled = at->settled[BLACK] | at->settled[WHITE];
    cells empty = p->all & ~(at->stone[BLACK] | at->stone[WHITE]);
    int first = e.move == TABLE_NO_MOVE ? PROVER_PASS
                                        : p->image[symmetry_inverse(symmetry)][e.move];
    if (depth >= 3) {
        int cutoff = find_cutoff(p, at, empty & ~settled, ply);
        first = cutoff == PROVER_PASS ? first : cutoff;
    }
    int move = PROVER_PASS;
    bool won = try_moves(p, &n, empty & ~settled, first, &move);
    /* A pass that leaves the other side content would end the game.  A player who has dead stones
     * to take need not pass: taking them costs nothing, and may be all that he wants to play. */
    if (!won && !p->stopped && !content(p, at)) {
        cells dead = at->settled[c] & at->stone[o];
        won = try_moves(p, &n, empty & filled(p, dead, at->settled[c] & ~at->stone[c]),
                        PROVER_PASS, &move);
    } else if (!won && !p->stopped && at->passes == 0) {
        won = try_move(p, &n, PROVER_PASS);
    }
    bool bans = n.all.tied || n.all.low != NEVER || at->ko >= 0;
    if (!won && !p->stopped && n.all.proven && bans && settled & empty)
        won = try_moves(p, &n, settled & empty, PROVER_PASS, &move);
    r = won ? n.best : n.all;
    if (ply == p->root)
        p->root_move = move;
    if (!p->stopped)
        store(p, key, at, symmetry, depth, ply, move, p->nodes - nodes, &r);
    return r;
}

#endif
