/* life.c -- chains whose life the playouts leave open, read out; see estimate.h. */
#include <stdlib.h>

#include "mcts/final/estimate.h"
#include "mcts/final/eyes.h"
#include "mcts/final/local_reader.h"

enum {
    NODES_FOR_ONE = 6000, /* positions for one question */
    NODES_FOR_ALL = 60000,
    ESCORT_MIN = 6, /* stones of a chain that can hold an eye */
    ZONE_MAX_EMPTY = 14
};

typedef struct life_reader {
    final_estimate *e;
    const board *b;
    local_reader *reader;
    local_zone zone; /* of the chain being read */
    board after;     /* scratch */
    bool seki_point[BOARD_MAX_POINTS];
    bool open[BOARD_MAX_CHAINS]; /* caught or safe, depending on who moves first */
    bool ko_stone[BOARD_MAX_CHAINS]; /* alive because neither side wanted the ko */
} life_reader;

/* ---- the zone ---- */

typedef struct zone_walk {
    const final_estimate *e;
    local_zone *zone;
    double sure; /* survival from which a chain is a wall */
    int n_empty;
    bool too_large;
    bool in[BOARD_MAX_POINTS];
    bool chain_in[BOARD_MAX_CHAINS];
    int n_chains;
    int chain[LOCAL_MAX_ZONE]; /* to be walked */
} zone_walk;

static void add_chain(zone_walk *w, int chain)
{
    if (w->chain_in[chain])
        return;
    w->chain_in[chain] = true;
    if (w->n_chains == LOCAL_MAX_ZONE)
        w->too_large = true;
    else
        w->chain[w->n_chains++] = chain;
}

static void add_point(zone_walk *w, point p)
{
    const board *b = &w->e->board;
    if (w->in[p])
        return;
    w->in[p] = true;
    w->n_empty += b->at[p] == EMPTY;
    if (w->zone->n == LOCAL_MAX_ZONE || w->n_empty > ZONE_MAX_EMPTY)
        w->too_large = true;
    else
        w->zone->at[w->zone->n++] = p;
}

static void add_chains_around(zone_walk *w, point p)
{
    const board *b = &w->e->board;
    FOR_EACH_NEIGHBOUR (b, p, q) {
        int chain = b->chain[q];
        bool wall = w->e->settled[chain] ||
                    (w->e->survival[chain] >= w->sure && !w->e->facing[chain]);
        if (chain && !wall)
            add_chain(w, chain);
    }
}

/* The recursion ends with ZONE_MAX_EMPTY. */
static void add_empty(zone_walk *w, point p)
{
    const board *b = &w->e->board;
    add_point(w, p);
    add_chains_around(w, p);
    FOR_EACH_NEIGHBOUR (b, p, q)
        if (b->at[q] == EMPTY && !w->in[q] && !w->too_large)
            add_empty(w, q);
}

static void walk_chain(zone_walk *w, int chain)
{
    const board *b = &w->e->board;
    point libs[LOCAL_MAX_ZONE];
    int n = board_libs(b, chain, libs, LOCAL_MAX_ZONE);
    FOR_EACH_STONE (b, s, b->head[chain]) {
        if (w->too_large)
            return;
        add_point(w, s);
        add_chains_around(w, s);
    }
    for (int i = 0; i < n && !w->too_large; i++)
        add_empty(w, libs[i]);
}

/* The part of the board that decides about the chain of `target`: step by step, every
 * chain in doubt that shares liberties with it, their stones, their liberties and the
 * empty points next to these.  Chains that the playouts are sure of are its walls; how
 * sure is lowered until the zone is small enough to be read.  False: it never is. */
static bool find_zone(const final_estimate *e, point target, local_zone *zone)
{
    static const double sure[] = {0.98, 0.95, 0.9, 0.8};
    for (size_t i = 0; i < sizeof sure / sizeof sure[0]; i++) {
        zone_walk w = {.e = e, .zone = zone, .sure = sure[i]};
        zone->n = 0;
        add_chain(&w, e->board.chain[target]);
        for (int k = 0; k < w.n_chains && !w.too_large; k++)
            walk_chain(&w, w.chain[k]);
        if (!w.too_large)
            return true;
    }
    return false;
}

/* ---- reading ---- */

static local_result catches(life_reader *l, const board *b, point target, point escort,
                            colour first)
{
    int64_t left = NODES_FOR_ALL - local_reader_nodes(l->reader);
    if (left <= 0)
        return LOCAL_UNKNOWN;
    return local_reader_catch(l->reader, b, &l->zone, target, escort, first,
                              left < NODES_FOR_ONE ? (int)left : NODES_FOR_ONE);
}

/* Playouts can be wrong about groups without two eyes that face each other, and sure. */
static bool in_doubt(const final_estimate *e, int chain)
{
    if (chain && e->facing[chain])
        return true;
    return chain && !e->settled[chain] && e->survival[chain] > e->surely_dead &&
           e->survival[chain] < e->surely_alive;
}

/* Is it the stone of a ko that either side could take next? */
static bool is_ko_stone(const board *b, int chain)
{
    point stone = b->head[chain];
    if (b->n_members[chain] != 1 || b->n_libs[chain] != 1)
        return false;
    point p = board_first_lib(b, chain);
    colour taker = opponent((colour)b->at[stone]);
    return board_neighbours(b, p, taker) == 0 && board_libs_after(b, taker, p, 2) == 1;
}

/* The largest doubtful chain of the other colour around a chain, if it is much
 * larger: taking the chain must not cost it.  A smaller one might be a sacrifice.
 * PASS: none.                                                                */
static point find_escort(const life_reader *l, int chain)
{
    const board *b = l->b;
    point escort = PASS;
    int most = 2 * b->n_members[chain] > ESCORT_MIN ? 2 * b->n_members[chain] : ESCORT_MIN;
    FOR_EACH_STONE (b, s, b->head[chain]) {
        FOR_EACH_NEIGHBOUR (b, s, q) {
            if (b->at[q] != opponent((colour)b->at[s]) || !in_doubt(l->e, b->chain[q]) ||
                b->n_members[b->chain[q]] < most)
                continue;
            most = b->n_members[b->chain[q]];
            escort = q;
        }
    }
    return escort;
}

/* Caught even if it moves first: dead.  Safe even if the other side moves first: alive.
 * If it depends on who moves first, the playouts decide, except that the stone of a ko
 * that neither side wanted stays.                                             */
static void read_chain(life_reader *l, int chain)
{
    point target = l->b->head[chain], escort = find_escort(l, chain);
    colour prey = (colour)l->b->at[target];
    if (!find_zone(l->e, target, &l->zone))
        return;
    local_result attacked = catches(l, l->b, target, PASS, opponent(prey));
    if (attacked == LOCAL_CAUGHT && escort != PASS)
        attacked = catches(l, l->b, target, escort, opponent(prey));
    if (attacked == LOCAL_SAFE) {
        l->e->fate[chain] = FATE_ALIVE;
        l->e->read[chain] = true;
    } else if (attacked == LOCAL_CAUGHT &&
               catches(l, l->b, target, escort, prey) == LOCAL_CAUGHT) {
        l->e->fate[chain] = FATE_DEAD;
        l->e->read[chain] = true;
    } else if (attacked == LOCAL_CAUGHT && l->e->facing[chain]) {
        l->open[chain] = true;
    } else if (attacked == LOCAL_CAUGHT && is_ko_stone(l->b, chain)) {
        l->e->fate[chain] = FATE_ALIVE;
        l->ko_stone[chain] = true;
    }
}

/* Is it left alone: are all chains around its liberty, which are of its colour, dead? */
static bool has_only_dead_friends(const final_estimate *e, int ko_stone)
{
    const board *b = &e->board;
    FOR_EACH_NEIGHBOUR (b, board_first_lib(b, ko_stone), q) {
        const int other = b->chain[q];
        if (other && other != ko_stone && e->fate[other] != FATE_DEAD)
            return false;
    }
    return true;
}

/* The stone of a ko dies with the chains that it could be connected with. */
static void settle_ko_stones(life_reader *l)
{
    for (int chain = 1; chain < l->b->n_chain_ids; chain++)
        if (l->ko_stone[chain] && has_only_dead_friends(l->e, chain))
            l->e->fate[chain] = FATE_DEAD;
}

/* Does a chain of the other colour that it faces touch it and live whoever moves first? */
static bool faces_a_safe_chain(const life_reader *l, int chain)
{
    const final_estimate *e = l->e;
    FOR_EACH_STONE (l->b, s, l->b->head[chain])
        FOR_EACH_NEIGHBOUR (l->b, s, q) {
            int other = l->b->chain[q];
            if (l->b->at[q] == opponent((colour)l->b->at[s]) && e->facing[other] && e->read[other] &&
                e->fate[other] == FATE_ALIVE)
                return true;
        }
    return false;
}

/* Of two groups that face each other, the one that can be caught is dead if the other cannot:
 * that side has nothing to fear and need not make the move (Japanese rules 1989, article 7:
 * dead is what the opponent can capture).                                     */
static void settle_races(life_reader *l)
{
    for (int chain = 1; chain < l->b->n_chain_ids; chain++)
        if (l->open[chain] && faces_a_safe_chain(l, chain))
            l->e->fate[chain] = FATE_DEAD;
}

/* ---- seki ---- */

static int doubtful_neighbour(const final_estimate *e, point p, colour c)
{
    FOR_EACH_NEIGHBOUR (&e->board, p, q) {
        int chain = e->board.at[q] == c ? e->board.chain[q] : 0;
        if (in_doubt(e, chain) && e->fate[chain] != FATE_DEAD)
            return chain;
    }
    return 0;
}

/* Would a stone of c on p be lost to the other side's answer? */
static bool is_fatal(life_reader *l, colour c, point p)
{
    int own = doubtful_neighbour(l->e, p, c);
    board_copy(&l->after, l->b);
    if (board_play(&l->after, c, p) != MOVE_OK || l->after.at[p] == EMPTY) /* suicide */
        return true;
    if (!find_zone(l->e, l->b->head[own], &l->zone))
        return false;
    return catches(l, &l->after, p, PASS, opponent(c)) == LOCAL_CAUGHT;
}

/* A point between two chains in doubt, on which neither can play. */
static bool is_seki_point(life_reader *l, point p)
{
    return l->b->at[p] == EMPTY && doubtful_neighbour(l->e, p, BLACK) &&
           doubtful_neighbour(l->e, p, WHITE) && is_fatal(l, BLACK, p) && is_fatal(l, WHITE, p);
}

/* Living groups that have no two eyes and face each other live in seki. */
static void mark_sekis(life_reader *l)
{
    final_estimate *e = l->e;
    bool dead[BOARD_MAX_CHAINS];
    for (int chain = 1; chain < l->b->n_chain_ids; chain++)
        dead[chain] = e->fate[chain] == FATE_DEAD;
    final_eyes_facing(l->b, dead, e->settled, e->facing);
    for (int chain = 1; chain < l->b->n_chain_ids; chain++)
        if (final_is_chain(l->b, chain) && e->facing[chain] && e->fate[chain] == FATE_ALIVE)
            e->fate[chain] = FATE_SEKI;
}

/* All such points are found before any chain's fate changes. */
static void find_sekis(life_reader *l)
{
    final_estimate *e = l->e;
    for (point p = 0; p < l->b->n_points; p++)
        l->seki_point[p] = is_seki_point(l, p);
    for (point p = 0; p < l->b->n_points; p++) {
        for (int k = 0; k < 4 && l->seki_point[p]; k++) {
            int chain = l->b->chain[p + l->b->offset[k]];
            if (in_doubt(e, chain) && e->fate[chain] == FATE_ALIVE)
                e->fate[chain] = FATE_SEKI;
        }
    }
}

/* ---- consistency ---- */

/* Is `a` the dead one of two?  What was read counts more than the playouts, but a small chain that
 * can be taken proves nothing about a larger one beside it, which may die all the same.  */
static bool is_the_dead_one(const final_estimate *e, int a, int b)
{
    const bool by_playouts = e->survival[a] < e->survival[b];
    if (e->read[a] == e->read[b])
        return by_playouts;
    const int read = e->read[a] ? a : b, other = e->read[a] ? b : a;
    return e->board.n_members[read] < e->board.n_members[other] ? by_playouts : e->read[a];
}

/* Two dead chains of different colours cannot touch: capturing one frees the other.  The
 * one read out, or less likely to survive, is the dead one.                   */
static void settle_pair(final_estimate *e, int a, int b)
{
    if (!a || !b || e->fate[a] != FATE_DEAD || e->fate[b] != FATE_DEAD)
        return;
    e->fate[is_the_dead_one(e, a, b) ? b : a] = FATE_ALIVE;
}

/* Pairs touch directly or at a point between them. */
static void settle_pairs(final_estimate *e)
{
    const board *b = &e->board;
    for (point p = 0; p < b->n_points; p++) {
        for (int k = 0; k < 4 && b->at[p] != OFFBOARD; k++) {
            point q = (point)(p + b->offset[k]);
            if (b->at[p] != EMPTY && b->at[q] == opponent((colour)b->at[p]))
                settle_pair(e, b->chain[p], b->chain[q]);
            for (int i = 0; i < k && b->at[p] == EMPTY; i++) {
                point r = (point)(p + b->offset[i]);
                if (b->chain[q] && b->chain[r] && b->at[q] != b->at[r])
                    settle_pair(e, b->chain[q], b->chain[r]);
            }
        }
    }
}

go_status final_life_read(final_estimate *e, go_error *err)
{
    const board *b = &e->board;
    life_reader *l = calloc(1, sizeof *l);
    if (!l)
        return go_fail(err, GO_ENOMEM, "out of memory for reading out positions");
    l->e = e;
    l->b = b;
    go_status status = local_reader_create(&l->reader, err);
    if (status == GO_OK) {
        if (!e->by_network) /* it knows most sekis */
            final_eyes_facing(b, NULL, e->settled, e->facing);
        for (int chain = 1; chain < b->n_chain_ids; chain++)
            if (final_is_chain(b, chain) && !e->settled[chain] &&
                (in_doubt(e, chain) || is_ko_stone(b, chain)))
                read_chain(l, chain);
        settle_races(l);
        settle_ko_stones(l);
        settle_pairs(e);
        find_sekis(l);
        mark_sekis(l);
        local_reader_destroy(l->reader);
    }
    free(l);
    return status;
}
