/* tactics.h -- the level groups of the `fast` set for one move, quickly:
 * capture, extend, self-atari and atari as in patterns/tactics.c.             */
#ifndef KATACHI_MCTS_PLAYOUT_TACTICS_H
#define KATACHI_MCTS_PLAYOUT_TACTICS_H

#include "mcts/playout/playout_gammas_tables.h"

/* What holds only at this moment of the game; the weights kept step by step ignore it. */
typedef struct playout_now {
    point last; /* PASS: none */
    bool ko;    /* a ko is on */
} playout_now;

/* The product of the gammas of the four groups for the legal move p of c with
 * the code of p, seen at this moment; `now` NULL: no last move, no ko.       */
float playout_tactics(const playout_gammas *t, const board *b, colour c, point p, uint32_t code,
                      const playout_now *now);

#endif
