/* plan.h -- which games a match consists of.
 *
 * Game 2k and game 2k + 1 are a pair: the same two players and the same opening,
 * with the colours changed.  With more than two players the pairs go round all
 * pairings, and then begin again with the next opening, so that every pairing
 * sees the same openings.  Everything about a game follows from its number, so
 * an interrupted match goes on with the very games that are missing.           */
#ifndef KATACHI_MATCH_PLAN_H
#define KATACHI_MATCH_PLAN_H

#include "match/game/match_game.h"
#include "match/game/opening.h"

typedef struct match_plan {
    match_conditions conditions;
    const player *players; /* [n_players], borrowed */
    int n_players;         /* 2 or more */
    openings *openings;    /* borrowed */
    uint64_t seed;
} match_plan;

/* Pairings of n players. */
int match_plan_pairings(int n_players);

/* Describes game `number`: opening, players, seeds; nothing is played yet. */
void match_plan_game(const match_plan *plan, int64_t number, match_game *out);

#endif
