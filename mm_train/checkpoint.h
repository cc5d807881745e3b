/* checkpoint.h -- the state of a fit as a file, from which an interrupted fit resumes
 * to bit-identical results (layout: doc/formats.md).                         */
#ifndef KATACHI_MM_TRAIN_CHECKPOINT_H
#define KATACHI_MM_TRAIN_CHECKPOINT_H

#include "base/status.h"
#include "mm_train/solver/mm_solver.h"

/* The history of a fit. */
typedef struct fit_log {
    double *log_likelihood; /* [n] mean, nats per position, after each iteration; owned (free) */
    int n, room;
} fit_log;

/* Appends a value.  GO_ENOMEM. */
go_status fit_log_add(fit_log *log, double log_likelihood, go_error *err);

/* Writes atomically.  GO_EIO. */
go_status checkpoint_write(const char *path, uint64_t fingerprint, const mm_solver *solver,
                           const fit_log *log, go_error *err);

/* Puts solver and log into the state in the file.  GO_EIO: it cannot be opened.
 * GO_EFORMAT: it is damaged, or its fingerprint says that it is of other data. */
go_status checkpoint_read(const char *path, uint64_t fingerprint, mm_solver *solver, fit_log *log,
                          go_error *err);

#endif
