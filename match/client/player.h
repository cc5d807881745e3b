/* player.h -- a player: a SPEC of the command line and the program that it starts.
 *
 *     katachi:playouts=1000,rule=puct     this program; the keys are the options
 *                                         of mcts/search_settings.h
 *     gnugo:level=10                      GNU Go, with the rules of the match
 *     name=pachi:/usr/bin/pachi -t =1000  any GTP program, by its command line
 *
 * "name=..." sets the name in tables: a key of the first two, a prefix up to ':' of the
 * last.  "{seed}" in a command line becomes the seed of the game; programs that know
 * set_random_seed are told it as well.                                        */
#ifndef KATACHI_MATCH_CLIENT_PLAYER_H
#define KATACHI_MATCH_CLIENT_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "board/game/rules.h"

enum { PLAYER_NAME = 64, PLAYER_COMMAND = 4096 };

typedef struct player {
    const char *spec;             /* as given, borrowed */
    char name[PLAYER_NAME];       /* in tables; printable, never empty */
    char command[PLAYER_COMMAND]; /* for /bin/sh; may hold {seed} */
} player;

/* Parses a SPEC and checks all that can be checked without starting the program.
 * `program` is the path of katachi itself.  GO_EINVAL: an unknown key, a value
 * out of range; the sentence says which and what it expects.                  */
go_status player_parse(player *out, const char *spec, const char *program, const rules *r,
                       go_error *err);

/* The command line with {seed} filled in.  Returns `out`. */
const char *player_command(const player *p, uint32_t seed, char out[PLAYER_COMMAND]);

/* Adds "key=value,..." to a player that was parsed: as options of katachi, or in place of
 * {key} in the command line of another program.  GO_EINVAL: an unknown key, a value out of
 * range, or no {key} in the command line.                                      */
go_status player_add_keys(player *p, const char *keys, go_error *err);

/* The value that a player of katachi gives to a search option, as text.  False: it is
 * another program, or there is no such option.                                 */
bool player_setting(const player *p, const char *key, char *out, size_t n);

/* Makes names unique: "name", "name 2", ... */
void players_tell_apart(player *players, int n);

#endif
