/* think.h -- the engine's own moves: clock, search, decision; its work in idle time; and
 * its estimate of the final position.                                         */
#ifndef KATACHI_GTP_PLAYER_THINK_H
#define KATACHI_GTP_PLAYER_THINK_H

#include "gtp/player/state.h"

/* Seconds for a move if neither settings nor clock set a limit. */
#define GTP_DEFAULT_SECONDS 5.0

/* Reads the gammas and the network for the board's size and passes search_notice on to
 * people.  GO_EIO, GO_EFORMAT: the sentence names the places searched.        */
go_status gtp_prepare(gtp_engine *e, go_error *err);

/* Searches for a move of c within its time and decides.  The game does not change; c's
 * clock does.  `limits` are those of the settings (search_limits_default(&e->now)), and say what to
 * report, which moves to leave out, and what stops it, unless it is "# interrupt"; the clock is
 * added here.                                                                 */
go_status gtp_think(gtp_engine *e, colour c, search_limits limits, search_decision *out,
                    go_error *err);

/* Searches until a line arrives; `limits` say what to report and which moves to leave out. */
go_status gtp_think_on(gtp_engine *e, colour c, search_limits limits, go_error *err);

/* Searches the current position for a moment unless it has been searched already, for
 * commands that show a search.                                                */
go_status gtp_have_searched(gtp_engine *e, go_error *err);

/* Plays the decision and writes it, "resign" or a vertex; pondering may begin then. */
go_status gtp_play_decision(gtp_engine *e, colour c, const search_decision *d, FILE *out,
                            go_error *err);

/* Writes it, "resign" or a vertex. */
void gtp_write_decision(const gtp_engine *e, const search_decision *d, FILE *out);

/* Something to do while no line is waiting: reading gammas, pondering. */
bool gtp_has_idle_work(const gtp_engine *e);
void gtp_use_idle_time(gtp_engine *e);

/* Dead stones and score as if the game ended now; kept until the position changes.  *out is
 * borrowed.  `agreed` and errors as of search_final_status.                   */
go_status gtp_final_estimate_find(gtp_engine *e, bool agreed, const final_status **out,
                                  go_error *err);

#endif
