/* time_text.h -- the time of a game as people write it.
 *
 *     none         no limit
 *     10m          for the whole game; also 600, 600s, 1.5h
 *     5m+30x3      then three periods of byo-yomi of 30 s
 *     5m+120/10    then ten moves in every 120 s (Canadian)
 *     5m+3         and 3 s more after each move (Fischer)
 *
 * or in the words of mcts/clock/time_control.h: "byoyomi 300 30 3".             */
#ifndef KATACHI_MCTS_CLOCK_TIME_TEXT_H
#define KATACHI_MCTS_CLOCK_TIME_TEXT_H

#include "mcts/clock/time_control.h"

/* GO_EINVAL: none of these. */
go_status time_text_parse(time_settings *out, const char *text, go_error *err);

#endif
