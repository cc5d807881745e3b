/* check.h -- tests the programs that take part in a match before it begins. */
#ifndef KATACHI_MATCH_CHECK_H
#define KATACHI_MATCH_CHECK_H

#include "match/plan.h"

/* Starts every player once as for a game and asks for a first move within a second,
 * which also shows that it finds its gammas or its network.  A program that is to be
 * the referee is given an empty board and must know a command that tells the result.
 * GO_EUNSUPPORTED: one failed; the sentence says which and how.  GO_EINTR.      */
go_status match_check_programs(const match_plan *plan, go_error *err);

#endif
