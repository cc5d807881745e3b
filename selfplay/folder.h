/* folder.h -- a folder of played games, which can be continued at any time:
 *
 *     DIR/games.katachi   the games with their targets (selfplay/record/played_file.h)
 *     DIR/games.sgf       the same games, one a line, for people; there is none before the first
 *
 * A game counts once it is whole in the first file; the other one is made to agree when the
 * folder is opened.  One process writes a folder at a time.                    */
#ifndef KATACHI_SELFPLAY_FOLDER_H
#define KATACHI_SELFPLAY_FOLDER_H

#include "base/status.h"
#include "selfplay/tally.h"

typedef struct played_folder played_folder;

/* Makes the folder or opens it again.  On error *out is NULL; the sentence names the file.
 * GO_EINVAL: another process writes it; GO_EFORMAT, GO_EIO, GO_ENOMEM.        */
go_status played_folder_open(played_folder **out, const char *path, go_error *err);

/* Makes sure that the games survive a power failure, and closes it.  GO_EIO. */
go_status played_folder_close(played_folder *f, go_error *err);

/* Saves a game.  GO_EIO: the game is not there, and the folder can be continued; GO_ENOMEM. */
go_status played_folder_add(played_folder *f, const played_game *g, go_error *err);

/* Has it a game of that number? */
bool played_folder_has(const played_folder *f, int64_t number);

const played_tally *played_folder_tally(const played_folder *f);

/* The path of the file of games; borrowed. */
const char *played_folder_games(const played_folder *f);

/* What was mended when it was opened, in a sentence; "" if nothing was. */
const char *played_folder_mended(const played_folder *f);

#endif
