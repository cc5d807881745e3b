#include "mcts/final/life.h"

#include <stdlib.h>

#include "mcts/final/zone.h"

enum {
    NODES_FOR_ONE = 6000, /* positions for one question */
    NODES_FOR_ALL = 60000,
    ESCORT_MIN = 6 /* stones of a chain that can hold an eye */
};

/* Survival between these is in doubt. */
static const double SURELY_DEAD = 0.03, SURELY_ALIVE = 0.96;

typedef struct life_reader {
    final_estimate *e;
    const board *b;
    local_reader *reader;
    local_zone zone; /* of the chain being read */
    board after;     /* scratch */
    bool seki_point[BOARD_MAX_POINTS];
} life_reader;

static local_result catches(life_reader *l, const board *b, point target, point escort,
                            colour first)
{
    int64_t left = NODES_FOR_ALL - local_reader_nodes(l->reader);
    if (left <= 0)
        return LOCAL_UNKNOWN;
    return local_reader_catch(l->reader, b, &l->zone, target, escort, first,
                              left < NODES_FOR_ONE ? (int)left : NODES_FOR_ONE);
}

static bool in_doubt(const final_estimate *e, int chain)
{
    return chain && !e->settled[chain] && e->survival[chain] > SURELY_DEAD &&
           e->survival[chain] < SURELY_ALIVE;
}

/* Is it the stone of a ko, that each side could take next? */
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
    point s = b->head[chain], escort = PASS;
    int most = 2 * b->n_members[chain] > ESCORT_MIN ? 2 * b->n_members[chain] : ESCORT_MIN;
    do {
        for (int k = 0; k < 4; k++) {
            point q = (point)(s + b->offset[k]);
            if (b->at[q] != opponent((colour)b->at[s]) || !in_doubt(l->e, b->chain[q]) ||
                b->n_members[b->chain[q]] < most)
                continue;
            most = b->n_members[b->chain[q]];
            escort = q;
        }
        s = b->link[s];
    } while (s != b->head[chain]);
    return escort;
}

/* Caught even if it begins: dead.  Safe even if the other side begins: alive.
 * Where that depends on who begins, the playouts decide, but the stone of a ko
 * that neither side wanted stays.                                             */
static void read_chain(life_reader *l, int chain)
{
    point target = l->b->head[chain], escort = find_escort(l, chain);
    colour prey = (colour)l->b->at[target];
    if (!final_zone_find(l->e, target, &l->zone))
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
    } else if (attacked == LOCAL_CAUGHT && is_ko_stone(l->b, chain)) {
        l->e->fate[chain] = FATE_ALIVE;
    }
}

/* ---- seki ---- */

static int doubtful_neighbour(const final_estimate *e, point p, colour c)
{
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + e->board.offset[k]);
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
    if (board_play(&l->after, c, p) != MOVE_OK)
        return true;
    if (!final_zone_find(l->e, l->b->head[own], &l->zone))
        return false;
    return catches(l, &l->after, p, PASS, opponent(c)) == LOCAL_CAUGHT;
}

/* A point between two chains in doubt, on which neither can play. */
static bool is_seki_point(life_reader *l, point p)
{
    return l->b->at[p] == EMPTY && doubtful_neighbour(l->e, p, BLACK) &&
           doubtful_neighbour(l->e, p, WHITE) && is_fatal(l, BLACK, p) && is_fatal(l, WHITE, p);
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

/* Two dead chains of both colours cannot touch: what takes the one sets the
 * other free.  The one read out, or less likely to survive, is the dead one.  */
static void settle_pair(final_estimate *e, int a, int b)
{
    if (!a || !b || e->fate[a] != FATE_DEAD || e->fate[b] != FATE_DEAD)
        return;
    bool keep_a = e->read[a] != e->read[b] ? e->read[a] : e->survival[a] < e->survival[b];
    e->fate[keep_a ? b : a] = FATE_ALIVE;
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
        for (int chain = 1; chain < b->n_chain_ids; chain++)
            if (final_is_chain(b, chain) && !e->settled[chain] &&
                (in_doubt(e, chain) || is_ko_stone(b, chain)))
                read_chain(l, chain);
        settle_pairs(e);
        find_sekis(l);
        local_reader_destroy(l->reader);
    }
    free(l);
    return status;
}
