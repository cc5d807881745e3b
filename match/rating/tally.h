/* tally.h -- counts of a match: who won, how, and how long each side thought. */
#ifndef KATACHI_MATCH_RATING_TALLY_H
#define KATACHI_MATCH_RATING_TALLY_H

#include "match/rating/stats.h"
#include "match/store/store.h"

/* One player's thinking and losses in the games counted. */
typedef struct side_tally {
    int64_t moves;
    double seconds, slowest;
    double playouts;
    int64_t counted_moves;           /* of the games in which it reported playouts */
    double counted_seconds;
    int64_t lost_by[END_N];          /* games lost, by how they ended */
    int64_t games[3], points2[3];    /* by its colour; twice its points */
} side_tally;

/* Player a against player b. */
typedef struct match_tally {
    int64_t games;            /* of the two against each other */
    int64_t wins, draws, losses;  /* of a */
    int64_t black_wins;       /* of either player */
    int64_t ended_by[END_N];
    int64_t disagreements, unjudged; /* see referee.h */
    int64_t pairs[5];         /* complete pairs by a's points from both games:
                               * 0, 1/2, 1, 3/2, 2                              */
    side_tally side[2];       /* a, b */
} match_tally;

/* Adds a game in which player a has the colour `a`. */
void match_tally_add(match_tally *t, const match_game *m, colour a);

/* Counts those of the first n games of the store that a and b played.  GO_ENOMEM. */
go_status match_tally_count(const match_store *s, int64_t n, int a, int b, match_tally *out,
                            go_error *err);

/* Counts all games that players 0 and 1 played.  *decision: as of match_tally_decision, the first
 * that was reached in the order in which the games ended.  It stands, whatever those bring that
 * were under way then.  GO_ENOMEM.                                            */
go_status match_tally_test(const match_store *s, const sprt_test *test, match_tally *out,
                           int *decision, go_error *err);

/* How many games repeat an earlier one, move by move, with the same players in the same colours.
 * They tell nothing new, which no interval knows.  GO_ENOMEM.                 */
go_status match_tally_repeats(const match_store *s, int64_t *out, go_error *err);

/* Counts all games of a player, whose wins and losses they are; no pairs. */
void match_tally_player(const match_store *s, int who, match_tally *out);

/* a's score, 0 .. 1; 1/2 without games. */
double match_tally_score(const match_tally *t);

/* Seconds per move, as measured; 0 without moves. */
double match_seconds_per_move(const side_tally *t);

/* "757" playouts per move; `unknown` if they were never reported.  Returns `out`. */
const char *match_playouts_text(const side_tally *t, const char *unknown, char out[24]);

/* Log-likelihood ratio of the test, over complete pairs: these are independent, the
 * two games of a pair, which share an opening, are not.                        */
double match_tally_llr(const match_tally *t, const sprt_test *test);

/* 1: elo1 is accepted, -1: elo0 is, 0: undecided (or no test). */
int match_tally_decision(const match_tally *t, const sprt_test *test);

#endif
