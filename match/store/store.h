/* store.h -- a match on the disk, which can be continued at any time.
 *
 *     DIR/match.json      the settings
 *     DIR/games.sgf.gz    the records of all games, as one collection
 *     DIR/results.jsonl   a line for each game, in the order they ended
 *     DIR/index.html      the report (match_report.h)
 *
 * A game is appended to both files, its record (a gzip member of its own) first, and
 * counts once its line is complete; the line holds the length of the other file up to
 * this game.  So a crash costs at most the game that was being written: what has no
 * complete line is cut off when the match continues.  Two matches cannot use one folder
 * at the same time.  Folders of older programs, with a file games/0001.sgf for each game,
 * can be continued too.
 * A store belongs to one thread at a time.                                     */
#ifndef KATACHI_MATCH_STORE_STORE_H
#define KATACHI_MATCH_STORE_STORE_H

#include <jansson.h>

#include "match/game/match_game.h"

typedef struct match_store match_store;

/* Makes the folder of a match, or opens it again.  `settings`, borrowed, must be those
 * that the folder holds, unless it has no game yet (settings.h).
 *   *out  out  owned by the caller, closed with match_store_close (accepts NULL)
 * GO_EIO: cannot make, read or write it; GO_EINVAL: it belongs to another match or to
 * work of another kind (work_folder.h), is in use or holds something else; GO_EFORMAT: a damaged
 * line (file and line named).                                                  */
go_status match_store_open(match_store **out, const char *folder, const json_t *settings,
                           const player *players, int n_players, go_error *err);
void match_store_close(match_store *s);

/* Opens a match only to look at it, even while it runs: nothing is locked, made or
 * mended, and no game can be added.
 *   *settings  out  those of match.json, owned by the caller: "players" holds an
 *                   object with the texts "name" and "spec" for each player
 * GO_EIO: there is no match; GO_EFORMAT.                                        */
go_status match_store_look(match_store **out, const char *folder, json_t **settings,
                           go_error *err);

/* What match_store_open cut off, in a sentence; "" when nothing was. */
const char *match_store_mended(const match_store *s);

/* The games so far, in the order they ended. */
int64_t match_store_count(const match_store *s);
const match_game *match_store_game(const match_store *s, int64_t i);

/* Game `number`, or NULL: it has not been played. */
const match_game *match_store_find(const match_store *s, int64_t number);

/* Saves a game with its record and remembers it (without the record).  GO_EIO
 * (a full disk, or a deleted folder): the match can go on later as if it had not been played. */
go_status match_store_add(match_store *s, const match_game *m, go_error *err);

const char *match_store_folder(const match_store *s);

/* The file that holds the record of a game, relative to the folder.  Returns `out`. */
const char *match_store_record(const match_game *m, char out[40]);

#endif
