/* phase_bar.h -- shows the progress of a job of several phases as one bar after the other
 * on standard error, and broken games as they are found.                     */
#ifndef KATACHI_CLI_PHASE_BAR_H
#define KATACHI_CLI_PHASE_BAR_H

#include "base/progress.h"
#include "mm_train/data/games.h"

typedef struct phase_bar {
    bool quiet;
    const char *unit;  /* what is counted; NULL: games */
    progress *bar;
    const char *phase; /* that the bar shows */
    int broken;        /* games so far; only the first few are shown */
} phase_bar;

/* A games_progress (games.h): `user` is a phase_bar, and an interrupt stops the work. */
bool phase_bar_show(void *user, const char *phase, int64_t done, int64_t total);

/* Shows the message about a broken game; `user` is a phase_bar. */
void phase_bar_broken(void *user, const char *message);

/* Warns that WHAT could not be saved, on which the work does not depend; `advice` names another
 * way.                                                                        */
void phase_bar_unsaved(phase_bar *b, const char *what, const char *why, const char *advice);

/* Ends the last bar; call it before printing anything else. */
void phase_bar_end(phase_bar *b);

#endif
