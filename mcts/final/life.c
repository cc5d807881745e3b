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
    final_judge *j;
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

static bool in_doubt(const final_judge *j, int chain)
{
    return chain && !j->settled[chain] && j->survival[chain] > SURELY_DEAD &&
           j->survival[chain] < SURELY_ALIVE;
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
 * larger: who takes the chain must not lose that for it.  Of small ones it might
 * be a sacrifice.  PASS: none.                                                */
static point find_escort(const life_reader *l, int chain)
{
    const board *b = l->b;
    point s = b->head[chain], escort = PASS;
    int most = 2 * b->n_members[chain] > ESCORT_MIN ? 2 * b->n_members[chain] : ESCORT_MIN;
    do {
        for (int k = 0; k < 4; k++) {
            point q = (point)(s + b->offset[k]);
            if (b->at[q] != opponent((colour)b->at[s]) || !in_doubt(l->j, b->chain[q]) ||
                b->n_members[b->chain[q]] < most)
                continue;
            most = b->n_members[b->chain[q]];
            escort = q;
        }
        s = b->link[s];
    } while (s != b->head[chain]);
    return escort;
}

/* Caught though it begins: dead.  Safe though the other side begins: alive.
 * Where the first move decides, the judgement of the playouts stands, but the
 * stone of a ko that nobody wanted stays where it is.                         */
static void read_chain(life_reader *l, int chain)
{
    point target = l->b->head[chain], escort = find_escort(l, chain);
    colour prey = (colour)l->b->at[target];
    if (!final_zone_find(l->j, target, &l->zone))
        return;
    local_result attacked = catches(l, l->b, target, PASS, opponent(prey));
    if (attacked == LOCAL_CAUGHT && escort != PASS)
        attacked = catches(l, l->b, target, escort, opponent(prey));
    if (attacked == LOCAL_SAFE) {
        l->j->fate[chain] = FATE_ALIVE;
        l->j->read[chain] = true;
    } else if (attacked == LOCAL_CAUGHT &&
               catches(l, l->b, target, escort, prey) == LOCAL_CAUGHT) {
        l->j->fate[chain] = FATE_DEAD;
        l->j->read[chain] = true;
    } else if (attacked == LOCAL_CAUGHT && is_ko_stone(l->b, chain)) {
        l->j->fate[chain] = FATE_ALIVE;
    }
}

/* ---- seki ---- */

static int doubtful_neighbour(const final_judge *j, point p, colour c)
{
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + j->b->offset[k]);
        int chain = j->b->at[q] == c ? j->b->chain[q] : 0;
        if (in_doubt(j, chain) && j->fate[chain] != FATE_DEAD)
            return chain;
    }
    return 0;
}

/* Would a stone of c on p be lost to the other side's answer? */
static bool is_fatal(life_reader *l, colour c, point p)
{
    int own = doubtful_neighbour(l->j, p, c);
    board_copy(&l->after, l->b);
    if (board_play(&l->after, c, p) != MOVE_OK)
        return true;
    if (!final_zone_find(l->j, l->b->head[own], &l->zone))
        return false;
    return catches(l, &l->after, p, PASS, opponent(c)) == LOCAL_CAUGHT;
}

/* A point between two chains in doubt, on which neither can play. */
static bool is_seki_point(life_reader *l, point p)
{
    return l->b->at[p] == EMPTY && doubtful_neighbour(l->j, p, BLACK) &&
           doubtful_neighbour(l->j, p, WHITE) && is_fatal(l, BLACK, p) && is_fatal(l, WHITE, p);
}

static void mark_seki_around(final_judge *j, point p)
{
    for (int k = 0; k < 4; k++) {
        int chain = j->b->chain[p + j->b->offset[k]];
        if (in_doubt(j, chain) && j->fate[chain] == FATE_ALIVE)
            j->fate[chain] = FATE_SEKI;
    }
}

static void find_sekis(life_reader *l)
{
    for (point p = 0; p < l->b->n_points; p++)
        l->seki_point[p] = is_seki_point(l, p);
    for (point p = 0; p < l->b->n_points; p++)
        if (l->seki_point[p])
            mark_seki_around(l->j, p);
}

/* ---- consistency ---- */

/* Two dead chains of both colours cannot touch: what takes the one sets the
 * other free.  The one read out, or less likely to survive, is the dead one.  */
static void settle_pair(final_judge *j, int a, int b)
{
    if (!a || !b || j->fate[a] != FATE_DEAD || j->fate[b] != FATE_DEAD)
        return;
    bool keep_a = j->read[a] != j->read[b] ? j->read[a] : j->survival[a] < j->survival[b];
    j->fate[keep_a ? b : a] = FATE_ALIVE;
}

static void settle_pairs_at(final_judge *j, point p)
{
    const board *b = j->b;
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + b->offset[k]);
        if (b->at[p] != EMPTY && b->at[q] == opponent((colour)b->at[p]))
            settle_pair(j, b->chain[p], b->chain[q]);
        for (int i = 0; i < k && b->at[p] == EMPTY; i++) {
            point r = (point)(p + b->offset[i]);
            if (b->chain[q] && b->chain[r] && b->at[q] != b->at[r])
                settle_pair(j, b->chain[q], b->chain[r]);
        }
    }
}

static void settle_pairs(final_judge *j)
{
    for (point p = 0; p < j->b->n_points; p++)
        if (j->b->at[p] != OFFBOARD)
            settle_pairs_at(j, p);
}

go_status final_life_read(final_judge *j, go_error *err)
{
    life_reader *l = calloc(1, sizeof *l);
    go_status status = l ? local_reader_create(&l->reader, err)
                         : go_fail(err, GO_ENOMEM, "out of memory for reading out positions");
    if (status == GO_OK) {
        l->j = j;
        l->b = j->b;
        for (int chain = 1; chain < j->b->n_chain_ids; chain++)
            if (final_judge_is_chain(j->b, chain) && !j->settled[chain] &&
                (in_doubt(j, chain) || is_ko_stone(j->b, chain)))
                read_chain(l, chain);
        settle_pairs(j);
        find_sekis(l);
        local_reader_destroy(l->reader);
    }
    free(l);
    return status;
}
