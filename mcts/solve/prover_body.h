/* prover_body.h -- the prover, compiled once for each width of a set of cells by
 * prover_narrow.c and prover_wide.c.                                           */
#include <stdlib.h>

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
    int target;
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

static int area(const prover *p, const place *at)
{
    cells empty = p->all & ~(at->stone[BLACK] | at->stone[WHITE]), reach[3];
    for (colour c = BLACK; c <= WHITE; c++)
        reach[c] = filled(p, (grown(p, at->stone[c]) | p->touches[c]) & empty, empty);
    return p->map->decided + cells_count(at->stone[BLACK] | (reach[BLACK] & ~reach[WHITE])) -
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
    static const int inverse[N_SYMMETRIES] = {0, 1, 2, 3, 4, 6, 5, 7};
    cells set = in[0], image = 0;
#ifdef SOLVE_WIDE
    set |= (cells)in[1] << 64;
#endif
    for (; set; set &= set - 1)
        image |= cell_bit(p->image[inverse[symmetry]][cells_first(set)]);
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
    if (!p->shared->plain) { /* the last move can have settled its own side's areas */
        if (at->passes == 0)
            at->settled[o] |= find_settled(p, at, o);
        int low = p->map->decided + 2 * cells_count(at->settled[BLACK]) - n_cells;
        int high = p->map->decided + n_cells - 2 * cells_count(at->settled[WHITE]);
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

    static const int inverse[N_SYMMETRIES] = {0, 1, 2, 3, 4, 6, 5, 7};
    int64_t nodes = p->nodes;
    node n = {at, depth, ply, {.proven = true, .low = NEVER}, {.win = false}};
    cells settled = at->settled[BLACK] | at->settled[WHITE];
    cells empty = p->all & ~(at->stone[BLACK] | at->stone[WHITE]);
    int first = e.move == TABLE_NO_MOVE ? PROVER_PASS : p->image[inverse[symmetry]][e.move];
    if (depth >= 3) {
        int cutoff = find_cutoff(p, at, empty & ~settled, ply);
        first = cutoff == PROVER_PASS ? first : cutoff;
    }
    /* a pass that leaves the other side content would end the game */
    int move = PROVER_PASS;
    bool won = try_moves(p, &n, empty & ~settled, first, &move);
    /* a pass that leaves the other side content would end the game */
    if (!won && !p->stopped && at->passes == 0 && content(p, at))
        won = try_move(p, &n, PROVER_PASS);
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

/* ---- from outside ---- */

static prover_answer kind_search(prover *p, int target, colour cycle_loser, colour side, int depth)
{
    place at = p->stack[p->root - p->n_past];
    p->target = target;
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
                           .certain = p->root_certain && !(at.passes == 1 && r.win),
                           .move = p->root_move,
                           .proven = r.proven,
                           .tied = r.tied};
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

static int kind_score(const prover *p) { return area(p, &p->stack[p->root - p->n_past]); }

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
            if (s >= p->n_symmetries)
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
