/* games.h -- the games to train on, two bytes a move, off the heap.
 *
 * All games of one run have one board size.  Moves are points numbered
 * y * size + x, size * size being the pass.                                  */
#ifndef KATACHI_MM_TRAIN_DATA_GAMES_H
#define KATACHI_MM_TRAIN_DATA_GAMES_H

#include "base/io/mapped.h"
#include "base/status.h"
#include "board/board.h"

typedef uint16_t packed_move; /* bit 15: white; bits 0-9: the point's number */

typedef struct games {
    int size, area;
    int64_t n_games, n_moves;
    mapped moves;  /* packed_move: setup stones, then moves, game after game */
    mapped starts; /* games_start of each game */
} games;

typedef struct games_start {
    int64_t at;       /* index of the game's first entry in moves */
    uint16_t n_setup, n_moves;
} games_start;

go_status games_create(games *g, int size, const char *folder, go_error *err);
void games_free(games *g);

/* Appends a game: n_setup stones, then n_moves moves, all legal (n <= 65535). */
go_status games_add(games *g, const packed_move *entries, int n_setup, int n_moves, go_error *err);

static inline const games_start *games_at(const games *g, int64_t game)
{
    return (const games_start *)(const void *)g->starts.data + game;
}
static inline const packed_move *games_moves(const games *g, int64_t game)
{
    return (const packed_move *)(const void *)g->moves.data + games_at(g, game)->at;
}

static inline colour packed_colour(packed_move m) { return m >> 15 ? WHITE : BLACK; }
static inline int packed_index(packed_move m) { return m & 0x3ff; }
static inline packed_move pack_move(colour c, int index)
{
    return (packed_move)((c == WHITE) << 15 | index);
}

/* Opens a game: sets *b to the position before the first move and returns the
 * *n_moves moves from there, borrowed.                                       */
const packed_move *games_open(const games *g, int64_t game, board *b, int *n_moves);

#endif
