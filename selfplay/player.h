/* player.h -- plays games of a network against itself, one at a time.
 *
 * The random numbers of a game depend on the seed and the number of the game alone, so a game
 * is the same whoever plays it and whatever was played before.                */
#ifndef KATACHI_SELFPLAY_PLAYER_H
#define KATACHI_SELFPLAY_PLAYER_H

#include "selfplay/nets.h"
#include "selfplay/start_games.h"

typedef struct selfplay_player selfplay_player;

/* Settings, networks and `starts` (NULL: none) are borrowed.  On error *out is NULL.  GO_ENOMEM. */
go_status selfplay_player_create(selfplay_player **out, const selfplay_settings *settings,
                                 const selfplay_nets *nets, const start_games *starts,
                                 go_error *err);
void selfplay_player_destroy(selfplay_player *p); /* accepts NULL */

/* Replaces *out by the game of that number.  GO_EINTR: the user wants to stop
 * (base/interrupt.h); GO_ENOMEM; and as search_run.                           */
go_status selfplay_play(selfplay_player *p, int64_t number, played_game *out, go_error *err);

/* The seed of all searches of a game (search_settings.seed), by which any of them can be
 * repeated from the position alone.                                           */
int selfplay_search_seed(const selfplay_settings *settings, int64_t number);

#endif
