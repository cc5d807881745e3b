#include "mcts/final/local_reader.h"

#include <stdlib.h>

#include "base/rng.h"

enum {
    MAX_DEPTH = 48,
    TABLE_SIZE = 1 << 15,
    PROOF_MAX = 1 << 20, /* "infinite": proven or disproven */
    LIFE = 7 /* stones: the space of so many is larger than any nakade */
};

/* Proof numbers for the player to move (Nagai's phi and delta): the least number of
 * positions that must still be won, or lost, to decide the question.          */
typedef struct proof {
    int32_t phi, delta;
} proof;

typedef struct table_entry {
    uint64_t key;
    proof is;
} table_entry;

struct local_reader {
    /* the question */
    const local_zone *zone;
    point target, escort;
    colour prey; /* the target's colour */
    uint64_t salt; /* of this question: the table is never cleared */
    int64_t nodes, limit;

    board at[MAX_DEPTH + 2]; /* the present line, [0] its start */
    uint64_t key[MAX_DEPTH + 2];
    bool taken[MAX_DEPTH + 2]; /* the target, in this position or before */
    bool freed[MAX_DEPTH + 2]; /* the prey has just taken a large chain */
    table_entry table[TABLE_SIZE];
};

typedef struct child {
    point at;
    uint64_t key;
    bool taken, freed;
} child;

typedef struct children {
    int n;
    child of[LOCAL_MAX_ZONE + 1];
} children;

go_status local_reader_create(local_reader **out, go_error *err)
{
    *out = calloc(1, sizeof **out);
    return *out ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for reading out positions");
}

void local_reader_destroy(local_reader *r)
{
    free(r);
}

int64_t local_reader_nodes(const local_reader *r)
{
    return r->nodes;
}

/* ---- positions ---- */

static uint64_t key_of(const local_reader *r, const board *b, colour to_move, bool taken)
{
    uint64_t rest = (uint64_t)b->ko << 24 | (uint64_t)b->n_passes << 4 |
                    (uint64_t)taken << 2 | to_move;
    return b->hash ^ rng_mix64(rest ^ r->salt);
}

static proof look_up(const local_reader *r, uint64_t key)
{
    const table_entry *e = &r->table[key % TABLE_SIZE];
    return e->key == key ? e->is : (proof){1, 1};
}

static void store(local_reader *r, uint64_t key, proof is)
{
    r->table[key % TABLE_SIZE] = (table_entry){key, is};
}

/* Is it the end of a line for the player to move there? */
static bool ends(const local_reader *r, const board *b, colour to_move, int depth, bool taken,
                 bool freed, proof *is)
{
    bool lost = freed || (r->escort != PASS && b->at[r->escort] != opponent(r->prey));
    bool won = taken && r->escort == PASS;
    if (!lost && !won && b->n_passes < 2 && depth < MAX_DEPTH)
        return false;
    bool to_attacker = taken && !lost;
    *is = to_attacker == (to_move != r->prey) ? (proof){0, PROOF_MAX} : (proof){PROOF_MAX, 0};
    return true;
}

/* ---- moves ---- */

static void add_child(local_reader *r, children *c, colour to_move, int depth, point at)
{
    const board *b = &r->at[depth];
    board *next = &r->at[depth + 1];
    proof end;
    board_copy(next, b);
    board_play_legal(next, to_move, at);
    bool taken = r->taken[depth] || next->at[r->target] != r->prey;
    bool freed = !taken && to_move == r->prey &&
                 next->n_captured[opponent(to_move)] - b->n_captured[opponent(to_move)] >= LIFE;
    uint64_t key = key_of(r, next, opponent(to_move), taken);
    bool again = false; /* a position of the line */
    for (int i = 0; i <= depth; i++)
        again |= r->key[i] == key;
    if (again) {
        if (to_move != r->prey)
            return; /* repetition catches nothing */
        key = rng_mix64(key);
        store(r, key, (proof){PROOF_MAX, 0}); /* and is enough for the prey */
    } else if (ends(r, next, opponent(to_move), depth + 1, taken, freed, &end)) {
        store(r, key, end);
    }
    c->of[c->n++] = (child){at, key, taken, freed};
}

/* All moves in the zone, and the pass.  The chased side does not fill its own eyes
 * without adjacent stones in atari; the other side may have to, to make a larger shape
 * inside.                                                                     */
static void find_children(local_reader *r, children *c, colour to_move, int depth)
{
    const board *b = &r->at[depth];
    const bool chased = (to_move == r->prey) != r->taken[depth];
    c->n = 0;
    for (int i = 0; i < r->zone->n; i++) {
        point p = r->zone->at[i];
        if (b->at[p] == EMPTY && !(chased && board_is_sound_eye(b, p, to_move)) &&
            board_legal(b, to_move, p) == MOVE_OK)
            add_child(r, c, to_move, depth, p);
    }
    add_child(r, c, to_move, depth, PASS);
}

/* ---- search ---- */

/* The children of a position, taken together. */
typedef struct summary {
    proof is;
    int best;       /* the most promising child */
    int32_t second; /* the delta of the next one */
    int open;       /* children not yet decided */
} summary;

/* phi is the least delta of the children.  Their phis are not added up but their
 * greatest taken, and one for each other open child: positions that come up
 * in many orders of moves would be counted again and again (T. Ueda et al., "Weak
 * Proof-Number Search", 2008).                                                */
static summary sum_up(const local_reader *r, const children *c)
{
    summary s = {.is = {PROOF_MAX, 0}, .second = PROOF_MAX};
    for (int i = 0; i < c->n; i++) {
        proof is = look_up(r, c->of[i].key);
        s.open += is.phi != 0 && is.delta != 0;
        s.is.delta = is.phi > s.is.delta ? is.phi : s.is.delta;
        if (is.delta < s.is.phi) {
            s.second = s.is.phi;
            s.is.phi = is.delta;
            s.best = i;
        } else if (is.delta < s.second) {
            s.second = is.delta;
        }
    }
    if (s.open > 1 && s.is.delta < PROOF_MAX)
        s.is.delta += s.open - 1;
    return s;
}

/* Searches r->at[depth] until a proof number reaches its threshold. */
static void expand(local_reader *r, colour to_move, int depth, proof until)
{
    children c;
    proof end;
    r->nodes++;
    if (ends(r, &r->at[depth], to_move, depth, r->taken[depth], r->freed[depth], &end)) {
        /* the table had lost it */
        store(r, r->key[depth], end);
        return;
    }
    find_children(r, &c, to_move, depth);
    for (;;) {
        summary s = sum_up(r, &c);
        store(r, r->key[depth], s.is);
        if (s.is.phi >= until.phi || s.is.delta >= until.delta || r->nodes >= r->limit)
            return;
        proof child_until = {until.delta - (s.open - 1),
                             until.phi < s.second + 1 ? until.phi : s.second + 1};
        board_copy(&r->at[depth + 1], &r->at[depth]);
        board_play_legal(&r->at[depth + 1], to_move, c.of[s.best].at);
        r->key[depth + 1] = c.of[s.best].key;
        r->taken[depth + 1] = c.of[s.best].taken;
        r->freed[depth + 1] = c.of[s.best].freed;
        expand(r, opponent(to_move), depth + 1, child_until);
    }
}

local_result local_reader_catch(local_reader *r, const board *b, const local_zone *zone,
                                point target, point escort, colour first, int max_nodes)
{
    proof all = {PROOF_MAX, PROOF_MAX};
    r->zone = zone;
    r->target = target;
    r->escort = escort;
    r->prey = (colour)b->at[target];
    r->salt = rng_mix64(r->salt + target);
    r->limit = r->nodes + max_nodes;
    board_copy(&r->at[0], b);
    r->at[0].n_passes = 0;
    r->taken[0] = r->freed[0] = false;
    r->key[0] = key_of(r, &r->at[0], first, false);
    expand(r, first, 0, all);
    proof is = look_up(r, r->key[0]);
    if (is.phi != 0 && is.delta != 0)
        return LOCAL_UNKNOWN;
    return (is.phi == 0) == (first != r->prey) ? LOCAL_CAUGHT : LOCAL_SAFE;
}
