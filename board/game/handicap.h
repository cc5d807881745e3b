/* handicap.h -- where handicap stones go. */
#ifndef KATACHI_BOARD_GAME_HANDICAP_H
#define KATACHI_BOARD_GAME_HANDICAP_H

#include "board/board.h"

/* The largest fixed handicap on a board of `size`: 9 on odd sizes from 9, 4 on
 * 7 and on even sizes from 8, else 0 (GTP version 2, section 4.1.1).         */
int handicap_fixed_max(int size);

/* Writes the n points of the fixed handicap into out[n]: the star points, on
 * the third line up to 11x11 and on the fourth from 12x12, as in GNU Go, the
 * reference implementation of GTP.  False, with nothing written, unless
 * 2 <= n <= handicap_fixed_max(size).                                        */
bool handicap_fixed(int size, int n, point *out);

/* Chooses up to n points, writes them into out[n] and returns how many: first the
 * fixed ones, then repeatedly the point farthest from all others (on the third line
 * or higher if there is one).  At most size * size / 4.                       */
int handicap_free(int size, int n, point *out);

/* The handicap of a game that starts with so many black and white stones and goes on with these
 * moves, by the rule in game.h; 0: none.                                      */
int handicap_count(int black, int white, const board_move *moves, size_t n);

#endif
