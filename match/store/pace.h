/* pace.h -- how long the players think and how much they search in the course of a game:
 * means by move number, from the records of the games.                          */
#ifndef KATACHI_MATCH_STORE_PACE_H
#define KATACHI_MATCH_STORE_PACE_H

#include "match/store/store.h"

enum { PACE_POINTS = 60 };

/* Means over the moves around each `move`, rising.  Move numbers include the opening, for
 * which nobody thought.  n = 0: nothing is known.                               */
typedef struct pace_line {
    int n;
    double move[PACE_POINTS], mean[PACE_POINTS];
} pace_line;

typedef struct player_pace {
    pace_line seconds;
    pace_line playouts; /* of the moves for which the player reported them */
} player_pace;

/* Reads the records of all games in the store, except those that are missing or say
 * nothing about their moves.
 *   out  out  player_pace[n_players]
 * GO_ENOMEM.                                                                   */
go_status match_pace_read(const match_store *s, int n_players, player_pace *out, go_error *err);

#endif
