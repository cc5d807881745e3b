/* comm.h -- several processes that work on one problem, over MPI.
 *
 * Built with `make MPI=1` and started by mpirun, each process is one of `size`
 * ranks.  In any other build, or without mpirun, there is one rank, and all of
 * this works and costs nothing; callers need no second version of themselves.
 *
 * All ranks must call the same functions in the same order.  A function that
 * fails does so because a rank or the network is gone: the caller shows the
 * message and ends with comm_abort, which takes the other ranks along.  The
 * same is right for any failure that the other ranks cannot know of.         */
#ifndef KATACHI_BASE_COMM_H
#define KATACHI_BASE_COMM_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct comm comm;

/* Joins the other ranks.  Once in the life of a process, before other threads.
 *   *out  out  owned by the caller, ended with comm_destroy
 * GO_EIO: MPI cannot start.  GO_EUNSUPPORTED: started by mpirun with several
 * ranks, but built without MPI (they would all do the same work).  GO_ENOMEM. */
go_status comm_create(comm **out, go_error *err);

/* Leaves the other ranks; all of them call this.  Accepts NULL. */
void comm_destroy(comm *c);

int comm_rank(const comm *c); /* 0 .. size-1 */
int comm_size(const comm *c);

/* values[k] becomes its sum over all ranks, the same bits on each of them.
 * Any n, in pieces that MPI can take.                                        */
go_status comm_sum(comm *c, double *values, int64_t n, go_error *err);
go_status comm_sum_counts(comm *c, int64_t *values, int64_t n, go_error *err);

/* The bytes of rank `root` go to all. */
go_status comm_broadcast(comm *c, void *bytes, int64_t n, int root, go_error *err);

/* Puts the blobs of all ranks, of any lengths, one after the other on all ranks.
 *   *all    out  owned by the caller (free)
 *   bounds  out  [size + 1] where each begins in *all, and the end           */
go_status comm_gather(comm *c, const void *mine, int64_t n, void **all, int64_t *bounds,
                      go_error *err);

/* ---- one rank to another, for work that is handed out ---- */

/* Sends n bytes (below 2 GB) to rank `to`. */
go_status comm_send(comm *c, int to, const void *bytes, int64_t n, go_error *err);

/* Waits, without using the processor, for bytes from rank *from, or from any when
 * it is -1; then *from says who sent them.
 *   *bytes  out  owned by the caller (free)                                   */
go_status comm_receive(comm *c, int *from, void **bytes, int64_t *n, go_error *err);

/* Ends all ranks with this exit code (1 .. 125), at once.  Does not return. */
void comm_abort(comm *c, int code) __attribute__((noreturn));

#endif
