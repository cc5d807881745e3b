/* record.h -- the record of one game of a match as SGF FF[4]: players,
 * commands, seeds and what happened at the head, time and playouts as a comment
 * on each move, and the clock (BL, WL) where there is one.                     */
#ifndef KATACHI_MATCH_GAME_RECORD_H
#define KATACHI_MATCH_GAME_RECORD_H

#include "match/game/match_game.h"

/* What is known of a move beside the move; those of the opening have took < 0. */
typedef struct move_note {
    double took;      /* seconds */
    double left;      /* on the clock after it; < 0: no clock */
    int64_t playouts; /* -1: unknown */
} move_note;

/* Writes the game; `notes` [g->n_steps].  Errors stick to the stream.          */
void match_sgf_write(FILE *out, const match_game *m, const match_conditions *conditions,
                     const player *players, const game *g, const move_note *notes);

/* What such a record says of a move. */
typedef struct noted_move {
    colour colour;
    move_note note; /* -1 for what it does not say */
} noted_move;

/* The next move of a record: *at is its text at first, and moves on.  False: there
 * is no more.  Any text will do; what is no such record has no moves or no notes. */
bool match_sgf_next(const char **at, noted_move *out);

#endif
