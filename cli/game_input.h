/* game_input.h -- one game of a file, even of a truncated one. */
#ifndef KATACHI_CLI_GAME_INPUT_H
#define KATACHI_CLI_GAME_INPUT_H

#include "base/status.h"
#include "sgf_corpus/sgf/game_record.h"

enum { GAME_WARNING_MAX = 1200 };

/* Reads game `k` (from 1) of a file ("-": standard input), with its comments; the caller owns
 * it.  Its moves may still be illegal.  If the file is truncated within that game, returns the
 * part that is there, with a sentence in `warning`, as for the first of several games; otherwise
 * `warning` is "".  Errors name the file.                                     */
go_status game_input_read(const char *path, int k, game_record **record,
                          char warning[GAME_WARNING_MAX], go_error *err);

/* Tells on standard error, if stones are set up in mid-game, that what follows is left out. */
void game_input_tell_cut(const char *path, const game_record *record);

#endif
