/* harvest.h -- finds the shapes that were played often enough to be learnt.
 *
 * Counts, for every move played, each member of its nests of shapes, and keeps
 * those played at least min_count times.  The first pass counts into a sketch of
 * 8-bit counters indexed by hash; the second counts exactly the few keys whose
 * counter reached min_count; the third reads the kept shapes off the board.  So the
 * result is exact, and memory grows with what is kept, not with the hundreds of
 * millions of keys seen.                                                     */
#ifndef KATACHI_MM_TRAIN_DATA_HARVEST_H
#define KATACHI_MM_TRAIN_DATA_HARVEST_H

#include "base/comm.h"
#include "base/status.h"
#include "mm_train/data/games.h"
#include "patterns/vocabulary.h"

enum { HARVEST_MAX_COUNT = 200 };

/* Adds the shapes that were played at least min_count times (1 ..
 * HARVEST_MAX_COUNT) to `v`, numbered by falling count within each group, ties
 * by key, and numbers its gammas.  With several ranks, `g` is this rank's share of the
 * games; all ranks call this together and get the same vocabulary, the one that a
 * single process would find.                                                 */
go_status harvest_shapes(vocabulary *v, const games *g, comm *c, int min_count,
                         const games_run *run, go_error *err);

#endif
