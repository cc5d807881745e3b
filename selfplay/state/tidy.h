/* tidy.h -- keeps a run within the disk that it may use.
 *
 * What is oldest goes first: games that are not learned from any more, and when there are none
 * left, networks that nobody needs.  A process that is killed meanwhile leaves less to remove. */
#ifndef KATACHI_SELFPLAY_STATE_TIDY_H
#define KATACHI_SELFPLAY_STATE_TIDY_H

#include <stdbool.h>
#include <stdint.h>

#include "selfplay/state/run_folder.h"

typedef struct tidy_limits {
    int64_t keep;  /* bytes of games and networks that a run may have; 0: any number */
    int64_t spare; /* bytes of the disk that are to stay free */
} tidy_limits;

/* What was removed. */
typedef struct tidy_done {
    int games, nets; /* generations */
    int64_t bytes;
} tidy_done;

/* `first`: the oldest generation whose games are needed; needed [newest + 1]: the networks that
 * are.  GO_EIO: something cannot be removed.                                  */
go_status run_tidy(const run_folder *f, const tidy_limits *limits, int first, const bool *needed,
                   tidy_done *done, go_error *err);

#endif
