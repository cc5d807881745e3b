/* schedule.h -- how the rate of learning follows the budget.
 *
 *     1 |   ________________
 *       |  /                \          warm-up, then the highest rate, then the fall: over
 *       | /                  \         all of the budget as half a cosine, or over its last
 *     0 |/____________________\        part, which is then usually straight
 *
 * Source of the second: S. Hu and others, MiniCPM, 2024 ("warm-up, stable, decay"). */
#ifndef KATACHI_NN_TRAIN_OPTIMISE_SCHEDULE_H
#define KATACHI_NN_TRAIN_OPTIMISE_SCHEDULE_H

#include "base/choice.h"

#define FALLS(X) X(FALL_COSINE, "cosine") X(FALL_LINEAR, "linear")
typedef enum fall_kind { FALLS(CHOICE_NUMBER) } fall_kind;

typedef struct schedule_settings {
    int fall;    /* fall_kind */
    double part; /* of the budget, at its end, in which the rate falls; 0: never */
} schedule_settings;

/* The share of the highest rate when a part `used` of the budget, 0 .. 1, is used up and a part
 * `warm` of the warm-up.                                                      */
double schedule_share(const schedule_settings *s, double used, double warm);

#endif
