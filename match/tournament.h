/* tournament.h -- what a tournament of several players has shown so far: their ratings
 * and their results against each other.                                        */
#ifndef KATACHI_MATCH_TOURNAMENT_H
#define KATACHI_MATCH_TOURNAMENT_H

#include "match/plan.h"
#include "match/rating/tally.h"
#include "match/rating/rating.h"

typedef struct standing {
    int player;
    rating elo;
    match_tally tally;  /* against all others; wins and losses are its own */
    match_tally *against; /* [n] against each other player */
} standing;

typedef struct tournament {
    const match_plan *plan;   /* borrowed */
    const match_store *store; /* borrowed */
    int n;
    standing *standing;       /* [n], the strongest first; owned */
    rating first_move;
    int64_t games;
    int64_t ended_by[END_N];
    int64_t disagreements, unjudged, repeats; /* match_tally_repeats */
} tournament;

/* GO_EEMPTY: no games; GO_ENOMEM.  End it with tournament_free, also after an error. */
go_status tournament_make(tournament *out, const match_plan *plan, const match_store *store,
                          go_error *err);
void tournament_free(tournament *t);

#endif
