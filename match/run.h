/* run.h -- plays the games of a plan that the store does not have yet,
 * several at a time, until all are there or a test has decided.                */
#ifndef KATACHI_MATCH_RUN_H
#define KATACHI_MATCH_RUN_H

#include "match/schedule.h"

/* Plays.  An error (a full disk, no memory) stops the match in order; what is in
 * the store stays.                                                             */
go_status match_run(const match_plan *plan, match_store *store, const match_run_options *options,
                    match_end *end, int *failing, go_error *err);

#endif
