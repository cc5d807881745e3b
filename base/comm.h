/* comm.h -- several processes that work on one problem, over MPI.
 *
 * Built with `make MPI=1` and started by mpirun, each process is one of `size`
 * ranks.  In any other build, or without mpirun, there is one rank, and these
 * functions work and cost nothing, so callers need no special case; NULL is also
 * one rank, except for comm_send and comm_receive.
 *
 * All ranks must call the same functions in the same order.  A failure means that
 * a rank or the network is down: the caller shows the message and calls comm_abort,
 * which ends the other ranks too.  Do the same on any failure that the other ranks
 * cannot know of.                                                            */
#ifndef KATACHI_BASE_COMM_H
#define KATACHI_BASE_COMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct comm comm;

/* Joins the other ranks; once in a process, before it starts threads.
 *   *out  out  owned by the caller, ended with comm_destroy
 * GO_EIO: MPI cannot start.  GO_EUNSUPPORTED: started by mpirun with several
 * ranks, but built without MPI (they would all do the same work).  GO_ENOMEM. */
go_status comm_create(comm **out, go_error *err);

/* Leaves the other ranks; all of them call this.  Accepts NULL. */
void comm_destroy(comm *c);

int comm_rank(const comm *c); /* 0 .. size-1 */
int comm_size(const comm *c);

/* Did a call fail because a rank or the network is down?  Then comm_abort is to be called. */
bool comm_lost(const comm *c);

/* values[k] becomes its sum over all ranks, with the same bits on each; any n. */
go_status comm_sum(comm *c, double *values, int64_t n, go_error *err);
go_status comm_sum_counts(comm *c, int64_t *values, int64_t n, go_error *err);

/* values[k] of rank 0 becomes its sum over all ranks, added in pairs: ((0 + 1) + (2 + 3)) + ...
 * The order is fixed, so the same values always give the same bits.  On the other ranks the
 * values are undefined afterwards.  GO_ENOMEM.                               */
go_status comm_add_floats(comm *c, float *values, int64_t n, go_error *err);

/* What ranks do each for itself and may fail: `mine` on a single rank; else on every rank
 * GO_OK, or the status and sentence of the first rank that failed.           */
go_status comm_agree(comm *c, go_status mine, go_error *err);

/* Sends the bytes of rank `root` to all. */
go_status comm_broadcast(comm *c, void *bytes, int64_t n, int root, go_error *err);

/* Gives every rank the blobs of all ranks, of any lengths, one after the other.
 *   *all    out  owned by the caller (free)
 *   bounds  out  [size + 1] where each begins in *all, and the end           */
go_status comm_gather(comm *c, const void *mine, int64_t n, void **all, int64_t *bounds,
                      go_error *err);

/* ---- from one rank to another, to hand out work ---- */

/* Sends n bytes (below 2 GB) to rank `to`. */
go_status comm_send(comm *c, int to, const void *bytes, int64_t n, go_error *err);

/* Waits, without using the processor, for bytes from rank *from, or from any rank if it
 * is -1; *from becomes the sender.
 *   *bytes  out  owned by the caller (free)                                   */
go_status comm_receive(comm *c, int *from, void **bytes, int64_t *n, go_error *err);

/* Ends all ranks with this exit code (1 .. 125), at once.  Does not return. */
void comm_abort(comm *c, int code) __attribute__((noreturn));

#endif
