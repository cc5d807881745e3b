/* played_bytes.h -- a played game as bytes and back: the body of a game in a file of games
 * (played_file.h), described in doc/selfplay.md.                              */
#ifndef KATACHI_SELFPLAY_RECORD_PLAYED_BYTES_H
#define KATACHI_SELFPLAY_RECORD_PLAYED_BYTES_H

#include <stddef.h>

#include "base/status.h"
#include "selfplay/record/played_game.h"

/* A longer body than that of any game: a guard against damaged lengths. */
enum { PLAYED_MAX_BYTES = 1 << 26, PLAYED_MAX_MOVES = 10000 };

/* The bytes of a game, owned by the caller (free).  GO_ENOMEM. */
go_status played_bytes_write(const played_game *g, uint8_t **bytes, size_t *n, go_error *err);

/* Replaces *g by the game of the bytes.  GO_EFORMAT: they are not those of a game; the
 * sentence says what is wrong.  Numbers that it accepts are in their ranges; whether the moves
 * are legal is seen only when they are played (played_replay.h).  GO_ENOMEM.  */
go_status played_bytes_read(const uint8_t *bytes, size_t n, played_game *g, go_error *err);

#endif
