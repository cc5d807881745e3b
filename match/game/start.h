/* start.h -- tells a program which game it is to play, or to referee. */
#ifndef KATACHI_MATCH_GAME_START_H
#define KATACHI_MATCH_GAME_START_H

#include "match/client/gtp_client.h"
#include "match/game/match_game.h"

/* Sends an empty board, the rules (NULL: none) if the program knows kata-set-rules,
 * whose errors are ignored, and komi.  Waits `seconds` for each answer, and stops at the
 * first that is not GTP_YES.                                                   */
gtp_answer match_start_board(gtp_client *c, int size, const char *rules_name, double komi,
                             double seconds);

/* Sends all that a player is told before the first move: that, its seed and its time. */
gtp_answer match_start(gtp_client *c, const match_conditions *conditions, uint32_t seed);

/* May its time_left have fractions of a second?  Programs with KataGo's kata-time_settings read
 * them; GTP itself has whole seconds.                                          */
bool match_tells_fractions(gtp_client *c, double seconds);

/* Does it, under byo-yomi, know of one period only, as a period of Canadian time for one stone? */
bool match_tells_one_period(gtp_client *c, const match_conditions *conditions);

#endif
