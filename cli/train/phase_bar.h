/* phase_bar.h -- the progress of a job of several phases (games_progress of
 * mm_train/data/games.h) as one bar after the other on standard error, and broken
 * games as they are met.                                                     */
#ifndef KATACHI_CLI_TRAIN_PHASE_BAR_H
#define KATACHI_CLI_TRAIN_PHASE_BAR_H

#include "base/progress.h"
#include "mm_train/data/games.h"

typedef struct phase_bar {
    bool quiet;
    progress *bar;
    const char *phase; /* of the bar */
    int broken;        /* sentences shown so far; the first few only */
} phase_bar;

/* A games_progress: `user` is a phase_bar, and an interrupt ends the work. */
bool phase_bar_show(void *user, const char *phase, int64_t done, int64_t total);

/* Shows the sentence about a broken game; `user` is a phase_bar. */
void phase_bar_broken(void *user, const char *message);

/* Ends the last bar; to be called before anything else is printed. */
void phase_bar_end(phase_bar *b);

#endif
