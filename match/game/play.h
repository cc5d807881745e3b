/* play.h -- plays one game between two GTP programs.
 *
 * Both programs are started for the game and ended with it, so that no game can
 * disturb another.  The board, the clock and the result are ours (game.h,
 * mcts/clock/time_control.h, referee.h); the programs only choose moves.  A side loses
 * by the score, by resigning and in all other ways of GAME_ENDS (match_game.h).  */
#ifndef KATACHI_MATCH_GAME_PLAY_H
#define KATACHI_MATCH_GAME_PLAY_H

#include "match/game/match_game.h"
#include "match/game/opening.h"

/* Plays the game that number, opening, keys and the players and seeds of *m describe;
 * the keys have been added to the players.  On
 * GO_OK *m is complete and m->sgf owned by the caller (match_game_free).  GO_EINTR:
 * interrupted, the game does not count.  GO_ENOMEM; GO_EIO: cannot start a process. */
go_status match_game_play(match_game *m, const match_conditions *conditions,
                          const player *players, const opening *start, go_error *err);

#endif
