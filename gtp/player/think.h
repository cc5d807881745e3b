/* think.h -- the engine's own moves: clock, search, decision; and what it does
 * while nobody asks anything.                                                */
#ifndef KATACHI_GTP_PLAYER_THINK_H
#define KATACHI_GTP_PLAYER_THINK_H

#include "gtp/player/state.h"

/* Without any limit from settings or clock a move takes so many seconds. */
#define GTP_DEFAULT_SECONDS 5.0

/* Reads the knowledge for the board's size, and tells people what search_notice
 * has to say about it.  GO_EIO, GO_EFORMAT: where it was looked for.          */
go_status gtp_prepare(gtp_engine *e, go_error *err);

/* Searches for a move of c within its time and decides.  The game does not
 * change; c's clock does.  Of `limits` come what the search tells while it runs
 * and which moves it leaves out; how long it may go on is found here.         */
go_status gtp_think(gtp_engine *e, colour c, search_limits limits, search_decision *out,
                    go_error *err);

/* Searches until a line arrives; `limits` as above. */
go_status gtp_think_on(gtp_engine *e, colour c, search_limits limits, go_error *err);

/* Makes sure that the present position has been searched, if only for a moment:
 * for whatever shows a search.                                               */
go_status gtp_have_searched(gtp_engine *e, go_error *err);

/* Plays the decision and writes it, "resign" or a vertex; then it is time to
 * ponder.                                                                    */
go_status gtp_play_decision(gtp_engine *e, colour c, const search_decision *d, FILE *out,
                            go_error *err);

/* Something to do while no line is waiting: reading gammas, pondering. */
bool gtp_has_idle_work(const gtp_engine *e);
void gtp_use_idle_time(gtp_engine *e);

#endif
