/* start_games.h -- games of others, at positions of which some games begin: fights and endings
 * that a network's own openings would not lead to.                            */
#ifndef KATACHI_SELFPLAY_START_GAMES_H
#define KATACHI_SELFPLAY_START_GAMES_H

#include "base/rng.h"
#include "base/status.h"
#include "board/board.h"
#include "selfplay/settings.h"

typedef struct start_games start_games;

/* Reads the games of a collection (a file or folder, as corpus.h) on boards of the settings' sizes
 * that begin with an empty board and black's move; the caller owns *out.  GO_EEMPTY: there is none
 * for one of the sizes; GO_EIO, GO_EFORMAT, GO_ENOMEM.                        */
go_status start_games_read(start_games **out, const char *path, const selfplay_sizes *sizes,
                           go_error *err);
void start_games_free(start_games *games); /* accepts NULL */

/* How many there are on boards of that size. */
int start_games_count(const start_games *games, int size);

/* Draws a game on a board of that size, of which there is one, and how many of its moves are
 * played: any number up to half the board's points that leaves at least one out.  Returns the
 * moves, borrowed, black's first.                                             */
const point *start_games_draw(const start_games *games, int size, rng *random, int *n);

#endif
