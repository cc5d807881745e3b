/* games.h -- game records from text, for tests. */
#ifndef KATACHI_TESTS_GAMES_H
#define KATACHI_TESTS_GAMES_H

#include "sgf_corpus/corpus.h"

/* The only game of an SGF text; anything else fails the test.  The caller ends
 * it with game_record_destroy.                                               */
game_record *game_of(const char *sgf);

/* The same with its comments. */
game_record *commented_game_of(const char *sgf);

/* Reads a text of n bytes as the file "t.sgf": the number of games, and in
 * `errors` (NULL: ignored) the sentences of the broken ones, each with a
 * newline.                                                                   */
int count_games(const void *sgf, size_t n, char errors[4096]);

/* The sentence for a text that holds no game but one broken one. */
const char *error_of(const char *sgf);

/* The moves as "B dd, W qq, B pass". */
const char *moves_of(const game_record *game, char text[4096]);

#endif
