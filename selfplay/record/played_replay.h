/* played_replay.h -- a played game on the board again, and as SGF. */
#ifndef KATACHI_SELFPLAY_RECORD_PLAYED_REPLAY_H
#define KATACHI_SELFPLAY_RECORD_PLAYED_REPLAY_H

#include <stdio.h>

#include "board/game/game.h"
#include "selfplay/record/played_game.h"

/* The position before the first move, under the rules and with the komi of the record; the
 * caller owns the game.  Two or more black stones and no white ones at the start are a
 * handicap, whoever moves first (sgf_corpus/sgf/record_game.h).
 * GO_EILLEGAL: the stones at the start leave some without liberties; GO_EINVAL, GO_ENOMEM. */
go_status played_replay_start(const played_game *p, game **out, go_error *err);

/* Plays move i (from 0).  GO_EILLEGAL: it is against the rules, superko included; GO_ENOMEM. */
go_status played_replay_move(const played_game *p, game *g, int i, go_error *err);

/* Writes the game as one line of SGF.  What the search said of a position (SBKV: how likely
 * black wins, in percent; V: black's lead) stands at the move that led to it.  Errors of writing
 * stay with the stream.                                                       */
void played_replay_sgf(const played_game *p, FILE *out);

#endif
