/* each_game.h -- the same work on each of many games, shared among threads. */
#ifndef KATACHI_SGF_CORPUS_EACH_GAME_H
#define KATACHI_SGF_CORPUS_EACH_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Called now and then from one thread with the number of games done in this phase, and at its
 * end with all of them; false stops the work with GO_EINTR.                   */
typedef bool games_progress(void *user, const char *phase, int64_t done, int64_t total);

/* How to go over all games. */
typedef struct games_run {
    int n_threads;
    games_progress *progress; /* may be NULL */
    void *user;
} games_run;

/* Each thread has a worker of its own, a copy of the prototype, and an error record of
 * its own, so callbacks may fill theirs at the same time.                     */
typedef struct game_job {
    const char *phase;     /* "counting shapes": for progress and messages */
    const void *prototype; /* [worker_size] bytes */
    size_t worker_size;
    go_status (*begin)(void *worker, go_error *err); /* completes the copy */
    go_status (*game)(void *worker, int64_t number, go_error *err); /* numbers rise */
    go_status (*merge)(void *worker, go_error *err); /* one worker at a time; may be NULL */
    void (*end)(void *worker); /* frees it, also after a `begin` that failed */
    int at_once; /* games that a thread takes; 0: 4 */
} game_job;

/* Numbers 0 .. n_games - 1.  The first failure stops all threads at their next game; its
 * status and message are the result.  GO_EINTR when the progress function asks to stop. */
go_status each_game(int64_t n_games, const game_job *job, const games_run *run, go_error *err);

#endif
