/* sgf.h -- reads games from SGF files and collections, and writes SGF.  Stable since 0.1.
 *
 *     const char *inputs[] = {"games/"};
 *     katachi_collection_open(&collection, inputs, 1, &err);
 *     while ((status = katachi_collection_next(collection, &record, &err)) == KATACHI_OK) {
 *         ...
 *         katachi_record_free(record);
 *     }
 *     katachi_collection_free(collection);              status is now KATACHI_END */
#ifndef KATACHI_SGF_H
#define KATACHI_SGF_H

#include <katachi/game.h>

KATACHI_BEGIN

typedef struct katachi_record katachi_record; /* a game as it was recorded */
typedef struct katachi_collection katachi_collection;

/* A stream of the games in n inputs, in constant memory: SGF files, folders (recursively),
 * compressed files, archives; "-" is standard input.  KATACHI_EIO: an input cannot be
 * read.                                                                        */
katachi_status katachi_collection_open(katachi_collection **out, const char *const *inputs, int n,
                                       katachi_error *err);
void katachi_collection_free(katachi_collection *collection);

/* The next game; KATACHI_END after the last.  Games with errors are skipped, and
 * katachi_collection_broken counts them.                                       */
katachi_status katachi_collection_next(katachi_collection *collection, katachi_record **out,
                                       katachi_error *err);
long katachi_collection_broken(const katachi_collection *collection);

/* The k-th game of a file, from 1; none is skipped.  KATACHI_EFORMAT: a game has an error;
 * KATACHI_EEMPTY: there are fewer games.                                       */
katachi_status katachi_record_read(katachi_record **out, const char *path, int k,
                                   katachi_error *err);
void katachi_record_free(katachi_record *record);

int katachi_record_size(const katachi_record *record);
int katachi_record_moves(const katachi_record *record);

/* As katachi_game_move. */
int katachi_record_move(const katachi_record *record, int i, katachi_colour *colour);

/* A header text in UTF-8 by its SGF name ("PB", "RE", "DT"); NULL: absent. */
const char *katachi_record_text(const katachi_record *record, const char *name);

/* The game after the first `moves` moves, with the recorded handicap, setup and komi (or else
 * none if the game was drawn or won by whole points, otherwise the usual one).  Ruleset: as for
 * katachi_game_new; NULL: the recorded one, else Chinese.  A move that only breaks superko is
 * played, and the game then has simple ko.
 * KATACHI_EINVAL: the record has fewer moves; KATACHI_EILLEGAL: one is against the rules. */
katachi_status katachi_record_game(const katachi_record *record, const char *ruleset, int moves,
                                   katachi_game **out, katachi_error *err);

/* Writes the game to a file, completely or not at all; compressed if the path ends in .gz
 * or .zst.  The players' names and the result ("B+3.5") are UTF-8, with a ? for each byte that is
 * not, or NULL.  KATACHI_EIO, KATACHI_ENOMEM.                                  */
katachi_status katachi_game_write(const katachi_game *game, const char *path, const char *black,
                                  const char *white, const char *result, katachi_error *err);

KATACHI_FINISH

#endif
