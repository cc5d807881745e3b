/* dataset.h -- all moves of a set of games as competitions, compressed.
 *
 * The candidates of a position hardly differ from those the same side had one
 * move before, so only what changed is stored; groups that depend on the last
 * moves or on the stage of the game are tables (dense.h) of which a position
 * names one row each.  Running sums make up for it: for a candidate whose team
 * stays the same over many positions, the sum over these positions of w / E
 * (w: the weight of the dense and passing features, E: the strength of all) is
 * gathered first and multiplied by the team's strength once, when it changes.
 * The likelihood and its gradient are exactly those of the full lists of teams.
 *
 * The data lies in a mapped file (base/io/mapped.h) and may outgrow the memory.  */
#ifndef KATACHI_MM_TRAIN_DATA_DATASET_H
#define KATACHI_MM_TRAIN_DATA_DATASET_H

#include "base/status.h"
#include "mm_train/data/each_game.h"
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

/* A number that any change of games or vocabulary changes.  Those of several
 * ranks with the same vocabulary add up (modulo 2^64) to that of all games.  */
uint64_t dataset_fingerprint(const dataset *d);

/* The fitting problem over this data; `expect` is one of dataset_expect.h.  Its
 * `data` is the data set, which must outlive it, and it runs as that was made:
 * on as many threads, and with the same progress function, called with NULL for
 * the phase.                                                                 */
mm_problem dataset_problem(dataset *d, mm_expect *expect);

#endif
