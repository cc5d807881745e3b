#include "patterns/tactics.h"

#include <stddef.h>

#include "board/ladder.h"
#include "patterns/levels.h"

/* The chains next to a point, each once, in the order of the directions. */
typedef struct contact {
    point p;
    int n_own, n_opp;
    uint16_t own[4], opp[4]; /* chain ids */
    int libs_after;          /* of the chain of the new stone, up to 7 */
    int stones_after;
    int captured;            /* stones taken */
} contact;

enum { LIBS_COUNTED = 7, REGION_MAX = 7 };

void tactics_init(tactics *t, const feature_set *set)
{
    memset(t, 0, offsetof(tactics, scratch));
    t->set = set;
}

void tactics_begin(tactics *t, const board *b, colour own)
{
    t->b = b;
    t->own = own;
    t->now++;
}

static int clamp(int n, int low, int high)
{
    return n < low ? low : n > high ? high : n;
}

static void set_level(int16_t *level, feature_id id, int value)
{
    level[(int)id - F_FIRST_LEVEL] = (int16_t)value;
}

/* ---- the chains around ---- */

static void add_once(uint16_t *list, int *n, uint16_t id)
{
    for (int i = 0; i < *n; i++)
        if (list[i] == id)
            return;
    list[(*n)++] = id;
}

static contact look_around(const tactics *t, point p)
{
    const board *b = t->b;
    contact c = {.p = p, .stones_after = 1};
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + b->offset[k]);
        if (b->at[q] == t->own)
            add_once(c.own, &c.n_own, b->chain[q]);
        else if (b->at[q] == opponent(t->own))
            add_once(c.opp, &c.n_opp, b->chain[q]);
    }
    for (int i = 0; i < c.n_own; i++)
        c.stones_after += b->n_members[c.own[i]];
    for (int i = 0; i < c.n_opp; i++)
        if (b->n_libs[c.opp[i]] == 1)
            c.captured += b->n_members[c.opp[i]];
    c.libs_after = board_libs_after(b, t->own, p, LIBS_COUNTED);
    return c;
}

/* ---- ladders ---- */

/* Is the chain lost in a ladder with its owner to move (1 liberty) or with the
 * opponent to move (2 liberties)?                                            */
static bool chain_caught(tactics *t, uint16_t id)
{
    if (!t->set->ladders)
        return false;
    if (t->chain_at[id] != t->now) {
        point move, head = t->b->head[id];
        t->chain_at[id] = t->now;
        t->chain_caught[id] = t->b->n_libs[id] == 1 ? !ladder_can_escape(t->b, head)
                                                    : ladder_can_capture(t->b, head, &move);
    }
    return t->chain_caught[id];
}

/* After own plays p, which gives its chain two liberties: is it caught? */
static bool caught_after(tactics *t, point p)
{
    point move;
    if (!t->set->ladders)
        return false;
    board_copy(&t->scratch, t->b);
    board_play_legal(&t->scratch, t->own, p);
    return ladder_can_capture(&t->scratch, p, &move);
}

/* ---- the groups ---- */

static int max_int(int a, int b) { return a > b ? a : b; }

int tactics_saved(const board *b, colour own, int taken)
{
    static const uint8_t by_liberties[4] = {0, 2, 1, 0};
    int most = 0;
    FOR_EACH_STONE (b, s, b->head[taken]) {
        for (int k = 0; k < 4; k++) {
            point q = (point)(s + b->offset[k]);
            int chain = b->chain[q], libs = b->n_libs[chain];
            int urgency = by_liberties[liberty_class(libs)] +
                          ((libs == 1) & (b->n_members[chain] > 1));
            urgency &= -(b->at[q] == own);
            most = urgency > most ? urgency : most;
        }
    }
    return most;
}

static void find_capture(tactics *t, const contact *c, int16_t *level)
{
    const board *b = t->b;
    int saves = 0;
    bool escapes = false, recapture = false;
    if (!c->captured)
        return;
    for (int i = 0; i < c->n_opp; i++) {
        if (b->n_libs[c->opp[i]] != 1)
            continue;
        saves = max_int(saves, tactics_saved(b, t->own, c->opp[i]));
        escapes |= t->set->ladders && !chain_caught(t, c->opp[i]);
        recapture |= b->last != PASS && b->chain[b->last] == c->opp[i];
    }
    set_level(level, F_CAPTURE, capture_level(c->captured, saves, escapes, recapture));
}

static void find_extend(tactics *t, const contact *c, int16_t *level)
{
    const board *b = t->b;
    int stones = 0;
    bool fresh = false;
    for (int i = 0; i < c->n_own; i++) {
        uint16_t id = c->own[i];
        if (b->n_libs[id] != 1)
            continue;
        stones += b->n_members[id];
        for (int k = 0; k < 4 && b->last != PASS; k++)
            fresh |= b->chain[b->last + b->offset[k]] == id;
    }
    if (!stones)
        return;
    int result = c->libs_after <= 1   ? 0
                 : c->libs_after >= 3 ? 3
                 : caught_after(t, c->p) ? 1
                                         : 2;
    set_level(level, F_EXTEND, extend_level(stones, result, fresh));
}

static void find_attack(tactics *t, const contact *c, int16_t *level)
{
    const board *b = t->b;
    int in_atari = 0, stones = 0, left = 9, squeezed = 0;
    bool ladder = false, last_chain = false;
    for (int i = 0; i < c->n_opp; i++) {
        uint16_t id = c->opp[i];
        int libs = b->n_libs[id] - 1;
        if (libs == 1) {
            in_atari++;
            stones = max_int(stones, b->n_members[id]);
            if (t->set->ladders && !ladder)
                ladder = ladder_captures_at(b, b->head[id], c->p);
        } else if (libs >= 2 && libs <= 4 && libs <= left) {
            const bool last = b->last != PASS && b->chain[b->last] == id;
            const int size = b->n_members[id];
            if (libs < left || size > squeezed)
                last_chain = last;
            else if (size == squeezed)
                last_chain |= last;
            squeezed = libs < left ? size : max_int(squeezed, size);
            left = libs;
        }
    }
    if (in_atari)
        set_level(level, F_ATARI, atari_level(stones, ladder, in_atari > 1, b->ko != PASS));
    if (squeezed)
        set_level(level, F_SQUEEZE, ((left - 2) * 4 + size4(squeezed)) * 2 + last_chain);
    if (c->libs_after == 1)
        set_level(level, F_SELF_ATARI,
                  self_atari_level(c->stones_after, c->captured ? 2 : in_atari > 0));
}

static void find_liberty(const tactics *t, const contact *c, int16_t *level)
{
    int before = 0, change = 0;
    for (int i = 0; i < c->n_own; i++)
        before = max_int(before, t->b->n_libs[c->own[i]]);
    if (c->n_own)
        change = clamp(c->libs_after - clamp(before, 1, LIBS_COUNTED) + 2, 1, 5);
    set_level(level, F_LIBERTIES, (clamp(c->libs_after, 1, LIBS_COUNTED) - 1) * 6 + change);
}

/* Level of two or more chains that meet at the point; -1 for fewer. */
static int meeting_level(const board *b, const uint16_t *ids, int n)
{
    int weakest = 99, next = 99;
    if (n < 2)
        return -1;
    for (int i = 0; i < n; i++) {
        int libs = b->n_libs[ids[i]];
        next = libs < weakest ? weakest : libs < next ? libs : next;
        weakest = libs < weakest ? libs : weakest;
    }
    return ((n > 2) * 4 + clamp(weakest, 1, 4) - 1) * 3 + clamp(next, 2, 4) - 2;
}

static void find_endangered(tactics *t, const contact *c, int16_t *level)
{
    int stones = 0;
    for (int i = 0; i < c->n_own; i++) {
        uint16_t id = c->own[i];
        if (t->b->n_libs[id] == 2 && chain_caught(t, id))
            stones = max_int(stones, t->b->n_members[id]);
    }
    if (stones)
        set_level(level, F_ENDANGERED, size4(stones) * 3 + clamp(c->libs_after, 2, 4) - 2);
}

/* Of two chains of equal liberties the larger one counts. */
static bool is_weaker(const board *b, uint16_t one, uint16_t other)
{
    return b->n_libs[one] != b->n_libs[other] ? b->n_libs[one] < b->n_libs[other]
                                              : b->n_members[one] > b->n_members[other];
}

static void find_semeai(const tactics *t, const contact *c, int16_t *level)
{
    const board *b = t->b;
    uint16_t mine = 0, his = 0;
    for (int i = 0; i < c->n_own; i++)
        if (!mine || is_weaker(b, c->own[i], mine))
            mine = c->own[i];
    for (int i = 0; i < c->n_opp; i++)
        if (!his || is_weaker(b, c->opp[i], his))
            his = c->opp[i];
    if (!mine || !his || b->n_libs[mine] < 2 || b->n_libs[his] < 2)
        return;
    int own = clamp(b->n_libs[mine], 2, 5) - 2, opp = clamp(b->n_libs[his], 2, 5) - 2;
    set_level(level, F_SEMEAI,
              ((own * 4 + opp) * 2 + (b->n_members[mine] > 2)) * 2 + (b->n_members[his] > 2));
}

static void find_ko(const tactics *t, const contact *c, int16_t *level)
{
    const board *b = t->b;
    if (c->captured == 1 && c->stones_after == 1 && c->libs_after == 1)
        set_level(level, F_KO, 0);
    else if (!board_empty_neighbours(b, c->p) && c->n_opp == 0)
        for (int i = 0; i < c->n_own; i++)
            if (b->n_libs[c->own[i]] == 1 && b->n_members[c->own[i]] == 1)
                set_level(level, F_KO, 1);
}

/* ---- small closed regions ---- */

static void store_region(tactics *t, const point *at, int n, int size, colour owner)
{
    for (int i = 0; i < n; i++) {
        t->region_at[at[i]] = t->now;
        t->region_size[at[i]] = (uint8_t)size;
        t->region_owner[at[i]] = (uint8_t)owner;
    }
}

/* Floods the empty region of p until it is neither small nor of one owner. */
static void find_region(tactics *t, point p)
{
    const board *b = t->b;
    point at[REGION_MAX + 4];
    unsigned owners = 0;
    int n = 1;
    at[0] = p;
    for (int i = 0; i < n; i++) {
        FOR_EACH_NEIGHBOUR (b, at[i], q) {
            if (b->at[q] == BLACK || b->at[q] == WHITE)
                owners |= b->at[q];
            if (b->at[q] != EMPTY)
                continue;
            bool known = false;
            for (int j = 0; j < n; j++)
                known |= at[j] == q;
            if (!known)
                at[n++] = q;
        }
        if (n > REGION_MAX || owners == (BLACK | WHITE)) {
            store_region(t, at, i + 1, 0, EMPTY);
            return;
        }
    }
    store_region(t, at, n, n, (colour)owners);
}

static void find_eyespace(tactics *t, point p, int16_t *level)
{
    if (t->region_at[p] != t->now)
        find_region(t, p);
    if (!t->region_size[p])
        return;
    bool hostile = t->region_owner[p] != t->own;
    const int degree = board_empty_neighbours(t->b, p); /* not 4: p touches a stone */
    set_level(level, F_EYESPACE, (hostile * 7 + t->region_size[p] - 1) * 4 + degree);
}

void tactics_levels(tactics *t, point p, int16_t level[TACTICS_LEVELS])
{
    for (int i = 0; i < TACTICS_LEVELS; i++)
        level[i] = -1;
    if (board_empty_neighbours(t->b, p) == 4)
        return;
    contact c = look_around(t, p);
    if (c.n_own + c.n_opp == 0)
        return;
    find_capture(t, &c, level);
    find_extend(t, &c, level);
    find_attack(t, &c, level);
    find_liberty(t, &c, level);
    set_level(level, F_CONNECT, meeting_level(t->b, c.own, c.n_own));
    set_level(level, F_CUT, meeting_level(t->b, c.opp, c.n_opp));
    find_endangered(t, &c, level);
    find_semeai(t, &c, level);
    find_ko(t, &c, level);
    find_eyespace(t, p, level);
}
