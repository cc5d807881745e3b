/* ranks.h -- a run on several machines under mpirun, which need no common folder: rank 0 learns
 * and plays as improve_run does, and the others are workers that fetch networks from it and send
 * it their games.                                                             */
#ifndef KATACHI_SELFPLAY_IMPROVE_RANKS_H
#define KATACHI_SELFPLAY_IMPROVE_RANKS_H

#include "base/comm.h"
#include "selfplay/improve/improve.h"
#include "selfplay/improve/worker.h"

/* Rank 0: improve_run, while this thread, the one that began MPI, serves the workers.  Returns when
 * all of them have been told to end.                                         */
go_status improve_ranks_serve(comm *c, const char *folder, const improve_settings *s,
                              const improve_listener *listener, go_error *err);

/* Every other rank; its name tells its rank and, after an interruption, how often the run has been
 * begun, so that it plays other games.  Its files are temporary; if it is interrupted it brings
 * what it has finished.  Errors of a worker are returned, and rank 0 goes on without it; after one
 * of the connection, see comm_lost.                                           */
go_status improve_ranks_work(comm *c, const worker_settings *s, go_error *err);

#endif
