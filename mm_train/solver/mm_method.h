/* mm_method.h -- what distinguishes one method of fitting from another. */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_METHOD_H
#define KATACHI_MM_TRAIN_SOLVER_MM_METHOD_H

#include <stdbool.h>

#include "mm_train/solver/mm_state.h"

typedef struct mm_method {
    bool uses_history;
    /* Moves state->at to a point at least as good; *moved false if rounding
     * allows none.                                                           */
    go_status (*iterate)(mm_state *state, bool *moved, go_error *err);
} mm_method;

extern const mm_method mm_method_mm, mm_method_lbfgs;

#endif
