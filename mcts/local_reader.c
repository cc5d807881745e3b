#include "mcts/local_reader.h"

#include <stdlib.h>

#include "base/rng.h"

enum {
    MAX_DEPTH = 48,
    TABLE_SIZE = 1 << 15,
    PROOF_MAX = 1 << 20 /* "infinite": proven or disproven */
};

/* Proof numbers from the side of the player to move (Nagai's phi and delta):
 * how many positions at least must still be won, or lost, to decide it.       */
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
    point target;
    colour prey; /* its colour */
    uint64_t salt; /* of this question: the table is never cleared */
    int64_t nodes, limit;

    board at[MAX_DEPTH + 2]; /* the line being looked at, [0] its start */
    uint64_t key[MAX_DEPTH + 2];
    table_entry table[TABLE_SIZE];
};

typedef struct child {
    point at;
    uint64_t key;
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

static uint64_t key_of(const local_reader *r, const board *b, colour to_move)
{
    uint64_t rest = (uint64_t)b->ko << 8 | (uint64_t)(b->n_passes > 0) << 2 | to_move;
    return b->hash ^ rng_mix64(rest ^ r->salt);
}

static bool on_line(const local_reader *r, int depth, uint64_t key)
{
    for (int i = 0; i <= depth; i++)
        if (r->key[i] == key)
            return true;
    return false;
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

static bool caught(const local_reader *r, const board *b)
{
    return b->at[r->target] != r->prey;
}

/* The end of a line for the player to move there, true if it is one. */
static bool ends(const local_reader *r, const board *b, colour to_move, int depth, proof *is)
{
    bool taken = caught(r, b);
    if (!taken && b->n_passes < 2 && depth < MAX_DEPTH)
        return false;
    bool won = taken == (to_move != r->prey);
    *is = won ? (proof){0, PROOF_MAX} : (proof){PROOF_MAX, 0};
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
    uint64_t key = key_of(r, next, opponent(to_move));
    if (on_line(r, depth, key)) {
        if (to_move != r->prey)
            return; /* a way round in circles catches nothing */
        key = rng_mix64(key);
        store(r, key, (proof){PROOF_MAX, 0}); /* and is good enough for the prey */
    } else if (ends(r, next, opponent(to_move), depth + 1, &end)) {
        store(r, key, end);
    }
    c->of[c->n++] = (child){at, key};
}

/* All moves in the zone but the filling of own eyes, and the pass. */
static void find_children(local_reader *r, children *c, colour to_move, int depth)
{
    const board *b = &r->at[depth];
    c->n = 0;
    for (int i = 0; i < r->zone->n; i++) {
        point p = r->zone->at[i];
        if (b->at[p] == EMPTY && !board_is_eye(b, p, to_move) &&
            board_legal(b, to_move, p) == MOVE_OK)
            add_child(r, c, to_move, depth, p);
    }
    add_child(r, c, to_move, depth, PASS);
}

/* ---- search ---- */

static int32_t at_most(int64_t n)
{
    return n > PROOF_MAX ? PROOF_MAX : (int32_t)n;
}

/* phi is the least delta of the children, delta the sum of their phis.  Also
 * the most promising child, and the second best delta.                        */
static proof sum_up(const local_reader *r, const children *c, int *best, int32_t *second)
{
    int32_t least = PROOF_MAX, next = PROOF_MAX;
    int64_t sum = 0;
    *best = 0;
    for (int i = 0; i < c->n; i++) {
        proof is = look_up(r, c->of[i].key);
        sum += is.phi;
        if (is.delta < least) {
            next = least;
            least = is.delta;
            *best = i;
        } else if (is.delta < next) {
            next = is.delta;
        }
    }
    *second = next;
    return (proof){least, at_most(sum)};
}

/* Searches r->at[depth] until a proof number reaches its threshold. */
static void expand(local_reader *r, colour to_move, int depth, proof until)
{
    children c;
    int best;
    int32_t second;
    proof end;
    r->nodes++;
    if (ends(r, &r->at[depth], to_move, depth, &end)) { /* the table had lost it */
        store(r, r->key[depth], end);
        return;
    }
    find_children(r, &c, to_move, depth);
    for (;;) {
        proof is = sum_up(r, &c, &best, &second);
        store(r, r->key[depth], is);
        if (is.phi >= until.phi || is.delta >= until.delta || r->nodes >= r->limit)
            return;
        proof child_is = look_up(r, c.of[best].key);
        proof child_until = {at_most((int64_t)until.delta + child_is.phi - is.delta),
                             until.phi < second + 1 ? until.phi : second + 1};
        board_copy(&r->at[depth + 1], &r->at[depth]);
        board_play_legal(&r->at[depth + 1], to_move, c.of[best].at);
        r->key[depth + 1] = c.of[best].key;
        expand(r, opponent(to_move), depth + 1, child_until);
    }
}

local_result local_reader_catch(local_reader *r, const board *b, const local_zone *zone,
                                point target, colour first, int max_nodes)
{
    proof all = {PROOF_MAX, PROOF_MAX};
    r->zone = zone;
    r->target = target;
    r->prey = (colour)b->at[target];
    r->salt = rng_mix64(r->salt + target);
    r->limit = r->nodes + max_nodes;
    board_copy(&r->at[0], b);
    r->at[0].n_passes = 0;
    r->key[0] = key_of(r, &r->at[0], first);
    expand(r, first, 0, all);
    proof is = look_up(r, r->key[0]);
    if (is.phi != 0 && is.delta != 0)
        return LOCAL_UNKNOWN;
    return (is.phi == 0) == (first != r->prey) ? LOCAL_CAUGHT : LOCAL_SAFE;
}
