/* start.h -- telling a program which game it is to play, or to referee. */
#ifndef KATACHI_MATCH_GAME_START_H
#define KATACHI_MATCH_GAME_START_H

#include "match/client/gtp_client.h"
#include "match/game/match_game.h"

/* An empty board, the rules where they have a name (or NULL) and can be told
 * (kata-set-rules; an error for them is none for the game), and komi.  Waits
 * `seconds` for each answer; the first that is not GTP_YES ends it.            */
gtp_answer match_start_board(gtp_client *c, int size, const char *rules_name, double komi,
                             double seconds);

/* All that a player is told before the first move: that, its seed and its time. */
gtp_answer match_start(gtp_client *c, const match_conditions *conditions, uint32_t seed);

#endif
