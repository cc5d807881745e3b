/* stored_games.h -- games from text in a store, for tests of nn_train. */
#ifndef KATACHI_TESTS_SUPPORT_STORED_GAMES_H
#define KATACHI_TESTS_SUPPORT_STORED_GAMES_H

#include "nn_train/data/store.h"

/* Two short games on 5x5, of which the second was counted. */
extern const char *const two_games[2];

/* A new store of n SGF texts of one game each, in this order; games that name no rules are under
 * these.  Fails the test on error; end it with nn_store_free.                 */
void store_of(nn_store *s, const char *rules_name, const char *const *sgf, int n);

/* Appends one. */
void store_add_sgf(nn_store *s, const char *rules_name, const char *sgf);

#endif
