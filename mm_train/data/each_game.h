/* each_game.h -- the same work on every game, shared among threads.
 *
 * Each thread has a worker of its own, a copy of a prototype: `begin` completes
 * it, `game` is called with the number of each game that falls to the thread
 * (rising), `merge` hands over what was found and `end` frees it.  The first
 * failure stops all threads at their next game.  Every call has an error record
 * of its thread, so callbacks may fill theirs at the same time.              */
#ifndef KATACHI_MM_TRAIN_DATA_EACH_GAME_H
#define KATACHI_MM_TRAIN_DATA_EACH_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "mm_train/data/games.h"

/* Called now and then from one thread with the games done in this phase;
 * false stops the work with GO_EINTR.                                        */
typedef bool games_progress(void *user, const char *phase, int64_t done, int64_t total);

/* How to go over all games. */
typedef struct games_run {
    int n_threads;
    games_progress *progress; /* may be NULL */
    void *user;
} games_run;

typedef struct game_job {
    const char *phase;     /* "counting shapes": for progress and messages */
    const void *prototype; /* [worker_size] bytes, copied for each thread */
    size_t worker_size;
    go_status (*begin)(void *worker, go_error *err);
    go_status (*game)(void *worker, int64_t number, go_error *err);
    go_status (*merge)(void *worker, go_error *err); /* one worker at a time; may be NULL */
    void (*end)(void *worker); /* also after a `begin` that failed */
} game_job;

/* The status and message are those of the first failure that is met, GO_EINTR
 * when the progress function asks for the end.                               */
go_status each_game(const games *g, const game_job *job, const games_run *run, go_error *err);

#endif
