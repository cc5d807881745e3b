/* farm.h -- a match on several machines: under mpirun rank 0 hands out games
 * and saves them, and every other rank plays one game at a time.  All ranks make
 * the same plan from the same options.                                         */
#ifndef KATACHI_MATCH_FARM_H
#define KATACHI_MATCH_FARM_H

#include "base/comm.h"
#include "match/run.h"

/* Rank 0 of two or more: as match_run.  When it returns, the others have stopped. */
go_status match_farm_serve(comm *c, const match_plan *plan, match_store *store,
                           const match_run_options *options, match_end *end, int *failing,
                           go_error *err);

/* Every other rank: tries the players (check.h), then plays the games it is given until
 * there are no more.  Errors go to rank 0, which shows them and stops the match; only
 * an error of the connection is returned.                                      */
go_status match_farm_work(comm *c, const match_plan *plan, go_error *err);

#endif
