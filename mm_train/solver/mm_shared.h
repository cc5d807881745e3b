/* mm_shared.h -- one fitting problem whose competitions lie on several ranks.
 *
 * Each rank has a problem over its own share of the competitions, with the same
 * gammas.  The likelihood is a sum over competitions, so wins, expectations and
 * log-likelihoods are added up over the ranks.  Every rank runs the same solver on
 * the same sums and gets the same bits.                                      */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_SHARED_H
#define KATACHI_MM_TRAIN_SOLVER_MM_SHARED_H

#include "base/status.h"
#include "base/comm.h"
#include "mm_train/solver/mm_problem.h"

typedef struct mm_shared mm_shared;

/* All ranks call this together, each with its `share`, which may hold no
 * competitions.  `c` and what `share` points to are borrowed.
 *   *out  out  owned by the caller, ended with mm_shared_destroy
 * GO_EINVAL: the ranks have different gammas.  GO_EIO, GO_ENOMEM.            */
go_status mm_shared_create(comm *c, const mm_problem *share, mm_shared **out, go_error *err);
void mm_shared_destroy(mm_shared *shared); /* accepts NULL */

/* The problem over all shares.  All ranks must call its `expect` together.  An
 * interruption of one rank interrupts all (GO_EINTR); if one fails, the others report
 * GO_EIO.                                                                    */
const mm_problem *mm_shared_problem(const mm_shared *shared);

#endif
