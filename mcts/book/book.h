/* book.h -- an opening book: answers to positions, in a text file that people can read and change.
 *
 *     # black begins in the middle or beside it
 *     9 | E5 E6
 *     9 E5 | C5 E3           # 523 games, black wins 51.2 %
 *
 * A line is the size of the board, the moves that lead to a position from the empty board, black
 * first, a bar, and the answers, the best first; what follows # is for people.  A position is found
 * in all orientations and by whatever moves it arose.  Fuego's books have this form. */
#ifndef KATACHI_MCTS_BOOK_BOOK_H
#define KATACHI_MCTS_BOOK_BOOK_H

#include "base/status.h"
#include "board/board.h"

typedef struct book book;

enum {
    BOOK_ANSWERS = 8,          /* of a position, at most; more are left out */
    BOOK_MOST_BYTES = 64 << 20 /* of the text of a book; a larger one is not read */
};

/* Reads a file, which may be compressed.  GO_EIO; GO_EFORMAT: with the line, or the book is too
 * large; GO_ENOMEM.                                                            */
go_status book_read(book **out, const char *path, go_error *err);
void book_destroy(book *b); /* accepts NULL */

/* Writes the answers to a position, the best first, and returns how many there are; 0: it is not in
 * the book.  They are passes or on empty points, but the rules of the game may forbid them. */
int book_find(const book *b, const board *position, colour to_move, point answer[BOOK_ANSWERS]);

#endif
