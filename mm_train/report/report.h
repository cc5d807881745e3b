/* report.h -- a page about a training run: how well the gammas predict, how the
 * fit went, and what was learnt, with pictures of the shapes.
 *
 * The page is one file, index.html, with its pictures (SVG) inside; it needs neither
 * network nor scripts.                                                       */
#ifndef KATACHI_MM_TRAIN_REPORT_REPORT_H
#define KATACHI_MM_TRAIN_REPORT_REPORT_H

#include "base/status.h"
#include "mm_train/evaluate.h"
#include "patterns/gammas/gammas.h"

typedef struct report_input {
    const gammas *g;
    const prediction_stats *test; /* NULL: not tested */
    const char *test_name;        /* in words: "3,201 games held out"; may be NULL */
    const double *log_likelihood; /* mean, nats per position, at each iteration */
    int n_iterations;             /* 0: not known */
    double seconds;               /* the whole run; 0: not known */
} report_input;

/* Writes folder/index.html, making the folder and those above it if necessary.  An old
 * page is replaced only by a complete new one.
 * GO_EIO: the folder or the file cannot be written.                          */
go_status report_write(const report_input *in, const char *folder, go_error *err);

#endif
