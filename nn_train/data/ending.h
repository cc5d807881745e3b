/* ending.h -- who owned each point at the end of a recorded game, where the recorded score
 * proves it.
 *
 * Records do not name the dead stones, so they are found by trying: the board is counted
 * as it stands, then without the chains that uniformly random playouts mostly lose, with
 * more and more playouts.  The first count that gives exactly the recorded score, and
 * leaves few points to nobody, is taken; without one the owners are unknown.
 *
 * Few games are taken by accident: with a wrong score, 7 or 11 points off, 0.1 to 0.3 %
 * of all games on 9x9 instead of 29 %, and 0.2 to 1.2 % of those of professionals
 * instead of 11 %.                                                            */
#ifndef KATACHI_NN_TRAIN_DATA_ENDING_H
#define KATACHI_NN_TRAIN_DATA_ENDING_H

#include "board/board.h"
#include "board/game/rules.h"

typedef struct game_ending {
    const board *board;  /* the position at the end */
    const rules *rules;
    bool rules_are_sure; /* else area and territory are both tried */
    double margin;       /* black's, as recorded, with komi */
    double to_white;     /* points for white besides the board: komi, handicap bonus */
} game_ending;

/* Writes owner [board->n_points], BLACK, WHITE or EMPTY, if the result is true. */
bool nn_ending_owners(const game_ending *end, uint8_t *owner);

#endif
