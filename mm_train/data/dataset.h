/* dataset.h -- all moves of a set of games as competitions, compressed.
 *
 * The candidates of a position differ little from those that the same side had one
 * move earlier, so only the changes are stored.  Groups that depend on the last moves
 * or on the stage of the game are tables (dense.h), and a position names one row of
 * each.  While a candidate's team stays the same, the sum of w / E over the positions
 * (w: the weight of the dense and passing features, E: the strength of all) is
 * gathered, and multiplied by the team's strength once, when the team changes.  The
 * likelihood and its gradient are exactly those of the full lists of teams.
 *
 * The data lies in a mapped file (base/io/mapped.h) and may exceed the memory.    */
#ifndef KATACHI_MM_TRAIN_DATA_DATASET_H
#define KATACHI_MM_TRAIN_DATA_DATASET_H

#include "base/status.h"
#include "mm_train/data/games.h"
#include "mm_train/solver/mm_problem.h"
#include "patterns/vocabulary.h"

typedef struct dataset dataset;

typedef struct dataset_sizes {
    int64_t games, positions; /* a position is a competition */
    int64_t teams;            /* candidates in all positions */
    int64_t changes;          /* teams stored */
    int64_t bytes;            /* of the stored data */
} dataset_sizes;

/* Encodes all moves of `g` into a file in `folder` (NULL: see base/io/mapped.h).
 * `v` is borrowed and must outlive the data set.                             */
go_status dataset_create(dataset **out, const vocabulary *v, const games *g, const char *folder,
                         const games_run *run, go_error *err);
void dataset_destroy(dataset *d); /* accepts NULL */

dataset_sizes dataset_measure(const dataset *d);

/* A number that any change of games or vocabulary changes.  With the same vocabulary, the
 * numbers of several ranks add up (modulo 2^64) to that of all games.        */
uint64_t dataset_fingerprint(const dataset *d);

/* Likelihood and expected wins over a data set.  Single precision is what training uses:
 * gammas come out right to about 1e-3, and the data is read nearly twice as fast.
 * Double precision is for comparing fits to the last digits.                 */
mm_expect dataset_expect_single, dataset_expect_double;

/* The fitting problem over this data, with one of those two; its `data` is the data set,
 * which must outlive it.  It uses the threads and the progress function that
 * dataset_create was given, with NULL for the phase.                         */
mm_problem dataset_problem(dataset *d, mm_expect *expect);

#endif
