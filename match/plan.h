/* plan.h -- which games a match consists of.
 *
 * Game 2k and game 2k + 1 are a pair: the same two players and the same opening,
 * with the colours changed.  With more than two players every pairing plays a pair,
 * and then all pairings again with the next opening, so that they all see the same
 * openings.  Everything about a game follows from its number, so an interrupted match
 * continues with exactly the games that are missing.                           */
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
    bool gauntlet;       /* only player 0 against each other player */
    const char *trial_keys; /* keys of player 0 (match_game.h) for a trial; NULL: none */
} match_plan;

/* Pairings of the players. */
int match_plan_pairings(const match_plan *plan);

/* Describes game `number`: opening, players, seeds; nothing is played yet. */
void match_plan_game(const match_plan *plan, int64_t number, match_game *out);

/* Plays a game of the plan, with its keys; `start` is its opening.  As match_game_play;
 * GO_EINVAL: bad keys.                                                         */
go_status match_plan_play(const match_plan *plan, match_game *m, const opening *start,
                          go_error *err);

/* "9x9, komi 7.5, rules chinese-ogs, time none, ..." for people.  Returns `out`. */
const char *match_conditions_text(const match_plan *plan, char *out, size_t n);

#endif
