/* dataset_expect.h -- likelihood and expected wins over a data set.
 *
 * Single precision is what training uses: gammas come out right to about 1e-3
 * and the data is read nearly twice as fast.  Double precision is for comparing
 * fits to the last digits.                                                   */
#ifndef KATACHI_MM_TRAIN_DATA_DATASET_EXPECT_H
#define KATACHI_MM_TRAIN_DATA_DATASET_EXPECT_H

#include "mm_train/solver/mm_problem.h"

mm_expect dataset_expect_single, dataset_expect_double;

#endif
