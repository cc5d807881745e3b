/* pace.h -- how long the players think, and how much they search, as a game
 * goes on: means by the number of the move, from the records of the games.      */
#ifndef KATACHI_MATCH_STORE_PACE_H
#define KATACHI_MATCH_STORE_PACE_H

#include "match/store/store.h"

enum { PACE_POINTS = 60 };

/* Means over the moves around the `move`-th of the game, rising; those of the
 * opening counted, though nobody thought for them.  n = 0: nothing is known.    */
typedef struct pace_line {
    int n;
    double move[PACE_POINTS], mean[PACE_POINTS];
} pace_line;

typedef struct player_pace {
    pace_line seconds;
    pace_line playouts; /* of the moves for which the player told them */
} player_pace;

/* Reads the records of all games in the store.  One that is missing or says
 * nothing of its moves is passed over: the line of results is what counts.
 *   out  out  player_pace[n_players]
 * GO_ENOMEM.                                                                   */
go_status match_pace_read(const match_store *s, int n_players, player_pace *out, go_error *err);

#endif
