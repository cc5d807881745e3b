/* run.h -- plays the games of a plan that the store does not have yet,
 * several at a time, until all are there or a test has decided.                */
#ifndef KATACHI_MATCH_RUN_H
#define KATACHI_MATCH_RUN_H

#include "match/plan.h"
#include "match/rating/tally.h"

typedef struct match_run_options {
    int64_t games;      /* of the whole match, at most */
    int concurrency;    /* games at a time */
    int failures;       /* stop after so many failures in a row of one player */
    sprt_test test;     /* of player 0 against 1: stop when it has decided */
    /* called after each game, from one thread at a time; may be NULL */
    void (*on_game)(void *user, const match_store *store, const match_game *m);
    void *user;
} match_run_options;

/* Why it ended. */
typedef enum match_end {
    MATCH_COMPLETE,    /* all games are there */
    MATCH_DECIDED,     /* the test has decided */
    MATCH_INTERRUPTED, /* by the user; games under way do not count */
    MATCH_FAILING      /* a player failed too often in a row: *failing */
} match_end;

/* Plays.  An error (a full disk, no memory) stops the match in order; what is in
 * the store stays.                                                             */
go_status match_run(const match_plan *plan, match_store *store, const match_run_options *options,
                    match_end *end, int *failing, go_error *err);

/* Has the test decided with what is in the store? */
bool match_is_decided(const match_store *store, const sprt_test *test);

#endif
