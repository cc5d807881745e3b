/* train.h -- from games to gammas: harvest, encode, fit.
 *
 * With several ranks, each brings its own share of the games; all call this together
 * and get the same gammas.                                                   */
#ifndef KATACHI_MM_TRAIN_TRAIN_H
#define KATACHI_MM_TRAIN_TRAIN_H

#include "base/comm.h"
#include "base/status.h"
#include "mm_train/checkpoint.h"
#include "mm_train/data/dataset.h"
#include "mm_train/data/harvest.h"
#include "mm_train/solver/mm_solver.h"
#include "patterns/gammas/gammas.h"

typedef struct train_options {
    const feature_set *set;
    int min_count;          /* 1 .. HARVEST_MAX_COUNT */
    mm_solver_options solver;
    int max_iterations;
    bool exact;             /* fit in double precision */
    const char *folder;     /* of temporary data; NULL: see base/io/mapped.h */
    const char *checkpoint; /* file; NULL: none is kept */
    bool resume;            /* from the checkpoint, which must exist */
    double checkpoint_seconds; /* between two checkpoints */
    const char *export;     /* also write the competitions there (export.h); may be NULL */
    const char *data;       /* the inputs in words, for the gammas file */

    games_run run; /* threads and progress; its `user` is also passed to those below */
    /* called after each iteration; false stops with GO_EINTR; may be NULL */
    bool (*on_iteration)(void *user, const mm_progress *progress, int64_t positions);
    /* called once when a checkpoint could not be written, without which the fit goes on; may be
     * NULL                                                                    */
    void (*on_unsaved)(void *user, const char *why);
    /* called once the data set is complete; may be NULL */
    void (*on_dataset)(void *user, const dataset_sizes *sizes, const vocabulary *v);
} train_options;

/* How the training went; the caller frees fit.log_likelihood. */
typedef struct train_log {
    fit_log fit;
    dataset_sizes sizes; /* of all ranks together */
    bool converged;      /* false: max_iterations ended the fit before its tolerance did */
    double harvest_seconds, encode_seconds, fit_seconds;
} train_log;

/* Trains.  *log is filled as far as the work went, even on an error.  GO_EINTR:
 * interrupted; if the fit had begun and a checkpoint is named, it holds everything.
 * GO_EFORMAT: the checkpoint is damaged, or of other data or options.        */
go_status train_gammas(gammas **out, train_log *log, const games *g, comm *c,
                       const train_options *options, go_error *err);

#endif
