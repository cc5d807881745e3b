/* tally.h -- the games of a match counted: who won, how, and how long each
 * side thought.                                                                */
#ifndef KATACHI_MATCH_RATING_TALLY_H
#define KATACHI_MATCH_RATING_TALLY_H

#include "match/rating/stats.h"
#include "match/store/store.h"

/* One player's thinking, over all its games counted. */
typedef struct side_tally {
    int64_t moves;
    double seconds, slowest;
    int64_t playouts, counted_moves; /* over the games in which it told them */
    int64_t lost_by[END_N];          /* games lost, by how they ended */
    int64_t games[3], points2[3];    /* by its colour; twice the points from them */
} side_tally;

/* Player a against player b. */
typedef struct match_tally {
    int64_t games;            /* of the two against each other */
    int64_t wins, draws, losses;  /* of a */
    int64_t black_wins;       /* by whoever had black */
    int64_t ended_by[END_N];
    int64_t disagreements, unjudged; /* see referee.h */
    int64_t pairs[5];         /* complete pairs by twice a's points from both games:
                               * 0, 1/2, 1, 3/2, 2 points                       */
    side_tally side[2];       /* a, b */
} match_tally;

/* Counts the first n games of the store, those between a and b only.  GO_ENOMEM. */
go_status match_tally_count(const match_store *s, int64_t n, int a, int b, match_tally *out,
                            go_error *err);

/* The same for a player against all others; losses and wins are its own. */
void match_tally_player(const match_store *s, int who, match_tally *out);

/* a's score, 0 .. 1; 1/2 without games. */
double match_tally_score(const match_tally *t);

/* The test of player a against b, by complete pairs: the two games of a pair
 * share an opening and are not independent, pairs are.                         */
double match_tally_llr(const match_tally *t, const sprt_test *test);

/* 1: elo1 is accepted, -1: elo0 is, 0: not decided yet (or no test). */
int match_tally_decision(const match_tally *t, const sprt_test *test);

#endif
