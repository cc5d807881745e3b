#include "mcts/playout/tactics.h"

#include "patterns/levels.h"
#include "patterns/tactics.h"

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

static float capture_gamma(const playout_gammas *t, const board *b, colour c,
                           const chain_list *taken, const playout_now *now)
{
    int saves = 0, recapture = 0;
    for (int i = 0; i < taken->n; i++) {
        int urgency = tactics_saved(b, c, taken->id[i]);
        saves = urgency > saves ? urgency : saves;
        if (now && now->last != PASS)
            recapture |= b->chain[now->last] == taken->id[i];
    }
    return t->capture[capture_level(taken->stones, saves, 0, recapture)];
}

static float extend_gamma(const playout_gammas *t, const board *b, const chain_list *saved,
                          int libs_after, const playout_now *now)
{
    int fresh = 0, result = libs_after <= 1 ? 0 : libs_after; /* "got" of the group */
    for (int i = 0; i < saved->n && now && now->last != PASS; i++)
        for (int k = 0; k < 4; k++)
            fresh |= b->chain[now->last + b->offset[k]] == saved->id[i];
    return t->extend[extend_level(saved->stones, result, fresh)];
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
    return liberty_class(n);
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
        product *= t->atari[atari_level(threatened.largest, 0, threatened.n > 1, now && now->ko)];
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
        product *= t->self_atari[self_atari_level(stones, captures ? 2 : ataris != 0)];
    }
    return product;
}
