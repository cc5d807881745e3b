/* games.h -- the games to train on, at two bytes a move in mapped files, and the same
 * work on all of them, shared among threads.
 *
 * All games of one run have one board size.  A move is a point numbered
 * y * size + x, or size * size for a pass.                                   */
#ifndef KATACHI_MM_TRAIN_DATA_GAMES_H
#define KATACHI_MM_TRAIN_DATA_GAMES_H

#include <stdbool.h>

#include "base/io/mapped.h"
#include "base/status.h"
#include "board/board.h"
#include "sgf_corpus/each_game.h"

typedef uint16_t packed_move; /* bit 15: white; bits 0-9: the point's number */

typedef struct games {
    int size, area;
    int64_t n_games, n_moves;
    mapped moves;  /* packed_move: setup stones, then moves, game after game */
    mapped starts; /* games_start of each game */
} games;

typedef struct games_start {
    int64_t at;       /* index in `moves` of the game's first entry */
    uint16_t n_setup, n_moves;
} games_start;

go_status games_create(games *g, int size, const char *folder, go_error *err);
void games_free(games *g);

/* The size of the boards, where it is not known at first. */
static inline void games_set_size(games *g, int size)
{
    g->size = size;
    g->area = size * size;
}

/* Appends a game: n_setup stones, then n_moves legal moves, at most 65535 of each. */
go_status games_add(games *g, const packed_move *entries, int n_setup, int n_moves, go_error *err);

static inline const games_start *games_at(const games *g, int64_t number)
{
    return (const games_start *)(const void *)g->starts.data + number;
}
static inline const packed_move *games_moves(const games *g, int64_t number)
{
    return (const packed_move *)(const void *)g->moves.data + games_at(g, number)->at;
}

static inline colour packed_colour(packed_move m) { return m >> 15 ? WHITE : BLACK; }
static inline int packed_index(packed_move m) { return m & 0x3ff; }
static inline packed_move pack_move(colour c, int index)
{
    return (packed_move)((c == WHITE) << 15 | index);
}

/* A game move by move:
 *
 *     game_walk w;
 *     for (games_walk(g, number, &w); game_walk_next(&w);)
 *         ... w.colour plays at w.at ...                                      */
typedef struct game_walk {
    board start;             /* the position before the first move */
    const packed_move *move; /* borrowed */
    int n_moves, ply;        /* the present move, from 0 */
    colour colour;           /* of the present move */
    int index;               /* its point number */
    point at;                /* its point, or PASS */
} game_walk;

/* Goes to the start of a game, before its first move. */
void games_walk(const games *g, int64_t game, game_walk *w);

/* Goes to the next move; false after the last. */
static inline bool game_walk_next(game_walk *w)
{
    if (++w->ply >= w->n_moves)
        return false;
    w->colour = packed_colour(w->move[w->ply]);
    w->index = packed_index(w->move[w->ply]);
    w->at = board_point_at(w->start.size, w->index);
    return true;
}

#endif
