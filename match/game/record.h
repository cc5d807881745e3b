/* record.h -- the record of one game of a match as SGF FF[4]: players, commands,
 * seeds and what happened at the head, time and playouts as a comment on each
 * move, and the clock (BL, WL) where there is one.                             */
#ifndef KATACHI_MATCH_GAME_RECORD_H
#define KATACHI_MATCH_GAME_RECORD_H

#include <stdio.h>

#include "board/game/game.h"
#include "match/game/match_game.h"

/* What is known of a move beside the move; those of the opening have took < 0. */
typedef struct move_note {
    double took;      /* seconds */
    double left;      /* on the clock after it; < 0: no clock */
    int64_t playouts; /* -1: unknown */
} move_note;

/* Writes the game; `notes` [g->n_steps].  Errors stick to the stream.          */
void record_write(FILE *out, const match_game *m, const match_conditions *conditions,
                  const player *players, const game *g, const move_note *notes);

/* ---- reading ---- */

/* What a record says of a move. */
typedef struct noted_move {
    colour colour;
    move_note note; /* -1 for what it does not say */
} noted_move;

/* Walks over a collection of such records: *at is its text at first, and moves on.
 * record_next goes to the next game, *number being that of the match (-1: it does
 * not say); record_move to the next move of that game.  False: there is no more.
 * Any text will do; what is no such record has no moves or no notes.           */
bool record_next(const char **at, int64_t *number);
bool record_move(const char **at, noted_move *out);

#endif
