/* saved_match.h -- folders of matches that nobody played. */
#ifndef KATACHI_TESTS_SUPPORT_SAVED_MATCH_H
#define KATACHI_TESTS_SUPPORT_SAVED_MATCH_H

#include "match/store/store.h"

typedef struct saved_game {
    int black, white;      /* players */
    colour winner;         /* EMPTY: a draw */
    int moves;             /* of each side */
    double seconds[2];     /* of black, of white, for them all */
    const char *sgf;       /* the record; NULL: none */
} saved_game;

typedef struct saved_match {
    const char *const *names, *const *specs;
    int n_players;
    int size;
    const char *time;      /* "none" */
    const saved_game *games;
    int n_games;
} saved_match;

/* Writes the folder; ends the test when it cannot.  Players of even number tell a
 * hundred playouts for each move.                                              */
void saved_match_write(const saved_match *m, const char *folder);

/* The settings of such a folder, owned by the caller: with them it is opened again. */
json_t *saved_match_settings(const char *folder);

#endif
