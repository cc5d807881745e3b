/* Depth-first reading with undo on a bare board of colours.  Chains are found by
 * flooding when needed: a chase needs few of them, and taking a move back is then
 * only a matter of restoring stones.                                          */
#include "nn/inputs/chase.h"

enum {
    MAX_DEPTH = BOARD_MAX_AREA * 3 / 2,
    MAX_CHOICES = 4 * MAX_DEPTH, /* moves to try, on one whole line */
    MAX_TAKEN = BOARD_MAX_AREA + MAX_DEPTH
};

/* One move of the line being read, and what else could be played there. */
typedef struct step {
    uint16_t first, n, next; /* choice[first .. first + n - 1]; `next` to try */
    point played, ko_before;
    uint16_t taken_before; /* entries of taken[] that are older */
} step;

typedef struct chase {
    int offset[4];
    int depth_limit, nodes;
    point prey, ko;       /* a stone of the prey; the point that ko forbids, or PASS */
    colour owner, hunter; /* the prey's colour and the other */
    bool overflow;        /* out of room for choices: gives up */
    uint8_t at[BOARD_MAX_POINTS];
    uint32_t mark[BOARD_MAX_POINTS]; /* equal to `round`: visited in this flood */
    uint32_t round;
    step line[MAX_DEPTH + 1];
    point choice[MAX_CHOICES];
    point taken[MAX_TAKEN];
    int n_choices, n_taken;
} chase;

typedef enum verdict { UNKNOWN, CAUGHT, AWAY } verdict;

/* ---- the bare board ---- */

/* Liberties of the chain of `stone`, up to `max`, into libs[max]; returns their number. */
static int liberties(chase *c, point stone, int max, point *libs)
{
    point queue[BOARD_MAX_AREA];
    int n = 0, n_queue = 0;
    uint8_t own = c->at[stone];
    c->round++;
    c->mark[stone] = c->round;
    queue[n_queue++] = stone;
    for (int i = 0; i < n_queue; i++) {
        for (int k = 0; k < 4; k++) {
            point q = (point)(queue[i] + c->offset[k]);
            if (c->mark[q] == c->round || (c->at[q] != own && c->at[q] != EMPTY))
                continue;
            c->mark[q] = c->round;
            if (c->at[q] == own) {
                queue[n_queue++] = q;
                continue;
            }
            libs[n++] = q;
            if (n == max)
                return n;
        }
    }
    return n;
}

static bool in_atari(chase *c, point stone)
{
    point libs[2];
    return liberties(c, stone, 2, libs) == 1;
}

static int empty_neighbours(const chase *c, point p)
{
    int n = 0;
    for (int k = 0; k < 4; k++)
        n += c->at[p + c->offset[k]] == EMPTY;
    return n;
}

static bool legal(chase *c, colour mover, point p)
{
    if (c->at[p] != EMPTY || p == c->ko)
        return false;
    if (empty_neighbours(c, p))
        return true;
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + c->offset[k]);
        if (c->at[q] != OFFBOARD && (c->at[q] == mover) != in_atari(c, q))
            return true; /* joins a chain with another liberty, or takes one */
    }
    return false;
}

/* Removes the chain of `stone`; returns the number of its stones. */
static int take(chase *c, point stone)
{
    uint8_t own = c->at[stone];
    int first = c->n_taken;
    c->taken[c->n_taken++] = stone;
    c->at[stone] = EMPTY;
    for (int i = first; i < c->n_taken; i++) {
        for (int k = 0; k < 4; k++) {
            point q = (point)(c->taken[i] + c->offset[k]);
            if (c->at[q] != own)
                continue;
            c->at[q] = EMPTY;
            c->taken[c->n_taken++] = q;
        }
    }
    return c->n_taken - first;
}

/* Plays a legal move; s remembers how to take it back. */
static void play(chase *c, step *s, colour mover, point p)
{
    point libs[2];
    int n_taken = 0;
    s->played = p;
    s->ko_before = c->ko;
    s->taken_before = (uint16_t)c->n_taken;
    c->at[p] = (uint8_t)mover;
    bool alone = true;
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + c->offset[k]);
        alone &= c->at[q] != mover;
        if (c->at[q] == opponent(mover) && liberties(c, q, 1, libs) == 0)
            n_taken += take(c, q);
    }
    bool ko = n_taken == 1 && alone && liberties(c, p, 2, libs) == 1;
    c->ko = ko ? c->taken[c->n_taken - 1] : PASS;
}

static void take_back(chase *c, const step *s)
{
    uint8_t taken_colour = (uint8_t)opponent((colour)c->at[s->played]);
    while (c->n_taken > s->taken_before)
        c->at[c->taken[--c->n_taken]] = taken_colour;
    c->at[s->played] = EMPTY;
    c->ko = s->ko_before;
}

/* ---- moves to try ---- */

static void add_choice(chase *c, step *s, point p)
{
    for (int i = s->first; i < s->first + s->n; i++)
        if (c->choice[i] == p)
            return;
    if (c->n_choices == MAX_CHOICES) {
        c->overflow = true;
        return;
    }
    c->choice[c->n_choices++] = p;
    s->n++;
}

/* Adds the last liberties of the hunter's chains around the prey that are in atari, in the order in
 * which KataGo finds them (exactly so for preys of one or two stones); with s NULL it only tells
 * whether there is one.                                                      */
static bool find_captures(chase *c, step *s)
{
    bool known[BOARD_MAX_POINTS] = {false}, any = false;
    point chain[BOARD_MAX_AREA], libs[2];
    int n = 0;
    chain[n++] = c->prey;
    known[c->prey] = true;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) {
            point q = (point)(chain[i] + c->offset[k]);
            if (c->at[q] == c->owner && !known[q]) {
                known[q] = true;
                chain[n++] = q;
            }
        }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++) {
            point q = (point)(chain[i] + c->offset[k]);
            if (c->at[q] != c->hunter || liberties(c, q, 2, libs) != 1)
                continue;
            any = true;
            if (s)
                add_choice(c, s, libs[0]);
        }
    }
    return any;
}

/* Would the hunter at p take exactly one stone, by ko? */
static bool takes_ko(chase *c, point p)
{
    point found = PASS;
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + c->offset[k]);
        if (c->at[q] == OFFBOARD)
            continue;
        if (c->at[q] != c->owner)
            return false;
        if (!in_atari(c, q))
            continue;
        if (found != PASS)
            return false;
        found = q;
    }
    for (int k = 0; found != PASS && k < 4; k++)
        if (c->at[found + c->offset[k]] == c->owner)
            return false; /* more than one stone */
    return found != PASS;
}

/* Liberties of the prey after its owner plays at p, up to 3. */
static int extended_liberties(chase *c, point p)
{
    point libs[3];
    step s;
    play(c, &s, c->owner, p);
    int n = liberties(c, p, 3, libs);
    take_back(c, &s);
    return n;
}

static verdict choices_of_hunter(chase *c, step *s)
{
    point libs[3];
    int n = liberties(c, c->prey, 3, libs);
    if (n != 2)
        return n < 2 ? CAUGHT : AWAY;
    int room0 = empty_neighbours(c, libs[0]), room1 = empty_neighbours(c, libs[1]);
    if (room0 == 0 && room1 == 0 && takes_ko(c, libs[0]) && takes_ko(c, libs[1]) &&
        extended_liberties(c, libs[0]) <= 2 && extended_liberties(c, libs[1]) <= 2 &&
        !find_captures(c, NULL))
        return CAUGHT; /* in a double ko */
    bool apart = true;
    for (int k = 0; k < 4; k++)
        apart &= libs[0] + c->offset[k] != libs[1];
    if (apart && room0 >= 3 && room1 >= 3)
        return AWAY;
    if (!apart || room1 < 3)
        add_choice(c, s, libs[0]);
    if (!apart || room0 < 3)
        add_choice(c, s, libs[1]);
    return UNKNOWN;
}

/* ---- reading ---- */

/* Liberties that a stone of the owner at p will surely have: one for each neighbour that it takes,
 * and the empty neighbours or those of one chain that it joins, whichever are more.  Not all of
 * many are counted.                                                               */
static int sure_liberties(chase *c, point p)
{
    point libs[4];
    int captures = 0, joined = 0;
    for (int k = 0; k < 4; k++) {
        const point q = (point)(p + c->offset[k]);
        captures += c->at[q] == c->hunter && in_atari(c, q);
        const int n = c->at[q] == c->owner ? liberties(c, q, 4, libs) - 1 : 0;
        joined = n > joined ? n : joined;
    }
    const int room = empty_neighbours(c, p);
    return captures + (joined > room ? joined : room);
}

/* Finds the moves to try at a new depth, unless the outcome is known already. */
static verdict enter(chase *c, int depth, bool hunts)
{
    if (depth >= c->depth_limit)
        return CAUGHT;
    step *s = &c->line[depth];
    s->first = s->next = (uint16_t)c->n_choices;
    s->n = 0;
    if (hunts)
        return choices_of_hunter(c, s);
    point libs[2];
    if (liberties(c, c->prey, 2, libs) >= 2 || c->ko != PASS)
        return AWAY;
    find_captures(c, s);
    add_choice(c, s, libs[0]); /* its extension */
    /* the oddity: the extension stands earlier in the list, as a capture */
    const point last = s->n ? c->choice[s->first + s->n - 1] : libs[0];
    return last != libs[0] && sure_liberties(c, last) >= 3 ? AWAY : UNKNOWN;
}

/* Plays the next legal choice; if there is none, the side to move has failed. */
static verdict try_next(chase *c, int depth, bool hunts)
{
    step *s = &c->line[depth];
    colour mover = hunts ? c->hunter : c->owner;
    while (s->next < s->first + s->n) {
        point p = c->choice[s->next++];
        if (!legal(c, mover, p))
            continue;
        play(c, s, mover, p);
        c->nodes++;
        return UNKNOWN;
    }
    return hunts ? AWAY : CAUGHT;
}

/* Is the prey, whose owner is to move, caught?  The line alternates: even
 * depths are the owner's.                                                    */
static bool prey_is_caught(chase *c)
{
    int depth = 0;
    point ko = c->ko;
    c->ko = PASS; /* the prey's first move may take any ko */
    c->nodes = c->n_choices = 0;
    c->overflow = false;
    verdict v = enter(c, 0, false);
    for (;;) {
        if (v == UNKNOWN && (c->nodes >= CHASE_MAX_NODES || c->overflow)) {
            while (depth-- > 0)
                take_back(c, &c->line[depth]);
            v = AWAY;
            break;
        }
        if (v == UNKNOWN)
            v = try_next(c, depth, depth & 1);
        if (v == UNKNOWN) {
            depth++;
            v = enter(c, depth, depth & 1);
            continue;
        }
        c->n_choices = depth < c->depth_limit ? c->line[depth].first : c->n_choices;
        if (depth == 0)
            break;
        depth--;
        take_back(c, &c->line[depth]);
        bool hunts = depth & 1;
        if (v == (hunts ? AWAY : CAUGHT))
            v = UNKNOWN; /* that move failed; try another */
    }
    c->ko = ko;
    return v == CAUGHT;
}

/* Does the hunter's move at p catch the prey, which has two liberties? */
static bool attack_works(chase *c, point p)
{
    step s;
    if (!legal(c, c->hunter, p))
        return false;
    play(c, &s, c->hunter, p);
    bool caught = prey_is_caught(c);
    take_back(c, &s);
    return caught;
}

/* ---- all chains ---- */

/* Does the prey have at least `least` liberties, so that it is away, if its owner plays at
 * `extension` on the board as it is?  False also where that would capture: the hunter's
 * move before it may save those stones.  Tells most chains without reading.    */
static bool extends_to(const chase *c, const board *b, point extension, int least)
{
    for (int k = 0; k < 4; k++) {
        point q = (point)(extension + b->offset[k]);
        if (b->at[q] == c->hunter && board_chain_libs(b, q) == 1)
            return false;
    }
    return board_libs_after(b, c->owner, extension, least) >= least;
}

static void add_point(uint64_t *set, point p) { set[p >> 6] |= (uint64_t)1 << (p & 63); }

/* Reads one chain; attacks are noted if `note_attacks`. */
static bool chain_is_caught(chase *c, const board *b, point stone, bool note_attacks,
                            nn_ladders *out)
{
    point libs[2];
    c->prey = stone;
    FOR_EACH_STONE (b, s, stone) /* the first one, row by row: see find_captures */
        c->prey = s < c->prey ? s : c->prey;
    c->owner = (colour)b->at[stone];
    c->hunter = opponent(c->owner);
    board_libs(b, b->chain[stone], libs, 2);
    if (board_chain_libs(b, stone) == 1)
        return !extends_to(c, b, libs[0], 3) && prey_is_caught(c);
    /* the hunter takes one liberty, the owner extends at the other */
    bool caught = false;
    for (int i = 0; i < 2 && (note_attacks || !caught); i++) {
        bool works = !extends_to(c, b, libs[1 - i], 4) && attack_works(c, libs[i]);
        if (works && note_attacks)
            add_point(out->attack, libs[i]);
        caught |= works;
    }
    return caught;
}

void nn_ladders_find(const board *b, colour prey, nn_ladders *out)
{
    chase c;
    static const int order[4] = {0, 3, 1, 2}; /* above, left, right, below, as in KataGo */
    for (int k = 0; k < 4; k++)
        c.offset[k] = b->offset[order[k]];
    c.depth_limit = (b->n_empty + b->n_stones[BLACK] + b->n_stones[WHITE]) * 3 / 2;
    c.ko = b->ko;
    c.round = 0;
    c.n_taken = 0;
    memset(c.mark, 0, (size_t)b->n_points * sizeof c.mark[0]);
    memcpy(c.at, b->at, (size_t)b->n_points);
    memset(out->caught, 0, (size_t)b->words * sizeof *out->caught);
    memset(out->attack, 0, (size_t)b->words * sizeof *out->attack);
    for (point p = 0; p < b->n_points; p++) {
        if (b->at[p] != BLACK && b->at[p] != WHITE)
            continue;
        if (b->head[b->chain[p]] != p || board_chain_libs(b, p) > 2)
            continue;
        if (!chain_is_caught(&c, b, p, b->at[p] == prey, out))
            continue;
        FOR_EACH_STONE (b, s, p)
            add_point(out->caught, s);
    }
}
