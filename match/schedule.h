/* schedule.h -- which game is next, and when it is enough: what is the same
 * for threads (run.h) and for ranks (farm.h).  Not locked: one thread
 * at a time.                                                                   */
#ifndef KATACHI_MATCH_SCHEDULE_H
#define KATACHI_MATCH_SCHEDULE_H

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

typedef struct match_schedule {
    const match_plan *plan;
    const match_run_options *options;
    match_store *store;
    int64_t next;      /* the first number not given out yet */
    bool stopped;      /* no further game begins */
    match_end end;     /* why */
    int failing;       /* MATCH_FAILING: who; else -1 */
    int *in_a_row;     /* [n_players] failures since the last game without one */
    go_status status;  /* the first error, with its sentence */
    go_error err;
} match_schedule;

/* Has the test decided with what is in the store? */
bool match_is_decided(const match_store *store, const sprt_test *test);

/* GO_ENOMEM. */
go_status match_schedule_begin(match_schedule *s, const match_plan *plan, match_store *store,
                               const match_run_options *options, go_error *err);

/* The number of the next game that is missing.  False: there is none, or it is
 * time to stop.                                                                */
bool match_schedule_take(match_schedule *s, int64_t *number);

/* Saves a game and looks whether it is enough. */
void match_schedule_add(match_schedule *s, const match_game *m);

/* A game was not played: interrupted (GO_EINTR), or an error that ends all. */
void match_schedule_fail(match_schedule *s, go_status status, const char *message);

/* Gives memory back; what came of it, as match_run. */
go_status match_schedule_end(match_schedule *s, match_end *end, int *failing, go_error *err);

#endif
