/* drawn.h -- boards from drawings, for tests.
 *
 * 'X' or '#' is black, 'O' white, '.' empty; blanks are for the eye.  Rows from
 * the top.                                                                   */
#ifndef KATACHI_TESTS_DRAWN_H
#define KATACHI_TESTS_DRAWN_H

#include "board/board.h"

/* A board as drawn.  A drawing of another number of points, or one with a chain
 * without liberties, fails the test.  End it with board_destroy.             */
board *board_of(int size, const char *drawing);
void board_destroy(board *b);

/* The point with a GTP name. */
point at(const board *b, const char *name);

/* Does the board look like the drawing? Prints both when it does not. */
bool looks_like(const board *b, const char *drawing);

/* Black's area less white's, `dead` as in board/game/score.h. */
int area_score(const board *b, const bool *dead);

#endif
