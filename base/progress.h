/* progress.h -- the progress of a long job: a bar with rate and time left on a
 * terminal, a plain line elsewhere: every few seconds at first, then every minute.
 *
 * All functions accept NULL and then print nothing; quiet commands pass it.
 * progress_add and progress_set may be called from any thread and cost a few
 * nanoseconds when nothing is due.                                            */
#ifndef KATACHI_BASE_PROGRESS_H
#define KATACHI_BASE_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

typedef struct progress progress;

/* Starts a job of `total` steps (0: unknown) shown on `out`, usually stderr, as
 * `what` ("reading") and a count of `unit` ("games"); both are borrowed.  NULL if
 * memory runs out.                                                            */
progress *progress_start(FILE *out, const char *what, const char *unit, int64_t total);

void progress_add(progress *p, int64_t steps);
void progress_set(progress *p, int64_t done);

/* Shows the state at once on a terminal, for a job whose first step may take minutes. */
void progress_show(progress *p);

/* So many steps were done before it began: they do not count in the rate. */
void progress_skip(progress *p, int64_t done);

/* The total when it becomes known, or a better estimate. */
void progress_total(progress *p, int64_t total);

/* A short text shown after the numbers, such as "mean log-likelihood -2.4567". */
void progress_note(progress *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Shows the final state and the time taken, unless nothing was done, and frees p. */
void progress_end(progress *p);

#endif
