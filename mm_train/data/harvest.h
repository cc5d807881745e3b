/* harvest.h -- finds the shapes that were played often enough to be known.
 *
 * Counts, for every move played, each member of its nests of shapes, and keeps
 * those played at least min_count times.  A first pass counts into a sketch of
 * 8-bit counters indexed by hash; a second counts exactly the few keys whose
 * counter got there; a third reads the kept shapes off the board.  So memory is
 * bounded by what is kept, not by the hundreds of millions of keys seen, and
 * the result is exact.                                                       */
#ifndef KATACHI_MM_TRAIN_DATA_HARVEST_H
#define KATACHI_MM_TRAIN_DATA_HARVEST_H

#include <stdbool.h>

#include "base/status.h"
#include "base/comm.h"
#include "mm_train/data/games.h"
#include "patterns/vocabulary.h"

enum { HARVEST_MAX_COUNT = 200 };

/* Called now and then from one thread with the games done in this phase;
 * false stops the work with GO_EINTR.                                        */
typedef bool train_progress(void *user, const char *phase, int64_t done, int64_t total);

typedef struct harvest_options {
    int min_count; /* 1 .. HARVEST_MAX_COUNT */
    int n_threads;
    train_progress *progress; /* may be NULL */
    void *user;
} harvest_options;

/* Adds the shapes to `v` (numbered by falling count within each group, ties by
 * key) and numbers its gammas.  With several ranks, `g` is this rank's share of
 * the games; all ranks call this together and come to the same vocabulary, the
 * one that a single process would find.                                      */
go_status harvest_shapes(vocabulary *v, const games *g, comm *c, const harvest_options *options,
                         go_error *err);

#endif
