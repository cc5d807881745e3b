/* mm_solver_fields.h -- what a solver holds; for mm_solver.c and mm_solver_io.c. */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_SOLVER_FIELDS_H
#define KATACHI_MM_TRAIN_SOLVER_MM_SOLVER_FIELDS_H

#include "mm_train/solver/mm_method.h"
#include "mm_train/solver/mm_solver.h"

struct mm_solver {
    const mm_method *method;
    mm_solver_options options;
    bool evaluated; /* at state.at */
    mm_state state;
    mm_progress progress;
    double *block; /* all vectors of the state */
};

#endif
