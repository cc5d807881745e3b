/* match_time.h -- the time of a match as people write it.
 *
 *     none         no limit
 *     10m          for the whole game; also 600, 600s, 1.5h
 *     5m+30x3      then three periods of byo-yomi of 30 s
 *     5m+120/10    then ten moves in every 120 s (Canadian)
 *     5m+3         and 3 s more after each move (Fischer)
 *
 * or in the words of mcts/clock/time_control.h: "byoyomi 300 30 3".                  */
#ifndef KATACHI_MATCH_GAME_MATCH_TIME_H
#define KATACHI_MATCH_GAME_MATCH_TIME_H

#include "mcts/clock/time_control.h"

/* GO_EINVAL: none of these. */
go_status match_time_parse(time_settings *out, const char *text, go_error *err);

#endif
