/* average.h -- averages of the numbers that are learned, over the last steps: they play
 * better than the numbers of one step.
 *
 *   exponential  over about `steps` steps
 *   growing      over about the last `part` of all steps so far: as long as the training is
 *   snapshots    the mean of one step in `every`; from the 16th on, each new one counts a
 *                sixteenth (stochastic weight averaging, as in Leela Zero and Sayuri); before
 *                the first one the last step alone
 *   none         the last step alone
 *
 * All are average += share (theta - average) with a share that follows from the number of
 * the step, so nothing else has to be kept.
 *
 * Sources: P. Izmailov and others, Averaging Weights Leads to Wider Optima and Better
 * Generalization, UAI 2018; for `growing`, T. Karras and others, Analyzing and Improving the
 * Training Dynamics of Diffusion Models, CVPR 2024.                           */
#ifndef KATACHI_NN_TRAIN_OPTIMISE_AVERAGE_H
#define KATACHI_NN_TRAIN_OPTIMISE_AVERAGE_H

#include <stdint.h>

#include "base/choice.h"

#define AVERAGES(X)                                                                            \
    X(AVERAGE_EXPONENTIAL, "exponential") X(AVERAGE_GROWING, "growing")                        \
    X(AVERAGE_SNAPSHOTS, "snapshots") X(AVERAGE_NONE, "none")
typedef enum average_kind { AVERAGES(CHOICE_NUMBER) } average_kind;

enum { AVERAGE_SNAPSHOT_COUNT = 16 };

typedef struct averaging_settings {
    int kind;    /* average_kind */
    int steps;   /* exponential: as many; snapshots: between two */
    double part; /* growing */
} averaging_settings;

/* What theta counts in the average after step number `step`, from 1. */
double average_share(const averaging_settings *s, int64_t step);

#endif
