/* strength_groups.h -- which players are connected by games, and their ratings. */
#ifndef KATACHI_MATCH_RATING_STRENGTH_GROUPS_H
#define KATACHI_MATCH_RATING_STRENGTH_GROUPS_H

#include "match/rating/strength.h"

/* Finds the groups and rates the players by n >= 1 games, whose players are numbers
 * in s->player.  Sorts the players; those without a game are dropped.  The group of
 * a folder is at first the number of a player in it, and then that of his group.  */
go_status strength_rate(strength *s, const rated_game *games, int64_t n, go_error *err);

#endif
