/* start_games.h -- games of others, at positions of which some games begin: fights and endings
 * that a network's own openings would not lead to.                            */
#ifndef KATACHI_SELFPLAY_START_GAMES_H
#define KATACHI_SELFPLAY_START_GAMES_H

#include "base/options.h"
#include "base/rng.h"
#include "base/status.h"
#include "board/board.h"
#include "selfplay/settings.h"

typedef struct start_games_settings {
    const char *file; /* a collection, a file or folder as in corpus.h; NULL: none */
    double share;     /* of the games that begin there */
} start_games_settings;

/* The table, ended by {0}; offsets are within start_games_settings. */
extern const option start_games_options[];

/* GO_EINVAL: a share was given, but no collection. */
go_status start_games_named(const start_games_settings *s, const options_given *given,
                            go_error *err);

typedef struct start_games start_games;

/* Reads the games that begin with an empty board and black's move; the caller owns *out, which is
 * NULL without a collection.  GO_EEMPTY: there is none, or none on boards of one of the sizes
 * (NULL: they are not known yet); GO_EIO, GO_EFORMAT, GO_ENOMEM.              */
go_status start_games_read(start_games **out, const start_games_settings *s,
                           const selfplay_sizes *sizes, go_error *err);
void start_games_free(start_games *games); /* accepts NULL */

/* How many there are on boards of that size. */
int start_games_count(const start_games *games, int size);

/* Draws whether a game on a board of that size begins there; never without games (NULL). */
bool start_games_begin(const start_games *games, int size, rng *random);

/* Draws a game on a board of that size, of which there is one, and how many of its moves are
 * played: any number up to half the board's points that leaves at least one out.  Returns the
 * moves, borrowed, black's first.                                             */
const point *start_games_draw(const start_games *games, int size, rng *random, int *n);

#endif
