/* chase.h -- ladders as KataGo's networks have learned them.
 *
 * The question is the one of board/ladder.h (can a chain with one or two
 * liberties be caught by atari after atari?), but a network wants exactly the
 * answers it was trained on, limits and oddities included:
 *
 *   - A chain with one liberty: its owner, the prey, moves first.  A chain with
 *     two: the hunter moves first and tries both; it is caught if one works.
 *     Three and more: never.
 *   - Hunter to move: 1 liberty, caught; 3, away; 2, he tries each of them.
 *     When they are not neighbours of each other, a liberty with three empty
 *     neighbours must be taken, and two such are too many.  A chain is caught in
 *     a double ko: both liberties without empty neighbours, the hunter's stone
 *     there would take a single stone by ko, the prey's would leave it at most
 *     two liberties, and no stone of the hunter's around it is in atari.
 *   - Prey to move: 2 liberties, away; away, too, if the hunter has just taken a
 *     ko.  Else it tries to take each of the hunter's chains around it that is in
 *     atari, and to extend.
 *   - No suicide.  A ko forbids its retaking at once, but not to the prey on its
 *     first move.
 *   - After CHASE_MAX_NODES moves of one reading: away.  On a line longer than
 *     1.5 moves for each point of the board: caught.
 *
 * Source: the behaviour of KataGo's own features,
 * https://github.com/lightvector/KataGo (cpp/game/board.cpp), in own words.    */
#ifndef KATACHI_NN_INPUTS_CHASE_H
#define KATACHI_NN_INPUTS_CHASE_H

#include "board/board.h"

enum { CHASE_MAX_NODES = 25000 };

typedef struct nn_ladders {
    bool caught[BOARD_MAX_POINTS]; /* a stone of a chain that is caught */
    /* a liberty of a caught chain of `prey` with two of them, and taking it is
     * an attack that works                                                   */
    bool attack[BOARD_MAX_POINTS];
} nn_ladders;

/* Reads all chains of both colours; attacks are noted for those of `prey`
 * only.  Writes the first n_points of each array.                            */
void nn_ladders_find(const board *b, colour prey, nn_ladders *out);

#endif
