#include "board/random_playout.h"

/* Legal and no own eye.  Next to an empty point only ko can forbid a move. */
static inline bool playable(const board *b, colour c, point p)
{
    if (board_neighbours(b, p, EMPTY))
        return p != b->ko || c != b->ko_colour;
    return !board_is_eye(b, p, c) && board_legal(b, c, p) == MOVE_OK;
}

/* The first draws go to the board's own list of empty points; late in a game,
 * when most of them are not playable, those that failed are set aside.       */
point random_playout_move(const board *b, colour c, rng *random)
{
    point rest[BOARD_MAX_AREA];
    int n = b->n_empty;
    for (int tries = 0; tries < 4 && n > 0; tries++) {
        point p = b->empty[rng_below(random, (uint32_t)n)];
        if (playable(b, c, p))
            return p;
    }
    memcpy(rest, b->empty, (size_t)n * sizeof rest[0]);
    while (n > 0) {
        uint32_t i = rng_below(random, (uint32_t)n);
        if (playable(b, c, rest[i]))
            return rest[i];
        rest[i] = rest[--n];
    }
    return PASS;
}

int random_playout(board *b, colour to_move, rng *random)
{
    int limit = 3 * b->size * b->size, moves = 0, passes = 0;
    for (colour c = to_move; passes < 2 && moves < limit; c = opponent(c), moves++) {
        point p = random_playout_move(b, c, random);
        board_play_legal(b, c, p);
        passes = p == PASS ? passes + 1 : 0;
    }
    return moves;
}

int random_playout_score(const board *b)
{
    int margin = b->n_stones[BLACK] - b->n_stones[WHITE];
    for (int i = 0; i < b->n_empty; i++)
        margin += colour_sign(random_playout_owner(b, b->empty[i]));
    return margin;
}
