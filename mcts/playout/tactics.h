/* tactics.h -- the level groups of the `fast` set for one move, quickly:
 * capture, extend, self-atari and atari as in patterns/tactics.c.
 *
 * Most moves touch one chain of a sort; those cases come first and need no lists. */
#ifndef KATACHI_MCTS_PLAYOUT_TACTICS_H
#define KATACHI_MCTS_PLAYOUT_TACTICS_H

#include "board/board_play.h"
#include "mcts/playout/playout_gammas_tables.h"

/* What holds only at this moment of the game; the weights kept step by step ignore it. */
typedef struct playout_now {
    point last; /* PASS: none */
    bool ko;    /* a ko is on */
} playout_now;

/* Different chains around a point, added up. */
typedef struct playout_chains {
    int n, stones, largest;
    uint16_t id[4];
} playout_chains;

static inline bool tactics_one(unsigned directions)
{
    return !(directions & (directions - 1));
}

static inline int tactics_chain(const board *b, point p, unsigned directions)
{
    return b->chain[p + b->offset[__builtin_ctz(directions)]];
}

/* The chains in these directions (a bit each), each once. */
static inline playout_chains tactics_chains(const board *b, point p, unsigned directions)
{
    playout_chains list = {0};
    for (; directions; directions &= directions - 1) {
        uint16_t id = (uint16_t)tactics_chain(b, p, directions);
        bool known = false;
        for (int i = 0; i < list.n; i++)
            known |= list.id[i] == id;
        if (known)
            continue;
        list.id[list.n++] = id;
        list.stones += b->n_members[id];
        list.largest = b->n_members[id] > list.largest ? b->n_members[id] : list.largest;
    }
    return list;
}

/* Stones of the chains in these directions, each counted once. */
static inline int tactics_stones(const board *b, point p, unsigned directions)
{
    if (!directions)
        return 0;
    return tactics_one(directions) ? b->n_members[tactics_chain(b, p, directions)]
                                   : tactics_chains(b, p, directions).stones;
}

/* ---- capture ---- */

/* What c saves by taking the chain: as tactics_saved of patterns/tactics.h, by kinds. */
BOARD_INLINE int tactics_saves(const uint8_t *kind, const board *b, colour c, int taken,
                               board_grid g)
{
    const unsigned atari = stone_kind(c, 1);
    const point head = b->head[taken];
    int most = 0;
    point s = head;
    do {
        BOARD_UNROLL
        for (int k = 0; k < 4; k++) {
            const int chain = b->chain[s + board_step(g, k)];
            const unsigned above = kind[chain] - atari; /* 0: one liberty, 1: two */
            int urgency = above == 0 ? 2 + (b->n_members[chain] > 1) : above == 1;
            most = urgency > most ? urgency : most;
        }
        s = b->link[s];
    } while (s != head);
    return most;
}

BOARD_INLINE float tactics_capture(const playout_gammas *t, const uint8_t *kind, const board *b,
                                   colour c, point p, unsigned captures, const playout_now *now,
                                   board_grid g)
{
    const int last = now && now->last != PASS ? b->chain[now->last] : -1;
    if (tactics_one(captures)) {
        const int taken = tactics_chain(b, p, captures);
        return t->capture[capture_level(b->n_members[taken],
                                        tactics_saves(kind, b, c, taken, g), 0, last == taken)];
    }
    playout_chains taken = tactics_chains(b, p, captures);
    int saves = 0, recapture = 0;
    for (int i = 0; i < taken.n; i++) {
        int urgency = tactics_saves(kind, b, c, taken.id[i], g);
        saves = urgency > saves ? urgency : saves;
        recapture |= last == taken.id[i];
    }
    return t->capture[capture_level(taken.stones, saves, 0, recapture)];
}

/* ---- atari ---- */

static inline float tactics_atari(const playout_gammas *t, const board *b, point p,
                                  unsigned ataris, bool ko)
{
    if (tactics_one(ataris))
        return t->atari[atari_level(b->n_members[tactics_chain(b, p, ataris)], 0, 0, ko)];
    playout_chains threatened = tactics_chains(b, p, ataris);
    return t->atari[atari_level(threatened.largest, 0, threatened.n > 1, ko)];
}

/* ---- liberties after the move ---- */

/* Liberties of the new chain, 3 for more; `contact` is without own chains of three
 * or more unless chains are rescued.                                          */
BOARD_INLINE int tactics_liberties(const board *b, colour c, point p, uint32_t contact,
                                   board_grid g)
{
    unsigned empty = contact >> CONTACT_EMPTY & 15, captures = contact >> CONTACT_OPP & 15;
    unsigned own = (contact >> (CONTACT_OWN + 4) | contact >> (CONTACT_OWN + 8)) & 15;
    int n = __builtin_popcount(empty | captures);
    if (n >= 3)
        return 3;
    if (captures)
        return own | (contact >> CONTACT_OWN & 15) ? board_libs_after(b, c, p, 3) : n;
    if (!own)
        return n;
    uint64_t set[BOARD_MAX_WORDS] = {0};
    for (; own; own &= own - 1) {
        const uint64_t *libs = b->libs + (size_t)tactics_chain(b, p, own) * (size_t)g.words;
        BOARD_UNROLL
        for (int w = 0; w < g.words; w++)
            set[w] |= libs[w];
    }
    BOARD_UNROLL
    for (int k = 0; k < 4; k++) {
        const int q = p + board_step(g, k);
        set[q >> 6] |= (uint64_t)(empty >> k & 1) << (q & 63);
    }
    n = -1; /* p itself */
    BOARD_UNROLL
    for (int w = 0; w < g.words; w++)
        n += __builtin_popcountll(set[w]);
    return liberty_class(n);
}

/* ---- extend, self-atari ---- */

BOARD_INLINE float tactics_extend(const playout_gammas *t, const board *b, point p,
                                  unsigned rescues, int libs_after, const playout_now *now,
                                  board_grid g)
{
    bool fresh = false; /* does the last move touch a rescued chain? */
    for (unsigned m = now && now->last != PASS ? rescues : 0; m; m &= m - 1)
        BOARD_UNROLL
        for (int k = 0; k < 4; k++)
            fresh |= b->chain[now->last + board_step(g, k)] == tactics_chain(b, p, m);
    const int result = libs_after <= 1 ? 0 : libs_after; /* "got" of the group */
    return t->extend[extend_level(tactics_stones(b, p, rescues), result, fresh)];
}

/* The product of the gammas of the four groups for the legal move p of c with
 * the code of p, seen at this moment; `now` NULL: no last move, no ko.  `kind`
 * tells the kinds of the chains (weights.h).                                  */
BOARD_INLINE float playout_tactics(const playout_gammas *t, const uint8_t *kind, const board *b,
                                   colour c, point p, uint32_t code, const playout_now *now,
                                   board_grid g)
{
    const uint32_t contact = contact_of(t, c == WHITE, code);
    const unsigned rescues = contact >> CONTACT_OWN & 15, captures = contact >> CONTACT_OPP & 15;
    const unsigned ataris = contact >> (CONTACT_OPP + 4) & 15, empty = contact & 15;
    float product = 1;
    if (captures)
        product *= tactics_capture(t, kind, b, c, p, captures, now, g);
    if (ataris)
        product *= tactics_atari(t, b, p, ataris, now && now->ko);
    if (!rescues &&
        (contact >> (CONTACT_OWN + 8) & 15 || __builtin_popcount(empty | captures) > 1))
        return product;
    int libs_after = tactics_liberties(b, c, p, contact, g);
    if (rescues)
        product *= tactics_extend(t, b, p, rescues, libs_after, now, g);
    if (libs_after == 1) {
        unsigned joined = rescues | (contact >> (CONTACT_OWN + 4) & 15);
        int stones = 1 + tactics_stones(b, p, joined);
        product *= t->self_atari[self_atari_level(stones, captures ? 2 : ataris != 0)];
    }
    return product;
}

#endif
