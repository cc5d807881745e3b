/* slow_board.h -- the rules of Go written as plainly as possible, to check
 * board.c against: a grid of letters, flood fill for everything, nothing kept.
 *
 * Ko is written in another way as well: a move may not bring back the position
 * before the opponent's last move.                                           */
#ifndef KATACHI_TESTS_SLOW_BOARD_H
#define KATACHI_TESTS_SLOW_BOARD_H

#include "board/board.h"

typedef struct slow_board {
    int size;
    bool suicide; /* of several stones */
    char grid[BOARD_MAX_SIZE][BOARD_MAX_SIZE];   /* [y][x]: '.', 'X', 'O' */
    char before[BOARD_MAX_SIZE][BOARD_MAX_SIZE]; /* before the last move */
    char mover;      /* of the last move; '.' when it was a pass or none */
    int captured[2]; /* stones lost by X, by O */
} slow_board;

void slow_init(slow_board *s, int size, bool suicide);

/* May `c` ('X' or 'O') play at (x, y)? */
move_status slow_legal(const slow_board *s, char c, int x, int y);

/* Plays; MOVE_OK, or else nothing changes. */
move_status slow_play(slow_board *s, char c, int x, int y);
void slow_pass(slow_board *s);

/* Liberties of the chain at (x, y). */
int slow_libs(const slow_board *s, int x, int y);

/* Stones of the chain at (x, y). */
int slow_chain_size(const slow_board *s, int x, int y);

/* Liberties of the stone at (x, y) after `c` played it on this empty point,
 * whatever the rules say about the move; 0 for suicide.                      */
int slow_libs_after(const slow_board *s, char c, int x, int y);

#endif
