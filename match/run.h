/* run.h -- plays the games of a plan that the store does not have yet, several at a
 * time, until all are there or a test has decided.                              */
#ifndef KATACHI_MATCH_RUN_H
#define KATACHI_MATCH_RUN_H

#include "match/plan.h"
#include "match/rating/tally.h"

typedef struct match_run_options {
    int64_t games;      /* of the whole match */
    int concurrency;    /* games at a time */
    int failures;       /* stop after so many failures in a row of one player */
    sprt_test test;     /* of player 0 against 1: stop when it has decided */
    /* called after each game, from one thread at a time; may be NULL */
    void (*on_game)(void *user, const match_store *store, const match_game *m);
    /* writes the keys of a game (match_game.h) that begins; may be NULL */
    go_status (*choose)(void *user, const match_store *store, const match_game *m,
                        char keys[MATCH_KEYS], go_error *err);
    void *user;
} match_run_options;

/* Why it ended. */
typedef enum match_end {
    MATCH_COMPLETE,    /* all games are there */
    MATCH_DECIDED,     /* the test has decided */
    MATCH_INTERRUPTED, /* by the user; games under way do not count */
    MATCH_FAILING      /* a player failed too often in a row: *failing */
} match_end;

/* Plays.  An error (a full disk, no memory) stops the match after the games under way;
 * what is in the store stays.                                                  */
go_status match_run(const match_plan *plan, match_store *store, const match_run_options *options,
                    match_end *end, int *failing, go_error *err);

/* Has the test decided with what is in the store? */
bool match_is_decided(const match_store *store, const sprt_test *test);

/* ---- the schedule: which game is next, and when to stop ---- */

/* The same for threads and for ranks (farm.h).  Not locked: one thread at a time. */
typedef struct match_schedule {
    const match_plan *plan;
    const match_run_options *options;
    match_store *store;
    int64_t next;      /* no smaller number is still to be given out */
    bool stopped;      /* no further game begins */
    match_end end;     /* why */
    int failing;       /* MATCH_FAILING: who; else -1 */
    int *in_a_row;     /* [n_players] failures since the last game without one */
    go_status status;  /* the first error, with its sentence */
    go_error err;
} match_schedule;

/* GO_ENOMEM. */
go_status match_schedule_begin(match_schedule *s, const match_plan *plan, match_store *store,
                               const match_run_options *options, go_error *err);

/* Describes the next missing game.  False: there is none, or it is time to stop. */
bool match_schedule_take(match_schedule *s, match_game *m);

/* Saves a game and decides whether to stop. */
void match_schedule_add(match_schedule *s, const match_game *m);

/* A game was not played: interrupted (GO_EINTR), or an error that ends the match. */
void match_schedule_fail(match_schedule *s, go_status status, const char *message);

/* Frees the memory and reports as match_run does. */
go_status match_schedule_end(match_schedule *s, match_end *end, int *failing, go_error *err);

#endif
