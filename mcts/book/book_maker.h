/* book_maker.h -- what games say about the openings, to make a book of it (book.h).
 *
 * Of each of the first positions of all games, in any orientation and by whatever moves they arose,
 * the games are counted, and the mean is taken of what they say about it: the value that a search
 * gave it, where the record has one, else the result.  Then the values of the best moves go up to
 * the positions before them, as in a search: only moves with enough games count. */
#ifndef KATACHI_MCTS_BOOK_BOOK_MAKER_H
#define KATACHI_MCTS_BOOK_BOOK_MAKER_H

#include <stdio.h>

#include "base/status.h"
#include "board/board.h"

typedef struct book_maker_options {
    int moves;      /* positions after up to so many moves are looked at */
    int games;      /* positions and moves with fewer games do not count, > 0 */
    double margin;  /* answers are worse than the best one by no more, in win rate */
    int64_t bytes;  /* a book of more text is not written to its end */
} book_maker_options;

typedef struct book_maker book_maker;

go_status book_maker_create(book_maker **out, const book_maker_options *options, go_error *err);
void book_maker_destroy(book_maker *o); /* accepts NULL */

/* Adds a game from the empty board, black first.  It ends for openings with a pass or an illegal
 * move.
 *   black_wins  in  [n_moves + 1] after each number of moves, 0 .. 1, or below 0: not known
 * GO_ENOMEM                                                                    */
go_status book_maker_add(book_maker *o, int size, const board_move *moves, int n_moves,
                          const float *black_wins, go_error *err);

/* Writes the book and returns the number of its positions.  GO_EINVAL: it has more text than
 * options.bytes; GO_ENOMEM.  Errors of the stream are the caller's to find.   */
go_status book_maker_write(book_maker *o, FILE *out, int *n_positions, go_error *err);

#endif
