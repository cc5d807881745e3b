/* spent.h -- what the newest generation of a run has taken so far, in RUN/spent.json, so that an
 * interrupted one counts all of its time. */
#ifndef KATACHI_SELFPLAY_STATE_SPENT_H
#define KATACHI_SELFPLAY_STATE_SPENT_H

#include "selfplay/state/run_folder.h"

typedef struct run_spent {
    double seconds;     /* of playing and learning */
    double evaluations; /* of the network by this process, in self-play */
    double playing;     /* seconds that these took */
} run_spent;

/* All 0 if nothing is known of that generation. */
void run_spent_read(const run_folder *f, int generation, run_spent *out);

/* GO_EIO, GO_ENOMEM. */
go_status run_spent_write(const run_folder *f, int generation, const run_spent *s, go_error *err);

#endif
