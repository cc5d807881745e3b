#include "tests/support/random_moves.h"

enum { TRIES = 60, ONE_PASS_IN = 40 };

point random_move(const board *b, colour c, rng *random)
{
    if (b->n_empty == 0 || rng_below(random, ONE_PASS_IN) == 0)
        return PASS;
    for (int i = 0; i < TRIES; i++) {
        point p = b->empty[rng_below(random, (uint32_t)b->n_empty)];
        if (board_legal(b, c, p) == MOVE_OK && !board_is_eye(b, p, c))
            return p;
    }
    return PASS;
}

board random_position(int size, int n_moves, rng *random)
{
    board b;
    board_init(&b, size);
    for (int i = 0; i < n_moves; i++) {
        colour c = i & 1 ? WHITE : BLACK;
        board_play_legal(&b, c, random_move(&b, c, random));
    }
    return b;
}
