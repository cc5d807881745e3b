#include "board/canonical.h"

canonical canonical_of(const board *b, colour to_move)
{
    uint64_t hash[N_SYMMETRIES] = {0};
    canonical c = {.size = (uint8_t)b->size};
    for (int i = 0; i < b->size * b->size; i++) {
        const point p = board_point_at(b->size, i);
        if (b->at[p] == EMPTY)
            continue;
        for (int s = 0; s < N_SYMMETRIES; s++)
            hash[s] ^= board_zobrist((colour)b->at[p], symmetry_point(s, b->size, p));
    }
    uint64_t least = hash[0];
    for (int s = 1; s < N_SYMMETRIES; s++)
        least = hash[s] < least ? hash[s] : least;
    for (int s = 0; s < N_SYMMETRIES; s++)
        if (hash[s] == least)
            c.turns |= (uint8_t)(1u << s);
    c.key = rng_mix64(least ^ (uint64_t)b->size << 2 ^ (uint64_t)to_move);
    return c;
}

point canonical_move(const canonical *c, point p)
{
    point least = PASS;
    for (int s = 0; s < N_SYMMETRIES; s++) {
        const point q = symmetry_point(s, c->size, p);
        if (c->turns >> s & 1 && (least == PASS || q < least))
            least = q;
    }
    return least;
}

point canonical_back(const canonical *c, point p)
{
    int s = 0;
    while (!(c->turns >> s & 1))
        s++;
    return symmetry_point(symmetry_inverse(s), c->size, p);
}
