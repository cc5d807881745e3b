/* checkpoint.h -- the state of a fit as a file, to go on from after an
 * interruption with bit-identical results (layout: doc/formats.md).          */
#ifndef KATACHI_MM_TRAIN_CHECKPOINT_H
#define KATACHI_MM_TRAIN_CHECKPOINT_H

#include "base/status.h"
#include "mm_train/solver/mm_solver.h"

/* How a fit went so far. */
typedef struct fit_log {
    double *log_likelihood; /* [n] mean, nats per position, after each iteration; owned (free) */
    int n, room;
} fit_log;

/* Appends a value.  GO_ENOMEM. */
go_status fit_log_add(fit_log *log, double log_likelihood, go_error *err);

/* Writes atomically.  GO_EIO. */
go_status checkpoint_write(const char *path, uint64_t fingerprint, const mm_solver *solver,
                           const fit_log *log, go_error *err);

/* Brings solver and log to the state in the file.  GO_EIO: it is not there.
 * GO_EFORMAT: it is damaged, or `fingerprint` says it is of other data.       */
go_status checkpoint_read(const char *path, uint64_t fingerprint, mm_solver *solver, fit_log *log,
                          go_error *err);

#endif
