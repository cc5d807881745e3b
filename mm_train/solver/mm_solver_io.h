/* mm_solver_io.h -- the state of a solver as a block of a binary file.
 *
 * In the byte order of this machine, with a checksum (layout: mm_solver_io.c).
 * A solver for the same problem and options continues from it to bit-identical
 * results.                                                                   */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_SOLVER_IO_H
#define KATACHI_MM_TRAIN_SOLVER_MM_SOLVER_IO_H

#include <stdio.h>

#include "mm_train/solver/mm_solver.h"

/* GO_EIO. */
go_status mm_solver_save(const mm_solver *solver, FILE *file, go_error *err);

/* GO_EFORMAT: the block is cut short, damaged, or belongs to another problem, method,
 * prior or history; the solver is then unchanged.                            */
go_status mm_solver_load(mm_solver *solver, FILE *file, go_error *err);

#endif
