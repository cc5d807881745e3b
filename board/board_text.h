/* board_text.h -- a board drawn with letters, for terminals and messages. */
#ifndef KATACHI_BOARD_BOARD_TEXT_H
#define KATACHI_BOARD_BOARD_TEXT_H

#include <stdio.h>

#include "board/board.h"

/* Prints the board with its coordinates: X black, O white, . empty, + a star
 * point, the last move in brackets.                                          */
void board_text_write(FILE *out, const board *b);

/* The same with the letter mark[p] in place of what is at p; 0: none.  `mark` [n_points]. */
void board_text_write_marked(FILE *out, const board *b, const char *mark);

/* The star points of a board: `true` for those of column x, row y. */
bool board_is_star(int size, int x, int y);

#endif
