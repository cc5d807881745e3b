/* chase.h -- ladders as KataGo's networks have learned them.
 *
 * Like board/ladder.h this asks whether a chain with one or two liberties can be
 * caught by atari after atari, but a network needs exactly the answers it was trained
 * on, including their limits and oddities:
 *
 *   - A chain with one liberty: its owner, the prey, moves first.  A chain with two:
 *     the hunter moves first and tries both; it is caught if one works.  A chain
 *     with more: never.
 *   - Hunter to move: 1 liberty, caught; 3, away; 2, he tries each of them.  If they
 *     are not neighbours, a liberty with three empty neighbours must be taken, and
 *     two such are too many.  A chain in a double ko is caught: both liberties have
 *     no empty neighbours, the hunter there would take a single stone by ko, the
 *     prey there would have at most two liberties, and no stone of the hunter around
 *     it is in atari.
 *   - Prey to move: 2 liberties, away; also if the hunter has just taken a ko.  Else
 *     it tries to take each of the hunter's chains around it in atari, and to extend.
 *     But if its extension is one of these captures, though not the last one found, it
 *     is away as soon as the last one would give the stone played three liberties.
 *   - No suicide.  A ko may not be retaken at once, except by the prey's first move.
 *   - After CHASE_MAX_NODES moves of one reading: away.  On a line of more than 1.5
 *     moves for each point of the board: caught.
 *
 * Source: the behaviour of KataGo's own features,
 * https://github.com/lightvector/KataGo (cpp/game/board.cpp), in own words.    */
#ifndef KATACHI_NN_INPUTS_CHASE_H
#define KATACHI_NN_INPUTS_CHASE_H

#include "board/board.h"

enum { CHASE_MAX_NODES = 25000 };

/* Sets of points, a bit for each; `words` words of the board. */
typedef struct nn_ladders {
    uint64_t caught[BOARD_MAX_WORDS]; /* the stones of chains that are caught */
    uint64_t attack[BOARD_MAX_WORDS]; /* liberties of chains of `prey` with two: a move there
                                       * catches the chain                             */
} nn_ladders;

/* Reads all chains of both colours, with attacks on those of `prey` only. */
void nn_ladders_find(const board *b, colour prey, nn_ladders *out);

#endif
