#include "mcts/playout/tactics.h"

/* Different chains around a point, added up. */
typedef struct chain_list {
    int n, stones, largest;
    uint16_t id[4];
} chain_list;

/* The chains in these directions (a bit each), each once. */
static chain_list chains_at(const board *b, point p, unsigned directions)
{
    chain_list list = {0};
    for (; directions; directions &= directions - 1) {
        uint16_t id = b->chain[p + b->offset[__builtin_ctz(directions)]];
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

/* The classes of numbers of stones in patterns/features.c, one digit for each
 * number up to 7.                                                            */
static inline int class_of(int stones, uint32_t classes)
{
    return (int)(classes >> (4 * (stones < 7 ? stones : 7)) & 15);
}
static inline int size5(int n) { return class_of(n, 0x43332100u); }
static inline int size4(int n) { return class_of(n, 0x33222100u); }
static inline int size6(int n) { return class_of(n, 0x54432100u); }

/* How urgently the own chains next to a hostile one wish it gone: not at all,
 * with 2 liberties, with 1 and a stone, with 1 and more stones.              */
static int what_it_saves(const board *b, colour own, uint16_t taken)
{
    static const uint8_t by_liberties[4] = {0, 2, 1, 0};
    int best = 0;
    point s = b->head[taken];
    do {
        for (int k = 0; k < 4; k++) {
            point q = (point)(s + b->offset[k]);
            int id = b->chain[q], libs = b->n_libs[id];
            int urgency = by_liberties[libs < 3 ? libs : 3] +
                          ((libs == 1) & (b->n_members[id] > 1));
            urgency &= -(b->at[q] == own);
            best = urgency > best ? urgency : best;
        }
        s = b->link[s];
    } while (s != b->head[taken]);
    return best;
}

static float capture_gamma(const playout_gammas *t, const board *b, colour c,
                           const chain_list *taken, const playout_now *now)
{
    int saves = 0, recapture = 0;
    for (int i = 0; i < taken->n; i++) {
        int urgency = what_it_saves(b, c, taken->id[i]);
        saves = urgency > saves ? urgency : saves;
        if (now && now->last != PASS)
            recapture |= b->chain[now->last] == taken->id[i];
    }
    return t->capture[(size5(taken->stones) * 4 + saves) * 4 + recapture];
}

static float extend_gamma(const playout_gammas *t, const board *b, const chain_list *saved,
                          int libs_after, const playout_now *now)
{
    int fresh = 0, result = libs_after <= 1 ? 0 : libs_after; /* "got" of the group */
    for (int i = 0; i < saved->n && now && now->last != PASS; i++)
        for (int k = 0; k < 4; k++)
            fresh |= b->chain[now->last + b->offset[k]] == saved->id[i];
    return t->extend[(size4(saved->stones) * 4 + result) * 2 + fresh];
}

/* Liberties of the new chain, 3 for more.  The usual cases need no sets: no
 * stones taken, and at most one chain joined that has others than p.         */
static int count_liberties(const board *b, colour c, point p, uint32_t contact)
{
    unsigned empty = contact >> CONTACT_EMPTY & 15, captures = contact >> CONTACT_OPP & 15;
    unsigned own = (contact >> (CONTACT_OWN + 4) | contact >> (CONTACT_OWN + 8)) & 15;
    int n = __builtin_popcount(empty | captures);
    if (n >= 3)
        return 3;
    if (!captures && !own)
        return n;
    int chain = b->chain[p + b->offset[__builtin_ctz(own | 8)]];
    if (captures || (own & (own - 1)))
        return board_libs_after(b, c, p, 3);
    n += b->n_libs[chain] - 1;
    for (; empty; empty &= empty - 1)
        n -= board_is_lib(b, chain, (point)(p + b->offset[__builtin_ctz(empty)]));
    return n < 3 ? n : 3;
}

float playout_tactics(const playout_gammas *t, const board *b, colour c, point p, uint32_t code,
                      const playout_now *now)
{
    const uint32_t contact = t->contact[c == WHITE][code >> 8];
    const unsigned rescues = contact >> CONTACT_OWN & 15, captures = contact >> CONTACT_OPP & 15;
    const unsigned ataris = contact >> (CONTACT_OPP + 4) & 15, empty = contact & 15;
    float product = 1;
    if (captures) {
        chain_list taken = chains_at(b, p, captures);
        product *= capture_gamma(t, b, c, &taken, now);
    }
    if (ataris) {
        chain_list threatened = chains_at(b, p, ataris);
        product *= t->atari[size4(threatened.largest) * 8 + (threatened.n > 1) * 2 +
                            (now && now->ko)];
    }
    if (!rescues &&
        (contact >> (CONTACT_OWN + 8) & 15 || __builtin_popcount(empty | captures) > 1))
        return product;
    int libs_after = count_liberties(b, c, p, contact);
    if (rescues) {
        chain_list saved = chains_at(b, p, rescues);
        product *= extend_gamma(t, b, &saved, libs_after, now);
    }
    if (libs_after == 1) {
        unsigned joined = rescues | (contact >> (CONTACT_OWN + 4) & 15);
        int stones = 1 + chains_at(b, p, joined).stones;
        product *= t->self_atari[size6(stones) * 3 + (captures ? 2 : ataris != 0)];
    }
    return product;
}
