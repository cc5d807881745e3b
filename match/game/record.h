/* record.h -- the record of a game of a match as SGF FF[4]: the root holds players,
 * commands, seeds and what happened; each move has its time and playouts as a comment
 * and, in games with a clock, the time left (BL, WL).                           */
#ifndef KATACHI_MATCH_GAME_RECORD_H
#define KATACHI_MATCH_GAME_RECORD_H

#include <stdio.h>

#include "board/game/game.h"
#include "match/game/match_game.h"

/* What is known of a move; took < 0 for moves of the opening. */
typedef struct move_note {
    double took;      /* seconds */
    double left;      /* on the clock after it; < 0: no clock */
    int64_t playouts; /* -1: unknown */
} move_note;

/* Writes the game; `notes` [g->n_steps].  Errors stick to the stream.          */
void record_write(FILE *out, const match_game *m, const match_conditions *conditions,
                  const player *players, const game *g, const move_note *notes);

/* ---- reading ---- */

/* What a record says about a move. */
typedef struct noted_move {
    colour colour;
    move_note note; /* -1 for what it does not say */
} noted_move;

/* Walk over a collection of such records, advancing *at from the start of its text.
 * record_next goes to the next game and gives its number in the match (-1: unknown);
 * record_move goes to the next move of that game.  False: there are no more.  Any text
 * is accepted; other records have no moves or no notes.                        */
bool record_next(const char **at, int64_t *number);
bool record_move(const char **at, noted_move *out);

#endif
