/* descent.h -- steps down a noisy gradient, and what they have come to.
 *
 * The step of a number is
 *
 *     rate m / (sqrt(v) + 0.3 sqrt(largest v))
 *
 * with the running means m of its gradient and v of its square (D. Kingma and J. Ba, Adam: A
 * Method for Stochastic Optimization, 2014).  Adam itself lets all numbers take steps of the
 * same size; here those with small gradients, which are mostly noise, move little.  Each
 * step also takes all numbers back by a share `decay` of the way to where they began.
 *
 * The result is the mean of the second half of the steps (B. Polyak and A. Juditsky,
 * Acceleration of Stochastic Approximation by Averaging, 1992).               */
#ifndef KATACHI_MM_TRAIN_BALANCE_DESCENT_H
#define KATACHI_MM_TRAIN_BALANCE_DESCENT_H

#include <stdint.h>

#include "base/status.h"

typedef struct descent {
    int n, step, steps; /* numbers; steps done and in all */
    double rate, decay;
    double limit; /* no number goes beyond it, nor below its negative */
    /* each [n], in one block of memory that begins with `at` */
    double *at;      /* where the gradient is wanted */
    double *start, *mean, *square;
    double *average; /* of `at` in the second half of the steps; until then, `at` */
} descent;

/* Begins at start[n].  GO_ENOMEM. */
go_status descent_create(descent *d, int n, const double *start, int steps, double rate,
                         double decay, double limit, go_error *err);
void descent_free(descent *d);

/* One step down gradient[n]. */
void descent_step(descent *d, const double *gradient);

/* The state as a file: written atomically; read into a descent of the same start.
 * `fingerprint` is that of all the result depends on.  GO_EFORMAT: it is another one, or the
 * file is damaged; GO_EIO.                                                    */
go_status descent_write(const descent *d, const char *path, uint64_t fingerprint, go_error *err);
go_status descent_read(descent *d, const char *path, uint64_t fingerprint, go_error *err);

#endif
